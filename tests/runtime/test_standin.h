// What the files of the suite that proves the stand-in share.
#ifndef TEST_STANDIN_H
#define TEST_STANDIN_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "standin_cudart.h"

// Names and not numbers, so that a failure can be read.
#define ck_assert_cuda(call, expected) ck_assert_str_eq(cudaGetErrorName(call), #expected)
#define ck_assert_works(call) ck_assert_cuda(call, cudaSuccess)
#define ck_assert_faults(count)                                                                    \
  ck_assert_msg(standin_faults() == (count), "faults, %d and not %d: %s", standin_faults(),        \
                (count), standin_fault_text())

// What tests have bytes hold: nothing yet, what the host wrote, what the kernel writes.
enum { FRESH = STANDIN_FRESH_BYTE, HOST = 7, KERNEL = 9 };

TCase *memory_tests(void);
TCase *fault_tests(void);
TCase *device_tests(void);
TCase *stream_tests(void);
TCase *capture_tests(void);

static inline void *device_memory(size_t bytes) {
  void *pointer = NULL;
  ck_assert_works(cudaMalloc(&pointer, bytes));
  return pointer;
}

static inline cudaStream_t new_stream(unsigned flags) {
  cudaStream_t stream;
  ck_assert_works(cudaStreamCreateWithFlags(&stream, flags));
  return stream;
}

static inline cudaEvent_t new_event(void) {
  cudaEvent_t event;
  ck_assert_works(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  return event;
}

// The first byte, as it is now.
static inline int peek(const void *device_pointer) {
  unsigned char byte;
  ck_assert(standin_peek(device_pointer, &byte, 1));
  return byte;
}

// Fixtures.
static inline void reset(void) { standin_reset(NULL); }

static inline void two_devices(void) { standin_reset(&(struct standin_options){.devices = 2}); }

#endif
