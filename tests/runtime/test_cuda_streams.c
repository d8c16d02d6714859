// Order between streams: what is ready when, and what waits for what.
#include "test_cuda.h"

static float first_float(const void *device_pointer) {
  float value;
  ck_assert(standin_peek(device_pointer, &value, sizeof value));
  return value;
}

static const int64_t one[] = {1};

static float filled(void) {
  float value;
  memset(&value, KERNEL, sizeof value);
  return value;
}

// The consumer's stream waits for the kernel that writes the data on the producer's.
START_TEST(test_export_to_a_stream) {
  cudaStream_t theirs = new_stream(), ours = new_stream();
  void *data = device_memory(sizeof(float)), *copy = device_memory(sizeof(float));
  dlt_tensor *tensor = wrap_floats(data, cuda_0, 1, one, NULL);
  dlt_error error;
  ck_assert_int_eq(dlt_ready_on(tensor, number_of(theirs)), DLT_OK);
  ck_assert_cuda(standin_launch_fill(theirs, data, sizeof(float), KERNEL));
  ck_assert_dlt(dlt_sync_for(tensor, number_of(ours), &error), error);
  ck_assert_int_gt(standin_pending(), 0); // the host waited for nothing
  ck_assert_cuda(cudaMemcpyAsync(copy, data, sizeof(float), cudaMemcpyDeviceToDevice, ours));
  ck_assert_cuda(cudaStreamSynchronize(ours));
  ck_assert_float_eq(first_float(copy), filled());
  ck_assert_int_eq(standin_events_alive(), 0);
  dlt_release(tensor);
  ck_assert_no_faults();
}
END_TEST

// And without that call it does not: the test above proves something.
START_TEST(test_without_order_the_data_is_old) {
  cudaStream_t theirs = new_stream(), ours = new_stream();
  void *data = device_memory(sizeof(float)), *copy = device_memory(sizeof(float));
  ck_assert_cuda(standin_launch_fill(theirs, data, sizeof(float), KERNEL));
  ck_assert_cuda(cudaMemcpyAsync(copy, data, sizeof(float), cudaMemcpyDeviceToDevice, ours));
  ck_assert_cuda(cudaStreamSynchronize(ours));
  unsigned char byte;
  ck_assert(standin_peek(copy, &byte, 1));
  ck_assert_int_eq(byte, FRESH);
}
END_TEST

static int calls_of_sync(int64_t ready, int64_t stream) {
  dlt_tensor *tensor = wrap_floats(device_memory(sizeof(float)), cuda_0, 1, one, NULL);
  dlt_error error;
  ck_assert_int_eq(dlt_ready_on(tensor, ready), DLT_OK);
  standin_log_clear();
  int before = standin_calls();
  ck_assert_dlt(dlt_sync_for(tensor, stream, &error), error);
  int calls = standin_calls() - before;
  dlt_release(tensor);
  return calls;
}

START_TEST(test_where_nothing_is_to_be_ordered) {
  int64_t stream = number_of(new_stream());
  ck_assert_int_eq(calls_of_sync(1, DLT_STREAM_NONE), 0);
  ck_assert_int_eq(calls_of_sync(stream, DLT_STREAM_NONE), 0);
  ck_assert_int_eq(calls_of_sync(1, 1), 0);
  ck_assert_int_eq(calls_of_sync(stream, stream), 0);
  ck_assert_int_eq(calls_of_sync(DLT_STREAM_NONE, stream), 0);
  ck_assert_int_gt(calls_of_sync(1, stream), 0);
}
END_TEST

START_TEST(test_event_on_the_ready_stream_and_wait_on_theirs) {
  int64_t stream = number_of(new_stream());
  char wanted[64];
  calls_of_sync(DLT_STREAM_LEGACY, stream);
  const char *log = standin_log();
  const char *record = strstr(log, "cudaEventRecord stream=0x1 ");
  snprintf(wanted, sizeof wanted, "cudaStreamWaitEvent stream=%#jx ", (uintmax_t)stream);
  ck_assert_msg(record && strstr(record, wanted), "%s", log);
  ck_assert_ptr_null(strstr(log, "Synchronize"));
}
END_TEST

START_TEST(test_no_order_is_safe_in_a_capture) {
  cudaStream_t stream = new_stream();
  dlt_tensor *tensor = wrap_floats(device_memory(sizeof(float)), cuda_0, 1, one, NULL);
  dlt_error error;
  cudaGraph_t graph;
  ck_assert_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  ck_assert_dlt(dlt_sync_for(tensor, DLT_STREAM_NONE, &error), error);
  ck_assert_cuda(cudaStreamEndCapture(stream, &graph));
  dlt_release(tensor);
}
END_TEST

START_TEST(test_numbers_that_are_no_stream) {
  static const int64_t streams[] = {0, -2, INT64_MIN};
  dlt_tensor *out, *tensor = wrap_floats(device_memory(sizeof(float)), cuda_0, 1, one, NULL);
  dlt_error error;
  ck_assert_status(dlt_sync_for(tensor, streams[_i], &error), DLT_ERR_ARGUMENT, error);
  ck_assert_status(dlt_copy(tensor, cuda_0, streams[_i], &out, &error), DLT_ERR_ARGUMENT, error);
  ck_assert_int_eq(dlt_ready_on(tensor, streams[_i]), DLT_ERR_ARGUMENT);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_to_host_waits_for_the_ready_stream) {
  cudaStream_t stream = new_stream();
  void *data = device_memory(sizeof(float));
  dlt_tensor *tensor = wrap_floats(data, cuda_0, 1, one, NULL);
  dlt_error error;
  float value = 0;
  ck_assert_int_eq(dlt_ready_on(tensor, number_of(stream)), DLT_OK);
  ck_assert_cuda(standin_launch_fill(stream, data, sizeof value, KERNEL));
  ck_assert_dlt(dlt_to_host(tensor, &value, sizeof value, &error), error);
  ck_assert_float_eq(value, filled());
  dlt_release(tensor);
}
END_TEST

