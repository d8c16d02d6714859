#include <stdlib.h>

#include "internal.h"
#include "rows.h"

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
  // Who holds the only reference need not lock: nobody else can make another.
  if (atomic_load_explicit(&tensor->references, memory_order_acquire) != 1 &&
      atomic_fetch_sub_explicit(&tensor->references, 1, memory_order_acq_rel) != 1)
    return;
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
