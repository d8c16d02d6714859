/* The hand-kept list of codes against a real dlpack.h, as C and as C++. Compiling is the test: a
 * code that the release should have must be there with its value; one that came later must not;
 * and the release must have none that the list lacks. */
#include <assert.h>
#include <stddef.h>

#include <dlpack/dlpack.h>

#include "expected_codes.h"

static_assert(DLPACK_MAJOR_VERSION == 1, "the list ends with the releases of DLPack 1");

#ifdef RELEASE_MINOR
static_assert(DLPACK_MINOR_VERSION == RELEASE_MINOR, "this dlpack.h is of another release");
#endif

#define PRESENT(name, value) static_assert(name == value, #name " has another value in dlpack.h");
/* An enumerator of ours, which clashes when the header has it already. */
#define ABSENT(name, value) enum { name = value };

#define SINCE_0_2 PRESENT
#define SINCE_0_3 PRESENT
#define SINCE_0_4 PRESENT
#define SINCE_0_8 PRESENT
#if DLPACK_MINOR_VERSION >= 1
#define SINCE_1_1 PRESENT
#else
#define SINCE_1_1 ABSENT
#endif

#define CHECK_CODE(name, value, major, minor, bits) SINCE_##major##_##minor(name, value)
EXPECTED_CODES(CHECK_CODE)

/* No default: -Wswitch names an enumerator of the header that is not listed. Releases after 1.3 may
 * well have one. */
#if DLPACK_MINOR_VERSION <= 3
#define CASE_PRESENT(name) case name:
#define CASE_ABSENT(name)
#define CASE_0_2 CASE_PRESENT
#define CASE_0_3 CASE_PRESENT
#define CASE_0_4 CASE_PRESENT
#define CASE_0_8 CASE_PRESENT
#if DLPACK_MINOR_VERSION >= 1
#define CASE_1_1 CASE_PRESENT
#else
#define CASE_1_1 CASE_ABSENT
#endif
#define CODE_CASE(name, value, major, minor, bits) CASE_##major##_##minor(name)

int is_listed(DLDataTypeCode code);
int is_listed(DLDataTypeCode code) {
  switch (code) {
    EXPECTED_CODES(CODE_CASE)
    return 1;
  }
  return 0;
}
#endif

/* The packed key of the generated importer rests on these widths. */
extern DLDataType dtype;
static_assert(sizeof(DLDataType) == 4, "DLDataType");
static_assert(offsetof(DLDataType, code) == 0 && sizeof(dtype.code) == 1, "code");
static_assert(offsetof(DLDataType, bits) == 1 && sizeof(dtype.bits) == 1, "bits");
static_assert(offsetof(DLDataType, lanes) == 2 && sizeof(dtype.lanes) == 2, "lanes");
