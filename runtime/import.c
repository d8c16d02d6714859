// Taking over what a producer hands out. The producer's struct changes hands with the last step,
// which cannot fail.
#include <stdlib.h>

#include "cuda.h"
#include "internal.h"

static void drop_legacy(dlt_tensor *tensor) {
  DLManagedTensor *managed = tensor->context;
  if (managed->deleter) managed->deleter(managed);
}

static void drop_versioned(dlt_tensor *tensor) {
  struct DLManagedTensorVersioned *managed = tensor->context;
  if (managed->deleter) managed->deleter(managed);
}

static void drop_wrapped(dlt_tensor *tensor) {
  if (tensor->release) tensor->release(tensor->context);
}

// From a checked view to a tensor; the driver has its say where memory is CUDA's.
static dlt_status hold(const dlt_view *view, void (*drop)(dlt_tensor *), void *context,
                       dlt_tensor **out, dlt_error *error) {
  if (dltab_is_cuda(view->device) && view->nbytes > 0) {
    dlt_status status = dltab_cuda_check_pointer(view, error);
    if (status != DLT_OK) return status;
  }
  dlt_tensor *tensor = dltab_tensor_new(view);
  if (!tensor) return dltab_fail(error, DLT_ERR_MEMORY, "no memory for a tensor");
  tensor->drop = drop;
  tensor->context = context;
  *out = tensor;
  return dltab_succeed(error);
}

dlt_status dlt_import(DLManagedTensor *managed, dlt_tensor **out, dlt_error *error) {
  if (!out) return dltab_fail(error, DLT_ERR_ARGUMENT, "out is NULL");
  *out = NULL;
  if (!managed) return dltab_fail(error, DLT_ERR_ARGUMENT, "the managed tensor is NULL");
  dlt_view view;
  dlt_status status = dlt_borrow(&managed->dl_tensor, 0, &view, error);
  return status == DLT_OK ? hold(&view, drop_legacy, managed, out, error) : status;
}

dlt_status dlt_import_versioned(struct DLManagedTensorVersioned *managed, dlt_tensor **out,
                                dlt_error *error) {
  if (!out) return dltab_fail(error, DLT_ERR_ARGUMENT, "out is NULL");
  *out = NULL;
  if (!managed) return dltab_fail(error, DLT_ERR_ARGUMENT, "the managed tensor is NULL");
  if (managed->version.major != DLTAB_DLPACK_MAJOR)
    return dltab_fail(error, DLT_ERR_VERSION,
                      "the tensor has DLPack version %u.%u; major version %d is understood",
                      (unsigned)managed->version.major, (unsigned)managed->version.minor,
                      DLTAB_DLPACK_MAJOR);
  dlt_view view;
  dlt_status status = dlt_borrow(&managed->dl_tensor, managed->flags, &view, error);
  return status == DLT_OK ? hold(&view, drop_versioned, managed, out, error) : status;
}

dlt_status dlt_wrap(const dlt_view *view, void *context, void (*release)(void *context),
                    dlt_tensor **out, dlt_error *error) {
  if (!out) return dltab_fail(error, DLT_ERR_ARGUMENT, "out is NULL");
  *out = NULL;
  if (!view) return dltab_fail(error, DLT_ERR_ARGUMENT, "the view is NULL");
  dlt_view checked = *view;
  dlt_status status = dltab_check_view(&checked, error);
  if (status == DLT_OK) status = hold(&checked, drop_wrapped, context, out, error);
  if (status == DLT_OK) (*out)->release = release;
  return status;
}
