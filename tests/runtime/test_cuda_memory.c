// Bits to a device, back, and from one tensor to another.
#include "test_cuda.h"

static dlt_tensor *upload(const void *bits, size_t nbytes, dlt_scalar_type type, int32_t ndim,
                          const int64_t *shape, DLDevice device) {
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_dlt(dlt_from_host(bits, nbytes, type, ndim, shape, device, &tensor, &error), error);
  return tensor;
}

static void assert_bits(const dlt_tensor *tensor, const void *bits, size_t nbytes) {
  unsigned char *back = malloc(nbytes + 1);
  dlt_error error;
  ck_assert_dlt(dlt_to_host(tensor, back, nbytes, &error), error);
  ck_assert_mem_eq(back, bits, nbytes);
  free(back);
}

// Every id of the table, float8 and dtypes without a DLPack form among them.
START_TEST(test_bits_of_every_dtype_go_up_and_come_back) {
  dlt_scalar_type type = (dlt_scalar_type)_i;
  const int64_t shape[] = {5};
  int64_t nbytes;
  if (!dlt_nbytes(type, 5, &nbytes)) return; // no dtype has this id
  unsigned char bits[5 * 64];
  ck_assert_int_le(nbytes, (int64_t)sizeof bits);
  for (int64_t i = 0; i < nbytes; i++) bits[i] = (unsigned char)(i * 37 + 11);
  dlt_view view = {.scalar_type = type, .ndim = 1, .shape = shape, .device = cpu, .data = bits};
  dlt_tensor *tensor = upload(bits, (size_t)nbytes, type, 1, shape, cuda_0);
  view = *dlt_view_of(tensor);
  ck_assert_int_eq(view.device.device_type, kDLCUDA);
  ck_assert_int_eq(view.device.device_id, 0);
  ck_assert_int_eq(view.scalar_type, type);
  ck_assert_int_eq(standin_live_allocations(0), 1);
  assert_bits(tensor, bits, (size_t)nbytes);
  dlt_release(tensor);
  ck_assert_int_eq(standin_live_allocations(0), 0);
  ck_assert_no_faults();
}
END_TEST

// The source may be reused at once, though CUDA reads even pageable memory late.
START_TEST(test_upload_is_complete_on_return) {
  float bits[4] = {1, 2, 3, 4}, back[4];
  const int64_t shape[] = {4};
  dlt_tensor *tensor = upload(bits, sizeof bits, DLT_Float, 1, shape, cuda_0);
  ck_assert_int_eq(standin_pending(), 0);
  memset(bits, 0, sizeof bits);
  ck_assert(standin_peek(dlt_view_of(tensor)->data, back, sizeof back));
  ck_assert_float_eq(back[3], 4);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_device_memory_cannot_be_read_by_the_host) {
  const int64_t shape[] = {1};
  float bits = 1;
  dlt_tensor *tensor = upload(&bits, sizeof bits, DLT_Float, 1, shape, cuda_0);
  volatile const float *data = dlt_view_of(tensor)->data;
  bits = *data;
}
END_TEST

// Shapes and strides, in elements, over 4096 floats whose value is their index. `first` is where the
// tensor's own first element lies.
static const struct layout {
  const char *name;
  int32_t ndim;
  int64_t shape[4], strides[4];
  int64_t first;
} layouts[] = {
    {"scalar", 0, {0}, {0}, 7},
    {"row-major", 2, {3, 4}, {4, 1}, 0},
    {"transposed", 2, {4, 3}, {1, 4}, 0},
    {"rows with gaps", 2, {5, 6}, {10, 1}, 3},
    {"every other", 1, {100}, {2}, 1},
    {"far apart", 1, {4}, {1000}, 0},
    {"rows far apart", 2, {3, 2}, {1300, 1}, 5},
    {"rows far apart, three loops", 3, {2, 2, 3}, {2000, 700, 1}, 5},
    {"backwards", 1, {50}, {-1}, 49},
    {"backwards and far", 2, {3, 4}, {-1000, 1}, 3000},
    {"broadcast", 2, {3, 4}, {0, 1}, 9},
    {"all one element", 2, {30, 4}, {0, 0}, 9},
    {"unit dimensions", 4, {1, 3, 1, 4}, {77, 4, -5, 1}, 0},
    {"four loops", 4, {2, 3, 2, 2}, {1000, 300, 50, 3}, 0},
};
enum { LAYOUTS = sizeof layouts / sizeof *layouts, FLOATS = 4096 };

