// Captures: what they take, and what spoils them.
#include "test_standin.h"

#include <pthread.h>

// --- Captures.

static enum cudaStreamCaptureStatus status_of(cudaStream_t stream) {
  enum cudaStreamCaptureStatus status;
  ck_assert_works(cudaStreamIsCapturing(stream, &status));
  return status;
}

START_TEST(test_capture_takes_what_is_queued) {
  cudaStream_t stream = new_stream(cudaStreamNonBlocking),
               other = new_stream(cudaStreamNonBlocking);
  cudaEvent_t event = new_event();
  cudaGraph_t graph;
  unsigned char *device = device_memory(1);
  ck_assert_works(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  ck_assert_int_eq(status_of(stream), cudaStreamCaptureStatusActive);
  ck_assert_works(standin_launch_fill(stream, device, 1, KERNEL));
  ck_assert_works(cudaEventRecord(event, stream));
  ck_assert_ptr_nonnull(strstr(standin_log(), " captured\n"));
  ck_assert_int_eq(status_of(other), cudaStreamCaptureStatusNone);
  ck_assert_works(cudaStreamWaitEvent(other, event, 0));
  ck_assert_int_eq(status_of(other), cudaStreamCaptureStatusActive);
  ck_assert_int_eq(standin_pending(), 0);
  ck_assert_cuda(cudaStreamEndCapture(other, &graph), cudaErrorStreamCaptureUnmatched);
  ck_assert_works(cudaStreamEndCapture(stream, &graph));
  ck_assert_int_eq(status_of(other), cudaStreamCaptureStatusNone);
  ck_assert_works(cudaDeviceSynchronize());
  ck_assert_int_eq(peek(device), FRESH);
  ck_assert_cuda(cudaStreamWaitEvent(other, event, 0), cudaErrorCapturedEvent);
  ck_assert_cuda(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);
}
END_TEST

// The legacy stream takes no part: it cannot wait for a capture, and has nothing to do with one on
// a stream that it never waits for.
START_TEST(test_capture_and_legacy) {
  cudaStream_t aside = new_stream(cudaStreamNonBlocking), stream = new_stream(cudaStreamDefault);
  cudaEvent_t event = new_event();
  enum cudaStreamCaptureStatus status;
  ck_assert_cuda(cudaStreamBeginCapture(0, cudaStreamCaptureModeRelaxed),
                 cudaErrorStreamCaptureUnsupported);
  ck_assert_works(cudaStreamBeginCapture(aside, cudaStreamCaptureModeRelaxed));
  ck_assert_works(cudaEventRecord(event, 0));
  ck_assert_int_eq(standin_pending(), 1);
  ck_assert_int_eq(status_of(0), cudaStreamCaptureStatusNone);
  ck_assert_int_eq(status_of(aside), cudaStreamCaptureStatusActive);
  ck_assert_works(cudaEventRecord(event, aside));
  ck_assert_cuda(cudaStreamWaitEvent(0, event, 0), cudaErrorStreamCaptureImplicit);
  ck_assert_int_eq(status_of(aside), cudaStreamCaptureStatusInvalidated);
  ck_assert_works(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  ck_assert_cuda(cudaStreamIsCapturing(0, &status), cudaErrorStreamCaptureImplicit);
  ck_assert_int_eq(status_of(stream), cudaStreamCaptureStatusActive);
}
END_TEST

START_TEST(test_captures_are_apart) {
  cudaStream_t one = new_stream(cudaStreamNonBlocking), other = new_stream(cudaStreamNonBlocking);
  cudaEvent_t event = new_event();
  ck_assert_works(cudaStreamBeginCapture(one, cudaStreamCaptureModeRelaxed));
  ck_assert_cuda(cudaStreamBeginCapture(one, cudaStreamCaptureModeRelaxed), cudaErrorIllegalState);
  ck_assert_works(cudaStreamBeginCapture(other, cudaStreamCaptureModeRelaxed));
  ck_assert_works(cudaEventRecord(event, one));
  ck_assert_cuda(cudaStreamWaitEvent(other, event, 0), cudaErrorStreamCaptureMerge);
  ck_assert_int_eq(status_of(other), cudaStreamCaptureStatusInvalidated);
}
END_TEST

// Calls that spoil a capture, each with the error that it gets.
static cudaError_t spoil(int way, cudaStream_t stream, cudaEvent_t recorded_before, void *device) {
  static unsigned char host;
  void *pointer;
  switch (way) {
  case 0:
    return cudaStreamSynchronize(stream);
  case 1:
    return cudaDeviceSynchronize();
  case 2:
    return cudaMalloc(&pointer, 1);
  case 3:
    return cudaFree(device);
  case 4:
    return cudaMemcpy(&host, device, 1, cudaMemcpyDeviceToHost);
  case 5:
    return cudaMallocHost(&pointer, 1);
  case 6:
    return cudaStreamWaitEvent(stream, recorded_before, 0);
  case 7:
    return cudaMemcpyAsync(&host, device, 1, cudaMemcpyDeviceToHost, 0);
  default:
    return cudaEventRecord(recorded_before, cudaStreamLegacy);
  }
}

enum { SPOILERS = 9 };
static const char *const spoiled[SPOILERS] = {
    "cudaErrorStreamCaptureUnsupported", "cudaErrorStreamCaptureUnsupported",
    "cudaErrorStreamCaptureUnsupported", "cudaErrorStreamCaptureUnsupported",
    "cudaErrorStreamCaptureUnsupported", "cudaErrorStreamCaptureUnsupported",
    "cudaErrorStreamCaptureIsolation",   "cudaErrorStreamCaptureImplicit",
    "cudaErrorStreamCaptureImplicit"};

START_TEST(test_capture_is_spoiled) {
  cudaStream_t stream = new_stream(cudaStreamDefault);
  cudaEvent_t event = new_event();
  cudaGraph_t graph;
  void *device = device_memory(1);
  ck_assert_works(cudaEventRecord(event, 0));
  ck_assert_works(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  ck_assert_str_eq(cudaGetErrorName(spoil(_i, stream, event, device)), spoiled[_i]);
  ck_assert_int_eq(status_of(stream), cudaStreamCaptureStatusInvalidated);
  ck_assert_cuda(cudaEventRecord(event, stream), cudaErrorStreamCaptureInvalidated);
  ck_assert_cuda(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
  ck_assert_works(cudaFree(device));
}
END_TEST

// Relaxed allows allocation, and no capture forbids anything to others when it is its thread's own.
static void *allocate_elsewhere(void *error) {
  void *pointer;
  *(cudaError_t *)error = cudaMalloc(&pointer, 1);
  return NULL;
}

START_TEST(test_capture_modes) {
  static const struct {
    enum cudaStreamCaptureMode mode;
    cudaError_t here, elsewhere;
  } modes[] = {{cudaStreamCaptureModeGlobal, cudaErrorStreamCaptureUnsupported,
                cudaErrorStreamCaptureUnsupported},
               {cudaStreamCaptureModeThreadLocal, cudaErrorStreamCaptureUnsupported, cudaSuccess},
               {cudaStreamCaptureModeRelaxed, cudaSuccess, cudaSuccess}};
  cudaStream_t stream = new_stream(cudaStreamNonBlocking);
  cudaError_t here, elsewhere;
  pthread_t thread;
  ck_assert_works(cudaStreamBeginCapture(stream, modes[_i].mode));
  ck_assert_int_eq(pthread_create(&thread, NULL, allocate_elsewhere, &elsewhere), 0);
  ck_assert_int_eq(pthread_join(thread, NULL), 0);
  allocate_elsewhere(&here);
  ck_assert_int_eq(elsewhere, modes[_i].elsewhere);
  ck_assert_int_eq(here, modes[_i].here);
  ck_assert_cuda(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
  ck_assert_int_eq(status_of(stream), cudaStreamCaptureStatusInvalidated);
}
END_TEST

TCase *capture_tests(void) {
  TCase *tests = tcase_create("captures");
  tcase_add_checked_fixture(tests, reset, NULL);
  tcase_add_test(tests, test_capture_takes_what_is_queued);
  tcase_add_test(tests, test_capture_and_legacy);
  tcase_add_test(tests, test_captures_are_apart);
  tcase_add_loop_test(tests, test_capture_is_spoiled, 0, SPOILERS);
  tcase_add_loop_test(tests, test_capture_modes, 0, 3);
  return tests;
}
