// Taking over what a producer hands out. The producer's struct changes hands with the last step,
// which cannot fail.
#include "accept.h"
#include "cuda.h"
#include "tensor.h"

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

static DLTAB_COLD dlt_status refuse_arguments(const void *out, dlt_error *error) {
  return dltab_fail(error, DLT_ERR_ARGUMENT, "%s is NULL", out ? "the tensor" : "out");
}

static DLTAB_COLD dlt_status refuse_version(DLPackVersion version, dlt_error *error) {
  return dltab_fail(error, DLT_ERR_VERSION,
                    "the tensor has DLPack version %u.%u; major version %d is understood",
                    (unsigned)version.major, (unsigned)version.minor, DLTAB_DLPACK_MAJOR);
}

static DLTAB_COLD dlt_status refuse_memory(dlt_error *error) {
  return dltab_fail(error, DLT_ERR_MEMORY, "no memory for a tensor");
}

DLTAB_INLINE dlt_status hold(const dlt_view *view, void (*drop)(dlt_tensor *), void *context,
                             dlt_tensor **out, dlt_error *error) {
  dlt_tensor *tensor = dltab_tensor_new(view);
  if (!tensor) return refuse_memory(error);
  tensor->drop = drop;
  tensor->context = context;
  *out = tensor;
  return dltab_succeed(error);
}

// The driver has its say where memory is CUDA's.
static dlt_status check_and_hold(const dlt_view *view, void (*drop)(dlt_tensor *), void *context,
                                 dlt_tensor **out, dlt_error *error) {
  dlt_status status = DLT_OK;
  if (dltab_is_cuda(view->device) && view->nbytes > 0)
    status = dltab_cuda_check_pointer(view, error);
  return status == DLT_OK ? hold(view, drop, context, out, error) : status;
}

static __attribute__((noinline)) dlt_status import_unusual(const DLTensor *tensor, uint64_t flags,
                                                           void (*drop)(dlt_tensor *),
                                                           void *managed, dlt_tensor **out,
                                                           dlt_error *error) {
  dlt_view view;
  dlt_status status = dltab_accept(tensor, flags, &view, error);
  return status == DLT_OK ? check_and_hold(&view, drop, managed, out, error) : status;
}

DLTAB_INLINE dlt_status import(const DLTensor *tensor, uint64_t flags, void (*drop)(dlt_tensor *),
                               void *managed, dlt_tensor **out, dlt_error *error) {
  dlt_view view;
  if (dltab_accept_usual(tensor, flags, &view)) return hold(&view, drop, managed, out, error);
  return import_unusual(tensor, flags, drop, managed, out, error);
}

dlt_status dlt_import(DLManagedTensor *managed, dlt_tensor **out, dlt_error *error) {
  if (out) *out = NULL;
  if (!managed || !out) return refuse_arguments(out, error);
  return import(&managed->dl_tensor, 0, drop_legacy, managed, out, error);
}

dlt_status dlt_import_versioned(struct DLManagedTensorVersioned *managed, dlt_tensor **out,
                                dlt_error *error) {
  if (out) *out = NULL;
  if (!managed || !out) return refuse_arguments(out, error);
  if (managed->version.major != DLTAB_DLPACK_MAJOR) return refuse_version(managed->version, error);
  return import(&managed->dl_tensor, managed->flags, drop_versioned, managed, out, error);
}

dlt_status dlt_wrap(const dlt_view *view, void *context, void (*release)(void *context),
                    dlt_tensor **out, dlt_error *error) {
  if (out) *out = NULL;
  if (!view || !out) return refuse_arguments(out, error);
  dlt_view checked = *view;
  dlt_status status = dltab_check_view(&checked, error);
  if (status == DLT_OK) status = check_and_hold(&checked, drop_wrapped, context, out, error);
  if (status == DLT_OK) (*out)->release = release;
  return status;
}