// A copy on another stream sees what was written before on the ready one, and not what comes after.
START_TEST(test_copy_lies_between_what_came_before_and_after) {
  cudaStream_t ready = new_stream(), stream = new_stream();
  void *data = device_memory(sizeof(float));
  dlt_tensor *copy, *tensor = wrap_floats(data, cuda_0, 1, one, NULL);
  dlt_error error;
  float value = 0;
  ck_assert_int_eq(dlt_ready_on(tensor, number_of(ready)), DLT_OK);
  ck_assert_cuda(standin_launch_fill(ready, data, sizeof value, KERNEL));
  ck_assert_dlt(dlt_copy(tensor, cuda_0, number_of(stream), &copy, &error), error);
  ck_assert_int_gt(standin_pending(), 0);
  dlt_release(tensor);
  ck_assert_cuda(standin_launch_fill(ready, data, sizeof value, 1)); // the producer goes on
  ck_assert_cuda(cudaStreamSynchronize(ready));
  ck_assert_dlt(dlt_to_host(copy, &value, sizeof value, &error), error);
  ck_assert_float_eq(value, filled());
  dlt_release(copy);
  ck_assert_int_eq(standin_events_alive(), 0);
  ck_assert_no_faults();
}
END_TEST

START_TEST(test_copy_is_ready_on_its_stream) {
  cudaStream_t stream = new_stream(), theirs = new_stream();
  void *data = device_memory(sizeof(float)), *last = device_memory(sizeof(float));
  float value = 3;
  ck_assert(standin_poke(data, &value, sizeof value));
  dlt_tensor *copy, *tensor = wrap_floats(data, cuda_0, 1, one, NULL);
  dlt_error error;
  ck_assert_dlt(dlt_copy(tensor, cuda_0, number_of(stream), &copy, &error), error);
  ck_assert_dlt(dlt_sync_for(copy, number_of(theirs), &error), error);
  ck_assert_cuda(cudaMemcpyAsync(last, dlt_view_of(copy)->data, sizeof value,
                                 cudaMemcpyDeviceToDevice, theirs));
  ck_assert_cuda(cudaStreamSynchronize(theirs));
  ck_assert_float_eq(first_float(last), 3);
  dlt_release(copy);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_copy_without_order_runs_where_the_data_is_ready) {
  cudaStream_t ready = new_stream();
  void *data = device_memory(sizeof(float));
  dlt_tensor *copy, *tensor = wrap_floats(data, cuda_0, 1, one, NULL);
  dlt_error error;
  float value = 0;
  ck_assert_int_eq(dlt_ready_on(tensor, number_of(ready)), DLT_OK);
  ck_assert_cuda(standin_launch_fill(ready, data, sizeof value, KERNEL));
  standin_log_clear();
  ck_assert_dlt(dlt_copy(tensor, cuda_0, DLT_STREAM_NONE, &copy, &error), error);
  ck_assert_ptr_null(strstr(standin_log(), "cudaEvent"));
  ck_assert_dlt(dlt_to_host(copy, &value, sizeof value, &error), error);
  ck_assert_float_eq(value, filled());
  dlt_release(copy);
  dlt_release(tensor);
}
END_TEST

// The per-thread stream is the caller's, whichever device is current.
START_TEST(test_per_thread_stream) {
  DLDevice device = _i ? cuda_1 : cuda_0;
  float value = 0;
  ck_assert_cuda(cudaSetDevice(_i));
  void *data = device_memory(sizeof(float));
  ck_assert_cuda(standin_launch_fill(cudaStreamPerThread, data, sizeof value, KERNEL));
  ck_assert_cuda(cudaSetDevice(0));
  dlt_tensor *tensor = wrap_floats(data, device, 1, one, NULL);
  dlt_error error;
  int current;
  ck_assert_int_eq(dlt_ready_on(tensor, DLT_STREAM_PER_THREAD), DLT_OK);
  ck_assert_dlt(dlt_sync_for(tensor, DLT_STREAM_LEGACY, &error), error);
  ck_assert_dlt(dlt_to_host(tensor, &value, sizeof value, &error), error);
  ck_assert_float_eq(value, filled());
  ck_assert_cuda(cudaGetDevice(&current));
  ck_assert_int_eq(current, 0);
  dlt_release(tensor);
  ck_assert_no_faults();
}
END_TEST

TCase *cuda_stream_tests(void) {
  TCase *tests = tcase_create("streams");
  tcase_add_checked_fixture(tests, two_devices, NULL);
  tcase_add_test(tests, test_export_to_a_stream);
  tcase_add_test(tests, test_without_order_the_data_is_old);
  tcase_add_test(tests, test_where_nothing_is_to_be_ordered);
  tcase_add_test(tests, test_event_on_the_ready_stream_and_wait_on_theirs);
  tcase_add_test(tests, test_no_order_is_safe_in_a_capture);
  tcase_add_loop_test(tests, test_numbers_that_are_no_stream, 0, 3);
  tcase_add_test(tests, test_to_host_waits_for_the_ready_stream);
  tcase_add_test(tests, test_copy_lies_between_what_came_before_and_after);
  tcase_add_test(tests, test_copy_is_ready_on_its_stream);
  tcase_add_test(tests, test_copy_without_order_runs_where_the_data_is_ready);
  tcase_add_loop_test(tests, test_per_thread_stream, 0, 2);
  return tests;
}
