// Shape, strides, data and byte_offset: what describes memory that can be used, and what does not.
#include "test_cpu.h"

static const DLDataType float32 = {kDLFloat, 32, 1}, int64 = {kDLInt, 64, 1},
                        uint8 = {kDLUInt, 8, 1};
static _Alignas(16) unsigned char bytes[256];

// Everything but the last three columns is what the producer hands out. 99 stands for NULL strides.
enum { NO_STRIDES = 99 };

static const struct right {
  const char *name;
  int32_t ndim;
  int64_t shape[8], strides[8];
  int64_t wanted[8]; // strides of the tensor
  int64_t nbytes;
  bool no_data;
} rights[] = {
    {"NULL strides are row-major", 2, {2, 3}, {NO_STRIDES}, {3, 1}, 24, false},
    {"row-major", 2, {2, 3}, {3, 1}, {3, 1}, 24, false},
    {"scalar", 0, {0}, {0}, {0}, 4, false},
    {"scalar without strides", 0, {0}, {NO_STRIDES}, {0}, 4, false},
    {"one element of five dimensions",
     5,
     {1, 1, 1, 1, 1},
     {7, -7, 0, 9, 5},
     {7, -7, 0, 9, 5},
     4,
     false},
    {"odd strides of unit dimensions",
     5,
     {1, 3, 1, 4, 1},
     {0, 4, 0, 1, 0},
     {0, 4, 0, 1, 0},
     48,
     false},
    {"transposed", 2, {4, 5}, {1, 4}, {1, 4}, 80, false},
    {"gaps", 2, {2, 2}, {3, 1}, {3, 1}, 16, false},
    {"broadcast", 2, {2, 3}, {0, 0}, {0, 0}, 24, false},
    {"empty, no data", 2, {0, 3}, {3, 1}, {3, 1}, 0, true},
    {"empty, no data, no strides", 2, {0, 3}, {NO_STRIDES}, {3, 1}, 0, true},
    {"empty with data", 1, {0}, {1}, {1}, 0, false},
    {"empty three times", 3, {0, 0, 0}, {NO_STRIDES}, {1, 1, 1}, 0, true},
    {"empty, any strides", 4, {1, 8, 0, 128}, {8192, 1024, 128, 1}, {8192, 1024, 128, 1}, 0, true},
    {"empty, strides of 0", 4, {1, 8, 0, 128}, {0, 0, 0, 0}, {0, 0, 0, 0}, 0, true},
    {"empty, dimensions of any size",
     3,
     {INT64_MAX, 0, INT64_MAX},
     {NO_STRIDES},
     {INT64_MAX, INT64_MAX, 1},
     0,
     true},
    {"empty, a product that does not fit",
     3,
     {0, INT64_MAX, INT64_MAX},
     {NO_STRIDES},
     {1, INT64_MAX, 1},
     0,
     true},
    {"empty, strides that reach anywhere",
     2,
     {5, 0},
     {INT64_MAX, INT64_MIN},
     {INT64_MAX, INT64_MIN},
     0,
     true},
};
enum { RIGHTS = sizeof rights / sizeof *rights };

static struct producer produce_right(const struct right *right, enum label label) {
  const int64_t *strides = right->strides[0] == NO_STRIDES ? NULL : right->strides;
  return produce(label, float32, right->ndim, right->shape, strides, right->no_data ? NULL : bytes);
}

