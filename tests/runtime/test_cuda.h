// What the files of the suite on CUDA share: it runs on the stand-in for libcudart.
#ifndef TEST_CUDA_H
#define TEST_CUDA_H

#include <check.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dltab.h"
#include "standin_cudart.h"

// What tests have bytes hold: what the kernel writes, and what fresh device memory holds.
enum { KERNEL = 9, FRESH = STANDIN_FRESH_BYTE };

// A status with the message in the failure's text.
#define ck_assert_status(call, expected, error)                                                    \
  do {                                                                                             \
    dlt_status status_ = (call);                                                                   \
    ck_assert_msg(status_ == (expected), "%s gives %d, not " #expected ": %s", #call, status_,     \
                  (error).message);                                                                \
  } while (0)
#define ck_assert_dlt(call, error) ck_assert_status(call, DLT_OK, error)
#define ck_assert_cuda(call) ck_assert_str_eq(cudaGetErrorName(call), "cudaSuccess")
#define ck_assert_said(error, words)                                                               \
  ck_assert_msg(strstr((error).message, words) != NULL, "'%s' does not say '%s'", (error).message, \
                words)
#define ck_assert_no_faults() ck_assert_msg(standin_faults() == 0, "%s", standin_fault_text())

TCase *cuda_memory_tests(void);
TCase *cuda_death_tests(void);
TCase *cuda_import_tests(void);
TCase *cuda_stream_tests(void);
TCase *cuda_trace_tests(void);

static const DLDevice cpu = {kDLCPU, 0};
static const DLDevice cuda_0 = {kDLCUDA, 0};
static const DLDevice cuda_1 = {kDLCUDA, 1};

static inline int64_t number_of(cudaStream_t stream) { return (int64_t)(uintptr_t)stream; }

static inline cudaStream_t new_stream(void) {
  cudaStream_t stream;
  ck_assert_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  return stream;
}

static inline void *device_memory(size_t bytes) {
  void *pointer;
  ck_assert_cuda(cudaMalloc(&pointer, bytes));
  return pointer;
}

// A tensor of float32 over device memory of the test's own.
static inline dlt_tensor *wrap_floats(void *data, DLDevice device, int32_t ndim,
                                      const int64_t *shape, const int64_t *strides) {
  dlt_view view = {.scalar_type = DLT_Float,
                   .device = device,
                   .ndim = ndim,
                   .shape = shape,
                   .strides = strides,
                   .data = data};
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_dlt(dlt_wrap(&view, NULL, NULL, &tensor, &error), error);
  return tensor;
}

static inline void one_device(void) { standin_reset(NULL); }
static inline void two_devices(void) { standin_reset(&(struct standin_options){.devices = 2}); }

#endif
