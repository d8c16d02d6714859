// libdltab on whatever CUDA there is, by its own functions alone: `make check-cuda` runs it on a GPU, and
// `make check` on the stand-in, so that it is known to work where there is one.
//
// usage: check_gpu    prints SKIP and why where CUDA cannot be used
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dltab.h"

static const DLDevice cpu = {kDLCPU, 0}, gpu = {kDLCUDA, 0};

#define ck_assert_dlt(call, error)                                                                 \
  do {                                                                                             \
    dlt_status status_ = (call);                                                                   \
    ck_assert_msg(status_ == DLT_OK, "%s: %s", #call, (error).message);                            \
  } while (0)

static dlt_tensor *upload(const void *bits, size_t nbytes, dlt_scalar_type type, int32_t ndim,
                          const int64_t *shape) {
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_dlt(dlt_from_host(bits, nbytes, type, ndim, shape, gpu, &tensor, &error), error);
  return tensor;
}

// Every pattern of eight bits, in each dtype of the table; float8 is among them.
START_TEST(test_bits_of_every_dtype) {
  dlt_scalar_type type = (dlt_scalar_type)_i;
  unsigned char bits[256], back[256];
  dlt_error error;
  size_t itemsize = dlt_itemsize(type);
  if (itemsize == 0 || 256 % itemsize != 0) return;
  const int64_t shape[] = {256 / (int64_t)itemsize};
  for (int i = 0; i < 256; i++) bits[i] = (unsigned char)i;
  dlt_tensor *tensor = upload(bits, 256, type, 1, shape);
  ck_assert_dlt(dlt_to_host(tensor, back, 256, &error), error);
  ck_assert_mem_eq(back, bits, 256);
  dlt_release(tensor);
}
END_TEST

// Through DLPack and back in by both kinds of struct: the same memory, and the driver agrees.
START_TEST(test_exchange) {
  static const dlt_scalar_type float8[] = {DLT_Float8_e5m2, DLT_Float8_e4m3fn, DLT_Float8_e5m2fnuz,
                                           DLT_Float8_e4m3fnuz};
  const int64_t shape[] = {2, 8};
  unsigned char bits[16] = {0x7f, 0x80, 0xff}, back[16];
  dlt_error error;
  dlt_tensor *tensor = upload(bits, 16, float8[_i], 2, shape), *again;
  struct DLManagedTensorVersioned *versioned;
  DLManagedTensor *legacy;
  void *data = dlt_view_of(tensor)->data;
  ck_assert_dlt(dlt_export_versioned(tensor, 0, &versioned, &error), error);
  dlt_release(tensor);
  ck_assert_dlt(dlt_import_versioned(versioned, &tensor, &error), error);
  ck_assert_dlt(dlt_export(tensor, &legacy, &error), error);
  ck_assert_dlt(dlt_import(legacy, &again, &error), error);
  dlt_release(tensor);
  ck_assert_int_eq(dlt_view_of(again)->scalar_type, float8[_i]);
  ck_assert_ptr_eq(dlt_view_of(again)->data, data);
  ck_assert_dlt(dlt_to_host(again, back, 16, &error), error);
  ck_assert_mem_eq(back, bits, 16);
  dlt_release(again);
}
END_TEST

// Views of one allocation: transposed, every other column, backwards, far apart.
static const struct {
  int64_t shape[2], strides[2], first;
} views[] = {{{64, 32}, {1, 64}, 0},
             {{32, 32}, {64, 2}, 1},
             {{32, 64}, {-64, 1}, 31 * 64},
             {{2, 3}, {1024, 1}, 7},
             {{4, 2}, {0, 500}, 3}};

START_TEST(test_strided_views) {
  static float memory[2048];
  const int64_t whole[] = {2048};
  float wanted[2048], back[2048];
  size_t count = 0;
  dlt_error error;
  for (int i = 0; i < 2048; i++) memory[i] = (float)i;
  for (int64_t i = 0; i < views[_i].shape[0]; i++)
    for (int64_t k = 0; k < views[_i].shape[1]; k++)
      wanted[count++] =
          memory[views[_i].first + i * views[_i].strides[0] + k * views[_i].strides[1]];
  dlt_tensor *tensor = upload(memory, sizeof memory, DLT_Float, 1, whole), *view, *copy, *home;
  dlt_view described = *dlt_view_of(tensor);
  described.ndim = 2;
  described.shape = views[_i].shape;
  described.strides = views[_i].strides;
  described.data = (float *)described.data + views[_i].first;
  ck_assert_dlt(dlt_wrap(&described, NULL, NULL, &view, &error), error);
  ck_assert_dlt(dlt_to_host(view, back, count * sizeof *back, &error), error);
  ck_assert_mem_eq(back, wanted, count * sizeof *back);
  ck_assert_dlt(dlt_copy(view, gpu, DLT_STREAM_PER_THREAD, &copy, &error), error);
  ck_assert_dlt(dlt_sync_for(copy, DLT_STREAM_LEGACY, &error), error);
  ck_assert_dlt(dlt_copy(copy, cpu, DLT_STREAM_NONE, &home, &error), error);
  ck_assert_mem_eq(dlt_view_of(home)->data, wanted, count * sizeof *wanted);
  dlt_release(home);
  dlt_release(copy);
  dlt_release(view);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_memory_that_lies_elsewhere) {
  static float here[4];
  const int64_t shape[] = {4};
  dlt_view view = {
      .scalar_type = DLT_Float, .device = gpu, .ndim = 1, .shape = shape, .data = here};
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_int_eq(dlt_wrap(&view, NULL, NULL, &tensor, &error), DLT_ERR_DEVICE);
  ck_assert_ptr_nonnull(strstr(error.message, "is no CUDA memory"));
  view.device.device_id = 1000;
  ck_assert_int_eq(dlt_wrap(&view, NULL, NULL, &tensor, &error), DLT_ERR_DEVICE);
}
END_TEST

int main(void) {
  const char *reason = dlt_cuda_unavailable();
  if (reason) {
    printf("SKIP check-cuda: %s\n", reason);
    return EXIT_SUCCESS;
  }
  Suite *suite = suite_create("gpu");
  TCase *tests = tcase_create("gpu");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, test_bits_of_every_dtype, DLTAB_LOWEST_ID, DLTAB_HIGHEST_ID + 1);
  tcase_add_loop_test(tests, test_exchange, 0, 4);
  tcase_add_loop_test(tests, test_strided_views, 0, 5);
  tcase_add_test(tests, test_memory_that_lies_elsewhere);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  srunner_set_fork_status(runner, CK_NOFORK); // CUDA does not survive a fork
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
