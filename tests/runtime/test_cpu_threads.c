// Eight threads that import, export, copy and drop shared tensors; for the thread sanitizer, too.
#include <pthread.h>
#include <stdatomic.h>

#include "test_cpu.h"

enum { THREADS = 8, ROUNDS = 2000 };

static atomic_int deleted;
static int32_t data[6] = {0, 1, 2, 3, 4, 5};
static const int64_t shape[] = {2, 3}, strides[] = {1, 2};

static void count_release(void *context) {
  (void)context;
  atomic_fetch_add(&deleted, 1);
}

static dlt_tensor *counted_tensor(void) {
  dlt_view view = {.scalar_type = DLT_Int,
                   .device = cpu,
                   .ndim = 2,
                   .shape = shape,
                   .strides = strides,
                   .data = data};
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_dlt(dlt_wrap(&view, NULL, count_release, &tensor, &error), error);
  return tensor;
}

// The thread owns one reference. Failures abort, since Check's assertions are for the main thread.
static void *use(void *shared) {
  static const int32_t wanted[6] = {0, 2, 4, 1, 3, 5};
  dlt_tensor *tensor = shared;
  for (int round = 0; round < ROUNDS; round++) {
    struct DLManagedTensorVersioned *out;
    dlt_tensor *again, *copy;
    int32_t back[6];
    if (dlt_ready_on(tensor, 1 + round % 5) != DLT_OK) abort();
    if (dlt_export_versioned(tensor, 0, &out, NULL) != DLT_OK) abort();
    if (dlt_import_versioned(out, &again, NULL) != DLT_OK) abort();
    if (dlt_copy(again, cpu, DLT_STREAM_NONE, &copy, NULL) != DLT_OK) abort();
    dlt_release(again);
    if (dlt_to_host(copy, back, sizeof back, NULL) != DLT_OK) abort();
    if (memcmp(back, wanted, sizeof back) != 0) abort();
    dlt_release(copy);
    dlt_release(dlt_retain(tensor));
  }
  dlt_release(tensor);
  return NULL;
}

START_TEST(test_shared_tensor) {
  pthread_t threads[THREADS];
  dlt_tensor *tensor = counted_tensor();
  for (int i = 0; i < THREADS; i++)
    ck_assert_int_eq(pthread_create(&threads[i], NULL, use, dlt_retain(tensor)), 0);
  dlt_release(tensor);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  ck_assert_int_eq(atomic_load(&deleted), 1);
}
END_TEST

static void *ask_for_cuda(void *unused) {
  (void)unused;
  return (void *)(uintptr_t)(dlt_cuda_unavailable() != NULL);
}

START_TEST(test_all_look_for_cuda_at_once) {
  pthread_t threads[THREADS];
  setenv("DLTAB_CUDART", "/no/such/libcudart.so", 1);
  for (int i = 0; i < THREADS; i++)
    ck_assert_int_eq(pthread_create(&threads[i], NULL, ask_for_cuda, NULL), 0);
  for (int i = 0; i < THREADS; i++) {
    void *unavailable;
    pthread_join(threads[i], &unavailable);
    ck_assert_ptr_nonnull(unavailable);
  }
}
END_TEST

TCase *thread_tests(void) {
  TCase *tests = tcase_create("threads");
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, test_shared_tensor);
  tcase_add_test(tests, test_all_look_for_cuda_at_once);
  return tests;
}
