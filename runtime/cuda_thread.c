// CUDA keeps the current device and the last error for each thread. Where ours would show in the
// caller's, the work is done on a thread of its own: setting the device back would make a context
// on the caller's, which perhaps never had one, and an error that is pending cannot be put back.
#include <pthread.h>

#include "cuda_library.h"

struct job {
  const struct dltab_cuda *cuda;
  int device;
  dltab_cuda_work work;
  void *argument;
  dlt_error *error;
  dlt_status status;
};

static dlt_status run_on_device(const struct job *job, bool set_device) {
  if (set_device) {
    cudaError_t result = job->cuda->cudaSetDevice(job->device);
    if (result != cudaSuccess)
      return dltab_cuda_fail(job->cuda, job->error, "cudaSetDevice", result);
  }
  return job->work(job->cuda, job->argument, job->error);
}

static void *run_job(void *argument) {
  struct job *job = argument;
  job->status = run_on_device(job, true);
  return NULL;
}

static dlt_status run_aside(struct job *job) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, run_job, job) != 0)
    return dltab_fail(job->error, DLT_ERR_MEMORY, "no thread could be started for CUDA's work");
  pthread_join(thread, NULL);
  return job->status;
}

// Back to the device that was current, and without an error of ours. A failure here may be that of
// earlier work, which CUDA reports once; so it is worth a second try.
static void restore(const struct dltab_cuda *cuda, int previous, bool was_pending) {
  int device = previous;
  cudaError_t result = cuda->cudaGetDevice(&device);
  if (result != cudaSuccess || device != previous)
    if (cuda->cudaSetDevice(previous) != cudaSuccess) cuda->cudaSetDevice(previous);
  if (!was_pending) cuda->cudaGetLastError();
}

dlt_status dltab_cuda_run(int device, const int64_t streams[2], dltab_cuda_work work,
                          void *argument, dlt_error *error) {
  const char *reason;
  const struct dltab_cuda *cuda = dltab_cuda(&reason);
  if (!cuda) return dltab_fail(error, DLT_ERR_CUDA, "CUDA cannot be used: %s", reason);
  struct job job = {cuda, device, work, argument, error, DLT_OK};
  bool pending = cuda->cudaPeekAtLastError() != cudaSuccess;
  bool here = streams[0] == DLT_STREAM_PER_THREAD || streams[1] == DLT_STREAM_PER_THREAD;
  if (pending && !here) return run_aside(&job);
  int previous;
  cudaError_t result = cuda->cudaGetDevice(&previous);
  dlt_status status;
  if (result != cudaSuccess) {
    if (!pending) cuda->cudaGetLastError();
    return dltab_cuda_fail(cuda, error, "cudaGetDevice", result);
  }
  bool other = device != previous;
  if (other && !here) status = run_aside(&job);
  else status = run_on_device(&job, other);
  restore(cuda, previous, pending);
  return status;
}
