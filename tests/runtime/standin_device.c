// Devices, allocation, and where a pointer lives.
#include "standin_state.h"

#include <assert.h>
#include <string.h>

STANDIN_EXPORT cudaError_t CUDARTAPI cudaGetDeviceCount(int *count) {
  cudaError_t error = call_begin(NEEDS_DEVICE, "cudaGetDeviceCount");
  if (!count && !error) error = cudaErrorInvalidValue;
  if (count) *count = error ? 0 : options_now()->devices;
  return call_end(error);
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaGetDevice(int *device) {
  cudaError_t error = call_begin(NEEDS_DEVICE, "cudaGetDevice");
  if (!device && !error) error = cudaErrorInvalidValue;
  if (!error) *device = this_thread()->device;
  return call_end(error);
}

static cudaError_t set_device(int device) {
  if (device < 0 || device >= options_now()->devices) return cudaErrorInvalidDevice;
  this_thread()->device = device;
  if (!options_now()->set_device_makes_no_context) make_context(device);
  return cudaSuccess;
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaSetDevice(int device) {
  cudaError_t error = call_begin(NEEDS_DEVICE, "cudaSetDevice wanted=%d", device);
  if (!error) error = set_device(device);
  return call_end(error);
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaDeviceSynchronize(void) {
  cudaError_t error = call_begin(NEEDS_CONTEXT_OUTSIDE_CAPTURE, "cudaDeviceSynchronize");
  if (!error) queue_run_device(this_thread()->device);
  return call_end(error);
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaMalloc(void **devPtr, size_t size) {
  cudaError_t error = call_begin(NEEDS_CONTEXT_OUTSIDE_CAPTURE, "cudaMalloc bytes=%zu", size);
  if (!error) error = memory_allocate(cudaMemoryTypeDevice, size, devPtr);
  return call_end(error);
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaFree(void *devPtr) {
  cudaError_t error = call_begin(NEEDS_CONTEXT_OUTSIDE_CAPTURE, "cudaFree");
  if (!error) error = memory_free(devPtr, false);
  return call_end(error);
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaMallocManaged(void **devPtr, size_t size, unsigned flags) {
  cudaError_t error = call_begin(NEEDS_CONTEXT_OUTSIDE_CAPTURE,
                                 "cudaMallocManaged bytes=%zu flags=%u", size, flags);
  bool known = flags == cudaMemAttachGlobal || flags == cudaMemAttachHost;
  if (!error && !known) error = cudaErrorInvalidValue;
  if (!error) error = memory_allocate(cudaMemoryTypeManaged, size, devPtr);
  return call_end(error);
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaMallocHost(void **ptr, size_t size) {
  cudaError_t error = call_begin(NEEDS_CONTEXT_OUTSIDE_CAPTURE, "cudaMallocHost bytes=%zu", size);
  if (!error) error = memory_allocate(cudaMemoryTypeHost, size, ptr);
  return call_end(error);
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaFreeHost(void *ptr) {
  cudaError_t error = call_begin(NEEDS_CONTEXT_OUTSIDE_CAPTURE, "cudaFreeHost");
  if (!error) error = memory_free(ptr, true);
  return call_end(error);
}

// CUDA 12 knows the structure without what came behind hostPointer.
enum { ATTRIBUTES_OF_12 = offsetof(struct cudaPointerAttributes, localityDomainOrdinal) };
static_assert(ATTRIBUTES_OF_12 == 24, "CUDA 12 writes 24 bytes");
static_assert(sizeof(struct cudaPointerAttributes) == 88, "CUDA 13 writes 88 bytes");

static void describe(const void *pointer, struct cudaPointerAttributes *attributes) {
  const struct allocation *found = memory_at(pointer);
  struct cudaPointerAttributes described = {.type = cudaMemoryTypeUnregistered,
                                            .device = cudaInvalidDeviceId,
                                            .hostPointer = (void *)(uintptr_t)pointer,
                                            .localityDomainOrdinal = -1};
  if (found) {
    described.type = found->type;
    described.device = found->device;
    described.devicePointer = described.hostPointer;
    if (found->type == cudaMemoryTypeDevice) described.hostPointer = NULL;
  }
  bool of_12 = options_now()->runtime_major < 13;
  memcpy(attributes, &described, of_12 ? ATTRIBUTES_OF_12 : sizeof described);
}

STANDIN_EXPORT cudaError_t CUDARTAPI
cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *ptr) {
  cudaError_t error = call_begin(NEEDS_DEVICE, "cudaPointerGetAttributes");
  if (!error && options_now()->attributes_make_context) make_context(this_thread()->device);
  if (!error && !attributes) error = cudaErrorInvalidValue;
  if (!error) describe(ptr, attributes);
  return call_end(error);
}

static cudaError_t tell_version(cudaError_t error, int version, int *out) {
  if (!error && !out) error = cudaErrorInvalidValue;
  if (!error) *out = version;
  return call_end(error);
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaDriverGetVersion(int *driverVersion) {
  cudaError_t error = call_begin(NEEDS_NOTHING, "cudaDriverGetVersion");
  int version = options_now()->no_driver ? 0 : options_now()->runtime_major * 1000;
  return tell_version(error, version, driverVersion);
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaRuntimeGetVersion(int *runtimeVersion) {
  cudaError_t error = call_begin(NEEDS_NOTHING, "cudaRuntimeGetVersion");
  return tell_version(error, options_now()->runtime_major * 1000, runtimeVersion);
}
