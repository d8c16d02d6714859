// Devices and contexts, each thread's own state, errors asked for, and the log.
#include "test_standin.h"

#include <pthread.h>

static unsigned char host_bytes[64];

// --- Devices and contexts.

START_TEST(test_nothing_there) {
  static const struct standin_options machines[] = {{.devices = 0},
                                                    {.devices = 1, .no_driver = true}};
  static const char *const errors[] = {"cudaErrorNoDevice", "cudaErrorInsufficientDriver"};
  static const int versions[] = {13000, 0};
  for (int i = 0; i < 2; i++) {
    int count = 7, device = 7, version = 7;
    void *pointer;
    standin_reset(&machines[i]);
    ck_assert_str_eq(cudaGetErrorName(cudaGetDeviceCount(&count)), errors[i]);
    ck_assert_int_eq(count, 0);
    ck_assert_str_eq(cudaGetErrorName(cudaGetDevice(&device)), errors[i]);
    ck_assert_str_eq(cudaGetErrorName(cudaMalloc(&pointer, 1)), errors[i]);
    ck_assert_str_eq(cudaGetErrorName(cudaPeekAtLastError()), errors[i]);
    ck_assert_works(cudaDriverGetVersion(&version));
    ck_assert_int_eq(version, versions[i]);
    ck_assert_works(cudaRuntimeGetVersion(&version));
    ck_assert_int_eq(version, 13000);
    ck_assert(!standin_contexts(0));
  }
}
END_TEST

START_TEST(test_contexts) {
  int number;
  void *pointer = NULL;
  struct cudaPointerAttributes attributes;
  ck_assert_works(cudaGetDeviceCount(&number));
  ck_assert_int_eq(number, 2);
  ck_assert_works(cudaGetDevice(&number));
  ck_assert_int_eq(number, 0);
  ck_assert_works(cudaRuntimeGetVersion(&number));
  ck_assert_works(cudaDriverGetVersion(&number));
  ck_assert_works(cudaPointerGetAttributes(&attributes, host_bytes));
  ck_assert_cuda(cudaSetDevice(2), cudaErrorInvalidDevice);
  ck_assert_cuda(cudaSetDevice(-1), cudaErrorInvalidDevice);
  ck_assert_cuda(cudaGetLastError(), cudaErrorInvalidDevice);
  ck_assert(!standin_contexts(0) && !standin_contexts(1));
  ck_assert_works(cudaSetDevice(1));
  ck_assert(!standin_contexts(0) && standin_contexts(1));
  standin_reset(&(struct standin_options){.devices = 2, .set_device_makes_no_context = true});
  ck_assert_works(cudaSetDevice(1));
  ck_assert(!standin_contexts(1));
  ck_assert_works(cudaMalloc(&pointer, 1));
  ck_assert(!standin_contexts(0) && standin_contexts(1));
  ck_assert_int_eq(standin_live_allocations(0), 0);
  ck_assert_int_eq(standin_live_allocations(1), 1);
  ck_assert_works(cudaSetDevice(0));
  ck_assert_works(standin_launch_fill(0, pointer, 1, KERNEL));
  ck_assert(standin_contexts(0));
  standin_reset(&(struct standin_options){.devices = 2, .attributes_make_context = true});
  ck_assert_works(cudaPointerGetAttributes(&attributes, host_bytes));
  ck_assert(standin_contexts(0) && !standin_contexts(1));
}
END_TEST

static void *look_from_another_thread(void *seen_device) {
  ck_assert_works(cudaPeekAtLastError());
  ck_assert_works(cudaGetDevice(seen_device));
  return NULL;
}

