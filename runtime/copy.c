// Bits from the host, to the host, and from one tensor to a new one.
#include <stdlib.h>
#include <string.h>

#include "cuda.h"
#include "internal.h"
#include "tensor.h"

static void drop_host(dlt_tensor *tensor) { free(tensor->view.data); }

static void drop_cuda(dlt_tensor *tensor) {
  dltab_cuda_free((int)tensor->view.device.device_id, tensor->view.data);
}

static dlt_status check_destination(DLDevice *device, dlt_error *error) {
  if (device->device_type == kDLCPU) {
    device->device_id = 0;
    return DLT_OK;
  }
  if (device->device_type == kDLCUDA && device->device_id >= 0) return DLT_OK;
  char shown[64];
  dltab_format_device(shown, sizeof shown, *device);
  return dltab_fail(error, DLT_ERR_DEVICE,
                    "nothing is copied to %s; the CPU or a CUDA device is needed", shown);
}

// Aligned for every use, and for vector instructions.
static void *host_memory(int64_t nbytes) {
  enum { alignment = 64 };
  size_t size = ((size_t)nbytes + alignment - 1) / alignment * alignment;
  return size < (size_t)nbytes ? NULL : aligned_alloc(alignment, size);
}

static dlt_status fail_host(int64_t nbytes, dlt_error *error) {
  return dltab_fail(error, DLT_ERR_MEMORY, "no memory for %lld bytes", (long long)nbytes);
}

// A tensor of the view that owns view->data. Gives it back when it fails.
static dlt_status own(const dlt_view *view, dlt_tensor **out, dlt_error *error) {
  bool host = view->device.device_type == kDLCPU;
  dlt_tensor *tensor = dltab_tensor_new(view);
  if (tensor) {
    if (view->nbytes > 0) tensor->drop = host ? drop_host : drop_cuda;
    *out = tensor;
    return dltab_succeed(error);
  }
  if (view->nbytes > 0 && host) free(view->data);
  if (view->nbytes > 0 && !host) dltab_cuda_free((int)view->device.device_id, view->data);
  return dltab_fail(error, DLT_ERR_MEMORY, "no memory for a tensor");
}

dlt_status dlt_from_host(const void *bits, size_t nbytes, dlt_scalar_type scalar_type, int32_t ndim,
                         const int64_t *shape, DLDevice device, dlt_tensor **out,
                         dlt_error *error) {
  if (!out) return dltab_fail(error, DLT_ERR_ARGUMENT, "out is NULL");
  *out = NULL;
  dlt_status status = check_destination(&device, error);
  if (status != DLT_OK) return status;
  dlt_view view;
  status = dltab_compact_view(scalar_type, ndim, shape, device, &view, error);
  if (status != DLT_OK) return status;
  if ((uint64_t)view.nbytes != nbytes || (!bits && nbytes > 0)) {
    char shown[120];
    dltab_format_sizes(shown, sizeof shown, ndim, shape);
    return dltab_fail(error, DLT_ERR_ARGUMENT, "%s %s has %lld bytes, but %zu were given%s",
                      dlt_scalar_type_name(scalar_type), shown, (long long)view.nbytes, nbytes,
                      bits ? "" : ", at NULL");
  }
  if (nbytes > 0 && device.device_type == kDLCUDA) {
    status = dltab_cuda_upload((int)device.device_id, bits, nbytes, DLT_STREAM_LEGACY, &view.data,
                               error);
    if (status != DLT_OK) return status;
  } else if (nbytes > 0) {
    view.data = host_memory(view.nbytes);
    if (!view.data) return fail_host(view.nbytes, error);
    memcpy(view.data, bits, nbytes);
  }
  return own(&view, out, error);
}

static dlt_status read_bits(const dlt_tensor *tensor, void *dst, dlt_error *error) {
  const dlt_view *view = &tensor->view;
  if (view->nbytes == 0) return DLT_OK;
  if (dltab_is_cuda(view->device))
    return dltab_cuda_download(view, atomic_load_explicit(&tensor->stream, memory_order_acquire),
                               dst, error);
  dltab_gather(view, view->data, dst);
  return DLT_OK;
}

