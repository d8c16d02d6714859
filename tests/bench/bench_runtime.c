// Nanoseconds of the library's calls, beside what a user would write or pay without it. Prints
// `NAME NANOSECONDS` a line, medians of interleaved rounds. Under callgrind each operation is run once
// and its instructions are dumped under its name instead.
//
// usage: bench_runtime [ROUNDS]
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define RUNNING_ON_VALGRIND 0
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS_AT(name) (void)(name)
#endif

#include "dltab.h"

enum { DTYPES = 4096, LOOKUPS = 64 * DTYPES, CALLS = 50000, MOST_ROUNDS = 101 };

static volatile unsigned sink; // what is computed has to arrive somewhere

// --- Lookups: the throughput of calls that do not depend on each other

static DLDataType one_dtype[DTYPES], mixed[DTYPES], quarter_invalid[DTYPES];
static dlt_scalar_type mixed_types[DTYPES];

static unsigned next_random(void) {
  static unsigned long long state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33);
}

static void fill_dtypes(void) {
  DLDataType forms[DLTAB_HIGHEST_ID + 1];
  unsigned count = 0;
  for (int id = DLTAB_LOWEST_ID; id <= DLTAB_HIGHEST_ID; id++)
    count += dlt_scalar_type_to_dlpack((dlt_scalar_type)id, &forms[count]);
  for (size_t i = 0; i < DTYPES; i++) {
    one_dtype[i] = (DLDataType){kDLFloat, 32, 1};
    mixed[i] = forms[next_random() % count];
    mixed_types[i] = dlt_scalar_type_from_dlpack(mixed[i]);
    quarter_invalid[i] = mixed[i];
    if (next_random() % 4 == 0) quarter_invalid[i].bits = 24;
  }
}

// What people write by hand: the code first, then the width.
static dlt_scalar_type of_integer(DLDataType dtype) {
  switch (dtype.bits) {
  case 8:
    return DLT_Char;
  case 16:
    return DLT_Short;
  case 32:
    return DLT_Int;
  case 64:
    return DLT_Long;
  }
  return DLT_Undefined;
}

static dlt_scalar_type of_unsigned(DLDataType dtype) {
  switch (dtype.bits) {
  case 8:
    return DLT_Byte;
  case 16:
    return DLT_UInt16;
  case 32:
    return DLT_UInt32;
  case 64:
    return DLT_UInt64;
  }
  return DLT_Undefined;
}

static dlt_scalar_type of_float(DLDataType dtype) {
  switch (dtype.bits) {
  case 16:
    return DLT_Half;
  case 32:
    return DLT_Float;
  case 64:
    return DLT_Double;
  }
  return DLT_Undefined;
}

static dlt_scalar_type of_complex(DLDataType dtype) {
  switch (dtype.bits) {
  case 32:
    return DLT_ComplexHalf;
  case 64:
    return DLT_ComplexFloat;
  case 128:
    return DLT_ComplexDouble;
  }
  return DLT_Undefined;
}

static dlt_scalar_type nested_switch(DLDataType dtype) {
  if (dtype.lanes != 1) return DLT_Undefined;
  switch (dtype.code) {
  case kDLInt:
    return of_integer(dtype);
  case kDLUInt:
    return of_unsigned(dtype);
  case kDLFloat:
    return of_float(dtype);
  case kDLComplex:
    return of_complex(dtype);
  case kDLBfloat:
    return dtype.bits == 16 ? DLT_BFloat16 : DLT_Undefined;
  case kDLBool:
    return dtype.bits == 8 ? DLT_Bool : DLT_Undefined;
  case kDLFloat8_e4m3fn:
    return dtype.bits == 8 ? DLT_Float8_e4m3fn : DLT_Undefined;
  case kDLFloat8_e4m3fnuz:
    return dtype.bits == 8 ? DLT_Float8_e4m3fnuz : DLT_Undefined;
  case kDLFloat8_e5m2:
    return dtype.bits == 8 ? DLT_Float8_e5m2 : DLT_Undefined;
  case kDLFloat8_e5m2fnuz:
    return dtype.bits == 8 ? DLT_Float8_e5m2fnuz : DLT_Undefined;
  }
  return DLT_Undefined;
}

