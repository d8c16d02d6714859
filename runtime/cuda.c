// What the driver is asked, order between streams, and freeing.
#include "cuda_call.h"

static const int64_t no_streams[2] = {DLT_STREAM_NONE, DLT_STREAM_NONE};

// The structure is 24 bytes in CUDA 12 and 88 in CUDA 13, and the library writes what it knows of.
union attributes {
  struct cudaPointerAttributes known;
  char room[512];
};

struct question {
  const dlt_view *view;
  union attributes answer;
};

static dlt_status ask(const struct dltab_cuda *cuda, void *argument, dlt_error *error) {
  struct question *question = argument;
  CALL(cuda, error, cudaPointerGetAttributes, &question->answer.known, question->view->data);
  return DLT_OK;
}

static dlt_status judge(const dlt_view *view, const struct cudaPointerAttributes *answer,
                        dlt_error *error) {
  int id = (int)view->device.device_id;
  switch ((int)answer->type) {
  case cudaMemoryTypeManaged: // lies where it is used
    return DLT_OK;
  case cudaMemoryTypeDevice:
    if (answer->device == id) return DLT_OK;
    return dltab_fail(error, DLT_ERR_DEVICE,
                      "the tensor says CUDA device %d, but its data at %p lies on CUDA device %d",
                      id, view->data, answer->device);
  }
  return dltab_fail(error, DLT_ERR_DEVICE,
                    "the tensor says CUDA device %d, but its data at %p is no CUDA memory", id,
                    view->data);
}

dlt_status dltab_cuda_check_pointer(const dlt_view *view, dlt_error *error) {
  const char *reason;
  const struct dltab_cuda *cuda = dltab_cuda(&reason);
  char device[64];
  dltab_format_device(device, sizeof device, view->device);
  if (!cuda)
    return dltab_fail(error, DLT_ERR_DEVICE, "the tensor is on %s, but CUDA cannot be used: %s",
                      device, reason);
  if (view->device.device_id >= cuda->device_count)
    return dltab_fail(error, DLT_ERR_DEVICE,
                      "the tensor is on %s, but this machine has %d CUDA devices", device,
                      cuda->device_count);
  if (view->device.device_type == kDLCUDAManaged) return DLT_OK;
  // With that device current, since asking makes a context on the one that is.
  struct question question = {.view = view};
  if (dltab_cuda_run((int)view->device.device_id, no_streams, ask, &question, error) == DLT_OK)
    return judge(view, &question.answer.known, error);
  if (error) error->status = DLT_ERR_DEVICE; // who cannot be asked cannot agree
  return DLT_ERR_DEVICE;
}

static dlt_status record_and_wait(const struct dltab_cuda *cuda, cudaEvent_t event,
                                  const struct dltab_order *order, dlt_error *error) {
  CALL(cuda, error, cudaEventRecord, event, dltab_handle_of(order->earlier));
  CALL(cuda, error, cudaStreamWaitEvent, dltab_handle_of(order->later), event, 0);
  return DLT_OK;
}

dlt_status dltab_cuda_put_in_order(const struct dltab_cuda *cuda, const struct dltab_order *order,
                                   dlt_error *error) {
  cudaEvent_t event;
  CALL(cuda, error, cudaEventCreateWithFlags, &event, cudaEventDisableTiming);
  dlt_status status = record_and_wait(cuda, event, order, error);
  cudaError_t result = cuda->cudaEventDestroy(event); // once it has happened
  if (status == DLT_OK && result != cudaSuccess)
    return dltab_cuda_fail(cuda, error, "cudaEventDestroy", result);
  return status;
}

static dlt_status put_in_order(const struct dltab_cuda *cuda, void *order, dlt_error *error) {
  return dltab_cuda_put_in_order(cuda, order, error);
}

dlt_status dltab_cuda_order(int device, int64_t earlier, int64_t later, dlt_error *error) {
  struct dltab_order order = {earlier, later};
  const int64_t streams[2] = {earlier, later};
  return dltab_cuda_run(device, streams, put_in_order, &order, error);
}

static dlt_status free_memory(const struct dltab_cuda *cuda, void *data, dlt_error *error) {
  CALL(cuda, error, cudaFree, data);
  return DLT_OK;
}

// The only failures are those of a process that is ending, and then its memory goes with it.
void dltab_cuda_free(int device, void *data) {
  dltab_cuda_run(device, no_streams, free_memory, data, NULL);
}
