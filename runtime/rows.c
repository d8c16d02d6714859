#include "rows.h"

// The largest power of two that divides a number of bytes, and no more than malloc aligns to.
#define LOW_BIT(bytes) ((bytes) & (~(bytes) + 1u))
#define ALIGNMENT(bytes)                                                                           \
  (LOW_BIT(bytes) == 0 || LOW_BIT(bytes) > 16u ? (LOW_BIT(bytes) == 0 ? 1 : 16) : LOW_BIT(bytes))

// What has to be aligned is one lane, and of a complex number one component. Without a DLPack form,
// or of lanes that are no whole bytes, all that is known is the element.
#define COMPONENT(code, bits, lanes, itemsize)                                                     \
  ((lanes) == 0 || (bits) % 8 ? (unsigned)(itemsize)                                               \
   : (code) == kDLComplex     ? (unsigned)(bits) / 16u                                             \
                              : (unsigned)(bits) / 8u)

#define FIELDS(code_, bits_, lanes_, element_bits_, itemsize_, padded_)                            \
  {                                                                                                \
    .itemsize = (itemsize_), .element_bits = (element_bits_), .lanes = (lanes_), .code = (code_),  \
    .bits = (bits_), .padded = (padded_), .plain = !(padded_) && (itemsize_) > 0,                  \
    .alignment = (uint8_t)ALIGNMENT(COMPONENT(code_, bits_, lanes_, itemsize_)),                   \
  }

#if DLTAB_HIGHEST_ID - DLTAB_LOWEST_ID < 1024

#define ROW(value, ...) [(value)-DLTAB_LOWEST_ID] = FIELDS(__VA_ARGS__),
const struct dltab_row dltab_rows[DLTAB_HIGHEST_ID - DLTAB_LOWEST_ID + 1] = {DLTAB_ROWS(ROW)};
#undef ROW

int dltab_sparse_row(dlt_scalar_type scalar_type) {
  (void)scalar_type;
  return -1;
}

#else

#define ROW(value, ...) FIELDS(__VA_ARGS__),
const struct dltab_row dltab_rows[] = {DLTAB_ROWS(ROW)};
#undef ROW

#define ROW(value, ...) position_##value,
enum position { DLTAB_ROWS(ROW) position_count };
#undef ROW

#define ROW(value, ...)                                                                            \
  case value:                                                                                      \
    return position_##value;
int dltab_sparse_row(dlt_scalar_type scalar_type) {
  switch ((int32_t)scalar_type) { DLTAB_ROWS(ROW) }
  return -1;
}
#undef ROW

#endif