// What the tensor holds in row-major order, straight from its definition.
static int64_t expected_elements(const struct layout *layout, float *out) {
  int64_t count = 1, index[4] = {0};
  for (int32_t i = 0; i < layout->ndim; i++) count *= layout->shape[i];
  for (int64_t n = 0; n < count; n++) {
    int64_t rest = n, at = layout->first;
    for (int32_t i = layout->ndim - 1; i >= 0; i--) {
      index[i] = rest % layout->shape[i];
      rest /= layout->shape[i];
      at += index[i] * layout->strides[i];
    }
    out[n] = (float)at;
  }
  return count;
}

static float *counted_floats(void) {
  static float floats[FLOATS];
  for (int i = 0; i < FLOATS; i++) floats[i] = (float)i;
  return floats;
}

static dlt_tensor *strided(const struct layout *layout, DLDevice device, void **memory) {
  float *floats = counted_floats();
  *memory = floats;
  if (device.device_type == kDLCUDA) {
    ck_assert_cuda(cudaSetDevice(device.device_id));
    *memory = device_memory(sizeof(float) * FLOATS);
    ck_assert(standin_poke(*memory, floats, sizeof(float) * FLOATS));
    ck_assert_cuda(cudaSetDevice(0));
  }
  return wrap_floats((float *)*memory + layout->first, device, layout->ndim, layout->shape,
                     layout->strides);
}

START_TEST(test_strided_to_host) {
  float wanted[FLOATS];
  void *memory;
  int64_t count = expected_elements(&layouts[_i], wanted);
  dlt_tensor *tensor = strided(&layouts[_i], cuda_0, &memory);
  assert_bits(tensor, wanted, (size_t)count * sizeof(float));
  dlt_release(tensor);
  ck_assert_no_faults();
}
END_TEST

// From the host and from either device, to either device and to the host.
START_TEST(test_strided_copies) {
  static const struct {
    DLDevice from, to;
  } ways[] = {{{kDLCPU, 0}, {kDLCUDA, 0}},  {{kDLCUDA, 0}, {kDLCUDA, 0}},
              {{kDLCUDA, 0}, {kDLCPU, 0}},  {{kDLCUDA, 0}, {kDLCUDA, 1}},
              {{kDLCUDA, 1}, {kDLCUDA, 0}}, {{kDLCUDA, 1}, {kDLCUDA, 1}}};
  const struct layout *layout = &layouts[_i];
  float wanted[FLOATS];
  int64_t count = expected_elements(layout, wanted);
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    void *memory;
    dlt_error error;
    dlt_tensor *copy, *tensor = strided(layout, ways[i].from, &memory);
    ck_assert_dlt(dlt_copy(tensor, ways[i].to, DLT_STREAM_LEGACY, &copy, &error), error);
    const dlt_view *view = dlt_view_of(copy);
    ck_assert_int_eq(view->device.device_type, ways[i].to.device_type);
    ck_assert_int_eq(view->device.device_id, ways[i].to.device_id);
    if (layout->ndim) ck_assert_int_eq(view->strides[layout->ndim - 1], 1);
    dlt_release(tensor);
    assert_bits(copy, wanted, (size_t)count * sizeof(float));
    dlt_release(copy);
  }
  ck_assert_no_faults();
}
END_TEST

// Nobody can know where device memory ends but CUDA, which refuses the copy.
START_TEST(test_strides_that_reach_anywhere) {
  unsigned char *data = device_memory(4);
  const int64_t shape[] = {2, 2}, strides[] = {INT64_MAX - 1, -(int64_t)((uintptr_t)data / 2)};
  dlt_view view = {.scalar_type = DLT_Byte,
                   .device = cuda_0,
                   .ndim = 2,
                   .shape = shape,
                   .strides = strides,
                   .data = data};
  unsigned char back[4];
  dlt_error error;
  dlt_tensor *tensor, *copy;
  ck_assert_dlt(dlt_wrap(&view, NULL, NULL, &tensor, &error), error);
  ck_assert_status(dlt_to_host(tensor, back, sizeof back, &error), DLT_ERR_CUDA, error);
  ck_assert_status(dlt_copy(tensor, cuda_0, 1, &copy, &error), DLT_ERR_CUDA, error);
  ck_assert_ptr_null(copy);
  ck_assert_status(dlt_copy(tensor, cuda_1, 1, &copy, &error), DLT_ERR_CUDA, error);
  dlt_release(tensor);
  ck_assert_int_eq(standin_live_allocations(0), 1);
  ck_assert_int_eq(standin_live_allocations(1), 0);
}
END_TEST