START_TEST(test_accepted) {
  const struct right *right = &rights[_i / LABELS];
  struct producer producer = produce_right(right, (enum label)(_i % LABELS));
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  const dlt_view *view = dlt_view_of(tensor);
  ck_assert_int_eq(view->ndim, right->ndim);
  ck_assert_int_eq(view->nbytes, right->nbytes);
  for (int32_t i = 0; i < right->ndim; i++) {
    ck_assert_int_eq(view->shape[i], right->shape[i]);
    ck_assert_int_eq(view->strides[i], right->wanted[i]);
  }
  // Out again: strides as they came, never NULL, and no data where there is none.
  struct DLManagedTensorVersioned *out;
  ck_assert_dlt(dlt_export_versioned(tensor, 0, &out, &error), error);
  ck_assert_ptr_eq(out->dl_tensor.data, right->nbytes ? bytes : NULL);
  ck_assert_uint_eq(out->dl_tensor.byte_offset, 0);
  ck_assert(right->ndim == 0 || out->dl_tensor.strides != NULL);
  for (int32_t i = 0; i < right->ndim; i++)
    ck_assert_int_eq(out->dl_tensor.strides[i], right->wanted[i]);
  out->deleter(out);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_borrowed_as_it_is) {
  const struct right *right = &rights[_i];
  struct producer producer = produce_right(right, VERSIONED);
  dlt_error error;
  dlt_view view;
  ck_assert_dlt(dlt_borrow(producer.tensor, 0, &view, &error), error);
  ck_assert_int_eq(view.nbytes, right->nbytes);
  ck_assert_ptr_eq(view.shape, producer.tensor->shape);
  ck_assert_ptr_eq(view.strides, producer.tensor->strides);
  delete (&producer);
}
END_TEST

static const struct wrong {
  int32_t ndim;
  int64_t shape[4], strides[4];
  const char *said;
} wrongs[] = {
    {-1, {0}, {NO_STRIDES}, "ndim is -1; 0 to 64 dimensions are possible"},
    {INT32_MIN, {0}, {NO_STRIDES}, "ndim is -2147483648"},
    {1, {-1}, {NO_STRIDES}, "shape[0] is -1; a size cannot be negative"},
    {2, {0, -1}, {NO_STRIDES}, "shape[1] is -1"}, // also of an empty tensor
    {2, {INT64_MIN, 2}, {NO_STRIDES}, "shape[0] is -9223372036854775808"},
    {2, {1LL << 32, 1LL << 32}, {NO_STRIDES}, "shape [4294967296, 4294967296] has more bytes"},
    {3, {1LL << 32, 1LL << 32, 16}, {NO_STRIDES}, "has more bytes than 64 bits can count"},
    {2, {1LL << 32, 1LL << 32}, {0, 0}, "has more bytes"}, // though the strides reach nowhere
    {1, {1LL << 61}, {NO_STRIDES}, "has more bytes"},      // elements fit, bytes do not
    {2, {2, 2}, {INT64_MAX, 1}, "strides [9223372036854775807, 1] with shape [2, 2] reach beyond"},
    {2, {2, 2}, {INT64_MIN, 1}, "reach beyond"},
    {2, {3, 3}, {INT64_MAX / 2, INT64_MAX / 2}, "reach beyond"},
    {1, {2}, {1LL << 61}, "reach beyond"},
    {1, {2}, {-(1LL << 61)}, "reach beyond"},
    {1, {1LL << 40}, {-(1LL << 20)}, "reach beyond"}, // below address 0
};
enum { WRONGS = sizeof wrongs / sizeof *wrongs };

START_TEST(test_refused) {
  const struct wrong *wrong = &wrongs[_i / LABELS];
  const int64_t *strides = wrong->strides[0] == NO_STRIDES ? NULL : wrong->strides;
  int32_t length = wrong->ndim < 0 ? 0 : wrong->ndim;
  struct producer producer =
      produce((enum label)(_i % LABELS), float32, length, wrong->shape, strides, bytes);
  producer.tensor->ndim = wrong->ndim;
  assert_refused(&producer, DLT_ERR_LAYOUT, wrong->said);
}
END_TEST

START_TEST(test_arrays_that_are_missing) {
  static const int32_t ndims[] = {1, 2, 64, 65, INT32_MAX};
  struct producer producer = produce(VERSIONED, float32, 0, NULL, NULL, bytes);
  producer.tensor->ndim = ndims[_i];
  assert_refused(&producer, DLT_ERR_LAYOUT,
                 ndims[_i] > 64 ? "0 to 64 dimensions" : "shape is NULL, but ndim is");
}
END_TEST

