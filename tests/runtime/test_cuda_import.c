// Foreign CUDA memory: asked of the driver, believed only when it agrees.
#include "test_cuda.h"

static int deleted;

static void count_legacy(DLManagedTensor *managed) {
  (void)managed;
  deleted++;
}

static void count_versioned(struct DLManagedTensorVersioned *managed) {
  (void)managed;
  deleted++;
}

// Both kinds of struct over one description.
struct producer {
  bool versioned;
  int64_t shape[1];
  DLManagedTensor legacy;
  struct DLManagedTensorVersioned managed;
};

static void produce(struct producer *producer, void *data, DLDevice device, int64_t size) {
  DLTensor tensor = {.data = data,
                     .device = device,
                     .ndim = 1,
                     .dtype = {kDLFloat8_e4m3fn, 8, 1},
                     .shape = producer->shape};
  producer->shape[0] = size;
  producer->legacy = (DLManagedTensor){.dl_tensor = tensor, .deleter = count_legacy};
  producer->managed = (struct DLManagedTensorVersioned){
      .version = {1, 1}, .dl_tensor = tensor, .deleter = count_versioned};
}

static dlt_status import(struct producer *producer, dlt_tensor **out, dlt_error *error) {
  return producer->versioned ? dlt_import_versioned(&producer->managed, out, error)
                             : dlt_import(&producer->legacy, out, error);
}

enum { LABELS = 2 };

START_TEST(test_memory_where_it_says) {
  struct producer producer = {.versioned = _i != 0};
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_cuda(cudaSetDevice(1));
  produce(&producer, device_memory(8), cuda_1, 8);
  ck_assert_cuda(cudaSetDevice(0));
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  ck_assert_int_eq(dlt_view_of(tensor)->device.device_type, kDLCUDA);
  ck_assert_int_eq(dlt_view_of(tensor)->device.device_id, 1);
  ck_assert_int_eq(dlt_view_of(tensor)->scalar_type, DLT_Float8_e4m3fn);
  struct DLManagedTensorVersioned *out;
  ck_assert_dlt(dlt_export_versioned(tensor, 0, &out, &error), error);
  ck_assert_int_eq(out->dl_tensor.device.device_type, kDLCUDA);
  ck_assert_int_eq(out->dl_tensor.device.device_id, 1);
  ck_assert_ptr_eq(out->dl_tensor.data, producer.managed.dl_tensor.data);
  dlt_release(tensor);
  ck_assert_int_eq(deleted, 0);
  out->deleter(out);
  ck_assert_int_eq(deleted, 1);
}
END_TEST

// Where the memory is, what the struct says, and what comes of it.
enum where { ON_0, ON_1, MANAGED, PINNED, PAGEABLE };

static const struct claim {
  enum where where;
  DLDevice device;
  dlt_status status;
  const char *said;
} claims[] = {
    {ON_0, {kDLCUDA, 0}, DLT_OK, ""},
    {ON_0, {kDLCUDA, 1}, DLT_ERR_DEVICE, "says CUDA device 1, but its data at"},
    {ON_1, {kDLCUDA, 0}, DLT_ERR_DEVICE, "lies on CUDA device 1"},
    {ON_0, {kDLCUDA, 2}, DLT_ERR_DEVICE, "kDLCUDA:2 (device type 2), but this machine has 2"},
    {ON_0, {kDLCUDA, -1}, DLT_ERR_DEVICE, "kDLCUDA:-1"},
    {MANAGED, {kDLCUDA, 1}, DLT_OK, ""},
    {MANAGED, {kDLCUDAManaged, 0}, DLT_OK, ""},
    {ON_1, {kDLCUDAManaged, 0}, DLT_OK, ""}, // not compared
    {MANAGED, {kDLCUDAManaged, 2}, DLT_ERR_DEVICE, "kDLCUDAManaged:2"},
    {PINNED, {kDLCUDA, 0}, DLT_ERR_DEVICE, "is no CUDA memory"},
    {PAGEABLE, {kDLCUDA, 0}, DLT_ERR_DEVICE, "is no CUDA memory"},
    {PINNED, {kDLCUDAHost, 0}, DLT_OK, ""},
    {PAGEABLE, {kDLCPU, 3}, DLT_OK, ""},
};
enum { CLAIMS = sizeof claims / sizeof *claims };

static void *memory_at(enum where where) {
  static unsigned char pageable[8];
  void *data = pageable;
  if (where == ON_1) ck_assert_cuda(cudaSetDevice(1));
  if (where == ON_0 || where == ON_1) data = device_memory(8);
  if (where == MANAGED) ck_assert_cuda(cudaMallocManaged(&data, 8, cudaMemAttachGlobal));
  if (where == PINNED) ck_assert_cuda(cudaMallocHost(&data, 8));
  ck_assert_cuda(cudaSetDevice(0));
  return data;
}

