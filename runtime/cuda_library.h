// The CUDA runtime library, found when it is first needed. Types and prototypes are those of its
// own header.
#ifndef DLTAB_CUDA_LIBRARY_H
#define DLTAB_CUDA_LIBRARY_H

#include <cuda_runtime_api.h>

#include "internal.h"

#define DLTAB_CUDA_FUNCTIONS(FUNCTION)                                                             \
  FUNCTION(cudaDriverGetVersion)                                                                   \
  FUNCTION(cudaEventCreateWithFlags)                                                               \
  FUNCTION(cudaEventDestroy)                                                                       \
  FUNCTION(cudaEventRecord)                                                                        \
  FUNCTION(cudaFree)                                                                               \
  FUNCTION(cudaGetDevice)                                                                          \
  FUNCTION(cudaGetDeviceCount)                                                                     \
  FUNCTION(cudaGetErrorName)                                                                       \
  FUNCTION(cudaGetErrorString)                                                                     \
  FUNCTION(cudaGetLastError)                                                                       \
  FUNCTION(cudaMalloc)                                                                             \
  FUNCTION(cudaMemcpy2DAsync)                                                                      \
  FUNCTION(cudaMemcpyAsync)                                                                        \
  FUNCTION(cudaPeekAtLastError)                                                                    \
  FUNCTION(cudaPointerGetAttributes)                                                               \
  FUNCTION(cudaSetDevice)                                                                          \
  FUNCTION(cudaStreamSynchronize)                                                                  \
  FUNCTION(cudaStreamWaitEvent)

#define DLTAB_MEMBER(name) __typeof__(name) *name;
struct dltab_cuda {
  DLTAB_CUDA_FUNCTIONS(DLTAB_MEMBER)
  int device_count; // at least 1
};
#undef DLTAB_MEMBER

// The functions, or NULL and, in *reason, a sentence that lives until this thread asks again. A
// library that was not there may be there the next time; once found it stays.
const struct dltab_cuda *dltab_cuda(const char **reason);

// The error of a call, as a message. `call` is the function's name.
DLTAB_COLD dlt_status dltab_cuda_fail(const struct dltab_cuda *cuda, dlt_error *error,
                                      const char *call, cudaError_t result);

// --- cuda_thread.c

typedef dlt_status (*dltab_cuda_work)(const struct dltab_cuda *cuda, void *argument,
                                      dlt_error *error);

// Runs `work` with the device current. When the caller's thread cannot be used without a trace, on a
// thread of its own, unless `streams`, two of them, has the per-thread stream, which only the caller's
// thread can name.
dlt_status dltab_cuda_run(int device, const int64_t streams[2], dltab_cuda_work work,
                          void *argument, dlt_error *error);

#endif