#define IMPORT_LOOP(name, lookup, dtypes)                                                          \
  static void name(long count) {                                                                   \
    unsigned sum = 0;                                                                              \
    for (long i = 0; i < count; i++) sum += (unsigned)lookup((dtypes)[i % DTYPES]);                \
    sink = sum;                                                                                    \
  }

IMPORT_LOOP(import_one_fast, dlt_scalar_type_from_dlpack_fast, one_dtype)
IMPORT_LOOP(import_one_switch, dlt_scalar_type_from_dlpack, one_dtype)
IMPORT_LOOP(import_one_nested, nested_switch, one_dtype)
IMPORT_LOOP(import_mix_fast, dlt_scalar_type_from_dlpack_fast, mixed)
IMPORT_LOOP(import_mix_switch, dlt_scalar_type_from_dlpack, mixed)
IMPORT_LOOP(import_mix_nested, nested_switch, mixed)
IMPORT_LOOP(import_invalid_fast, dlt_scalar_type_from_dlpack_fast, quarter_invalid)
IMPORT_LOOP(import_invalid_switch, dlt_scalar_type_from_dlpack, quarter_invalid)
IMPORT_LOOP(import_invalid_nested, nested_switch, quarter_invalid)

#define EXPORT_LOOP(name, lookup)                                                                  \
  static void name(long count) {                                                                   \
    unsigned sum = 0;                                                                              \
    for (long i = 0; i < count; i++) {                                                             \
      DLDataType form = {0, 0, 0};                                                                 \
      sum += lookup(mixed_types[i % DTYPES], &form) ? form.code + form.bits : 0u;                  \
    }                                                                                              \
    sink = sum;                                                                                    \
  }

EXPORT_LOOP(export_mix_fast, dlt_scalar_type_to_dlpack_fast)
EXPORT_LOOP(export_mix_switch, dlt_scalar_type_to_dlpack)

// --- Tensors of 0, 2 and 8 dimensions

static float element;
static int64_t shape[8] = {2, 3, 1, 4, 1, 2, 2, 2};
static int64_t strides[8] = {288, 96, 96, 24, 24, 12, 6, 3};

static void delete_nothing(struct DLManagedTensorVersioned *managed) { (void)managed; }

static struct DLManagedTensorVersioned managed_of(int32_t ndim) {
  return (struct DLManagedTensorVersioned){.version = {1, 1},
                                           .deleter = delete_nothing,
                                           .dl_tensor = {.data = &element,
                                                         .device = {kDLCPU, 0},
                                                         .ndim = ndim,
                                                         .dtype = {kDLFloat, 32, 1},
                                                         .shape = shape,
                                                         .strides = strides}};
}

__attribute__((noinline)) static dlt_status empty_call(const DLTensor *tensor, uint64_t flags,
                                                       dlt_view *out, dlt_error *error) {
  __asm__ volatile("" : : "r"(tensor), "r"(flags), "r"(out), "r"(error) : "memory");
  return DLT_OK;
}

// Blocks of the sizes that a tensor and an export take: struct, shape and strides.
static size_t block_size(int32_t ndim) {
  return sizeof(struct DLManagedTensorVersioned) + 2 * (size_t)ndim * sizeof(int64_t);
}

