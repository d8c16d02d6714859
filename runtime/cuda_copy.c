// Bits to a device, back, and from one tensor to another.
#include <stdlib.h>

#include "cuda_call.h"
#include "rows.h"

struct copy {
  const dlt_view *view; // the source; of an upload, NULL
  const void *bits;     // the source of an upload
  size_t nbytes;
  void *dst;
  int device;     // of dst
  int64_t ready;  // the source's stream
  int64_t stream; // the copy's
};

static dlt_status upload(const struct dltab_cuda *cuda, void *argument, dlt_error *error) {
  const struct copy *copy = argument;
  CALL(cuda, error, cudaMemcpyAsync, copy->dst, copy->bits, copy->nbytes, cudaMemcpyHostToDevice,
       dltab_handle_of(copy->stream));
  // Pageable memory may be read after the call returns, and pinned memory is.
  WAIT(cuda, error, copy->stream);
  return DLT_OK;
}

// The elements in row-major order, by one copy for each run without gaps, or for each row of such
// runs.
static dlt_status copy_elements(const struct dltab_cuda *cuda, const struct copy *copy,
                                enum cudaMemcpyKind kind, dlt_error *error) {
  const dlt_view *view = copy->view;
  cudaStream_t stream = dltab_handle_of(copy->stream);
  struct dltab_loops loops;
  dltab_plan_loops(view, &loops);
  int64_t itemsize = dltab_row(view->scalar_type)->itemsize, run = itemsize;
  int32_t count = loops.count;
  if (count > 0 && loops.strides[count - 1] == 1) run *= loops.sizes[--count];
  if (itemsize == 0) run = view->nbytes, count = 0; // packed: without gaps
  bool rows = count > 0 && loops.strides[count - 1] * itemsize >= run &&
              loops.strides[count - 1] * itemsize <= INT32_MAX;
  size_t height = rows ? (size_t)loops.sizes[--count] : 1;
  size_t pitch = rows ? (size_t)(loops.strides[count] * itemsize) : (size_t)run;
  int64_t index[DLT_MAX_NDIM] = {0}, offset = 0;
  char *dst = copy->dst;
  do {
    const char *src = (const char *)view->data + offset * itemsize;
    if (height == 1) CALL(cuda, error, cudaMemcpyAsync, dst, src, (size_t)run, kind, stream);
    else
      CALL(cuda, error, cudaMemcpy2DAsync, dst, (size_t)run, src, pitch, (size_t)run, height, kind,
           stream);
    dst += (size_t)run * height;
  } while (dltab_next_position(&loops, count, index, &offset));
  return DLT_OK;
}

// The bytes from the first to the last element, gaps included, and where the view's data lies in
// them.
static size_t span_of(const dlt_view *view, size_t *start) {
  int64_t itemsize = dltab_row(view->scalar_type)->itemsize, low = 0, high = 0;
  *start = 0;
  if (itemsize == 0) return (size_t)view->nbytes;
  for (int32_t i = 0; i < view->ndim; i++) {
    int64_t reach = view->shape[i] > 1 ? (view->shape[i] - 1) * view->strides[i] : 0;
    *(reach < 0 ? &low : &high) += reach;
  }
  // Of strides that reach anywhere the sum need not fit in signed 64 bits.
  *start = (size_t)(-(uint64_t)low * (uint64_t)itemsize);
  return (size_t)(((uint64_t)high - (uint64_t)low + 1) * (uint64_t)itemsize);
}

// Brings the whole span to the host and picks the elements there: one transfer instead of many.
static dlt_status download_span(const struct dltab_cuda *cuda, const struct copy *copy, char *span,
                                size_t start, size_t size, dlt_error *error) {
  cudaStream_t stream = dltab_handle_of(copy->stream);
  CALL(cuda, error, cudaMemcpyAsync, span, (const char *)copy->view->data - start, size,
       cudaMemcpyDeviceToHost, stream);
  WAIT(cuda, error, copy->stream);
  dltab_gather(copy->view, span + start, copy->dst);
  return DLT_OK;
}

static dlt_status download(const struct dltab_cuda *cuda, void *argument, dlt_error *error) {
  enum { worthwhile = 8 }; // so many times the bytes that are wanted
  const struct copy *copy = argument;
  size_t start, size = span_of(copy->view, &start);
  if (!dltab_is_row_major(copy->view) && size / worthwhile <= copy->nbytes) {
    char *span = malloc(size);
    if (!span) return dltab_fail(error, DLT_ERR_MEMORY, "no memory for %zu bytes of staging", size);
    dlt_status status = download_span(cuda, copy, span, start, size, error);
    free(span);
    return status;
  }
  dlt_status status = copy_elements(cuda, copy, cudaMemcpyDeviceToHost, error);
  cudaError_t result = dltab_wait_for(cuda, copy->stream);
  if (status == DLT_OK && result != cudaSuccess)
    return dltab_cuda_fail(cuda, error, "cudaStreamSynchronize", result);
  return status;
}

