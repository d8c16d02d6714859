// The calling thread's last error, and CUDA's names and texts for those that the stand-in returns
// and those that tests make it return.
#include "standin_state.h"

#define ERRORS(X)                                                                                  \
  X(cudaSuccess, "no error")                                                                       \
  X(cudaErrorInvalidValue, "invalid argument")                                                     \
  X(cudaErrorMemoryAllocation, "out of memory")                                                    \
  X(cudaErrorInitializationError, "initialization error")                                          \
  X(cudaErrorInvalidPitchValue, "invalid pitch argument")                                          \
  X(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy")                          \
  X(cudaErrorInsufficientDriver, "CUDA driver version is insufficient for CUDA runtime version")   \
  X(cudaErrorNoDevice, "no CUDA-capable device is detected")                                       \
  X(cudaErrorInvalidDevice, "invalid device ordinal")                                              \
  X(cudaErrorInvalidResourceHandle, "invalid resource handle")                                     \
  X(cudaErrorIllegalState, "the operation cannot be performed in the present state")               \
  X(cudaErrorIllegalAddress, "an illegal memory access was encountered")                           \
  X(cudaErrorLaunchFailure, "unspecified launch failure")                                          \
  X(cudaErrorNotSupported, "operation not supported")                                              \
  X(cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing")         \
  X(cudaErrorStreamCaptureInvalidated, "operation failed due to a previous error during capture")  \
  X(cudaErrorStreamCaptureMerge,                                                                   \
    "operation would result in a merge of separate capture sequences")                             \
  X(cudaErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began")       \
  X(cudaErrorStreamCaptureIsolation, "dependency created on uncaptured work in another stream")    \
  X(cudaErrorStreamCaptureImplicit,                                                                \
    "operation would make the legacy stream depend on a capturing blocking stream")                \
  X(cudaErrorCapturedEvent,                                                                        \
    "operation not permitted on an event last recorded in a capturing stream")                     \
  X(cudaErrorUnknown, "unknown error")

static const char unrecognized[] = "unrecognized error code";

STANDIN_EXPORT const char *CUDARTAPI cudaGetErrorName(cudaError_t error) {
#define NAME(name, text)                                                                           \
  case name:                                                                                       \
    return #name;
  switch (error) {
    ERRORS(NAME)
  default:
    return unrecognized;
  }
}

STANDIN_EXPORT const char *CUDARTAPI cudaGetErrorString(cudaError_t error) {
#define TEXT(name, text)                                                                           \
  case name:                                                                                       \
    return text;
  switch (error) {
    ERRORS(TEXT)
  default:
    return unrecognized;
  }
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaPeekAtLastError(void) {
  lock();
  cudaError_t error = this_thread()->last_error;
  unlock();
  return error;
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaGetLastError(void) {
  lock();
  cudaError_t error = this_thread()->last_error;
  this_thread()->last_error = cudaSuccess;
  unlock();
  return error;
}
