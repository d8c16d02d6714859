// The stand-in's streams: that nothing runs before it must, and that what is forced brings with it
// what CUDA orders before it, and no more.
#include "test_standin.h"

#include <pthread.h>
#include <stdint.h>

// --- When things run.

// Pageable and pinned alike: what is written after the call is what arrives.
START_TEST(test_upload_reads_late) {
  void *pinned;
  unsigned char pageable = 1, *to = device_memory(2);
  ck_assert_works(cudaMallocHost(&pinned, 1));
  *(unsigned char *)pinned = 1;
  ck_assert_works(cudaMemcpyAsync(to, &pageable, 1, cudaMemcpyHostToDevice, 0));
  ck_assert_works(cudaMemcpyAsync(to + 1, pinned, 1, cudaMemcpyHostToDevice, 0));
  ck_assert_int_eq(peek(to), FRESH);
  ck_assert_int_eq(standin_pending(), 2);
  pageable = 2;
  *(unsigned char *)pinned = 3;
  ck_assert_works(cudaStreamSynchronize(0));
  ck_assert_int_eq(standin_pending(), 0);
  ck_assert_int_eq(peek(to), 2);
  ck_assert_int_eq(peek(to + 1), 3);
}
END_TEST

START_TEST(test_download_arrives_late) {
  unsigned char here = HOST, *device = device_memory(1);
  ck_assert_works(cudaMemcpyAsync(&here, device, 1, cudaMemcpyDeviceToHost, 0));
  ck_assert_works(standin_launch_fill(0, device, 1, KERNEL));
  ck_assert_int_eq(here, HOST);
  ck_assert_works(cudaStreamSynchronize(cudaStreamLegacy));
  ck_assert_int_eq(here, FRESH);
  ck_assert_int_eq(peek(device), KERNEL);
}
END_TEST

enum force { BY_DEVICE, BY_COPY, BY_FREE, BY_FREE_HOST, FORCES };

START_TEST(test_what_forces) {
  unsigned char here = 0, *other = device_memory(1), *device = device_memory(1);
  void *pinned;
  ck_assert_works(cudaMallocHost(&pinned, 1));
  // cudaMemcpy is the legacy stream's, which a non-blocking one does not follow.
  cudaStream_t stream = new_stream(_i == BY_COPY ? cudaStreamDefault : cudaStreamNonBlocking);
  ck_assert_works(standin_launch_fill(stream, device, 1, KERNEL));
  ck_assert_int_eq(peek(device), FRESH);
  if (_i == BY_DEVICE) ck_assert_works(cudaDeviceSynchronize());
  if (_i == BY_COPY) ck_assert_works(cudaMemcpy(&here, device, 1, cudaMemcpyDeviceToHost));
  if (_i == BY_FREE) ck_assert_works(cudaFree(other));
  if (_i == BY_FREE_HOST) ck_assert_works(cudaFreeHost(pinned));
  ck_assert_int_eq(peek(device), KERNEL);
  ck_assert_int_eq(here, _i == BY_COPY ? KERNEL : 0);
}
END_TEST

START_TEST(test_destroyed_stream_still_runs) {
  unsigned char *device = device_memory(1);
  cudaStream_t stream = new_stream(cudaStreamNonBlocking);
  ck_assert_works(standin_launch_fill(stream, device, 1, KERNEL));
  ck_assert_works(cudaStreamDestroy(stream));
  ck_assert_int_eq(peek(device), FRESH);
  ck_assert_works(cudaDeviceSynchronize());
  ck_assert_int_eq(peek(device), KERNEL);
  ck_assert_faults(0);
}
END_TEST

// What was forced once is not for ever.
START_TEST(test_forced_again) {
  unsigned char *device = device_memory(1);
  cudaStream_t stream = new_stream(cudaStreamNonBlocking);
  ck_assert_works(standin_launch_fill(stream, device, 1, HOST));
  ck_assert_works(cudaStreamSynchronize(stream));
  ck_assert_works(standin_launch_fill(stream, device, 1, KERNEL));
  ck_assert_works(cudaStreamSynchronize(0));
  ck_assert_int_eq(peek(device), HOST);
}
END_TEST