START_TEST(test_every_number_of_dimensions) {
  int64_t shape[65], wanted = 1;
  for (int i = 0; i < 65; i++) shape[i] = i % 8 == 3 ? 2 : 1;
  for (int i = 0; i < _i; i++) wanted *= shape[i];
  struct producer producer = produce(VERSIONED, uint8, _i, shape, NULL, bytes);
  if (_i == 65) {
    assert_refused(&producer, DLT_ERR_LAYOUT, "ndim is 65; 0 to 64 dimensions are possible");
    return;
  }
  dlt_error error;
  dlt_tensor *tensor;
  struct DLManagedTensorVersioned *out;
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  ck_assert_int_eq(dlt_view_of(tensor)->nbytes, wanted);
  ck_assert_dlt(dlt_export_versioned(tensor, 0, &out, &error), error);
  ck_assert_int_eq(out->dl_tensor.ndim, _i);
  if (_i) ck_assert_mem_eq(out->dl_tensor.shape, shape, (size_t)_i * sizeof *shape);
  out->deleter(out);
  dlt_release(tensor);
}
END_TEST

// --- Data, byte_offset, alignment

START_TEST(test_byte_offset) {
  const int64_t shape[] = {8};
  struct producer producer = produce((enum label)_i, float32, 1, shape, NULL, bytes);
  producer.tensor->byte_offset = 32;
  dlt_error error;
  dlt_tensor *tensor;
  DLManagedTensor *out;
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  ck_assert_ptr_eq(dlt_view_of(tensor)->data, bytes + 32);
  ck_assert_dlt(dlt_export(tensor, &out, &error), error);
  ck_assert_ptr_eq((char *)out->dl_tensor.data + out->dl_tensor.byte_offset, bytes + 32);
  out->deleter(out);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_byte_offset_of_nothing) {
  const int64_t shape[] = {0};
  struct producer producer = produce((enum label)_i, float32, 1, shape, NULL, NULL);
  producer.tensor->byte_offset = 32;
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  ck_assert_ptr_null(dlt_view_of(tensor)->data);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_byte_offset_that_leads_nowhere) {
  const int64_t shape[] = {1};
  struct producer producer = produce((enum label)_i, float32, 1, shape, NULL, bytes);
  producer.tensor->byte_offset = UINT64_MAX - 39; // -40, cast by a producer
  assert_refused(&producer, DLT_ERR_LAYOUT, "byte_offset 18446744073709551576 from data ");
}
END_TEST

START_TEST(test_no_data) {
  const int64_t shape[] = {2};
  struct producer producer = produce((enum label)_i, float32, 1, shape, NULL, NULL);
  assert_refused(&producer, DLT_ERR_LAYOUT,
                 "data is NULL, which only an empty tensor's can be; this one has 8 bytes");
}
END_TEST

// A dtype and how many bytes its address has to be a multiple of.
static const struct {
  DLDataType dtype;
  int alignment;
} alignments[] = {
    {{kDLUInt, 8, 1}, 1},      {{kDLBool, 8, 1}, 1},     {{kDLFloat8_e5m2, 8, 1}, 1},
    {{kDLInt, 16, 1}, 2},      {{kDLBfloat, 16, 1}, 2},  {{kDLFloat, 32, 1}, 4},
    {{kDLFloat, 64, 1}, 8},    {{kDLComplex, 32, 1}, 2}, {{kDLComplex, 64, 1}, 4},
    {{kDLComplex, 128, 1}, 8},
};

START_TEST(test_alignment) {
  const int64_t shape[] = {2};
  int alignment = alignments[_i].alignment;
  for (int at = 0; at < 16; at++) {
    for (int by_offset = 0; by_offset < 2; by_offset++) {
      struct producer producer =
          produce(VERSIONED, alignments[_i].dtype, 1, shape, NULL, by_offset ? bytes : bytes + at);
      producer.tensor->byte_offset = by_offset ? (uint64_t)at : 0;
      if (at % alignment != 0) {
        assert_refused(&producer, DLT_ERR_LAYOUT, "is misaligned; ");
        continue;
      }
      dlt_error error;
      dlt_tensor *tensor;
      ck_assert_dlt(import(&producer, &tensor, &error), error);
      dlt_release(tensor);
    }
  }
}
END_TEST

