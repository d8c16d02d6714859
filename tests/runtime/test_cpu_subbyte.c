// Elements of less than a byte, across bytes, of several lanes; on a table that has them.
#ifdef SUBBYTE
#include "test_cpu.h"

static _Alignas(16) unsigned char bytes[256];
enum { PADDED = DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED };

// Bytes of 7 elements, by hand: packed ones are counted over the whole tensor.
static const struct row {
  const char *name;
  DLDataType dtype;
  int64_t nbytes;
  uint64_t flags;
  bool packed;
} rows[] = {
    {"Int4", {0, 4, 1}, 4, 0, true},    // 28 bits
    {"UInt2", {1, 2, 1}, 2, 0, true},   // 14 bits
    {"Float6", {15, 6, 1}, 6, 0, true}, // 42 bits
    {"Int3x3", {0, 3, 3}, 8, 0, true},  // 63 bits
    {"Float4Padded", {17, 4, 1}, 7, PADDED, false},
    {"UInt9", {1, 9, 1}, 14, PADDED, false},
    {"Float4x2", {17, 4, 2}, 7, 0, false},
    {"Float32x4", {2, 32, 4}, 112, 0, false},
    {"Int24", {0, 24, 1}, 21, 0, false},
};
enum { ROWS = sizeof rows / sizeof *rows };
static const int64_t seven[] = {7};

static struct producer produce_row(enum label label, const struct row *row,
                                   const int64_t *strides) {
  struct producer producer = produce(label, row->dtype, 1, seven, strides, bytes);
  if (label == VERSIONED) producer.managed.versioned->flags = row->flags;
  return producer;
}

static dlt_tensor *import_row(enum label label, const struct row *row) {
  struct producer producer = produce_row(label, row, NULL);
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  return tensor;
}

START_TEST(test_sizes) {
  const struct row *row = &rows[_i];
  dlt_tensor *tensor = import_row(VERSIONED, row);
  ck_assert_str_eq(dlt_scalar_type_name(dlt_view_of(tensor)->scalar_type), row->name);
  ck_assert_int_eq(dlt_view_of(tensor)->nbytes, row->nbytes);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_flag_has_to_agree) {
  const struct row *row = &rows[_i];
  struct producer producer = produce_row(VERSIONED, row, NULL);
  producer.managed.versioned->flags ^= PADDED;
  assert_refused(&producer, DLT_ERR_LAYOUT,
                 row->flags ? "are padded to whole bytes; the tensor's flags do not say so"
                            : "the flags say that sub-byte elements are padded; those of");
}
END_TEST