#define TENSOR_LOOPS(ndim)                                                                         \
  static void empty_call_##ndim(long count) {                                                      \
    struct DLManagedTensorVersioned managed = managed_of(ndim);                                    \
    dlt_view view = {0};                                                                           \
    for (long i = 0; i < count; i++) sink = empty_call(&managed.dl_tensor, 0, &view, NULL);        \
  }                                                                                                \
  static void borrow_##ndim(long count) {                                                          \
    struct DLManagedTensorVersioned managed = managed_of(ndim);                                    \
    dlt_view view;                                                                                 \
    for (long i = 0; i < count; i++) sink = dlt_borrow(&managed.dl_tensor, 0, &view, NULL);        \
  }                                                                                                \
  static void malloc_free_##ndim(long count) {                                                     \
    for (long i = 0; i < count; i++) {                                                             \
      void *block = malloc(block_size(ndim));                                                      \
      __asm__ volatile("" : : "r"(block) : "memory");                                              \
      free(block);                                                                                 \
    }                                                                                              \
  }                                                                                                \
  static void import_release_##ndim(long count) {                                                  \
    struct DLManagedTensorVersioned managed = managed_of(ndim);                                    \
    for (long i = 0; i < count; i++) {                                                             \
      dlt_tensor *tensor;                                                                          \
      if (dlt_import_versioned(&managed, &tensor, NULL) != DLT_OK) abort();                        \
      dlt_release(tensor);                                                                         \
    }                                                                                              \
  }                                                                                                \
  static void export_delete_##ndim(long count) {                                                   \
    struct DLManagedTensorVersioned managed = managed_of(ndim), *out;                              \
    dlt_tensor *tensor;                                                                            \
    if (dlt_import_versioned(&managed, &tensor, NULL) != DLT_OK) abort();                          \
    for (long i = 0; i < count; i++) {                                                             \
      if (dlt_export_versioned(tensor, 0, &out, NULL) != DLT_OK) abort();                          \
      out->deleter(out);                                                                           \
    }                                                                                              \
    dlt_release(tensor);                                                                           \
  }

TENSOR_LOOPS(0)
TENSOR_LOOPS(2)
TENSOR_LOOPS(8)

// --- Measuring

#define OPERATION(name, count)                                                                     \
  { #name, name, count }
#define TENSOR_OPERATIONS(ndim)                                                                    \
  OPERATION(empty_call_##ndim, CALLS), OPERATION(borrow_##ndim, CALLS),                            \
      OPERATION(malloc_free_##ndim, CALLS), OPERATION(import_release_##ndim, CALLS),               \
      OPERATION(export_delete_##ndim, CALLS)

static const struct operation {
  const char *name;
  void (*run)(long count);
  long count;
} operations[] = {
    OPERATION(import_one_fast, LOOKUPS),
    OPERATION(import_one_switch, LOOKUPS),
    OPERATION(import_one_nested, LOOKUPS),
    OPERATION(import_mix_fast, LOOKUPS),
    OPERATION(import_mix_switch, LOOKUPS),
    OPERATION(import_mix_nested, LOOKUPS),
    OPERATION(import_invalid_fast, LOOKUPS),
    OPERATION(import_invalid_switch, LOOKUPS),
    OPERATION(import_invalid_nested, LOOKUPS),
    OPERATION(export_mix_fast, LOOKUPS),
    OPERATION(export_mix_switch, LOOKUPS),
    TENSOR_OPERATIONS(0),
    TENSOR_OPERATIONS(2),
    TENSOR_OPERATIONS(8),
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int compare(const void *one, const void *other) {
  double a = *(const double *)one, b = *(const double *)other;
  return a < b ? -1 : a > b;
}

static void count_instructions(void) {
  for (size_t i = 0; i < OPERATIONS; i++) {
    operations[i].run(1); // so that what is done once is not counted
    CALLGRIND_ZERO_STATS;
    operations[i].run(1000);
    CALLGRIND_DUMP_STATS_AT(operations[i].name);
  }
}

int main(int argument_count, char **arguments) {
  static double times[OPERATIONS][MOST_ROUNDS];
  long rounds = argument_count > 1 ? strtol(arguments[1], NULL, 10) : 11;
  if (rounds < 1 || rounds > MOST_ROUNDS) return 2;
  fill_dtypes();
  if (RUNNING_ON_VALGRIND) return count_instructions(), 0;
  for (long round = 0; round < rounds; round++) {
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\rbench: round %ld of %ld\r", round + 1, rounds);
    for (size_t i = 0; i < OPERATIONS; i++) {
      double start = now();
      operations[i].run(operations[i].count);
      times[i][round] = (now() - start) / (double)operations[i].count;
    }
  }
  for (size_t i = 0; i < OPERATIONS; i++) {
    qsort(times[i], (size_t)rounds, sizeof(double), compare);
    printf("%s %.3f\n", operations[i].name, times[i][rounds / 2]);
  }
  return 0;
}