dlt_status dlt_to_host(const dlt_tensor *tensor, void *dst, size_t nbytes, dlt_error *error) {
  if (!tensor) return dltab_fail(error, DLT_ERR_ARGUMENT, "the tensor is NULL");
  if ((uint64_t)tensor->view.nbytes != nbytes || (!dst && nbytes > 0))
    return dltab_fail(error, DLT_ERR_ARGUMENT,
                      "the tensor has %lld bytes, but there is room for %zu%s",
                      (long long)tensor->view.nbytes, nbytes, dst ? "" : ", at NULL");
  dlt_status status = read_bits(tensor, dst, error);
  return status == DLT_OK ? dltab_succeed(error) : status;
}

static dlt_status copy_to_host(const dlt_tensor *tensor, dlt_view *view, dlt_error *error) {
  view->data = host_memory(view->nbytes);
  if (!view->data) return fail_host(view->nbytes, error);
  dlt_status status = read_bits(tensor, view->data, error);
  if (status != DLT_OK) free(view->data);
  return status;
}

static dlt_status copy_to_cuda(const dlt_tensor *tensor, int64_t stream, dlt_view *view,
                               dlt_error *error) {
  const dlt_view *from = &tensor->view;
  int device = (int)view->device.device_id;
  if (dltab_is_cuda(from->device)) {
    int64_t ready = atomic_load_explicit(&tensor->stream, memory_order_acquire);
    return dltab_cuda_copy(from, ready, device, stream, &view->data, error);
  }
  if (dltab_is_row_major(from))
    return dltab_cuda_upload(device, from->data, (size_t)from->nbytes, stream, &view->data, error);
  void *staging = host_memory(from->nbytes);
  if (!staging) return fail_host(from->nbytes, error);
  dltab_gather(from, from->data, staging);
  dlt_status status =
      dltab_cuda_upload(device, staging, (size_t)from->nbytes, stream, &view->data, error);
  free(staging);
  return status;
}

// DLT_STREAM_NONE leaves the choice to us: where the data is ready without waiting.
static int64_t choose_stream(const dlt_tensor *tensor, DLDevice device, int64_t stream) {
  int64_t ready = atomic_load_explicit(&tensor->stream, memory_order_acquire);
  bool same_device = tensor->view.device.device_id == device.device_id;
  if (stream != DLT_STREAM_NONE) return stream;
  if (ready == DLT_STREAM_NONE || !dltab_is_cuda(tensor->view.device) || !same_device)
    return DLT_STREAM_LEGACY;
  return ready;
}

dlt_status dlt_copy(const dlt_tensor *tensor, DLDevice device, int64_t stream, dlt_tensor **out,
                    dlt_error *error) {
  if (out) *out = NULL;
  if (!tensor || !out)
    return dltab_fail(error, DLT_ERR_ARGUMENT, "%s is NULL", tensor ? "out" : "the tensor");
  dlt_status status = check_destination(&device, error);
  if (status == DLT_OK) status = dltab_check_stream(stream, error);
  if (status != DLT_OK) return status;
  dlt_view view = tensor->view;
  view.device = device;
  view.strides = NULL;
  view.data = NULL;
  view.flags &= DLTAB_PADDED;
  stream = choose_stream(tensor, device, stream);
  if (view.nbytes > 0)
    status = device.device_type == kDLCUDA ? copy_to_cuda(tensor, stream, &view, error)
                                           : copy_to_host(tensor, &view, error);
  if (status == DLT_OK) status = own(&view, out, error);
  if (status == DLT_OK && device.device_type == kDLCUDA) dlt_ready_on(*out, stream);
  return status;
}

dlt_status dlt_sync_for(const dlt_tensor *tensor, int64_t stream, dlt_error *error) {
  if (!tensor) return dltab_fail(error, DLT_ERR_ARGUMENT, "the tensor is NULL");
  dlt_status status = dltab_check_stream(stream, error);
  if (status != DLT_OK) return status;
  const dlt_view *view = &tensor->view;
  if (!dltab_is_cuda(view->device) && stream > DLT_STREAM_LEGACY)
    return dltab_fail(error, DLT_ERR_ARGUMENT, "stream %lld for host memory, which has none",
                      (long long)stream);
  int64_t ready = atomic_load_explicit(&tensor->stream, memory_order_acquire);
  bool nothing = stream == DLT_STREAM_NONE || ready == DLT_STREAM_NONE || stream == ready ||
                 view->nbytes == 0 || !dltab_is_cuda(view->device);
  if (!nothing) status = dltab_cuda_order((int)view->device.device_id, ready, stream, error);
  return status == DLT_OK ? dltab_succeed(error) : status;
}