START_TEST(test_padding_cannot_cross_where_flags_cannot) {
  const struct row *row = &rows[_i];
  dlt_error error;
  dlt_view view;
  DLManagedTensor *legacy;
  struct DLManagedTensorVersioned *out;
  struct producer producer = produce_row(LEGACY, row, NULL);
  dlt_status wanted = row->flags ? DLT_ERR_LAYOUT : DLT_OK;
  ck_assert_status(dlt_borrow(producer.tensor, 0, &view, &error), wanted, error);
  ck_assert_dlt(dlt_borrow(producer.tensor, row->flags, &view, &error), error);
  if (row->flags) assert_refused(&producer, DLT_ERR_LAYOUT, "padded");
  else delete (&producer);
  dlt_tensor *tensor = import_row(VERSIONED, row);
  ck_assert_status(dlt_export(tensor, &legacy, &error), wanted, error);
  if (legacy) legacy->deleter(legacy);
  ck_assert_dlt(dlt_export_versioned(tensor, 0, &out, &error), error);
  ck_assert_uint_eq(out->flags, row->flags);
  ck_assert_mem_eq(&out->dl_tensor.dtype, &row->dtype, sizeof row->dtype);
  out->deleter(out);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_only_packed_elements_have_to_be_compact) {
  static const int64_t gaps[] = {2};
  const struct row *row = &rows[_i];
  struct producer producer = produce_row(VERSIONED, row, gaps);
  dlt_error error;
  dlt_tensor *tensor;
  if (row->packed) {
    assert_refused(&producer, DLT_ERR_LAYOUT, "only row-major elements without gaps can be packed");
    return;
  }
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_packed_shapes) {
  static const struct {
    int64_t shape[2], strides[2];
    bool right;
    int64_t nbytes;
  } cases[] = {
      {{3, 5}, {5, 1}, true, 8},                              // 60 bits
      {{3, 5}, {1, 3}, false, 0}, {{1, 5}, {99, 1}, true, 3}, // a stride of size 1 means nothing
      {{0, 5}, {7, 7}, true, 0},  {{5, 1}, {1, 0}, true, 3},  {{2, 5}, {0, 1}, false, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dlt_view view;
    dlt_error error;
    DLTensor tensor = {.data = bytes,
                       .device = cpu,
                       .ndim = 2,
                       .dtype = {0, 4, 1},
                       .shape = (int64_t *)(uintptr_t)cases[i].shape,
                       .strides = (int64_t *)(uintptr_t)cases[i].strides};
    ck_assert_status(dlt_borrow(&tensor, 0, &view, &error),
                     cases[i].right ? DLT_OK : DLT_ERR_LAYOUT, error);
    ck_assert_int_eq(view.nbytes, cases[i].nbytes);
  }
}
END_TEST

// 2^62 elements of 4 bits are 2^61 bytes; of 6 bits more than 64 bits count in bits, and not in bytes.
START_TEST(test_packed_sizes_near_the_end) {
  int64_t shape[] = {1LL << 62};
  DLTensor tensor = {.data = bytes, .device = cpu, .ndim = 1, .dtype = {0, 4, 1}, .shape = shape};
  dlt_view view;
  dlt_error error;
  ck_assert_dlt(dlt_borrow(&tensor, 0, &view, &error), error);
  ck_assert_int_eq(view.nbytes, 1LL << 61);
  tensor.dtype = (DLDataType){15, 6, 1};
  ck_assert_dlt(dlt_borrow(&tensor, 0, &view, &error), error);
  ck_assert_int_eq(view.nbytes, 3 * (1LL << 60));
  tensor.dtype = (DLDataType){0, 3, 3};
  ck_assert_dlt(dlt_borrow(&tensor, 0, &view, &error), error);
  shape[0] = INT64_MAX;
  ck_assert_status(dlt_borrow(&tensor, 0, &view, &error), DLT_ERR_LAYOUT, error);
}
END_TEST

START_TEST(test_bits_there_and_back) {
  const struct row *row = &rows[_i];
  unsigned char bits[112], back[112];
  dlt_error error;
  dlt_tensor *tensor, *copy;
  dlt_scalar_type type = dlt_scalar_type_from_name(row->name);
  for (size_t i = 0; i < sizeof bits; i++) bits[i] = (unsigned char)(i * 11 + 3);
  ck_assert_dlt(dlt_from_host(bits, (size_t)row->nbytes, type, 1, seven, cpu, &tensor, &error),
                error);
  ck_assert_uint_eq(dlt_view_of(tensor)->flags, row->flags);
  ck_assert_dlt(dlt_copy(tensor, cpu, 1, &copy, &error), error);
  ck_assert_uint_eq(dlt_view_of(copy)->flags, row->flags);
  dlt_release(tensor);
  ck_assert_dlt(dlt_to_host(copy, back, (size_t)row->nbytes, &error), error);
  ck_assert_mem_eq(back, bits, (size_t)row->nbytes);
  dlt_release(copy);
}
END_TEST

// A second form that is read, and a second name that is written.
START_TEST(test_asymmetries) {
  struct producer producer = produce(VERSIONED, (DLDataType){1, 24, 1}, 1, seven, NULL, bytes);
  dlt_error error;
  dlt_tensor *tensor;
  struct DLManagedTensorVersioned *out;
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  ck_assert_int_eq(dlt_view_of(tensor)->scalar_type, DLT_Int24);
  ck_assert_dlt(dlt_export_versioned(tensor, 0, &out, &error), error);
  ck_assert_int_eq(out->dl_tensor.dtype.code, 0);
  out->deleter(out);
  dlt_release(tensor);
  tensor = wrap(DLT_Int24Alias, 1, seven, NULL, bytes);
  ck_assert_dlt(dlt_export_versioned(tensor, 0, &out, &error), error);
  dlt_release(tensor);
  ck_assert_dlt(dlt_import_versioned(out, &tensor, &error), error);
  ck_assert_int_eq(dlt_view_of(tensor)->scalar_type, DLT_Int24);
  dlt_release(tensor);
}
END_TEST

// A lane is what has to be aligned, and elements of three bytes are at home anywhere.
START_TEST(test_alignment) {
  static const struct {
    DLDataType dtype;
    int at;
    dlt_status status;
  } cases[] = {{{2, 32, 4}, 4, DLT_OK},
               {{2, 32, 4}, 2, DLT_ERR_LAYOUT},
               {{0, 24, 1}, 1, DLT_OK},
               {{0, 4, 1}, 1, DLT_OK},
               {{17, 4, 2}, 3, DLT_OK}};
  int64_t shape[] = {2};
  dlt_view view;
  dlt_error error;
  DLTensor tensor = {.data = bytes + cases[_i].at,
                     .device = cpu,
                     .ndim = 1,
                     .dtype = cases[_i].dtype,
                     .shape = shape};
  ck_assert_status(dlt_borrow(&tensor, 0, &view, &error), cases[_i].status, error);
}
END_TEST

TCase *subbyte_tests(void) {
  TCase *tests = tcase_create("sub-byte");
  tcase_add_loop_test(tests, test_sizes, 0, ROWS);
  tcase_add_loop_test(tests, test_flag_has_to_agree, 0, ROWS);
  tcase_add_loop_test(tests, test_padding_cannot_cross_where_flags_cannot, 0, ROWS);
  tcase_add_loop_test(tests, test_only_packed_elements_have_to_be_compact, 0, ROWS);
  tcase_add_test(tests, test_packed_shapes);
  tcase_add_test(tests, test_packed_sizes_near_the_end);
  tcase_add_loop_test(tests, test_bits_there_and_back, 0, ROWS);
  tcase_add_test(tests, test_asymmetries);
  tcase_add_loop_test(tests, test_alignment, 0, 5);
  return tests;
}
#else
typedef int no_subbyte_dtypes; // a file has to declare something
#endif
