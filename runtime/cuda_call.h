// Calling CUDA from the work that dltab_cuda_run runs: a failure returns, with a message.
#ifndef DLTAB_CUDA_CALL_H
#define DLTAB_CUDA_CALL_H

#include "cuda.h"
#include "cuda_library.h"

static inline cudaStream_t dltab_handle_of(int64_t stream) {
  return (cudaStream_t)(uintptr_t)stream;
}

// `call` returns from the function around it when it fails, with a message that names it.
#define CALL(cuda, error, function, ...)                                                           \
  do {                                                                                             \
    cudaError_t result_ = (cuda)->function(__VA_ARGS__);                                           \
    if (result_ != cudaSuccess) return dltab_cuda_fail(cuda, error, #function, result_);           \
  } while (0)

// Waits for the stream. A failure may be that of earlier work, which CUDA reports once: so a second wait
// sees to it that host memory is not read or written any more, whatever becomes of the call.
static inline cudaError_t dltab_wait_for(const struct dltab_cuda *cuda, int64_t stream) {
  cudaError_t result = cuda->cudaStreamSynchronize(dltab_handle_of(stream));
  if (result != cudaSuccess) cuda->cudaStreamSynchronize(dltab_handle_of(stream));
  return result;
}

#define WAIT(cuda, error, stream)                                                                  \
  do {                                                                                             \
    cudaError_t result_ = dltab_wait_for(cuda, stream);                                            \
    if (result_ != cudaSuccess)                                                                    \
      return dltab_cuda_fail(cuda, error, "cudaStreamSynchronize", result_);                       \
  } while (0)

struct dltab_order {
  int64_t earlier, later;
};

// An event on the one stream, and the other waits for it.
dlt_status dltab_cuda_put_in_order(const struct dltab_cuda *cuda, const struct dltab_order *order,
                                   dlt_error *error);

#endif
