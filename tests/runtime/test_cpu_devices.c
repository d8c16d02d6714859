// Devices, on a machine where CUDA is not asked or not there.
#include "test_cpu.h"

static const DLDataType float32 = {kDLFloat, 32, 1};
static const int64_t one[] = {1};
static float data[1] = {1};

static struct producer on_device(enum label label, int type, int id, const int64_t *shape) {
  struct producer producer = produce(label, float32, 1, shape, NULL, data);
  producer.tensor->device = (DLDevice){(DLDeviceType)type, id};
  return producer;
}

static void assert_pair(enum label label, int type, int id, int wanted_id) {
  struct producer producer = on_device(label, type, id, one);
  dlt_error error;
  dlt_tensor *tensor;
  DLManagedTensor *out;
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  ck_assert_dlt(dlt_export(tensor, &out, &error), error);
  ck_assert_int_eq(out->dl_tensor.device.device_type, type);
  ck_assert_int_eq(out->dl_tensor.device.device_id, wanted_id);
  out->deleter(out);
  float back;
  ck_assert_dlt(dlt_to_host(tensor, &back, sizeof back, &error), error);
  ck_assert_float_eq(back, 1);
  dlt_release(tensor);
}

START_TEST(test_host_memory_keeps_its_pair) {
  assert_pair((enum label)_i, kDLCPU, 0, 0);
  assert_pair((enum label)_i, kDLCPU, 7, 0); // any id of the CPU reads as 0
  assert_pair((enum label)_i, kDLCPU, -1, 0);
  assert_pair((enum label)_i, kDLCUDAHost, 0, 0);
  assert_pair((enum label)_i, kDLCUDAHost, 2, 2);
}
END_TEST

static const struct {
  int type, id;
  const char *said;
} strangers[] = {
    {0, 0, "device type 0, id 0"},
    {4, 0, "kDLOpenCL:0"},
    {5, 0, "device type 5"},
    {6, 1, "device type 6, id 1"},
    {7, 0, "kDLVulkan:0"},
    {8, 0, "kDLMetal:0"},
    {9, 0, "kDLVPI:0"},
    {10, 1, "kDLROCM:1"},
    {11, 0, "kDLROCMHost:0"},
    {12, 0, "kDLExtDev:0"},
    {14, 0, "kDLOneAPI:0"},
    {15, 0, "kDLWebGPU:0"},
    {16, 0, "kDLHexagon:0"},
    {17, 0, "kDLMAIA:0"},
    {18, 3, "kDLTrn:3 (device type 18)"},
    {19, 0, "device type 19"},
    {99, 4, "device type 99, id 4"},
    {2, -1, "kDLCUDA:-1"},
    {3, -1, "kDLCUDAHost:-1"},
    {-1, 0, "device type -1"},
};
enum { STRANGERS = sizeof strangers / sizeof *strangers };

START_TEST(test_unsupported) {
  struct producer producer = on_device((enum label)(_i % LABELS), strangers[_i / LABELS].type,
                                       strangers[_i / LABELS].id, one);
  assert_refused(&producer, DLT_ERR_DEVICE, strangers[_i / LABELS].said);
}
END_TEST

// --- CUDA that is not there

static void without_library(void) { setenv("DLTAB_CUDART", "/no/such/libcudart.so", 1); }

START_TEST(test_library_that_is_missing) {
  without_library();
  const char *reason = dlt_cuda_unavailable();
  ck_assert_ptr_nonnull(reason);
  ck_assert_ptr_nonnull(strstr(reason, "DLTAB_CUDART names what cannot be loaded: "));
  ck_assert_ptr_nonnull(strstr(reason, "/no/such/libcudart.so"));
  for (int type = kDLCUDA; type <= kDLCUDAManaged; type += kDLCUDAManaged - kDLCUDA) {
    struct producer producer = on_device((enum label)_i, type, 0, one);
    assert_refused(&producer, DLT_ERR_DEVICE, "but CUDA cannot be used: DLTAB_CUDART names");
  }
  dlt_error error;
  dlt_tensor *out, *tensor = wrap(DLT_Float, 1, one, NULL, data);
  ck_assert_status(dlt_from_host(data, 4, DLT_Float, 1, one, (DLDevice){kDLCUDA, 0}, &out, &error),
                   DLT_ERR_CUDA, error);
  ck_assert_said(error, "CUDA cannot be used: DLTAB_CUDART names");
  ck_assert_status(dlt_copy(tensor, (DLDevice){kDLCUDA, 0}, 1, &out, &error), DLT_ERR_CUDA, error);
  ck_assert_ptr_null(out);
  dlt_release(tensor);
}
END_TEST

// What asks nothing works on any machine.
START_TEST(test_empty_and_borrowed_tensors_ask_nothing) {
  without_library();
  const int64_t none[] = {0};
  struct producer producer = on_device((enum label)_i, kDLCUDA, 3, none);
  dlt_error error;
  dlt_tensor *tensor;
  dlt_view view;
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  ck_assert_int_eq(dlt_view_of(tensor)->device.device_id, 3);
  ck_assert_dlt(dlt_to_host(tensor, NULL, 0, &error), error);
  ck_assert_dlt(dlt_sync_for(tensor, 9, &error), error);
  dlt_release(tensor);
  producer = on_device((enum label)_i, kDLCUDA, 3, one);
  ck_assert_dlt(dlt_borrow(producer.tensor, 0, &view, &error), error);
  ck_assert_int_eq(view.device.device_id, 3);
  delete (&producer);
}
END_TEST

// NVIDIA's own library says so when there is no driver.
START_TEST(test_real_library_without_a_driver) {
  const char *real = getenv("DLTAB_REAL_CUDART");
  if (!real || !*real) {
    puts("SKIP real_library_without_a_driver: DLTAB_REAL_CUDART names no library");
    return;
  }
  setenv("DLTAB_CUDART", real, 1);
  const char *reason = dlt_cuda_unavailable();
  if (!reason || strstr(reason, "cannot be loaded")) {
    printf("SKIP real_library_without_a_driver: %s\n", reason ? reason : "there is a GPU here");
    return;
  }
  ck_assert_str_eq(reason, "there is no NVIDIA driver (cudaErrorInsufficientDriver)");
  struct producer producer = on_device(VERSIONED, kDLCUDA, 0, one);
  assert_refused(&producer, DLT_ERR_DEVICE, "there is no NVIDIA driver");
}
END_TEST

TCase *device_tests(void) {
  TCase *tests = tcase_create("devices");
  tcase_add_loop_test(tests, test_host_memory_keeps_its_pair, 0, LABELS);
  tcase_add_loop_test(tests, test_unsupported, 0, STRANGERS * LABELS);
  tcase_add_loop_test(tests, test_library_that_is_missing, 0, LABELS);
  tcase_add_loop_test(tests, test_empty_and_borrowed_tensors_ask_nothing, 0, LABELS);
  tcase_add_test(tests, test_real_library_without_a_driver);
  return tests;
}
