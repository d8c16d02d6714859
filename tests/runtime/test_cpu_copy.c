// Bits in, bits out, and copies, on the CPU: against a loop that follows the definition of strides.
#include "test_cpu.h"

static const struct layout {
  int32_t ndim;
  int64_t shape[5], strides[5];
  int64_t first; // where the tensor's own first element lies, in elements
} layouts[] = {
    {0, {0}, {0}, 3},
    {1, {7}, {1}, 2},
    {1, {7}, {3}, 0},
    {1, {7}, {-2}, 14},
    {1, {5}, {0}, 4},
    {2, {3, 4}, {4, 1}, 0},
    {2, {3, 4}, {5, 1}, 1},
    {2, {4, 3}, {1, 4}, 0},
    {2, {3, 4}, {-4, -1}, 11},
    {2, {3, 4}, {0, 1}, 5},
    {3, {2, 3, 4}, {12, 4, 1}, 0},
    {3, {2, 3, 4}, {24, 8, 2}, 0},
    {3, {4, 3, 2}, {1, 4, 12}, 0},
    {4, {1, 3, 1, 4}, {-9, 4, 77, 1}, 0},
    {5, {2, 1, 2, 3, 2}, {40, 0, 14, 4, 2}, 1},
    {3, {2, 0, 3}, {3, 3, 1}, 0},
};
enum { LAYOUTS = sizeof layouts / sizeof *layouts, ELEMENTS = 96 };

// Dtypes of 1, 2, 4, 8 and 16 bytes, and of others where the table has them.
static const dlt_scalar_type types[] = {
    DLT_Float8_e5m2, DLT_BFloat16,  DLT_Float, DLT_ComplexFloat, DLT_ComplexDouble,
#ifdef SUBBYTE
    DLT_Int24,       DLT_Float32x4, DLT_UInt9,
#endif
};
enum { TYPES = sizeof types / sizeof *types };

// Element by element; returns how many bytes.
static size_t gather(const struct layout *layout, const unsigned char *memory, size_t itemsize,
                     unsigned char *out) {
  int64_t count = 1;
  for (int32_t i = 0; i < layout->ndim; i++) count *= layout->shape[i];
  for (int64_t n = 0; n < count; n++) {
    int64_t rest = n, at = layout->first;
    for (int32_t i = layout->ndim - 1; i >= 0; i--) {
      at += rest % layout->shape[i] * layout->strides[i];
      rest /= layout->shape[i];
    }
    memcpy(out + (size_t)n * itemsize, memory + (size_t)at * itemsize, itemsize);
  }
  return (size_t)count * itemsize;
}

static dlt_tensor *wrap_layout(const struct layout *layout, dlt_scalar_type type,
                               unsigned char *memory) {
  dlt_view view = {.scalar_type = type,
                   .device = cpu,
                   .ndim = layout->ndim,
                   .shape = layout->shape,
                   .strides = layout->strides,
                   .data = memory + (size_t)layout->first * dlt_itemsize(type)};
  dlt_error error;
  dlt_tensor *tensor;
#ifdef SUBBYTE
  if (type == DLT_UInt9) view.flags = DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED;
#endif
  ck_assert_dlt(dlt_wrap(&view, NULL, NULL, &tensor, &error), error);
  return tensor;
}

START_TEST(test_strided) {
  static _Alignas(16) unsigned char memory[ELEMENTS * 16];
  unsigned char wanted[ELEMENTS * 16], got[ELEMENTS * 16];
  const struct layout *layout = &layouts[_i / TYPES];
  dlt_scalar_type type = types[_i % TYPES];
  for (size_t i = 0; i < sizeof memory; i++) memory[i] = (unsigned char)(i * 7 + i / 256);
  size_t nbytes = gather(layout, memory, dlt_itemsize(type), wanted);
  dlt_error error;
  dlt_tensor *copy, *tensor = wrap_layout(layout, type, memory);
  memset(got, 0, sizeof got);
  ck_assert_dlt(dlt_to_host(tensor, got, nbytes, &error), error);
  ck_assert_mem_eq(got, wanted, nbytes);
  ck_assert_dlt(dlt_copy(tensor, cpu, DLT_STREAM_NONE, &copy, &error), error);
  dlt_release(tensor);
  memset(memory, 0, sizeof memory); // the copy has memory of its own
  const dlt_view *view = dlt_view_of(copy);
  ck_assert_int_eq(view->scalar_type, type);
  ck_assert_int_eq(view->nbytes, (int64_t)nbytes);
  if (nbytes) ck_assert_mem_eq(view->data, wanted, nbytes);
  dlt_release(copy);
}
END_TEST

