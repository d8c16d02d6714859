// The caller's own mistakes, and what an error says when there is none.
#include "test_cpu.h"

static float data[2];
static const int64_t two[] = {2};
static dlt_tensor *const garbage = (dlt_tensor *)(uintptr_t)0x10;

START_TEST(test_null) {
  dlt_error error;
  dlt_tensor *out, *tensor = wrap(DLT_Float, 1, two, NULL, data);
  dlt_view view = *dlt_view_of(tensor), described;
  DLTensor plain = {.data = data, .device = cpu, .ndim = 1, .dtype = {kDLFloat, 32, 1}};
  DLManagedTensor managed = {.dl_tensor = plain}, *legacy = &managed;
  struct DLManagedTensorVersioned versioned = {.version = {1, 1}, .dl_tensor = plain},
                                  *exported = &versioned;
#define REFUSES(call) ck_assert_status(call, DLT_ERR_ARGUMENT, error)
  out = garbage;
  REFUSES(dlt_import(NULL, &out, &error));
  ck_assert_ptr_null(out);
  REFUSES(dlt_import(&managed, NULL, &error));
  out = garbage;
  REFUSES(dlt_import_versioned(NULL, &out, &error));
  ck_assert_ptr_null(out);
  REFUSES(dlt_import_versioned(&versioned, NULL, &error));
  REFUSES(dlt_borrow(NULL, 0, &described, &error));
  ck_assert_ptr_null(described.data);
  REFUSES(dlt_borrow(&plain, 0, NULL, &error));
  out = garbage;
  REFUSES(dlt_wrap(NULL, NULL, NULL, &out, &error));
  ck_assert_ptr_null(out);
  REFUSES(dlt_wrap(&view, NULL, NULL, NULL, &error));
  out = garbage;
  REFUSES(dlt_from_host(NULL, 8, DLT_Float, 1, two, cpu, &out, &error));
  ck_assert_ptr_null(out);
  REFUSES(dlt_from_host(data, 8, DLT_Float, 1, two, cpu, NULL, &error));
  REFUSES(dlt_to_host(NULL, data, 8, &error));
  REFUSES(dlt_to_host(tensor, NULL, 8, &error));
  out = garbage;
  REFUSES(dlt_copy(NULL, cpu, 1, &out, &error));
  ck_assert_ptr_null(out);
  REFUSES(dlt_copy(tensor, cpu, 1, NULL, &error));
  REFUSES(dlt_export(NULL, &legacy, &error));
  ck_assert_ptr_null(legacy);
  REFUSES(dlt_export(tensor, NULL, &error));
  REFUSES(dlt_export_versioned(NULL, 0, &exported, &error));
  ck_assert_ptr_null(exported);
  REFUSES(dlt_export_versioned(tensor, 0, NULL, &error));
  REFUSES(dlt_sync_for(NULL, 1, &error));
  REFUSES(dlt_expect(NULL, "input 0", DLT_Float, &error));
  ck_assert_int_eq(dlt_ready_on(NULL, 1), DLT_ERR_ARGUMENT);
  ck_assert_ptr_null(dlt_view_of(NULL));
  ck_assert_ptr_null(dlt_retain(NULL));
  dlt_release(NULL);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_no_dtype) {
  static const int ids[] = {-1, 31 + 100, 200, INT32_MAX, INT32_MIN};
  dlt_view view = {.scalar_type = (dlt_scalar_type)ids[_i],
                   .device = cpu,
                   .ndim = 1,
                   .shape = two,
                   .data = data};
  dlt_error error;
  dlt_tensor *out = garbage;
  REFUSES(dlt_wrap(&view, NULL, NULL, &out, &error));
  ck_assert_said(error, " is no ExecuTorch dtype");
  ck_assert_ptr_null(out);
  REFUSES(dlt_from_host(data, 8, view.scalar_type, 1, two, cpu, &out, &error));
  view.scalar_type = DLTAB_UNDEFINED;
  REFUSES(dlt_wrap(&view, NULL, NULL, &out, &error));
}
END_TEST

START_TEST(test_streams_of_host_memory) {
  static const struct {
    int64_t stream;
    dlt_status status;
  } streams[] = {{-1, DLT_OK},
                 {1, DLT_OK},
                 {0, DLT_ERR_ARGUMENT},
                 {-2, DLT_ERR_ARGUMENT},
                 {2, DLT_ERR_ARGUMENT},
                 {12345, DLT_ERR_ARGUMENT},
                 {INT64_MIN, DLT_ERR_ARGUMENT}};
  dlt_error error;
  dlt_tensor *tensor = wrap(DLT_Float, 1, two, NULL, data);
  for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
    ck_assert_int_eq(dlt_sync_for(tensor, streams[i].stream, &error), streams[i].status);
  dlt_release(tensor);
}
END_TEST

// What an earlier failure said is gone after a success.
START_TEST(test_success_clears_the_error) {
  dlt_error error;
  dlt_tensor *tensor = NULL, *copy = NULL;
  struct DLManagedTensorVersioned *out = NULL;
  dlt_view view;
#define CLEARS(call)                                                                               \
  memset(&error, 0xAB, sizeof error);                                                              \
  ck_assert_int_eq(call, DLT_OK);                                                                  \
  ck_assert_int_eq(error.status, DLT_OK);                                                          \
  ck_assert_str_eq(error.message, "")
  CLEARS(dlt_from_host(data, 8, DLT_Float, 1, two, cpu, &tensor, &error));
  CLEARS(dlt_to_host(tensor, data, 8, &error));
  CLEARS(dlt_copy(tensor, cpu, 1, &copy, &error));
  CLEARS(dlt_sync_for(tensor, 1, &error));
  CLEARS(dlt_expect(tensor, "input 0", DLT_Float, &error));
  CLEARS(dlt_export_versioned(tensor, 0, &out, &error));
  CLEARS(dlt_borrow(&out->dl_tensor, 0, &view, &error));
  dlt_release(tensor);
  CLEARS(dlt_import_versioned(out, &tensor, &error));
  view = *dlt_view_of(copy);
  dlt_release(tensor);
  CLEARS(dlt_wrap(&view, NULL, NULL, &tensor, &error));
  dlt_release(tensor);
  dlt_release(copy);
}
END_TEST

// Long lists are cut, and the sentence still ends.
START_TEST(test_messages_fit) {
  int64_t shape[64];
  for (int i = 0; i < 64; i++) shape[i] = INT64_MAX - i;
  struct producer producer =
      produce(VERSIONED, (DLDataType){kDLFloat, 32, 1}, 64, shape, shape, data);
  assert_refused(&producer, DLT_ERR_LAYOUT, ", ...] has more bytes than 64 bits can count");
}
END_TEST

TCase *argument_tests(void) {
  TCase *tests = tcase_create("arguments");
  tcase_add_test(tests, test_null);
  tcase_add_loop_test(tests, test_no_dtype, 0, 5);
  tcase_add_test(tests, test_streams_of_host_memory);
  tcase_add_test(tests, test_success_clears_the_error);
  tcase_add_test(tests, test_messages_fit);
  return tests;
}
