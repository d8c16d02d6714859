// The generated header against torch's ScalarType, from which ExecuTorch's was forked: the two
// share ids, so that a program may hold either. Torch's newer ones after ours are its own business.
#include <cstdio>
#include <cstring>

#include <torch/headeronly/core/ScalarType.h>

#include "dltab_dtypes.h"

namespace {

static_assert(static_cast<int>(c10::ScalarType::NumOptions) - 1 >= static_cast<int>(DLT_Undefined),
              "torch has fewer ScalarTypes than the header");

int seen = 0;
int wrong = 0;

void check(const char *name, int id, std::size_t size) {
  if (id >= static_cast<int>(DLT_Undefined)) return;
  const auto type = static_cast<dlt_scalar_type>(id);
  const char *ours = dlt_scalar_type_name(type);
  if (ours == nullptr || std::strcmp(ours, name) != 0) {
    std::printf("id %d is %s in torch, %s here\n", id, name, ours ? ours : "nothing");
    wrong++;
  }
  if (dlt_itemsize(type) != size) {
    std::printf("%s takes %zu bytes in torch, %zu here\n", name, size, dlt_itemsize(type));
    wrong++;
  }
  seen++;
}

} // namespace

int main() {
#define CHECK(ctype, name) check(#name, static_cast<int>(c10::ScalarType::name), sizeof(ctype));
  AT_FORALL_SCALAR_TYPES_WITH_COMPLEX_AND_QINTS(CHECK)
  std::printf("peers: torch's ScalarType.h: %d ScalarTypes, %d differences\n", seen, wrong);
  return wrong != 0 || seen != static_cast<int>(DLT_Undefined);
}
