// What calls leave behind in the caller's thread, which is nothing: neither a current device, nor an
// error, nor a context that nobody asked for; also when CUDA fails in the middle.
#include "test_cuda.h"

static const int64_t shape[] = {2, 3};
static const int64_t gaps[] = {7, 2};

struct scene {
  dlt_tensor *strided; // on device 1, while 0 is current
  int64_t stream;      // of device 1
};

static struct scene set_scene(void) {
  ck_assert_cuda(cudaSetDevice(1));
  struct scene scene = {.strided =
                            wrap_floats(device_memory(64 * sizeof(float)), cuda_1, 2, shape, gaps),
                        .stream = number_of(new_stream())};
  ck_assert_cuda(cudaSetDevice(0));
  return scene;
}

static dlt_status do_upload(const struct scene *scene, dlt_tensor **out, dlt_error *error) {
  float bits[6] = {0};
  (void)scene;
  return dlt_from_host(bits, sizeof bits, DLT_Float, 2, shape, cuda_1, out, error);
}

static dlt_status do_download(const struct scene *scene, dlt_tensor **out, dlt_error *error) {
  float back[6];
  *out = NULL;
  return dlt_to_host(scene->strided, back, sizeof back, error);
}

static dlt_status do_copy(const struct scene *scene, dlt_tensor **out, dlt_error *error) {
  return dlt_copy(scene->strided, cuda_1, scene->stream, out, error);
}

static dlt_status do_move(const struct scene *scene, dlt_tensor **out, dlt_error *error) {
  return dlt_copy(scene->strided, cuda_0, DLT_STREAM_LEGACY, out, error);
}

static dlt_status do_copy_to_host(const struct scene *scene, dlt_tensor **out, dlt_error *error) {
  return dlt_copy(scene->strided, cpu, DLT_STREAM_LEGACY, out, error);
}

static dlt_status do_sync(const struct scene *scene, dlt_tensor **out, dlt_error *error) {
  *out = NULL;
  return dlt_sync_for(scene->strided, scene->stream, error);
}

static dlt_status do_sync_per_thread(const struct scene *scene, dlt_tensor **out,
                                     dlt_error *error) {
  *out = NULL;
  return dlt_sync_for(scene->strided, DLT_STREAM_PER_THREAD, error);
}

static const struct deed {
  const char *name;
  dlt_status (*act)(const struct scene *scene, dlt_tensor **out, dlt_error *error);
  bool asks_for_0; // works on the current device too
} deeds[] = {
    {"upload", do_upload, false},
    {"download", do_download, false},
    {"copy on a device", do_copy, false},
    {"copy between devices", do_move, true},
    {"copy to the host", do_copy_to_host, false},
    {"order", do_sync, false},
    {"order with the per-thread stream", do_sync_per_thread, true}, // see runtime/cuda_thread.c
};
enum { DEEDS = sizeof deeds / sizeof *deeds };

static int current_device(void) {
  int device = -1;
  ck_assert_cuda(cudaGetDevice(&device));
  return device;
}

START_TEST(test_current_device_stays) {
  struct scene scene = set_scene();
  dlt_error error;
  dlt_tensor *out;
  ck_assert_dlt(deeds[_i].act(&scene, &out, &error), error);
  ck_assert_int_eq(current_device(), 0);
  dlt_release(out);
  ck_assert_int_eq(current_device(), 0);
  dlt_release(scene.strided);
  ck_assert_no_faults();
}
END_TEST

// Device 0 is current, and has no context before; only device 1 is worked on.
static void *act_on_a_fresh_thread(void *deed) {
  struct scene *scene = ((void **)deed)[1];
  dlt_error error;
  dlt_tensor *out;
  ck_assert_dlt(((const struct deed *)((void **)deed)[0])->act(scene, &out, &error), error);
  dlt_release(out);
  return NULL;
}

START_TEST(test_no_context_on_a_device_nobody_asked_for) {
  if (deeds[_i].asks_for_0) return;
  dlt_error error;
  dlt_tensor *out;
  struct scene scene = {.stream = 0};
  float bits[6] = {0};
  // Everything on device 1 comes from the library itself, so that no context comes from the test.
  ck_assert_dlt(
      dlt_from_host(bits, sizeof bits, DLT_Float, 2, shape, cuda_1, &scene.strided, &error), error);
  scene.stream = DLT_STREAM_LEGACY;
  void *deed[2] = {(void *)(uintptr_t)&deeds[_i], &scene};
  act_on_a_fresh_thread(deed);
  out = scene.strided;
  dlt_release(out);
  ck_assert(standin_contexts(1));
  ck_assert(!standin_contexts(0));
}
END_TEST

// Asking where a pointer lives makes a context, too.
START_TEST(test_importing_makes_no_context_elsewhere) {
  standin_reset(&(struct standin_options){.devices = 2, .attributes_make_context = true});
  dlt_error error;
  dlt_tensor *tensor, *again;
  float bits[6] = {0};
  DLManagedTensor *managed;
  ck_assert_dlt(dlt_from_host(bits, sizeof bits, DLT_Float, 2, shape, cuda_1, &tensor, &error),
                error);
  ck_assert_dlt(dlt_export(tensor, &managed, &error), error);
  ck_assert_dlt(dlt_import(managed, &again, &error), error);
  ck_assert(!standin_contexts(0));
  ck_assert_int_eq(current_device(), 0);
  dlt_release(again);
  dlt_release(tensor);
}
END_TEST

