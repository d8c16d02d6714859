// What no caller may do, and the stand-in notices.
#include "test_standin.h"

static unsigned char host_bytes[64];

// --- Faults of callers.

START_TEST(test_wrong_frees) {
  void *pinned;
  unsigned char *pointer = device_memory(64);
  ck_assert_works(cudaMallocHost(&pinned, 16));
  ck_assert_cuda(cudaFree(pointer + 8), cudaErrorInvalidValue);
  ck_assert_cuda(cudaFree(host_bytes), cudaErrorInvalidValue);
  ck_assert_cuda(cudaFree(pinned), cudaErrorInvalidValue);
  ck_assert_cuda(cudaFreeHost(pointer), cudaErrorInvalidValue);
  ck_assert_works(cudaFree(pointer));
  ck_assert_faults(4);
  ck_assert_cuda(cudaFree(pointer), cudaErrorInvalidValue);
  ck_assert_faults(5);
  ck_assert_ptr_nonnull(strstr(standin_fault_text(), "which was freed before\n"));
  ck_assert_int_eq(standin_live_host_allocations(), 1);
  ck_assert_works(cudaFreeHost(pinned));
  ck_assert_int_eq(standin_live_host_allocations(), 0);
}
END_TEST

START_TEST(test_wrong_ranges) {
  unsigned char *device = device_memory(64), *freed = device_memory(64);
  ck_assert_works(cudaFree(freed));
  struct {
    void *to;
    const void *from;
    size_t bytes;
  } wrong[] = {{device, host_bytes, 65},     {device + 63, host_bytes, 2},
               {device + 64, host_bytes, 1}, {device - 1, host_bytes, 2},
               {freed, host_bytes, 1},       {device, NULL, 1},
               {NULL, host_bytes, 1},        {host_bytes, device + 1, 64}};
  int count = sizeof wrong / sizeof wrong[0];
  for (int i = 0; i < count; i++) {
    ck_assert_cuda(
        cudaMemcpyAsync(wrong[i].to, wrong[i].from, wrong[i].bytes, cudaMemcpyDefault, 0),
        cudaErrorInvalidValue);
    ck_assert_faults(i + 1);
  }
  ck_assert_int_eq(standin_pending(), 0);
  ck_assert_works(cudaMemcpyAsync(device, host_bytes, 64, cudaMemcpyDefault, 0));
  ck_assert_works(cudaMemcpyAsync(NULL, NULL, 0, cudaMemcpyDefault, 0));
  ck_assert_faults(count);
}
END_TEST

// Where each side may lie: h is pageable or pinned, d is the device's, m managed.
START_TEST(test_kinds) {
  static const char *const fit[] = {"hh hm mh mm", "dh dm mh mm", "hd hm md mm", "dd dm md mm",
                                    "hh hd hm dh dd dm mh md mm"};
  static const char letters[] = "hhdm";
  void *places[4] = {host_bytes, NULL, device_memory(8), NULL};
  ck_assert_works(cudaMallocHost(&places[1], 8));
  ck_assert_works(cudaMallocManaged(&places[3], 8, cudaMemAttachGlobal));
  for (int kind = cudaMemcpyHostToHost; kind <= cudaMemcpyDefault; kind++)
    for (int pair = 0; pair < 16; pair++) {
      const char letter_pair[] = {letters[pair / 4], letters[pair % 4], '\0'};
      cudaError_t expected = strstr(fit[kind], letter_pair) ? cudaSuccess : cudaErrorInvalidValue;
      cudaError_t got = cudaMemcpyAsync(places[pair / 4], places[pair % 4], 8,
                                        (enum cudaMemcpyKind)kind, cudaStreamLegacy);
      ck_assert_msg(got == expected, "kind %d to and from %s: %s", kind, letter_pair,
                    cudaGetErrorName(got));
    }
  ck_assert_cuda(cudaMemcpyAsync(host_bytes, host_bytes, 8, (enum cudaMemcpyKind)5, 0),
                 cudaErrorInvalidMemcpyDirection);
}
END_TEST

START_TEST(test_wrong_handles) {
  cudaStream_t stream;
  cudaEvent_t event;
  ck_assert_works(cudaStreamCreateWithFlags(&stream, cudaStreamDefault));
  ck_assert_works(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  ck_assert_cuda(cudaEventRecord((cudaEvent_t)stream, stream), cudaErrorInvalidResourceHandle);
  ck_assert_cuda(cudaStreamSynchronize((cudaStream_t)event), cudaErrorInvalidResourceHandle);
  ck_assert_cuda(cudaStreamDestroy(cudaStreamLegacy), cudaErrorInvalidResourceHandle);
  ck_assert_faults(3);
  ck_assert_int_eq(standin_events_alive(), 1);
  ck_assert_works(cudaEventDestroy(event));
  ck_assert_int_eq(standin_events_alive(), 0);
  ck_assert_works(cudaStreamDestroy(stream));
  ck_assert_cuda(cudaEventDestroy(event), cudaErrorInvalidResourceHandle);
  ck_assert_cuda(cudaStreamWaitEvent(0, event, 0), cudaErrorInvalidResourceHandle);
  ck_assert_cuda(cudaEventRecord(event, 0), cudaErrorInvalidResourceHandle);
  ck_assert_cuda(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
  ck_assert_cuda(standin_launch_fill(0, host_bytes, 1, 0), cudaErrorInvalidValue);
  ck_assert_faults(8);
}
END_TEST

TCase *fault_tests(void) {
  TCase *tests = tcase_create("faults");
  tcase_add_checked_fixture(tests, reset, NULL);
  tcase_add_test(tests, test_wrong_frees);
  tcase_add_test(tests, test_wrong_ranges);
  tcase_add_test(tests, test_kinds);
  tcase_add_test(tests, test_wrong_handles);
  return tests;
}
