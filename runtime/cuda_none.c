// CUDA, where the library was built without its headers.
#include "cuda.h"

static const char reason[] = "libdltab was built without CUDA's headers";

const char *dlt_cuda_unavailable(void) { return reason; }

static dlt_status refuse(dlt_error *error) {
  return dltab_fail(error, DLT_ERR_CUDA, "CUDA cannot be used: %s", reason);
}

dlt_status dltab_cuda_check_pointer(const dlt_view *view, dlt_error *error) {
  char device[64];
  dltab_format_device(device, sizeof device, view->device);
  return dltab_fail(error, DLT_ERR_DEVICE, "the tensor is on %s, but CUDA cannot be used: %s",
                    device, reason);
}

dlt_status dltab_cuda_upload(int device, const void *bits, size_t nbytes, int64_t stream,
                             void **out, dlt_error *error) {
  (void)device, (void)bits, (void)nbytes, (void)stream, (void)out;
  return refuse(error);
}

dlt_status dltab_cuda_download(const dlt_view *view, int64_t ready, void *dst, dlt_error *error) {
  (void)view, (void)ready, (void)dst;
  return refuse(error);
}

dlt_status dltab_cuda_copy(const dlt_view *view, int64_t ready, int device, int64_t stream,
                           void **out, dlt_error *error) {
  (void)view, (void)ready, (void)device, (void)stream, (void)out;
  return refuse(error);
}

dlt_status dltab_cuda_order(int device, int64_t earlier, int64_t later, dlt_error *error) {
  (void)device, (void)earlier, (void)later;
  return refuse(error);
}

void dltab_cuda_free(int device, void *data) { (void)device, (void)data; }
