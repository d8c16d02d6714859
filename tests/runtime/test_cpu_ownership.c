// Who owns what, and until when: each deleter runs once, and nothing of a struct is touched afterwards,
// which the producer's deleter sees to by overwriting it.
#include <pthread.h>
#include <stdatomic.h>

#include "test_cpu.h"

static const DLDataType float32 = {kDLFloat, 32, 1};
static const int64_t shape[] = {2, 3}, strides[] = {1, 2};
static float data[6] = {0, 1, 2, 3, 4, 5};

static dlt_tensor *imported(enum label label) {
  struct producer producer = produce(label, float32, 2, shape, strides, data);
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  return tensor;
}

START_TEST(test_last_reference_deletes) {
  dlt_tensor *tensor = imported((enum label)_i);
  ck_assert_ptr_eq(dlt_retain(tensor), tensor);
  dlt_release(tensor);
  ck_assert_int_eq(deleter_calls, 0);
  ck_assert_float_eq(((float *)dlt_view_of(tensor)->data)[5], 5);
  dlt_release(tensor);
  ck_assert_int_eq(deleter_calls, 1);
}
END_TEST

START_TEST(test_empty_tensors_are_deleted_too) {
  const int64_t none[] = {0};
  struct producer producer = produce((enum label)_i, float32, 1, none, NULL, NULL);
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  dlt_release(tensor);
  ck_assert_int_eq(deleter_calls, 1);
}
END_TEST

START_TEST(test_no_deleter) {
  int64_t sizes[] = {6};
  DLTensor tensor = {.data = data, .device = cpu, .ndim = 1, .dtype = float32, .shape = sizes};
  DLManagedTensor legacy = {.dl_tensor = tensor};
  struct DLManagedTensorVersioned versioned = {.version = {1, 0}, .dl_tensor = tensor};
  dlt_error error;
  dlt_tensor *out;
  ck_assert_dlt(dlt_import(&legacy, &out, &error), error);
  dlt_release(out);
  ck_assert_dlt(dlt_import_versioned(&versioned, &out, &error), error);
  dlt_release(out);
}
END_TEST

// The tensor has its own shape and strides, whatever becomes of the arrays it was described with.
START_TEST(test_arrays_may_go) {
  int64_t sizes[] = {2, 3}, steps[] = {3, 1};
  dlt_tensor *tensor = wrap(DLT_Float, 2, sizes, steps, data);
  memset(sizes, 0xDD, sizeof sizes);
  memset(steps, 0xDD, sizeof steps);
  ck_assert_int_eq(dlt_view_of(tensor)->shape[1], 3);
  ck_assert_int_eq(dlt_view_of(tensor)->strides[0], 3);
  dlt_release(tensor);
}
END_TEST

static void legacy_out(dlt_tensor *tensor, DLManagedTensor **out) {
  dlt_error error;
  ck_assert_dlt(dlt_export(tensor, out, &error), error);
}

// Two exports, their deleters in either order, after the tensor's own reference went.
START_TEST(test_exports_keep_the_tensor) {
  dlt_tensor *tensor = imported(VERSIONED);
  DLManagedTensor *exports[2];
  legacy_out(tensor, &exports[0]);
  legacy_out(tensor, &exports[1]);
  dlt_release(tensor);
  ck_assert_ptr_ne(exports[0], exports[1]);
  exports[_i]->deleter(exports[_i]);
  ck_assert_int_eq(deleter_calls, 0);
  ck_assert_float_eq(((float *)exports[!_i]->dl_tensor.data)[3], 3);
  exports[!_i]->deleter(exports[!_i]);
  ck_assert_int_eq(deleter_calls, 1);
}
END_TEST

// Out, in, out and in again: one deleter call at the end.
START_TEST(test_there_and_back) {
  dlt_tensor *tensor = imported((enum label)_i);
  dlt_error error;
  for (int hop = 0; hop < 4; hop++) {
    DLManagedTensor *legacy;
    struct DLManagedTensorVersioned *versioned;
    if (hop % 2) ck_assert_dlt(dlt_export(tensor, &legacy, &error), error);
    else ck_assert_dlt(dlt_export_versioned(tensor, 0, &versioned, &error), error);
    dlt_release(tensor);
    if (hop % 2) ck_assert_dlt(dlt_import(legacy, &tensor, &error), error);
    else ck_assert_dlt(dlt_import_versioned(versioned, &tensor, &error), error);
    ck_assert_ptr_eq(dlt_view_of(tensor)->data, data);
  }
  ck_assert_int_eq(deleter_calls, 0);
  dlt_release(tensor);
  ck_assert_int_eq(deleter_calls, 1);
}
END_TEST

// Counted by the linker's --wrap: every malloc of the library comes here first.
static atomic_int allocations;
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) {
  allocations++;
  return __real_malloc(size);
}