START_TEST(test_rows) {
  const unsigned char rows[] = {1, 2, 0, 3, 4, 0, 5, 6};
  unsigned char got[8] = {0}, *to = device_memory(14);
  ck_assert_works(cudaMemcpy2DAsync(to, 6, rows, 3, 2, 3, cudaMemcpyHostToDevice, 0));
  ck_assert_works(cudaMemcpy2DAsync(got, 3, to, 6, 2, 3, cudaMemcpyDeviceToHost, 0));
  ck_assert_int_eq(peek(to), FRESH);
  ck_assert_works(cudaStreamSynchronize(0));
  ck_assert_mem_eq(got, rows, sizeof rows);
  ck_assert_int_eq(peek(to + 13), 6);
  ck_assert_int_eq(peek(to + 12), 5);
  ck_assert_int_eq(peek(to + 2), FRESH);
  ck_assert_cuda(cudaMemcpy2DAsync(to, 1, rows, 3, 2, 3, cudaMemcpyHostToDevice, 0),
                 cudaErrorInvalidPitchValue);
  ck_assert_cuda(cudaMemcpy2DAsync(to, 6, rows, 1, 2, 3, cudaMemcpyHostToDevice, 0),
                 cudaErrorInvalidPitchValue);
  ck_assert_cuda(cudaMemcpy2DAsync(to, SIZE_MAX / 2, rows, 3, 2, 4, cudaMemcpyHostToDevice, 0),
                 cudaErrorInvalidValue);
  ck_assert_works(cudaMemcpy2DAsync(to, 6, rows, 3, 2, 0, cudaMemcpyHostToDevice, 0));
  ck_assert_works(cudaMemcpy2DAsync(to, 6, rows, 3, 0, 3, cudaMemcpyHostToDevice, 0));
  ck_assert_faults(0);
  ck_assert_cuda(cudaMemcpy2DAsync(to, 7, rows, 3, 2, 3, cudaMemcpyHostToDevice, 0),
                 cudaErrorInvalidValue);
  ck_assert_faults(1);
}
END_TEST

// --- What is ordered with what.

enum place { LEGACY, NULL_STREAM, PER_THREAD, BLOCKING, OTHER_BLOCKING, NON_BLOCKING, PLACES };

// Whether the second stream waits for what was queued on the first: pairs of the legacy stream with
// a blocking one, either way round, and a stream with itself.
static const char *const ordered[PLACES] = {
    [LEGACY] = "yyyyy-",   [NULL_STREAM] = "yyyyy-",    [PER_THREAD] = "yyy---",
    [BLOCKING] = "yy-y--", [OTHER_BLOCKING] = "yy--y-", [NON_BLOCKING] = "-----y"};

static void make_streams(cudaStream_t streams[PLACES]) {
  streams[LEGACY] = cudaStreamLegacy;
  streams[NULL_STREAM] = NULL;
  streams[PER_THREAD] = cudaStreamPerThread;
  streams[BLOCKING] = new_stream(cudaStreamDefault);
  streams[OTHER_BLOCKING] = new_stream(cudaStreamDefault);
  streams[NON_BLOCKING] = new_stream(cudaStreamNonBlocking);
}

START_TEST(test_order_without_events) {
  cudaStream_t streams[PLACES];
  int first = _i / PLACES, second = _i % PLACES;
  unsigned char here = 0, *device = device_memory(1);
  make_streams(streams);
  ck_assert_works(standin_launch_fill(streams[first], device, 1, KERNEL));
  ck_assert_works(cudaMemcpyAsync(&here, device, 1, cudaMemcpyDeviceToHost, streams[second]));
  ck_assert_works(cudaStreamSynchronize(streams[second]));
  ck_assert_msg(here == (ordered[first][second] == 'y' ? KERNEL : FRESH), "from %d to %d", first,
                second);
}
END_TEST