static void assert_claim(const struct claim *claim, bool versioned) {
  struct producer producer = {.versioned = versioned};
  dlt_error error;
  dlt_tensor *tensor;
  deleted = 0;
  produce(&producer, memory_at(claim->where), claim->device, 8);
  ck_assert_status(import(&producer, &tensor, &error), claim->status, error);
  ck_assert_said(error, claim->said);
  ck_assert_int_eq(deleted, 0);
  if (claim->status != DLT_OK) ck_assert_ptr_null(tensor);
  dlt_release(tensor);
  ck_assert_int_eq(deleted, claim->status == DLT_OK);
}

START_TEST(test_claims) {
  assert_claim(&claims[_i], false);
  assert_claim(&claims[_i], true);
  ck_assert_no_faults();
}
END_TEST

// The library writes 88 bytes of attributes in CUDA 13; there has to be room for more than 24.
START_TEST(test_claims_with_another_runtime) {
  standin_reset(&(struct standin_options){.devices = 2, .runtime_major = 12});
  assert_claim(&claims[_i], true);
}
END_TEST

START_TEST(test_a_driver_that_cannot_be_asked) {
  struct producer producer = {.versioned = _i != 0};
  dlt_error error;
  dlt_tensor *tensor;
  produce(&producer, device_memory(8), cuda_0, 8);
  ck_assert_ptr_null(dlt_cuda_unavailable()); // so that looking for CUDA is done
  for (int nth = 1;; nth++) {
    standin_fail(nth, cudaErrorIllegalState);
    dlt_status status = import(&producer, &tensor, &error);
    standin_fail(0, cudaSuccess);
    if (status == DLT_OK) break;
    ck_assert_int_eq(status, DLT_ERR_DEVICE);
    ck_assert_said(error, "cudaErrorIllegalState");
    ck_assert_ptr_null(tensor);
    ck_assert_cuda(cudaGetLastError());
  }
  ck_assert_int_eq(deleted, 0);
  dlt_release(tensor);
  ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(test_byte_offset_and_misalignment_are_no_matter_on_a_device) {
  struct producer producer = {.versioned = true};
  dlt_error error;
  dlt_tensor *tensor;
  unsigned char *memory = device_memory(64);
  produce(&producer, memory, cuda_0, 2);
  producer.managed.dl_tensor.dtype = (DLDataType){kDLFloat, 32, 1};
  producer.managed.dl_tensor.byte_offset = 33;
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  ck_assert_ptr_eq(dlt_view_of(tensor)->data, memory + 33);
  dlt_release(tensor);
}
END_TEST

// --- Machines without

static const struct {
  struct standin_options options;
  const char *said;
} machines[] = {
    {{.no_driver = true, .devices = 1}, "there is no NVIDIA driver (cudaErrorInsufficientDriver)"},
    {{.devices = 0}, "(cudaErrorNoDevice)"},
};

START_TEST(test_without_usable_cuda) {
  const int64_t shape[] = {1};
  float bits = 1;
  struct producer producer = {.versioned = true};
  dlt_error error;
  dlt_tensor *tensor, *copy;
  standin_reset(&machines[_i].options);
  ck_assert_said(((dlt_error){DLT_OK, {0}}), "");
  ck_assert_ptr_nonnull(strstr(dlt_cuda_unavailable(), machines[_i].said));
  produce(&producer, &bits, cuda_0, 4);
  ck_assert_status(import(&producer, &tensor, &error), DLT_ERR_DEVICE, error);
  ck_assert_said(error, machines[_i].said);
  producer.managed.dl_tensor.device.device_type = kDLCUDAManaged;
  ck_assert_status(import(&producer, &tensor, &error), DLT_ERR_DEVICE, error);
  producer.shape[0] = 0;
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  dlt_release(tensor);
  ck_assert_status(dlt_from_host(&bits, 4, DLT_Float, 1, shape, cuda_0, &tensor, &error),
                   DLT_ERR_CUDA, error);
  ck_assert_said(error, machines[_i].said);
  ck_assert_dlt(dlt_from_host(&bits, 4, DLT_Float, 1, shape, cpu, &tensor, &error), error);
  ck_assert_status(dlt_copy(tensor, cuda_0, 1, &copy, &error), DLT_ERR_CUDA, error);
  ck_assert_said(error, machines[_i].said);
  dlt_release(tensor);
  ck_assert_str_eq(cudaGetErrorName(cudaGetLastError()), "cudaSuccess");
}
END_TEST

TCase *cuda_import_tests(void) {
  TCase *tests = tcase_create("import");
  tcase_add_checked_fixture(tests, two_devices, NULL);
  tcase_add_loop_test(tests, test_memory_where_it_says, 0, LABELS);
  tcase_add_loop_test(tests, test_claims, 0, CLAIMS);
  tcase_add_loop_test(tests, test_claims_with_another_runtime, 0, CLAIMS);
  tcase_add_loop_test(tests, test_a_driver_that_cannot_be_asked, 0, LABELS);
  tcase_add_test(tests, test_byte_offset_and_misalignment_are_no_matter_on_a_device);
  tcase_add_loop_test(tests, test_without_usable_cuda, 0, 2);
  return tests;
}
