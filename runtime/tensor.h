// Making a tensor: inline, so that a view need not go through memory on its way into one.
#ifndef DLTAB_TENSOR_H
#define DLTAB_TENSOR_H

#include <stdlib.h>

#include "internal.h"

// Of empty tensors the product may not fit: then the stride is 1, and means nothing anyway.
static inline void dltab_fill_row_major(int32_t ndim, const int64_t *shape, int64_t *strides) {
  int64_t stride = 1;
  for (int32_t i = ndim - 1; i >= 0; i--) {
    strides[i] = stride;
    int64_t size = shape[i] > 1 ? shape[i] : 1;
    if (__builtin_mul_overflow(stride, size, &stride)) stride = 1;
  }
}

// A tensor of one reference with copies of shape and strides, which become row-major where they are
// NULL; it gives nothing back until `drop` is set. NULL when there is no memory.
DLTAB_INLINE dlt_tensor *dltab_tensor_new(const dlt_view *view) {
  int32_t ndim = view->ndim;
  dlt_tensor *tensor = malloc(sizeof *tensor + 2 * (size_t)ndim * sizeof *tensor->sizes);
  if (!tensor) return NULL;
  int64_t *shape = tensor->sizes, *strides = tensor->sizes + ndim;
  tensor->view = *view;
  tensor->view.shape = shape;
  tensor->view.strides = strides;
  atomic_init(&tensor->references, 1);
  atomic_init(&tensor->stream, DLT_STREAM_LEGACY);
  tensor->drop = NULL;
  for (int32_t i = 0; i < ndim; i++) shape[i] = view->shape[i];
  for (int32_t i = 0; view->strides && i < ndim; i++) strides[i] = view->strides[i];
  if (!view->strides) dltab_fill_row_major(ndim, shape, strides);
  return tensor;
}

#endif
