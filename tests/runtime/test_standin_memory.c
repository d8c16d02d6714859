// The stand-in's memory: that the host cannot touch the device's, and that what a pointer is called
// is what CUDA calls it.
#include "test_standin.h"

#include <signal.h>
#include <stdint.h>

// A test below must die of its SIGSEGV, which the sanitizers would take for themselves.
#define DEFAULT_OPTIONS(sanitizer)                                                                 \
  const char *__##sanitizer##_default_options(void);                                               \
  const char *__##sanitizer##_default_options(void) { return "handle_segv=0"; }
DEFAULT_OPTIONS(asan)
DEFAULT_OPTIONS(tsan)
DEFAULT_OPTIONS(ubsan)

static unsigned char host_bytes[64];

// --- Device memory.

static volatile unsigned char seen;

START_TEST(test_host_cannot_read) {
  const volatile unsigned char *pointer = device_memory(1);
  seen = *pointer;
}
END_TEST

START_TEST(test_host_cannot_write) {
  volatile unsigned char *pointer = device_memory(4096);
  pointer[4095] = 1;
}
END_TEST

START_TEST(test_host_cannot_read_freed) {
  void *pointer = device_memory(1);
  ck_assert_works(cudaFree(pointer));
  seen = *(volatile unsigned char *)pointer;
}
END_TEST

START_TEST(test_host_cannot_read_after_reset) {
  void *pointer = device_memory(1);
  standin_reset(NULL);
  seen = *(volatile unsigned char *)pointer;
}
END_TEST

START_TEST(test_addresses) {
  void *none = &none;
  uintptr_t end = 0;
  ck_assert_works(cudaMalloc(&none, 0));
  ck_assert_ptr_null(none);
  ck_assert_works(cudaFree(NULL));
  for (int i = 0; i < 3; i++) {
    void *pointer = device_memory(1024);
    ck_assert_uint_eq((uintptr_t)pointer % 256, 0);
    ck_assert_msg((uintptr_t)pointer > end, "lies behind what was freed before, with a gap");
    end = (uintptr_t)pointer + 1024;
    ck_assert_int_eq(standin_live_allocations(0), 1);
    ck_assert_works(cudaFree(pointer));
  }
  ck_assert_int_eq(standin_live_allocations(0), 0);
  ck_assert_faults(0);
}
END_TEST

// More than the range of addresses has left, and more than there is.
START_TEST(test_large) {
  const size_t bytes = (size_t)100 << 20;
  void *none = device_memory(1);
  unsigned char *pointer = device_memory(bytes);
  ck_assert_int_eq(peek(pointer + bytes - 1), FRESH);
  ck_assert_works(cudaFree(pointer));
  ck_assert_cuda(cudaMemcpyAsync(host_bytes, pointer + bytes - 1, 1, cudaMemcpyDefault, 0),
                 cudaErrorInvalidValue);
  ck_assert_faults(1);
  ck_assert_cuda(cudaMalloc(&none, SIZE_MAX), cudaErrorMemoryAllocation);
  ck_assert_ptr_null(none);
  ck_assert_cuda(cudaMalloc(NULL, 1), cudaErrorInvalidValue);
  ck_assert_faults(1);
}
END_TEST

START_TEST(test_peek_and_poke) {
  unsigned char *pointer = device_memory(4), bytes[5] = {1, 2, 3, 4, 5}, host = 0;
  ck_assert_int_eq(peek(pointer), FRESH);
  ck_assert(standin_poke(pointer + 1, bytes, 3));
  ck_assert_int_eq(peek(pointer), FRESH);
  ck_assert_int_eq(peek(pointer + 3), 3);
  ck_assert(!standin_poke(pointer, bytes, 5));
  ck_assert(!standin_peek(pointer + 3, bytes, 2));
  ck_assert(!standin_peek(pointer + 4, bytes, 1));
  ck_assert(!standin_peek(&host, bytes, 1));
  ck_assert_works(cudaFree(pointer));
  ck_assert(!standin_peek(pointer, bytes, 1));
  ck_assert_faults(0);
}
END_TEST

