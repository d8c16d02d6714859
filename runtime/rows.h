// What the library knows of each dtype, out of the generated list.
#ifndef DLTAB_ROWS_H
#define DLTAB_ROWS_H

#include "internal.h"

struct dltab_row {
  uint32_t itemsize;     // bytes of an element; 0 when packed
  uint32_t element_bits; // bits * lanes
  uint16_t lanes;        // of its DLPack form; 0 when it has none
  uint8_t code;
  uint8_t bits;
  uint8_t alignment; // bytes, a power of two: that of one lane, of a complex number's component
  bool padded;       // to whole bytes
  bool plain;        // neither packed nor padded
};

enum { DLTAB_DENSE = DLTAB_HIGHEST_ID - (long long)DLTAB_LOWEST_ID < 1024 };

// One row for each id from DLTAB_LOWEST_ID on where they are dense, else one for each dtype. Ids
// that are no dtype have element_bits 0.
extern const struct dltab_row dltab_rows[];

// Where the row is when ids are not dense; -1 when there is none.
int dltab_sparse_row(dlt_scalar_type scalar_type);

// NULL for Undefined and for what is no dtype at all.
static inline const struct dltab_row *dltab_row(dlt_scalar_type scalar_type) {
  long long index = (long long)(int32_t)scalar_type - DLTAB_LOWEST_ID;
  if (!DLTAB_DENSE) index = dltab_sparse_row(scalar_type);
  else if (index > DLTAB_HIGHEST_ID - (long long)DLTAB_LOWEST_ID) index = -1;
  if (index < 0 || dltab_rows[index].element_bits == 0) return NULL;
  return &dltab_rows[index];
}

// The row of what a lookup in the generated table gave; of Undefined one that is not plain.
static inline const struct dltab_row *dltab_known_row(dlt_scalar_type scalar_type) {
  static const struct dltab_row none;
  if (DLTAB_DENSE) return &dltab_rows[(long long)(int32_t)scalar_type - DLTAB_LOWEST_ID];
  int index = dltab_sparse_row(scalar_type);
  return index < 0 ? &none : &dltab_rows[index];
}

#endif
