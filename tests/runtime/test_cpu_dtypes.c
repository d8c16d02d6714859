// Which dtypes cross, and as what: against the hand-kept list, never against the table itself.
#include "expected_dtypes.h"
#include "test_cpu.h"

static const struct row {
  const char *name;
  int id, form, code, bits, lanes, bytes;
} rows[] = {
#define ROW(scalar_type, dtype, id, form, code, bits, lanes, major, minor, bytes)                  \
  {#scalar_type, id, form, code, bits, lanes, bytes},
    EXPECTED_DTYPES(ROW)
#undef ROW
};
enum { ROWS = sizeof rows / sizeof *rows };

static DLDataType form_of(const struct row *row) {
  return (DLDataType){(uint8_t)row->code, (uint8_t)row->bits, (uint16_t)row->lanes};
}

static _Alignas(16) unsigned char bytes[64];
static const int64_t two[] = {2};

START_TEST(test_import) {
  const struct row *row = &rows[_i / LABELS];
  if (!row->form) return;
  struct producer producer = produce((enum label)(_i % LABELS), form_of(row), 1, two, NULL, bytes);
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  const dlt_view *view = dlt_view_of(tensor);
  ck_assert_int_eq(view->scalar_type, row->id);
  ck_assert_str_eq(dlt_scalar_type_name(view->scalar_type), row->name);
  ck_assert_ptr_eq(view->data, bytes);
  ck_assert_int_eq(view->nbytes, 2 * row->bytes);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_export) {
  const struct row *row = &rows[_i];
  dlt_tensor *tensor = wrap((dlt_scalar_type)row->id, 1, two, NULL, bytes);
  DLManagedTensor *legacy;
  struct DLManagedTensorVersioned *versioned;
  dlt_error error;
  char said[100];
  if (row->form) {
    ck_assert_dlt(dlt_export(tensor, &legacy, &error), error);
    ck_assert_dlt(dlt_export_versioned(tensor, 0, &versioned, &error), error);
    DLDataType form = form_of(row);
    ck_assert_mem_eq(&legacy->dl_tensor.dtype, &form, sizeof form);
    ck_assert_mem_eq(&versioned->dl_tensor.dtype, &form, sizeof form);
    legacy->deleter(legacy);
    versioned->deleter(versioned);
  } else {
    snprintf(said, sizeof said, "dtype %s cannot be represented by DLPack", row->name);
    ck_assert_status(dlt_export(tensor, &legacy, &error), DLT_ERR_DTYPE, error);
    ck_assert_str_eq(error.message, said);
    ck_assert_status(dlt_export_versioned(tensor, 0, &versioned, &error), DLT_ERR_DTYPE, error);
    ck_assert_str_eq(error.message, said);
    ck_assert_ptr_null(legacy);
    ck_assert_ptr_null(versioned);
  }
  dlt_release(tensor);
}
END_TEST

// What others' importers took for a dtype that it is not.
static const struct {
  DLDataType dtype;
  const char *said;
} strangers[] = {
    {{1, 1, 1}, "code 1 (kDLUInt), bits 1, lanes 1"},      // the old bool of one bit
    {{2, 8, 1}, "code 2 (kDLFloat), bits 8, lanes 1"},     // names no float8
    {{5, 64, 2}, "code 5 (kDLComplex), bits 64, lanes 2"}, // complex64 is (5, 64, 1)
    {{2, 64, 4}, "lanes 4"},
    {{2, 64, 65532}, "lanes 65532"}, // a negative number of lanes
    {{2, 64, 0}, "lanes 0"},
    {{3, 64, 1}, "code 3 (kDLOpaqueHandle)"},
    {{7, 8, 1}, "kDLFloat8_e3m4"},
    {{8, 8, 1}, "kDLFloat8_e4m3)"},
    {{9, 8, 1}, "kDLFloat8_e4m3b11fnuz"},
    {{10, 16, 1}, "kDLFloat8_e4m3fn)"},
    {{14, 8, 1}, "kDLFloat8_e8m0fnu"},
    {{15, 8, 1}, "kDLFloat6_e2m3fn"},
    {{16, 4, 1}, "kDLFloat6_e3m2fn"},
    {{17, 8, 1}, "kDLFloat4_e2m1fn"}, // of fp4 only 4 bits are specified
    {{6, 1, 1}, "kDLBool"},
    {{4, 32, 1}, "kDLBfloat"},
    {{18, 8, 1}, "code 18 (unknown)"},
    {{255, 255, 65535}, "code 255 (unknown), bits 255, lanes 65535"},
    {{0, 0, 0}, "bits 0, lanes 0"},
};
enum { STRANGERS = sizeof strangers / sizeof *strangers };

START_TEST(test_unsupported) {
  size_t i = (size_t)_i / LABELS;
  struct producer producer =
      produce((enum label)(_i % LABELS), strangers[i].dtype, 1, two, NULL, bytes);
  dlt_view view;
  dlt_error error;
  ck_assert_status(dlt_borrow(producer.tensor, 0, &view, &error), DLT_ERR_DTYPE, error);
  ck_assert_said(error, "Unsupported DLPack dtype: ");
  assert_refused(&producer, DLT_ERR_DTYPE, strangers[i].said);
}
END_TEST

// A copy cannot look at each byte, so any byte is a bool; nothing loads one as bool.
START_TEST(test_bytes_of_bool_are_bits) {
  unsigned char odd[] = {0x00, 0x02, 0xFF}, back[3];
  const int64_t shape[] = {3};
  struct producer producer = produce(VERSIONED, (DLDataType){kDLBool, 8, 1}, 1, shape, NULL, odd);
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  ck_assert_dlt(dlt_to_host(tensor, back, 3, &error), error);
  ck_assert_mem_eq(back, odd, 3);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_expectation) {
  dlt_error error;
  dlt_tensor *tensor = wrap(DLT_Float8_e4m3fnuz, 1, two, NULL, bytes);
  ck_assert_status(dlt_expect(tensor, "input 0", DLT_Float8_e4m3fn, &error), DLT_ERR_MISMATCH,
                   error);
  ck_assert_str_eq(error.message,
                   "input 0 has dtype Float8_e4m3fnuz but the method expects Float8_e4m3fn");
  ck_assert_dlt(dlt_expect(tensor, "input 0", DLT_Float8_e4m3fnuz, &error), error);
  ck_assert_status(dlt_expect(tensor, "input 0", DLTAB_UNDEFINED, &error), DLT_ERR_ARGUMENT, error);
  ck_assert_status(dlt_expect(tensor, "input 0", (dlt_scalar_type)200, &error), DLT_ERR_ARGUMENT,
                   error);
  ck_assert_status(dlt_expect(tensor, NULL, DLT_Byte, &error), DLT_ERR_MISMATCH, error);
  dlt_release(tensor);
}
END_TEST

TCase *dtype_tests(void) {
  TCase *tests = tcase_create("dtypes");
  tcase_add_loop_test(tests, test_import, 0, ROWS * LABELS);
  tcase_add_loop_test(tests, test_export, 0, ROWS);
  tcase_add_loop_test(tests, test_unsupported, 0, STRANGERS * LABELS);
  tcase_add_test(tests, test_bytes_of_bool_are_bits);
  tcase_add_test(tests, test_expectation);
  return tests;
}