START_TEST(test_copies_are_row_major_and_writable) {
  const int64_t shape[] = {2, 3, 2}, strides[] = {1, 2, 6};
  float data[12] = {0};
  dlt_view view = {.scalar_type = DLT_Float,
                   .device = {kDLCUDAHost, 0},
                   .ndim = 3,
                   .shape = shape,
                   .strides = strides,
                   .data = data,
                   .flags = DLPACK_FLAG_BITMASK_READ_ONLY};
  static const int64_t wanted[] = {6, 2, 1};
  dlt_error error;
  dlt_tensor *tensor, *copy;
  ck_assert_dlt(dlt_wrap(&view, NULL, NULL, &tensor, &error), error);
  ck_assert_dlt(dlt_copy(tensor, (DLDevice){kDLCPU, 5}, 1, &copy, &error), error);
  ck_assert_uint_eq(dlt_view_of(copy)->flags, 0);
  ck_assert_mem_eq(dlt_view_of(copy)->strides, wanted, sizeof wanted);
  ck_assert_int_eq(dlt_view_of(copy)->device.device_type, kDLCPU);
  ck_assert_int_eq(dlt_view_of(copy)->device.device_id, 0);
  ((float *)dlt_view_of(copy)->data)[0] = 1;
  ck_assert_float_eq(data[0], 0);
  dlt_release(copy);
  dlt_release(tensor);
}
END_TEST

// Any dtype of the table, by its bytes, those without a DLPack form too.
START_TEST(test_from_host) {
  dlt_scalar_type type = (dlt_scalar_type)_i;
  const int64_t shape[] = {3, 5};
  int64_t nbytes;
  if (!dlt_nbytes(type, 15, &nbytes)) return; // no dtype
  unsigned char bits[15 * 16], back[15 * 16];
  ck_assert_int_le(nbytes, (int64_t)sizeof bits);
  for (size_t i = 0; i < sizeof bits; i++) bits[i] = (unsigned char)(i * 5 + 1);
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_dlt(dlt_from_host(bits, (size_t)nbytes, type, 2, shape, cpu, &tensor, &error), error);
  ck_assert_int_eq(dlt_view_of(tensor)->nbytes, nbytes);
  ck_assert_int_eq(dlt_view_of(tensor)->strides[0], 5);
  ck_assert_int_eq(dlt_view_of(tensor)->strides[1], 1);
  ck_assert_uint_eq((uintptr_t)dlt_view_of(tensor)->data % 16, 0);
  ck_assert_dlt(dlt_to_host(tensor, back, (size_t)nbytes, &error), error);
  ck_assert_mem_eq(back, bits, (size_t)nbytes);
  ck_assert_status(dlt_to_host(tensor, back, (size_t)nbytes - 1, &error), DLT_ERR_ARGUMENT, error);
  ck_assert_said(error, "but there is room for");
  dlt_release(tensor);
  for (int more = -1; more <= 1; more += 2) {
    ck_assert_status(
        dlt_from_host(bits, (size_t)(nbytes + more), type, 2, shape, cpu, &tensor, &error),
        DLT_ERR_ARGUMENT, error);
    ck_assert_said(error, "[3, 5] has ");
    ck_assert_ptr_null(tensor);
  }
}
END_TEST

START_TEST(test_from_host_of_scalars_and_of_nothing) {
  const int64_t none[] = {4, 0};
  double bits = 2.5;
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_dlt(dlt_from_host(&bits, 8, DLT_Double, 0, NULL, cpu, &tensor, &error), error);
  ck_assert_double_eq(*(double *)dlt_view_of(tensor)->data, 2.5);
  dlt_release(tensor);
  ck_assert_dlt(dlt_from_host(NULL, 0, DLT_Double, 2, none, cpu, &tensor, &error), error);
  ck_assert_ptr_null(dlt_view_of(tensor)->data);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_from_host_of_impossible_shapes) {
  static const int64_t shapes[][2] = {{-1, 2}, {1LL << 32, 1LL << 32}, {INT64_MAX, 2}};
  dlt_error error;
  dlt_tensor *tensor;
  char bits[16] = {0};
  ck_assert_status(dlt_from_host(bits, 16, DLT_Double, 2, shapes[_i], cpu, &tensor, &error),
                   DLT_ERR_LAYOUT, error);
  ck_assert_ptr_null(tensor);
}
END_TEST

// More than there is: said, not attempted in part.
START_TEST(test_no_memory) {
  const int64_t shape[] = {1LL << 46};
  unsigned char byte = 0;
  dlt_error error;
  const int64_t strides[] = {0};
  dlt_tensor *copy, *tensor = wrap(DLT_Byte, 1, shape, strides, &byte);
  ck_assert_status(dlt_copy(tensor, cpu, 1, &copy, &error), DLT_ERR_MEMORY, error);
  ck_assert_said(error, "no memory for 70368744177664 bytes");
  ck_assert_ptr_null(copy);
  dlt_release(tensor);
}
END_TEST

TCase *copy_tests(void) {
  TCase *tests = tcase_create("copy");
  tcase_add_loop_test(tests, test_strided, 0, LAYOUTS * TYPES);
  tcase_add_test(tests, test_copies_are_row_major_and_writable);
  tcase_add_loop_test(tests, test_from_host, DLTAB_LOWEST_ID, DLTAB_HIGHEST_ID + 1);
  tcase_add_test(tests, test_from_host_of_scalars_and_of_nothing);
  tcase_add_loop_test(tests, test_from_host_of_impossible_shapes, 0, 3);
  tcase_add_test(tests, test_no_memory);
  return tests;
}
