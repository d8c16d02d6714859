// libdltab on the CPU.
//
// usage: test_cpu    (DLTAB_REAL_CUDART names NVIDIA's own library for one of the tests)
#include "test_cpu.h"

int live_structs, deleter_calls;

static void forget(void *block, size_t size) {
  memset(block, 0xDD, size);
  free(block);
}

static void delete_arrays(const DLTensor *tensor) {
  size_t bytes = (size_t)tensor->ndim * sizeof(int64_t);
  if (tensor->shape) forget(tensor->shape, bytes);
  if (tensor->strides) forget(tensor->strides, bytes);
  live_structs--;
  deleter_calls++;
}

// The arrays' true length is in manager_ctx, since tests give ndim any value.
static void delete_legacy(DLManagedTensor *managed) {
  managed->dl_tensor.ndim = (int32_t)(intptr_t)managed->manager_ctx;
  delete_arrays(&managed->dl_tensor);
  forget(managed, sizeof *managed);
}

static void delete_versioned(struct DLManagedTensorVersioned *managed) {
  managed->dl_tensor.ndim = (int32_t)(intptr_t)managed->manager_ctx;
  delete_arrays(&managed->dl_tensor);
  forget(managed, sizeof *managed);
}

static int64_t *copy_of(const int64_t *sizes, int32_t ndim) {
  if (!sizes || ndim <= 0) return NULL;
  int64_t *copy = malloc((size_t)ndim * sizeof *copy);
  memcpy(copy, sizes, (size_t)ndim * sizeof *copy);
  return copy;
}

struct producer produce(enum label label, DLDataType dtype, int32_t ndim, const int64_t *shape,
                        const int64_t *strides, void *data) {
  struct producer producer = {.label = label};
  DLTensor tensor = {.data = data,
                     .device = cpu,
                     .ndim = ndim,
                     .dtype = dtype,
                     .shape = copy_of(shape, ndim),
                     .strides = copy_of(strides, ndim)};
  void *length = (void *)(intptr_t)ndim;
  live_structs++;
  if (label == LEGACY) {
    producer.managed.legacy = malloc(sizeof *producer.managed.legacy);
    *producer.managed.legacy = (DLManagedTensor){tensor, length, delete_legacy};
    producer.tensor = &producer.managed.legacy->dl_tensor;
  } else {
    producer.managed.versioned = malloc(sizeof *producer.managed.versioned);
    *producer.managed.versioned = (struct DLManagedTensorVersioned){
        .version = {1, 1}, .manager_ctx = length, .deleter = delete_versioned, .dl_tensor = tensor};
    producer.tensor = &producer.managed.versioned->dl_tensor;
  }
  return producer;
}

dlt_status import(struct producer *producer, dlt_tensor **out, dlt_error *error) {
  if (producer->label == LEGACY) return dlt_import(producer->managed.legacy, out, error);
  return dlt_import_versioned(producer->managed.versioned, out, error);
}

void delete (struct producer *producer) {
  if (producer->label == LEGACY) delete_legacy(producer->managed.legacy);
  else delete_versioned(producer->managed.versioned);
}

void assert_refused(struct producer *producer, dlt_status status, const char *words) {
  size_t size = producer->label == LEGACY ? sizeof *producer->managed.legacy
                                          : sizeof *producer->managed.versioned;
  unsigned char before[sizeof *producer->managed.versioned];
  dlt_error error;
  dlt_tensor *out = (dlt_tensor *)before; // has to be overwritten
  int calls = deleter_calls;
  memcpy(before, producer->managed.legacy, size);
  ck_assert_status(import(producer, &out, &error), status, error);
  ck_assert_said(error, words);
  ck_assert_int_eq(error.status, status);
  ck_assert_ptr_null(out);
  ck_assert_mem_eq(before, producer->managed.legacy, size);
  ck_assert_int_eq(deleter_calls, calls);
  ck_assert_int_eq(import(producer, &out, NULL), status); // NULL is allowed for the error
  delete (producer);
}

dlt_tensor *wrap(dlt_scalar_type type, int32_t ndim, const int64_t *shape, const int64_t *strides,
                 void *data) {
  dlt_view view = {.scalar_type = type,
                   .device = cpu,
                   .ndim = ndim,
                   .shape = shape,
                   .strides = strides,
                   .data = data};
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_dlt(dlt_wrap(&view, NULL, NULL, &tensor, &error), error);
  return tensor;
}

static void begin(void) { live_structs = deleter_calls = 0; }

static void assert_nothing_lives(void) { ck_assert_int_eq(live_structs, 0); }

static void add(Suite *suite, TCase *tests) {
  tcase_add_checked_fixture(tests, begin, assert_nothing_lives);
  suite_add_tcase(suite, tests);
}

int main(void) {
  Suite *suite = suite_create("cpu");
  add(suite, dtype_tests());
  add(suite, layout_tests());
  add(suite, label_tests());
  add(suite, ownership_tests());
  add(suite, copy_tests());
  add(suite, device_tests());
  add(suite, argument_tests());
  add(suite, thread_tests());
#ifdef SUBBYTE
  add(suite, subbyte_tests());
#endif
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