// Through an event every stream can wait for every other.
START_TEST(test_order_with_event) {
  cudaStream_t streams[PLACES];
  unsigned char here = 0, *device = device_memory(1);
  cudaEvent_t event = new_event();
  make_streams(streams);
  cudaStream_t first = streams[_i / PLACES], second = streams[_i % PLACES];
  ck_assert_works(standin_launch_fill(first, device, 1, KERNEL));
  ck_assert_works(cudaEventRecord(event, first));
  ck_assert_works(cudaStreamWaitEvent(second, event, 0));
  ck_assert_works(cudaEventDestroy(event));
  ck_assert_int_eq(peek(device), FRESH);
  ck_assert_works(cudaMemcpyAsync(&here, device, 1, cudaMemcpyDeviceToHost, second));
  ck_assert_works(cudaStreamSynchronize(second));
  ck_assert_int_eq(here, KERNEL);
  ck_assert_faults(0);
}
END_TEST

// A wait is for the event's last record: not for what the stream got later, a later record, or the
// record of another event.
START_TEST(test_wait_is_for_the_last_record) {
  cudaStream_t one = new_stream(cudaStreamNonBlocking), other = new_stream(cudaStreamNonBlocking);
  cudaStream_t third = new_stream(cudaStreamNonBlocking);
  unsigned char *device = device_memory(3);
  cudaEvent_t event = new_event();
  ck_assert_works(cudaStreamWaitEvent(other, event, 0));
  ck_assert_works(standin_launch_fill(one, device, 1, KERNEL));
  ck_assert_works(cudaStreamSynchronize(other));
  ck_assert_msg(peek(device) == FRESH, "an event never recorded is no reason to wait");
  ck_assert_works(standin_launch_fill(third, device + 2, 1, KERNEL));
  ck_assert_works(cudaEventRecord(new_event(), third));
  ck_assert_works(cudaEventRecord(event, one));
  ck_assert_works(cudaStreamWaitEvent(other, event, 0));
  ck_assert_works(standin_launch_fill(one, device + 1, 1, KERNEL));
  ck_assert_works(cudaEventRecord(event, one));
  ck_assert_works(cudaStreamSynchronize(other));
  ck_assert_int_eq(peek(device), KERNEL);
  ck_assert_int_eq(peek(device + 1), FRESH);
  ck_assert_int_eq(peek(device + 2), FRESH);
}
END_TEST

// Blocking streams wait for each other where something on the legacy stream lies between.
START_TEST(test_order_is_transitive) {
  cudaStream_t one = new_stream(cudaStreamDefault), other = new_stream(cudaStreamDefault);
  unsigned char *device = device_memory(3);
  ck_assert_works(standin_launch_fill(one, device, 1, KERNEL));
  ck_assert_works(standin_launch_fill(0, device + 1, 1, KERNEL));
  ck_assert_works(standin_launch_fill(one, device + 2, 1, KERNEL));
  ck_assert_works(cudaStreamSynchronize(other));
  ck_assert_int_eq(peek(device), KERNEL);
  ck_assert_int_eq(peek(device + 1), KERNEL);
  ck_assert_int_eq(peek(device + 2), FRESH);
}
END_TEST

static void *queue_on_per_thread(void *device) {
  ck_assert_works(standin_launch_fill(cudaStreamPerThread, device, 1, KERNEL));
  return NULL;
}

START_TEST(test_per_thread_is_each_threads_own) {
  pthread_t thread;
  unsigned char *device = device_memory(1);
  ck_assert_int_eq(pthread_create(&thread, NULL, queue_on_per_thread, device), 0);
  ck_assert_int_eq(pthread_join(thread, NULL), 0);
  ck_assert_works(cudaStreamSynchronize(cudaStreamPerThread));
  ck_assert_int_eq(peek(device), FRESH);
  ck_assert_works(cudaStreamSynchronize(0));
  ck_assert_int_eq(peek(device), KERNEL);
}
END_TEST

// --- Two devices.

START_TEST(test_streams_belong_to_devices) {
  unsigned char *device = device_memory(1);
  cudaStream_t stream = new_stream(cudaStreamDefault);
  cudaEvent_t event = new_event();
  ck_assert_works(cudaSetDevice(1));
  ck_assert_cuda(cudaEventRecord(event, stream), cudaErrorInvalidResourceHandle);
  ck_assert_cuda(cudaMemcpyAsync(device, device, 1, cudaMemcpyDeviceToDevice, stream),
                 cudaErrorInvalidResourceHandle);
  ck_assert_cuda(standin_launch_fill(stream, device, 1, KERNEL), cudaErrorInvalidResourceHandle);
  ck_assert_cuda(cudaEventRecord(event, 0), cudaErrorInvalidResourceHandle);
  ck_assert_faults(4);
  ck_assert_int_eq(standin_pending(), 0);
  ck_assert_works(cudaStreamWaitEvent(0, event, 0));
  ck_assert_works(cudaStreamSynchronize(stream));
  ck_assert_faults(4);
}
END_TEST

