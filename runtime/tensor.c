#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "rows.h"

// Of empty tensors the product may not fit: then the stride is 1, and means nothing anyway.
static void fill_row_major(int32_t ndim, const int64_t *shape, int64_t *strides) {
  int64_t stride = 1;
  for (int32_t i = ndim - 1; i >= 0; i--) {
    strides[i] = stride;
    int64_t size = shape[i] > 1 ? shape[i] : 1;
    if (__builtin_mul_overflow(stride, size, &stride)) stride = 1;
  }
}

dlt_tensor *dltab_tensor_new(const dlt_view *view) {
  size_t ndim = (size_t)view->ndim;
  dlt_tensor *tensor = malloc(sizeof *tensor + 2 * ndim * sizeof *tensor->sizes);
  if (!tensor) return NULL;
  tensor->view = *view;
  atomic_init(&tensor->references, 1);
  atomic_init(&tensor->stream, DLT_STREAM_LEGACY);
  tensor->drop = NULL;
  tensor->release = NULL;
  tensor->context = NULL;
  int64_t *shape = tensor->sizes, *strides = tensor->sizes + ndim;
  for (size_t i = 0; i < ndim; i++) shape[i] = view->shape[i];
  if (!view->strides) fill_row_major(view->ndim, shape, strides);
  else
    for (size_t i = 0; i < ndim; i++) strides[i] = view->strides[i];
  tensor->view.shape = shape;
  tensor->view.strides = strides;
  return tensor;
}

dlt_status dltab_compact_view(dlt_scalar_type scalar_type, int32_t ndim, const int64_t *shape,
                              DLDevice device, dlt_view *view, dlt_error *error) {
  const struct dltab_row *row = dltab_row(scalar_type);
  // An address that every check accepts: there is no memory yet.
  static max_align_t somewhere;
  *view = (dlt_view){.scalar_type = scalar_type,
                     .device = device,
                     .ndim = ndim,
                     .shape = shape,
                     .data = &somewhere,
                     .flags = row && row->padded ? DLTAB_PADDED : 0};
  dlt_status status = dltab_check_view(view, error);
  view->data = NULL;
  return status;
}

dlt_status dltab_check_stream(int64_t stream, dlt_error *error) {
  if (stream == DLT_STREAM_NONE || stream > 0) return DLT_OK;
  return dltab_fail(
      error, DLT_ERR_ARGUMENT,
      "stream %lld is %s; 1 is the legacy default stream, 2 the per-thread one, -1 asks "
      "for no ordering",
      (long long)stream, stream == 0 ? "ambiguous" : "no stream");
}

dlt_status dlt_ready_on(dlt_tensor *tensor, int64_t stream) {
  if (!tensor) return DLT_ERR_ARGUMENT;
  dlt_status status = dltab_check_stream(stream, NULL);
  if (status == DLT_OK) atomic_store_explicit(&tensor->stream, stream, memory_order_release);
  return status;
}

const dlt_view *dlt_view_of(const dlt_tensor *tensor) { return tensor ? &tensor->view : NULL; }

dlt_tensor *dlt_retain(dlt_tensor *tensor) {
  if (tensor) atomic_fetch_add_explicit(&tensor->references, 1, memory_order_relaxed);
  return tensor;
}

void dlt_release(dlt_tensor *tensor) {
  if (!tensor) return;
  if (atomic_fetch_sub_explicit(&tensor->references, 1, memory_order_acq_rel) != 1) return;
  if (tensor->drop) tensor->drop(tensor);
  free(tensor);
}

dlt_status dlt_expect(const dlt_tensor *tensor, const char *what, dlt_scalar_type scalar_type,
                      dlt_error *error) {
  if (!tensor) return dltab_fail(error, DLT_ERR_ARGUMENT, "the tensor is NULL");
  if (!dltab_row(scalar_type))
    return dltab_fail(error, DLT_ERR_ARGUMENT, "%d is no %s dtype", (int)scalar_type,
                      DLTAB_FRAMEWORK_NAME);
  if (tensor->view.scalar_type == scalar_type) return dltab_succeed(error);
  return dltab_fail(error, DLT_ERR_MISMATCH, "%s has dtype %s but the method expects %s",
                    what ? what : "the tensor", dlt_scalar_type_name(tensor->view.scalar_type),
                    dlt_scalar_type_name(scalar_type));
}