START_TEST(test_threads_have_their_own) {
  int other = 7, own = 7;
  pthread_t thread;
  ck_assert_works(cudaSetDevice(1));
  ck_assert_cuda(cudaSetDevice(9), cudaErrorInvalidDevice);
  ck_assert_int_eq(pthread_create(&thread, NULL, look_from_another_thread, &other), 0);
  ck_assert_int_eq(pthread_join(thread, NULL), 0);
  ck_assert_int_eq(other, 0);
  ck_assert_works(cudaGetDevice(&own));
  ck_assert_int_eq(own, 1);
  ck_assert_cuda(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  two_devices();
  ck_assert_works(cudaPeekAtLastError());
  ck_assert_works(cudaGetDevice(&own));
  ck_assert_int_eq(own, 0);
}
END_TEST

// For the thread sanitizer: every thread uses all that threads share.
static void *use_everything(void *unused) {
  unsigned char here = 0;
  cudaEvent_t event = new_event();
  cudaStream_t stream = new_stream(cudaStreamDefault);
  for (int i = 0; i < 20; i++) {
    void *device = device_memory(1);
    ck_assert_works(standin_launch_fill(stream, device, 1, KERNEL));
    ck_assert_works(cudaEventRecord(event, stream));
    ck_assert_works(cudaStreamWaitEvent(cudaStreamPerThread, event, 0));
    ck_assert_works(cudaMemcpyAsync(&here, device, 1, cudaMemcpyDeviceToHost, cudaStreamPerThread));
    ck_assert_works(cudaStreamSynchronize(cudaStreamPerThread));
    ck_assert_int_eq(here, KERNEL);
    ck_assert_works(cudaFree(device));
  }
  ck_assert_works(cudaEventDestroy(event));
  ck_assert_works(cudaStreamDestroy(stream));
  return unused;
}

START_TEST(test_threads_at_once) {
  enum { THREADS = 4 };
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    ck_assert_int_eq(pthread_create(&threads[i], NULL, use_everything, NULL), 0);
  for (int i = 0; i < THREADS; i++) ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
  ck_assert_int_eq(standin_calls(), THREADS * (4 + 20 * 6));
  ck_assert_int_eq(standin_live_allocations(0), 0);
  ck_assert_int_eq(standin_events_alive(), 0);
  ck_assert_int_eq(standin_pending(), 0);
  ck_assert_faults(0);
}
END_TEST

// --- Errors and the log.

START_TEST(test_last_error) {
  int count;
  ck_assert_cuda(cudaSetDevice(9), cudaErrorInvalidDevice);
  ck_assert_works(cudaGetDeviceCount(&count));
  ck_assert_cuda(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  ck_assert_cuda(cudaGetLastError(), cudaErrorInvalidDevice);
  ck_assert_works(cudaGetLastError());
  ck_assert_str_eq(cudaGetErrorString(cudaErrorInvalidDevice), "invalid device ordinal");
  ck_assert_str_eq(cudaGetErrorName((cudaError_t)12345), "unrecognized error code");
  ck_assert_str_eq(cudaGetErrorString((cudaError_t)12345), "unrecognized error code");
  ck_assert_int_eq(standin_calls(), 2);
}
END_TEST

START_TEST(test_injected_failure) {
  void *pointer = NULL;
  standin_fail(2, cudaErrorIllegalAddress);
  ck_assert_works(cudaMalloc(&pointer, 4));
  ck_assert_cuda(cudaFree(pointer), cudaErrorIllegalAddress);
  ck_assert_cuda(cudaGetLastError(), cudaErrorIllegalAddress);
  ck_assert_int_eq(standin_live_allocations(0), 1);
  ck_assert_works(cudaFree(pointer));
  standin_fail(1, cudaErrorUnknown);
  ck_assert_cuda(cudaDeviceSynchronize(), cudaErrorUnknown);
  standin_fail(1, cudaErrorUnknown);
  standin_fail(0, cudaSuccess);
  ck_assert_works(cudaDeviceSynchronize());
  ck_assert_int_eq(standin_calls(), 5);
  standin_reset(NULL);
  standin_fail(1, cudaErrorUnknown);
  ck_assert_cuda(cudaMalloc(&pointer, 4), cudaErrorUnknown);
  ck_assert(!standin_contexts(0));
}
END_TEST

START_TEST(test_reset_forgets) {
  cudaStream_t stream = new_stream(cudaStreamDefault);
  cudaEvent_t event = new_event();
  void *device = device_memory(1);
  ck_assert_works(standin_launch_fill(stream, device, 1, KERNEL));
  ck_assert_cuda(cudaFree(host_bytes), cudaErrorInvalidValue);
  standin_fail(1, cudaErrorUnknown);
  two_devices();
  ck_assert_int_eq(standin_pending(), 0);
  ck_assert_int_eq(standin_calls(), 0);
  ck_assert_int_eq(standin_events_alive(), 0);
  ck_assert_int_eq(standin_live_allocations(0), 0);
  ck_assert(!standin_contexts(0));
  ck_assert_faults(0);
  ck_assert_str_eq(standin_fault_text(), "");
  for (int i = 0; i < 8; i++) ck_assert_works(cudaDeviceSynchronize());
  ck_assert_cuda(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
  ck_assert_cuda(cudaEventDestroy(event), cudaErrorInvalidResourceHandle);
  ck_assert_cuda(cudaFree(device), cudaErrorInvalidValue);
}
END_TEST

START_TEST(test_log) {
  unsigned char *device = device_memory(64);
  ck_assert_str_eq(standin_log(), "cudaMalloc bytes=64 device=0\n");
  standin_log_clear();
  ck_assert_works(
      cudaMemcpyAsync(device, host_bytes, 64, cudaMemcpyHostToDevice, cudaStreamLegacy));
  ck_assert_works(cudaMemcpy2DAsync(host_bytes, 4, device, 8, 2, 3, cudaMemcpyDefault, 0));
  ck_assert_works(cudaSetDevice(1));
  ck_assert_works(cudaStreamSynchronize(cudaStreamPerThread));
  ck_assert_cuda(cudaSetDevice(3), cudaErrorInvalidDevice);
  ck_assert_works(standin_launch_fill(0, device, 1, 0));
  ck_assert_str_eq(standin_log(),
                   "cudaMemcpyAsync stream=0x1 kind=HostToDevice bytes=64 device=0\n"
                   "cudaMemcpy2DAsync stream=0 kind=Default bytes=2 rows=3 device=0\n"
                   "cudaSetDevice wanted=1 device=0\n"
                   "cudaStreamSynchronize stream=0x2 device=1\n"
                   "cudaSetDevice wanted=3 device=1 -> cudaErrorInvalidDevice\n");
  standin_reset(NULL);
  ck_assert_str_eq(standin_log(), "");
}
END_TEST

TCase *device_tests(void) {
  TCase *tests = tcase_create("devices");
  tcase_add_checked_fixture(tests, two_devices, NULL);
  tcase_add_test(tests, test_nothing_there);
  tcase_add_test(tests, test_contexts);
  tcase_add_test(tests, test_threads_have_their_own);
  tcase_add_test(tests, test_threads_at_once);
  tcase_add_test(tests, test_last_error);
  tcase_add_test(tests, test_injected_failure);
  tcase_add_test(tests, test_reset_forgets);
  tcase_add_test(tests, test_log);
  return tests;
}