static void leave_an_error(void) {
  void *nothing;
  standin_fail(1, cudaErrorMemoryAllocation);
  ck_assert_str_eq(cudaGetErrorName(cudaMalloc(&nothing, 1)), "cudaErrorMemoryAllocation");
}

static void assert_their_error(void) {
  ck_assert_str_eq(cudaGetErrorName(cudaGetLastError()), "cudaErrorMemoryAllocation");
  ck_assert_cuda(cudaGetLastError());
}

START_TEST(test_pending_error_of_the_caller_stays) {
  struct scene scene = set_scene();
  dlt_error error;
  dlt_tensor *out;
  leave_an_error();
  ck_assert_dlt(deeds[_i].act(&scene, &out, &error), error);
  assert_their_error();
  leave_an_error();
  dlt_release(out);
  dlt_release(scene.strided);
  assert_their_error();
}
END_TEST

// Not with the per-thread stream, where the work has to be done on the caller's own thread.
START_TEST(test_pending_error_of_the_caller_stays_when_ours_fails) {
  if (deeds[_i].act == do_sync_per_thread) return;
  struct scene scene = set_scene();
  dlt_error error;
  dlt_tensor *out;
  ck_assert_ptr_null(dlt_cuda_unavailable());
  for (int nth = 1;; nth++) {
    leave_an_error();
    standin_fail(nth, cudaErrorIllegalState);
    dlt_status status = deeds[_i].act(&scene, &out, &error);
    standin_fail(0, cudaSuccess);
    assert_their_error();
    dlt_release(out);
    if (status == DLT_OK) break;
  }
  dlt_release(scene.strided);
}
END_TEST

// Whether this was the call that failed; then what it would have given back is still there.
static bool has_failed(const char *call) {
  char *log = strdup(standin_log()), *rest = log;
  bool found = false;
  for (char *line; !found && (line = strtok_r(rest, "\n", &rest));)
    found = strncmp(line, call, strlen(call)) == 0 && strstr(line, "-> cudaErrorIllegalState");
  free(log);
  return found;
}

struct state {
  int allocations[2], events;
};

static struct state state_now(void) {
  return (struct state){{standin_live_allocations(0), standin_live_allocations(1)},
                        standin_events_alive()};
}

static void assert_nothing_left(struct state before) {
  struct state now = state_now();
  ck_assert_cuda(cudaGetLastError());
  ck_assert_int_eq(current_device(), 0);
  if (!has_failed("cudaFree")) {
    ck_assert_int_eq(now.allocations[0], before.allocations[0]);
    ck_assert_int_eq(now.allocations[1], before.allocations[1]);
  }
  if (!has_failed("cudaEventDestroy")) ck_assert_int_eq(now.events, before.events);
  ck_assert_no_faults();
}

// The status of the deed while its nth call fails; false when it makes fewer.
static bool act_with_failure(const struct deed *deed, const struct scene *scene, int nth,
                             dlt_status *status) {
  dlt_error error;
  dlt_tensor *out;
  int before = standin_calls();
  standin_fail(nth, cudaErrorIllegalState);
  *status = deed->act(scene, &out, &error);
  bool reached = standin_calls() - before >= nth;
  standin_fail(0, cudaSuccess);
  if (*status != DLT_OK) {
    ck_assert_status(*status, DLT_ERR_CUDA, error);
    ck_assert_said(error, "failed: ");
    ck_assert_said(error, "(cudaErrorIllegalState)");
    ck_assert_ptr_null(out);
  }
  dlt_release(out);
  return reached;
}

// Each call fails in turn, and the next deed works.
START_TEST(test_each_call_fails_in_turn) {
  struct scene scene = set_scene();
  dlt_status status;
  int failures = 0;
  bool reached = true;
  ck_assert_ptr_null(dlt_cuda_unavailable()); // so that looking for CUDA is done
  for (int nth = 1; reached; nth++) {
    struct state before = state_now();
    standin_log_clear();
    reached = act_with_failure(&deeds[_i], &scene, nth, &status);
    failures += status != DLT_OK;
    assert_nothing_left(before);
  }
  ck_assert_int_eq(status, DLT_OK);
  ck_assert_int_ge(failures, 4);
  dlt_release(scene.strided);
}
END_TEST

TCase *cuda_trace_tests(void) {
  TCase *tests = tcase_create("traces");
  tcase_add_checked_fixture(tests, two_devices, NULL);
  tcase_add_loop_test(tests, test_current_device_stays, 0, DEEDS);
  tcase_add_loop_test(tests, test_no_context_on_a_device_nobody_asked_for, 0, DEEDS);
  tcase_add_test(tests, test_importing_makes_no_context_elsewhere);
  tcase_add_loop_test(tests, test_pending_error_of_the_caller_stays, 0, DEEDS);
  tcase_add_loop_test(tests, test_pending_error_of_the_caller_stays_when_ours_fails, 0, DEEDS);
  tcase_add_loop_test(tests, test_each_call_fails_in_turn, 0, DEEDS);
  return tests;
}
