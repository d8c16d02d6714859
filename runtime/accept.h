// Whether a description is one of memory that can be used. dltab_accept_usual judges what nearly every
// tensor is, inline and in registers; whatever is unusual, right or wrong, is for view.c. All
// arithmetic is in signed 64 bits and checked, before anything is read or allocated.
#ifndef DLTAB_ACCEPT_H
#define DLTAB_ACCEPT_H

#include "internal.h"
#include "rows.h"

// What shape and strides span, in elements from the first one.
struct dltab_extent {
  int64_t elements;
  int64_t low;  // 0 or negative
  int64_t high; // 0 or positive
};

// False when a size is below 1 or something overflows.
DLTAB_INLINE bool dltab_measure_usual(int32_t ndim, const int64_t *shape, const int64_t *strides,
                                      struct dltab_extent *extent) {
  int64_t elements = 1, low = 0, high = 0, reach;
  for (int32_t i = 0; i < ndim; i++) {
    int64_t size = shape[i];
    if (size < 1 || __builtin_mul_overflow(elements, size, &elements)) return false;
    if (!strides) continue;
    if (__builtin_mul_overflow(size - 1, strides[i], &reach)) return false;
    if (reach >= 0) {
      if (__builtin_add_overflow(high, reach, &high)) return false;
    } else if (__builtin_add_overflow(low, reach, &low)) return false;
  }
  *extent = (struct dltab_extent){elements, low, strides ? high : elements - 1};
  return true;
}

// The first and the last byte have to be addresses. `low` and `high` are in elements of `itemsize`
// bytes.
DLTAB_INLINE bool dltab_is_addressable(uintptr_t address, int64_t low, int64_t high,
                                       int64_t itemsize) {
  int64_t below, above;
  if (__builtin_mul_overflow(low, itemsize, &below)) return false;
  if (__builtin_mul_overflow(high, itemsize, &above)) return false;
  return -(uint64_t)below <= address &&
         (uint64_t)above + (uint64_t)(itemsize - 1) <= UINTPTR_MAX - address;
}

// A non-empty tensor on the CPU, of elements of whole bytes, without a fault: then true, and *view
// is complete. Anything else: false, and dltab_accept decides.
DLTAB_INLINE bool dltab_accept_usual(const DLTensor *tensor, uint64_t flags, dlt_view *view) {
  dlt_scalar_type scalar_type = dlt_scalar_type_from_dlpack_fast(tensor->dtype);
  const struct dltab_row *row = dltab_known_row(scalar_type);
  int32_t ndim = tensor->ndim;
  const int64_t *shape = tensor->shape, *strides = tensor->strides;
  uintptr_t base = (uintptr_t)tensor->data, address = base + tensor->byte_offset;
  struct dltab_extent extent;
  int64_t itemsize = row->itemsize, nbytes;
  if (!row->plain || (uint32_t)ndim > DLT_MAX_NDIM || (!shape && ndim > 0)) return false;
  if (tensor->device.device_type != kDLCPU || (flags & DLTAB_PADDED)) return false;
  if (base == 0 || address < base || (address & (row->alignment - 1u)) != 0) return false;
  if (!dltab_measure_usual(ndim, shape, strides, &extent)) return false;
  if (__builtin_mul_overflow(extent.elements, itemsize, &nbytes)) return false;
  if (!dltab_is_addressable(address, extent.low, extent.high, itemsize)) return false;
  *view = (dlt_view){.scalar_type = scalar_type,
                     .device = {kDLCPU, 0},
                     .ndim = ndim,
                     .shape = shape,
                     .strides = strides,
                     .data = (void *)address,
                     .flags = flags & DLTAB_KNOWN_FLAGS,
                     .nbytes = nbytes};
  return true;
}

// The judge of every case, with the reason when it refuses. Sets *view when it does not.
dlt_status dltab_accept(const DLTensor *tensor, uint64_t flags, dlt_view *view, dlt_error *error);

#endif
