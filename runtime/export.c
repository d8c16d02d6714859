// Handing out a struct that keeps a tensor alive: one allocation for the struct, its shape and
// strides.
#include <stdlib.h>

#include "internal.h"

struct legacy_export {
  DLManagedTensor managed; // its manager_ctx is the tensor
  int64_t sizes[];
};

struct versioned_export {
  struct DLManagedTensorVersioned managed; // likewise
  int64_t sizes[];
};

static void delete_legacy(DLManagedTensor *managed) {
  dlt_tensor *tensor = managed->manager_ctx;
  free(managed);
  dlt_release(tensor);
}

static void delete_versioned(struct DLManagedTensorVersioned *managed) {
  dlt_tensor *tensor = managed->manager_ctx;
  free(managed);
  dlt_release(tensor);
}

// The description of a DLTensor whose shape and strides go to `sizes`.
static void describe(const dlt_view *view, DLDataType dtype, int64_t *sizes, DLTensor *out) {
  int32_t ndim = view->ndim;
  for (int32_t i = 0; i < ndim; i++) {
    sizes[i] = view->shape[i];
    sizes[ndim + i] = view->strides[i];
  }
  *out = (DLTensor){.data = view->nbytes > 0 ? view->data : NULL,
                    .device = view->device,
                    .ndim = ndim,
                    .dtype = dtype,
                    .shape = ndim > 0 ? sizes : NULL,
                    .strides = ndim > 0 ? sizes + ndim : NULL,
                    .byte_offset = 0};
}

static dlt_status check_tensor(const dlt_tensor *tensor, const void *out, DLDataType *dtype,
                               dlt_error *error) {
  if (!tensor || !out)
    return dltab_fail(error, DLT_ERR_ARGUMENT, "%s is NULL", tensor ? "out" : "the tensor");
  if (dlt_scalar_type_to_dlpack_fast(tensor->view.scalar_type, dtype)) return DLT_OK;
  return dltab_fail(error, DLT_ERR_DTYPE, "dtype %s cannot be represented by DLPack",
                    dlt_scalar_type_name(tensor->view.scalar_type));
}

static size_t sizes_bytes(const dlt_tensor *tensor) {
  return 2 * (size_t)tensor->view.ndim * sizeof(int64_t);
}

static dlt_status refuse_legacy(const dlt_view *view, dlt_error *error) {
  if (view->flags & DLTAB_READ_ONLY)
    return dltab_fail(
        error, DLT_ERR_READONLY,
        "a read-only tensor cannot be exported by a legacy struct, which cannot say so; "
        "a versioned one can");
  return dltab_fail(
      error, DLT_ERR_LAYOUT,
      "%s is padded to whole bytes, which a legacy struct cannot say; a versioned one can",
      dlt_scalar_type_name(view->scalar_type));
}

dlt_status dlt_export(dlt_tensor *tensor, DLManagedTensor **out, dlt_error *error) {
  DLDataType dtype = {0, 0, 0};
  if (out) *out = NULL;
  dlt_status status = check_tensor(tensor, out, &dtype, error);
  if (status != DLT_OK) return status;
  const dlt_view *view = &tensor->view;
  if (view->flags & (DLTAB_READ_ONLY | DLTAB_PADDED)) return refuse_legacy(view, error);
  struct legacy_export *export = malloc(sizeof *export + sizes_bytes(tensor));
  if (!export) return dltab_fail(error, DLT_ERR_MEMORY, "no memory for a managed tensor");
  describe(view, dtype, export->sizes, &export->managed.dl_tensor);
  export->managed.manager_ctx = dlt_retain(tensor);
  export->managed.deleter = delete_legacy;
  *out = &export->managed;
  return dltab_succeed(error);
}

dlt_status dlt_export_versioned(dlt_tensor *tensor, uint64_t extra_flags,
                                struct DLManagedTensorVersioned **out, dlt_error *error) {
  DLDataType dtype = {0, 0, 0};
  if (out) *out = NULL;
  dlt_status status = check_tensor(tensor, out, &dtype, error);
  if (status != DLT_OK) return status;
  if (extra_flags & ~(uint64_t)(DLTAB_READ_ONLY | DLTAB_IS_COPIED))
    return dltab_fail(error, DLT_ERR_ARGUMENT,
                      "extra flags 0x%llx; only READ_ONLY (1) and IS_COPIED (2) can be added",
                      (unsigned long long)extra_flags);
  struct versioned_export *export = malloc(sizeof *export + sizes_bytes(tensor));
  if (!export) return dltab_fail(error, DLT_ERR_MEMORY, "no memory for a managed tensor");
  const dlt_view *view = &tensor->view;
  describe(view, dtype, export->sizes, &export->managed.dl_tensor);
  export->managed.version = (DLPackVersion){DLTAB_DLPACK_MAJOR, DLTAB_DLPACK_MINOR};
  export->managed.flags = (view->flags & ~(uint64_t)DLTAB_IS_COPIED) | extra_flags;
  export->managed.manager_ctx = dlt_retain(tensor);
  export->managed.deleter = delete_versioned;
  *out = &export->managed;
  return dltab_succeed(error);
}