// --- Many descriptions, judged a second time in 128 bits

__extension__ typedef __int128 wide;

static uint64_t next_random(void) {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 16;
}

static int64_t random_size(void) {
  static const int64_t special[] = {
      0,         1,         2,         3,  7,         1LL << 20,     1LL << 31,
      1LL << 33, 1LL << 61, INT64_MAX, -1, INT64_MIN, INT64_MAX - 1, 5,
      1};
  return special[next_random() % (sizeof special / sizeof *special)];
}

// Whether the description is one of memory: sizes, bytes and every address in range.
static bool judge(const DLTensor *tensor, int64_t itemsize) {
  wide elements = 1, low = 0, high = 0;
  bool empty = false;
  for (int i = 0; i < tensor->ndim; i++) {
    if (tensor->shape[i] < 0) return false;
    if (tensor->shape[i] == 0) empty = true;
  }
  if (empty) return true;
  for (int i = 0; i < tensor->ndim; i++) {
    elements *= tensor->shape[i];
    if (elements * itemsize > INT64_MAX) return false;
    if (!tensor->strides) continue;
    wide reach = (wide)(tensor->shape[i] - 1) * tensor->strides[i];
    if (reach < 0) low += reach;
    else high += reach;
  }
  if (!tensor->strides) high = elements - 1;
  if (low * itemsize < INT64_MIN || high * itemsize > INT64_MAX) return false; // in signed 64 bits
  wide first = (wide)(uintptr_t)tensor->data + low * itemsize;
  wide last = (wide)(uintptr_t)tensor->data + high * itemsize + itemsize - 1;
  return first >= 0 && last <= (wide)UINTPTR_MAX;
}

START_TEST(test_random_descriptions) {
  int accepted = 0, rounds = 20000;
  for (int round = 0; round < rounds; round++) {
    int64_t shape[3], strides[3];
    for (int i = 0; i < 3; i++) shape[i] = random_size(), strides[i] = random_size();
    DLTensor tensor = {.data = bytes,
                       .device = cpu,
                       .ndim = (int32_t)(next_random() % 4),
                       .dtype = round % 2 ? int64 : uint8,
                       .shape = shape,
                       .strides = next_random() % 3 ? strides : NULL};
    dlt_view view;
    dlt_error error;
    bool right = judge(&tensor, round % 2 ? 8 : 1);
    dlt_status status = dlt_borrow(&tensor, 0, &view, &error);
    ck_assert_msg((status == DLT_OK) == right, "round %d: %s", round, error.message);
    DLManagedTensor managed = {.dl_tensor = tensor};
    dlt_tensor *imported;
    ck_assert_int_eq(dlt_import(&managed, &imported, NULL), status);
    dlt_release(imported);
    accepted += right;
  }
  ck_assert_int_gt(accepted, rounds / 10); // neither answer is rare
  ck_assert_int_lt(accepted, rounds * 9 / 10);
}
END_TEST

TCase *layout_tests(void) {
  TCase *tests = tcase_create("layout");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, test_accepted, 0, RIGHTS * LABELS);
  tcase_add_loop_test(tests, test_borrowed_as_it_is, 0, RIGHTS);
  tcase_add_loop_test(tests, test_refused, 0, WRONGS * LABELS);
  tcase_add_loop_test(tests, test_arrays_that_are_missing, 0, 5);
  tcase_add_loop_test(tests, test_every_number_of_dimensions, 0, 66);
  tcase_add_loop_test(tests, test_byte_offset, 0, LABELS);
  tcase_add_loop_test(tests, test_byte_offset_of_nothing, 0, LABELS);
  tcase_add_loop_test(tests, test_byte_offset_that_leads_nowhere, 0, LABELS);
  tcase_add_loop_test(tests, test_no_data, 0, LABELS);
  tcase_add_loop_test(tests, test_alignment, 0, 10);
  tcase_add_test(tests, test_random_descriptions);
  return tests;
}
