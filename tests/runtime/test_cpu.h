// What the files of the suite on the CPU share: a producer of DLPack structs that is as strict as a
// producer may be, so that reading after its deleter, or twice calling it, shows.
#ifndef TEST_CPU_H
#define TEST_CPU_H

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dltab.h"

// A status with the message in the failure's text.
#define ck_assert_status(call, expected, error)                                                    \
  do {                                                                                             \
    dlt_status status_ = (call);                                                                   \
    ck_assert_msg(status_ == (expected), "%s gives %d, not " #expected ": %s", #call, status_,     \
                  (error).message);                                                                \
  } while (0)
#define ck_assert_dlt(call, error) ck_assert_status(call, DLT_OK, error)
#define ck_assert_said(error, words)                                                               \
  ck_assert_msg(strstr((error).message, words) != NULL, "'%s' does not say '%s'", (error).message, \
                words)

TCase *dtype_tests(void);
TCase *layout_tests(void);
TCase *label_tests(void);
TCase *ownership_tests(void);
TCase *copy_tests(void);
TCase *device_tests(void);
TCase *argument_tests(void);
TCase *thread_tests(void);
TCase *subbyte_tests(void); // of the table with such dtypes alone

static const DLDevice cpu = {kDLCPU, 0};

// The two kinds of struct; tests of importing run for both.
enum label { LEGACY, VERSIONED, LABELS };

// A struct on the heap with arrays of its own. Its deleter overwrites all of it and counts.
struct producer {
  enum label label;
  union {
    DLManagedTensor *legacy;
    struct DLManagedTensorVersioned *versioned;
  } managed;
  DLTensor *tensor; // of the one that there is
};

// Live structs and calls of deleters since the test began.
extern int live_structs, deleter_calls;

// Strides may be NULL. Version 1.1, no flags.
struct producer produce(enum label label, DLDataType dtype, int32_t ndim, const int64_t *shape,
                        const int64_t *strides, void *data);

dlt_status import(struct producer *producer, dlt_tensor **out, dlt_error *error);

// What a consumer does with what it could not use.
void delete (struct producer *producer);

// That importing is refused with that status and those words, leaves the struct as it was and calls no
// deleter; then calls it.
void assert_refused(struct producer *producer, dlt_status status, const char *words);

// A tensor of the test's own memory.
dlt_tensor *wrap(dlt_scalar_type type, int32_t ndim, const int64_t *shape, const int64_t *strides,
                 void *data);

// The consumer of test_cpu_consumer.c, which knows dlpack.h alone: describes the tensor in the form
// "code bits lanes | device id | shape | strides | bytes of the elements in row-major order".
void describe_tensor(const DLTensor *tensor, char *out, size_t size);

#endif