// --- Where a pointer lives.

static void check_attributes(const void *pointer, enum cudaMemoryType type, int device) {
  struct cudaPointerAttributes got;
  memset(&got, 0xEE, sizeof got);
  ck_assert_works(cudaPointerGetAttributes(&got, pointer));
  ck_assert_int_eq(got.type, type);
  ck_assert_int_eq(got.device, device);
  ck_assert_ptr_eq(got.devicePointer, type == cudaMemoryTypeUnregistered ? NULL : pointer);
  ck_assert_ptr_eq(got.hostPointer, type == cudaMemoryTypeDevice ? NULL : pointer);
  ck_assert_int_eq(got.reserved[6], 0);
}

START_TEST(test_attributes) {
  void *managed, *pinned;
  ck_assert_works(cudaSetDevice(1));
  unsigned char *device = device_memory(8);
  ck_assert_works(cudaMallocManaged(&managed, 8, cudaMemAttachGlobal));
  ck_assert_works(cudaSetDevice(0));
  ck_assert_works(cudaMallocHost(&pinned, 8));
  check_attributes(device, cudaMemoryTypeDevice, 1);
  check_attributes(device + 7, cudaMemoryTypeDevice, 1);
  check_attributes(device + 8, cudaMemoryTypeUnregistered, -2);
  check_attributes(managed, cudaMemoryTypeManaged, 1);
  check_attributes((char *)pinned + 3, cudaMemoryTypeHost, 0);
  check_attributes(host_bytes, cudaMemoryTypeUnregistered, -2);
  ck_assert_works(cudaFree(device));
  check_attributes(device, cudaMemoryTypeUnregistered, -2);
  ck_assert_works(cudaFree(managed));
  ck_assert_works(cudaFreeHost(pinned));
  ck_assert_faults(0);
}
END_TEST

// CUDA 12 writes 24 bytes, 13 writes 88. Of NULL, so that no address has the byte looked for in it.
START_TEST(test_attributes_by_major) {
  static const struct {
    int major;
    size_t written;
  } majors[] = {{12, 24}, {13, 88}};
  for (int i = 0; i < 2; i++) {
    _Alignas(struct cudaPointerAttributes) unsigned char bytes[96];
    int version;
    standin_reset(&(struct standin_options){.devices = 1, .runtime_major = majors[i].major});
    memset(bytes, 0xEE, sizeof bytes);
    ck_assert_works(cudaPointerGetAttributes((struct cudaPointerAttributes *)bytes, NULL));
    for (size_t at = 0; at < sizeof bytes; at++)
      ck_assert_msg((bytes[at] != 0xEE) == (at < majors[i].written), "byte %zu", at);
    ck_assert_works(cudaRuntimeGetVersion(&version));
    ck_assert_int_eq(version / 1000, majors[i].major);
    ck_assert_works(cudaDriverGetVersion(&version));
    ck_assert_int_eq(version / 1000, majors[i].major);
  }
}
END_TEST

TCase *memory_tests(void) {
  TCase *tests = tcase_create("memory");
  tcase_add_checked_fixture(tests, two_devices, NULL);
  tcase_add_test_raise_signal(tests, test_host_cannot_read, SIGSEGV);
  tcase_add_test_raise_signal(tests, test_host_cannot_write, SIGSEGV);
  tcase_add_test_raise_signal(tests, test_host_cannot_read_freed, SIGSEGV);
  tcase_add_test_raise_signal(tests, test_host_cannot_read_after_reset, SIGSEGV);
  tcase_add_test(tests, test_addresses);
  tcase_add_test(tests, test_large);
  tcase_add_test(tests, test_peek_and_poke);
  tcase_add_test(tests, test_attributes);
  tcase_add_test(tests, test_attributes_by_major);
  return tests;
}