START_TEST(test_a_copy_is_its_own_and_writable) {
  float bits[2] = {1, 2}, back[2];
  const int64_t shape[] = {2};
  dlt_error error;
  dlt_tensor *copy, *tensor;
  dlt_view view = {.scalar_type = DLT_Float,
                   .device = cuda_0,
                   .ndim = 1,
                   .shape = shape,
                   .data = device_memory(sizeof bits),
                   .flags = DLPACK_FLAG_BITMASK_READ_ONLY};
  ck_assert(standin_poke(view.data, bits, sizeof bits));
  ck_assert_dlt(dlt_wrap(&view, NULL, NULL, &tensor, &error), error);
  ck_assert_dlt(dlt_copy(tensor, cuda_0, DLT_STREAM_NONE, &copy, &error), error);
  ck_assert_uint_eq(dlt_view_of(copy)->flags, 0);
  ck_assert_ptr_ne(dlt_view_of(copy)->data, view.data);
  ck_assert_cuda(cudaDeviceSynchronize());
  bits[0] = 9;
  ck_assert(standin_poke(view.data, bits, sizeof bits));
  ck_assert_dlt(dlt_to_host(copy, back, sizeof back, &error), error);
  ck_assert_float_eq(back[0], 1);
  dlt_release(copy);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_empty_tensors_ask_nothing) {
  const int64_t shape[] = {0, 3};
  dlt_error error;
  dlt_tensor *copy, *tensor = upload(NULL, 0, DLT_Float8_e5m2, 2, shape, cuda_1);
  ck_assert_dlt(dlt_copy(tensor, cuda_0, 5, &copy, &error), error);
  ck_assert_dlt(dlt_sync_for(copy, 7, &error), error);
  ck_assert_dlt(dlt_to_host(copy, NULL, 0, &error), error);
  ck_assert_ptr_null(dlt_view_of(copy)->data);
  dlt_release(copy);
  dlt_release(tensor);
  ck_assert_str_eq(standin_log(), "");
}
END_TEST

START_TEST(test_where_nothing_can_be_copied_to) {
  static const struct {
    DLDevice device;
    dlt_status status;
    const char *said;
  } cases[] = {
      {{kDLCUDA, 2}, DLT_ERR_CUDA, "there is no CUDA device 2; this machine has 2"},
      {{kDLCUDA, -1}, DLT_ERR_DEVICE, "kDLCUDA:-1"},
      {{kDLCUDAHost, 0}, DLT_ERR_DEVICE, "kDLCUDAHost:0"},
      {{kDLROCM, 0}, DLT_ERR_DEVICE, "kDLROCM:0"},
      {{(DLDeviceType)99, 4}, DLT_ERR_DEVICE, "device type 99, id 4"},
  };
  const int64_t shape[] = {1};
  float bits = 1;
  dlt_error error;
  dlt_tensor *out, *tensor = upload(&bits, sizeof bits, DLT_Float, 1, shape, cpu);
  out = tensor;
  ck_assert_status(
      dlt_from_host(&bits, sizeof bits, DLT_Float, 1, shape, cases[_i].device, &out, &error),
      cases[_i].status, error);
  ck_assert_said(error, cases[_i].said);
  ck_assert_ptr_null(out);
  ck_assert_status(dlt_copy(tensor, cases[_i].device, 1, &out, &error), cases[_i].status, error);
  ck_assert_said(error, cases[_i].said);
  ck_assert_ptr_null(out);
  dlt_release(tensor);
}
END_TEST

TCase *cuda_memory_tests(void) {
  TCase *tests = tcase_create("memory");
  tcase_add_checked_fixture(tests, two_devices, NULL);
  tcase_add_loop_test(tests, test_bits_of_every_dtype_go_up_and_come_back, DLTAB_LOWEST_ID,
                      DLTAB_HIGHEST_ID + 1);
  tcase_add_test(tests, test_upload_is_complete_on_return);
  tcase_add_loop_test(tests, test_strided_to_host, 0, LAYOUTS);
  tcase_add_loop_test(tests, test_strided_copies, 0, LAYOUTS);
  tcase_add_test(tests, test_strides_that_reach_anywhere);
  tcase_add_test(tests, test_a_copy_is_its_own_and_writable);
  tcase_add_test(tests, test_empty_tensors_ask_nothing);
  tcase_add_loop_test(tests, test_where_nothing_can_be_copied_to, 0, 5);
  return tests;
}

// Apart, because a test that dies leaves everything behind.
TCase *cuda_death_tests(void) {
  TCase *tests = tcase_create("deaths");
  tcase_set_tags(tests, "dies");
  tcase_add_checked_fixture(tests, one_device, NULL);
  tcase_add_test_raise_signal(tests, test_device_memory_cannot_be_read_by_the_host, SIGSEGV);
  return tests;
}