// The default streams are one for each device, and copies go from one device to the other.
START_TEST(test_copy_between_devices) {
  unsigned char *of_0 = device_memory(1), *of_1;
  ck_assert_works(standin_launch_fill(0, of_0, 1, KERNEL));
  ck_assert_works(cudaSetDevice(1));
  of_1 = device_memory(1);
  ck_assert_works(cudaMemcpyAsync(of_1, of_0, 1, cudaMemcpyDeviceToDevice, 0));
  ck_assert_works(cudaDeviceSynchronize());
  ck_assert_int_eq(peek(of_0), FRESH);
  ck_assert_int_eq(peek(of_1), FRESH);
  ck_assert_works(cudaSetDevice(0));
  cudaEvent_t event = new_event();
  ck_assert_works(cudaEventRecord(event, 0));
  ck_assert_works(cudaSetDevice(1));
  ck_assert_works(cudaStreamWaitEvent(0, event, 0));
  ck_assert_works(cudaMemcpyAsync(of_1, of_0, 1, cudaMemcpyDeviceToDevice, 0));
  ck_assert_works(cudaStreamSynchronize(0));
  ck_assert_int_eq(peek(of_1), KERNEL);
  ck_assert_faults(0);
}
END_TEST

// Freeing waits for the memory's own device. What another still has queued comes too late.
START_TEST(test_freed_under_a_queued_copy) {
  unsigned char here = HOST, *of_0 = device_memory(1);
  ck_assert_works(cudaSetDevice(1));
  ck_assert_works(cudaMemcpyAsync(&here, of_0, 1, cudaMemcpyDeviceToHost, 0));
  ck_assert_works(cudaFree(of_0));
  ck_assert_faults(0);
  ck_assert_works(cudaDeviceSynchronize());
  ck_assert_int_eq(here, HOST);
  ck_assert_faults(1);
  ck_assert_ptr_nonnull(strstr(standin_fault_text(), "was freed under an operation still queued"));
}
END_TEST

START_TEST(test_managed_memory) {
  void *pointer;
  ck_assert_works(cudaMallocManaged(&pointer, 1, cudaMemAttachGlobal));
  unsigned char *managed = pointer;
  ck_assert_works(standin_launch_fill(0, managed, 1, KERNEL));
  ck_assert_int_eq(*managed, FRESH);
  ck_assert_works(cudaStreamSynchronize(0));
  ck_assert_int_eq(*managed, KERNEL);
  ck_assert_works(cudaFree(managed));
}
END_TEST

TCase *stream_tests(void) {
  TCase *tests = tcase_create("streams");
  tcase_add_checked_fixture(tests, two_devices, NULL);
  tcase_add_test(tests, test_upload_reads_late);
  tcase_add_test(tests, test_download_arrives_late);
  tcase_add_loop_test(tests, test_what_forces, 0, FORCES);
  tcase_add_test(tests, test_destroyed_stream_still_runs);
  tcase_add_test(tests, test_forced_again);
  tcase_add_test(tests, test_rows);
  tcase_add_loop_test(tests, test_order_without_events, 0, PLACES * PLACES);
  tcase_add_loop_test(tests, test_order_with_event, 0, PLACES * PLACES);
  tcase_add_test(tests, test_wait_is_for_the_last_record);
  tcase_add_test(tests, test_order_is_transitive);
  tcase_add_test(tests, test_per_thread_is_each_threads_own);
  tcase_add_test(tests, test_streams_belong_to_devices);
  tcase_add_test(tests, test_copy_between_devices);
  tcase_add_test(tests, test_freed_under_a_queued_copy);
  tcase_add_test(tests, test_managed_memory);
  return tests;
}