START_TEST(test_one_allocation_in_and_one_out) {
  struct producer producer = produce((enum label)_i, float32, 2, shape, _i ? strides : NULL, data);
  dlt_tensor *tensor;
  DLManagedTensor *legacy;
  struct DLManagedTensorVersioned *versioned;
  int counts[4] = {allocations}; // Check's assertions allocate, too
  dlt_status in = import(&producer, &tensor, NULL);
  counts[1] = allocations;
  dlt_status out = dlt_export(tensor, &legacy, NULL);
  counts[2] = allocations;
  dlt_status out_versioned = dlt_export_versioned(tensor, 0, &versioned, NULL);
  counts[3] = allocations;
  ck_assert(in == DLT_OK && out == DLT_OK && out_versioned == DLT_OK);
  for (int i = 0; i < 3; i++) ck_assert_int_eq(counts[i + 1] - counts[i], 1);
  legacy->deleter(legacy);
  versioned->deleter(versioned);
  dlt_release(tensor);
}
END_TEST

static void *call_deleter(void *managed) {
  ((DLManagedTensor *)managed)->deleter(managed);
  return NULL;
}

START_TEST(test_deleter_on_another_thread) {
  dlt_tensor *tensor = imported(LEGACY);
  DLManagedTensor *out;
  pthread_t thread;
  legacy_out(tensor, &out);
  dlt_release(tensor);
  ck_assert_int_eq(pthread_create(&thread, NULL, call_deleter, out), 0);
  pthread_join(thread, NULL);
  ck_assert_int_eq(deleter_calls, 1);
}
END_TEST

static void count_release(void *context) { ++*(int *)context; }

START_TEST(test_wrapped_memory_is_given_back_once) {
  int released = 0;
  dlt_view view = {
      .scalar_type = DLT_QInt32, .device = cpu, .ndim = 2, .shape = shape, .data = data};
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_dlt(dlt_wrap(&view, &released, count_release, &tensor, &error), error);
  ck_assert_int_eq(dlt_view_of(tensor)->nbytes, 24);
  ck_assert_int_eq(dlt_view_of(tensor)->strides[0], 3);
  dlt_release(dlt_retain(tensor));
  ck_assert_int_eq(released, 0);
  dlt_release(tensor);
  ck_assert_int_eq(released, 1);
  view.ndim = 65;
  ck_assert_status(dlt_wrap(&view, &released, count_release, &tensor, &error), DLT_ERR_LAYOUT,
                   error);
  ck_assert_ptr_null(tensor);
  ck_assert_int_eq(released, 1);
}
END_TEST

// Field by field, as a consumer reads them that knows dlpack.h alone.
static const struct {
  int32_t ndim;
  int64_t shape[3], strides[3];
  const char *described;
} described[] = {
    {0, {0}, {0}, "1 8 1 | 1 0 | NULL | NULL | 00"},
    {1, {3}, {1}, "1 8 1 | 1 0 | 3 | 1 | 00 01 02"},
    {1, {3}, {2}, "1 8 1 | 1 0 | 3 | 2 | 00 02 04"},
    {2, {2, 3}, {1, 2}, "1 8 1 | 1 0 | 2 3 | 1 2 | 00 02 04 01 03 05"},
    {3, {1, 2, 2}, {9, 4, 1}, "1 8 1 | 1 0 | 1 2 2 | 9 4 1 | 00 01 04 05"},
    {2, {2, 2}, {0, 1}, "1 8 1 | 1 0 | 2 2 | 0 1 | 00 01 00 01"},
    {2, {0, 5}, {5, 1}, "1 8 1 | 1 0 | 0 5 | 5 1 |"},
};

START_TEST(test_read_by_a_stranger) {
  static unsigned char counted[16];
  char said[200];
  DLManagedTensor *legacy;
  struct DLManagedTensorVersioned *versioned;
  dlt_error error;
  for (int i = 0; i < 16; i++) counted[i] = (unsigned char)i;
  dlt_tensor *tensor =
      wrap(DLT_Byte, described[_i].ndim, described[_i].shape, described[_i].strides, counted);
  ck_assert_dlt(dlt_export(tensor, &legacy, &error), error);
  ck_assert_dlt(dlt_export_versioned(tensor, 0, &versioned, &error), error);
  dlt_release(tensor);
  describe_tensor(&legacy->dl_tensor, said, sizeof said);
  ck_assert_str_eq(said, described[_i].described);
  describe_tensor(&versioned->dl_tensor, said, sizeof said);
  ck_assert_str_eq(said, described[_i].described);
  ck_assert_uint_eq(versioned->flags, 0);
  legacy->deleter(legacy);
  versioned->deleter(versioned);
}
END_TEST

TCase *ownership_tests(void) {
  TCase *tests = tcase_create("ownership");
  tcase_add_loop_test(tests, test_last_reference_deletes, 0, LABELS);
  tcase_add_loop_test(tests, test_empty_tensors_are_deleted_too, 0, LABELS);
  tcase_add_test(tests, test_no_deleter);
  tcase_add_test(tests, test_arrays_may_go);
  tcase_add_loop_test(tests, test_exports_keep_the_tensor, 0, 2);
  tcase_add_loop_test(tests, test_there_and_back, 0, LABELS);
  tcase_add_loop_test(tests, test_one_allocation_in_and_one_out, 0, LABELS);
  tcase_add_test(tests, test_deleter_on_another_thread);
  tcase_add_test(tests, test_wrapped_memory_is_given_back_once);
  tcase_add_loop_test(tests, test_read_by_a_stranger, 0, 7);
  return tests;
}