static dlt_status copy_on_device(const struct dltab_cuda *cuda, void *argument, dlt_error *error) {
  struct copy *copy = argument;
  bool apart = copy->ready != DLT_STREAM_NONE && copy->ready != copy->stream;
  struct dltab_order before = {copy->ready, copy->stream}, after = {copy->stream, copy->ready};
  dlt_status status = apart ? dltab_cuda_put_in_order(cuda, &before, error) : DLT_OK;
  if (status == DLT_OK) status = copy_elements(cuda, copy, cudaMemcpyDeviceToDevice, error);
  return status == DLT_OK && apart ? dltab_cuda_put_in_order(cuda, &after, error) : status;
}

// From one device to another, by way of a row-major copy where elements are strided. The host waits
// for each step, since the default streams of two devices have the same names.
static dlt_status move_elements(const struct dltab_cuda *cuda, struct copy *copy, const void *src,
                                dlt_error *error) {
  WAIT(cuda, error, copy->ready);
  CALL(cuda, error, cudaSetDevice, copy->device);
  CALL(cuda, error, cudaMalloc, &copy->dst, copy->nbytes);
  CALL(cuda, error, cudaMemcpyAsync, copy->dst, src, copy->nbytes, cudaMemcpyDefault,
       dltab_handle_of(copy->stream));
  WAIT(cuda, error, copy->stream);
  return DLT_OK;
}

static dlt_status copy_between_devices(const struct dltab_cuda *cuda, void *argument,
                                       dlt_error *error) {
  struct copy *copy = argument;
  void *compact = NULL;
  dlt_status status = DLT_OK;
  if (!dltab_is_row_major(copy->view)) {
    CALL(cuda, error, cudaMalloc, &compact, copy->nbytes);
    struct copy first = {.view = copy->view, .dst = compact, .stream = copy->ready};
    status = copy_elements(cuda, &first, cudaMemcpyDeviceToDevice, error);
  }
  if (status == DLT_OK)
    status = move_elements(cuda, copy, compact ? compact : copy->view->data, error);
  if (status != DLT_OK && copy->dst) cuda->cudaFree(copy->dst);
  if (!compact) return status;
  cuda->cudaSetDevice((int)copy->view->device.device_id); // whose work cudaFree waits for
  cuda->cudaFree(compact);
  return status;
}

struct allocation {
  struct copy *copy;
  dltab_cuda_work fill;
};

static dlt_status allocate_and_fill(const struct dltab_cuda *cuda, void *argument,
                                    dlt_error *error) {
  const struct allocation *allocation = argument;
  struct copy *copy = allocation->copy;
  CALL(cuda, error, cudaMalloc, &copy->dst, copy->nbytes);
  dlt_status status = allocation->fill(cuda, copy, error);
  if (status != DLT_OK) cuda->cudaFree(copy->dst);
  return status;
}

// What the caller asks for; not a foreign tensor's claim.
static dlt_status check_device(int device, dlt_error *error) {
  const char *reason;
  const struct dltab_cuda *cuda = dltab_cuda(&reason);
  if (!cuda) return dltab_fail(error, DLT_ERR_CUDA, "CUDA cannot be used: %s", reason);
  if (device < cuda->device_count) return DLT_OK;
  return dltab_fail(error, DLT_ERR_CUDA, "there is no CUDA device %d; this machine has %d", device,
                    cuda->device_count);
}

static dlt_status run_copy(struct copy *copy, dltab_cuda_work fill, void **out, dlt_error *error) {
  dlt_status status = check_device(copy->device, error);
  if (status != DLT_OK) return status;
  const int64_t streams[2] = {copy->ready, copy->stream};
  if (copy->view && copy->view->device.device_id != copy->device) {
    status = dltab_cuda_run((int)copy->view->device.device_id, streams, copy_between_devices, copy,
                            error);
  } else {
    struct allocation allocation = {copy, fill};
    status = dltab_cuda_run(copy->device, streams, allocate_and_fill, &allocation, error);
  }
  if (status == DLT_OK) *out = copy->dst;
  return status;
}

static int64_t usable_stream(int64_t stream) {
  return stream == DLT_STREAM_NONE ? DLT_STREAM_LEGACY : stream;
}

dlt_status dltab_cuda_upload(int device, const void *bits, size_t nbytes, int64_t stream,
                             void **out, dlt_error *error) {
  struct copy copy = {.bits = bits,
                      .nbytes = nbytes,
                      .device = device,
                      .ready = DLT_STREAM_NONE,
                      .stream = usable_stream(stream)};
  return run_copy(&copy, upload, out, error);
}

dlt_status dltab_cuda_copy(const dlt_view *view, int64_t ready, int device, int64_t stream,
                           void **out, dlt_error *error) {
  bool moves = view->device.device_id != device;
  struct copy copy = {.view = view,
                      .nbytes = (size_t)view->nbytes,
                      .device = device,
                      .ready = moves ? usable_stream(ready) : ready,
                      .stream = stream};
  return run_copy(&copy, copy_on_device, out, error);
}

dlt_status dltab_cuda_download(const dlt_view *view, int64_t ready, void *dst, dlt_error *error) {
  struct copy copy = {
      .view = view, .nbytes = (size_t)view->nbytes, .dst = dst, .stream = usable_stream(ready)};
  const int64_t streams[2] = {DLT_STREAM_NONE, copy.stream};
  return dltab_cuda_run((int)view->device.device_id, streams, download, &copy, error);
}
