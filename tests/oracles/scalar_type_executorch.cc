// The generated header against ExecuTorch's own scalar_type.h. The loop is over the real macro, so
// that a ScalarType which no list of ours has cannot go unseen.
#include <cstdio>
#include <cstring>

#include <executorch/runtime/core/portable_type/scalar_type.h>

#include "dltab_dtypes.h"
#include "expected_dtypes.h"

using executorch::runtime::etensor::ScalarType;

namespace {

#define COUNT_ROW(...) +1
constexpr int rows = 0 EXPECTED_DTYPES(COUNT_ROW);

static_assert(static_cast<int>(ScalarType::NumOptions) - 1 == rows,
              "ExecuTorch has a ScalarType more or less than the list");
static_assert(static_cast<int>(ScalarType::Undefined) == static_cast<int>(DLT_Undefined),
              "Undefined has another id");

#define CHECK_ID(ctype, name)                                                                      \
  static_assert(static_cast<int>(ScalarType::name) == static_cast<int>(DLT_##name),                \
                #name " has another id");
ET_FORALL_SCALAR_TYPES(CHECK_ID)

#define CHECK_LISTED_ID(scalar_type, dtype, id, form, code, bits, lanes, major, minor, bytes)      \
  static_assert(static_cast<int>(ScalarType::scalar_type) == id,                                   \
                "the list gives " #scalar_type " another id");
EXPECTED_DTYPES(CHECK_LISTED_ID)

int wrong = 0;

void check(const char *name, int id, std::size_t size) {
  const auto type = static_cast<dlt_scalar_type>(id);
  const char *ours = dlt_scalar_type_name(type);
  if (ours == nullptr || std::strcmp(ours, name) != 0) {
    std::printf("id %d is %s in ExecuTorch, %s here\n", id, name, ours ? ours : "nothing");
    wrong++;
  }
  if (dlt_itemsize(type) != size) {
    std::printf("%s takes %zu bytes in ExecuTorch, %zu here\n", name, size, dlt_itemsize(type));
    wrong++;
  }
}

} // namespace

int main() {
  int seen = 0;
#define CHECK(ctype, name) check(#name, static_cast<int>(ScalarType::name), sizeof(ctype)), seen++;
  ET_FORALL_SCALAR_TYPES(CHECK)
  std::printf("oracles: ExecuTorch's scalar_type.h: %d ScalarTypes, %d differences\n", seen, wrong);
  return wrong != 0 || seen != rows;
}
