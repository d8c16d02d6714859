// Versions and flags: what a versioned struct says, and what a legacy one cannot.
#include "test_cpu.h"

static const DLDataType float32 = {kDLFloat, 32, 1};
static const int64_t two[] = {2};
static float data[2] = {1, 2};

// --- Versions

static const struct {
  DLPackVersion version;
  bool accepted;
  const char *said;
} versions[] = {
    {{1, 0}, true, ""},
    {{1, 1}, true, ""},
    {{1, 3}, true, ""},
    {{1, 99}, true, ""},
    {{1, UINT32_MAX}, true, ""},
    {{0, 8}, false, "DLPack version 0.8; major version 1 is understood"},
    {{2, 0}, false, "DLPack version 2.0; major version 1 is understood"},
    {{UINT32_MAX, 1}, false, "DLPack version 4294967295.1"},
};

// Of another major nothing but version, deleter and flags can be read; all else is poison here.
START_TEST(test_versions) {
  struct producer producer = produce(VERSIONED, float32, 1, two, NULL, data);
  struct DLManagedTensorVersioned *managed = producer.managed.versioned;
  managed->version = versions[_i].version;
  if (versions[_i].accepted) {
    dlt_error error;
    dlt_tensor *tensor;
    ck_assert_dlt(import(&producer, &tensor, &error), error);
    dlt_release(tensor);
    return;
  }
  DLTensor described = managed->dl_tensor;
  memset(&managed->dl_tensor, 0xAB, sizeof managed->dl_tensor);
  dlt_error error;
  dlt_tensor *tensor;
  ck_assert_status(import(&producer, &tensor, &error), DLT_ERR_VERSION, error);
  ck_assert_said(error, versions[_i].said);
  ck_assert_ptr_null(tensor);
  ck_assert_int_eq(deleter_calls, 0);
  managed->dl_tensor = described;
  delete (&producer);
}
END_TEST

// Whatever dlpack.h was at hand: the label is that of the table.
START_TEST(test_our_label) {
  dlt_error error;
  dlt_tensor *tensor = wrap(DLT_Float, 1, two, NULL, data);
  struct DLManagedTensorVersioned *out;
  ck_assert_dlt(dlt_export_versioned(tensor, 0, &out, &error), error);
  ck_assert_uint_eq(out->version.major, 1);
  ck_assert_uint_eq(out->version.minor, 1);
  out->deleter(out);
  dlt_release(tensor);
}
END_TEST

// --- Flags

static dlt_tensor *import_flags(uint64_t flags) {
  struct producer producer = produce(VERSIONED, float32, 1, two, NULL, data);
  dlt_error error;
  dlt_tensor *tensor;
  producer.managed.versioned->flags = flags;
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  return tensor;
}

static uint64_t export_flags(dlt_tensor *tensor, uint64_t extra) {
  struct DLManagedTensorVersioned *out;
  dlt_error error;
  ck_assert_dlt(dlt_export_versioned(tensor, extra, &out, &error), error);
  uint64_t flags = out->flags;
  out->deleter(out);
  return flags;
}

START_TEST(test_read_only_survives_every_hop) {
  dlt_tensor *tensor = import_flags(DLPACK_FLAG_BITMASK_READ_ONLY);
  struct DLManagedTensorVersioned *out;
  DLManagedTensor *legacy;
  dlt_error error;
  for (int hop = 0; hop < 3; hop++) {
    ck_assert_uint_eq(dlt_view_of(tensor)->flags, DLPACK_FLAG_BITMASK_READ_ONLY);
    ck_assert_status(dlt_export(tensor, &legacy, &error), DLT_ERR_READONLY, error);
    ck_assert_said(error, "read-only");
    ck_assert_ptr_null(legacy);
    ck_assert_dlt(dlt_export_versioned(tensor, 0, &out, &error), error);
    ck_assert_uint_eq(out->flags, DLPACK_FLAG_BITMASK_READ_ONLY);
    dlt_release(tensor);
    ck_assert_dlt(dlt_import_versioned(out, &tensor, &error), error);
  }
  dlt_release(tensor);
}
END_TEST

START_TEST(test_writable_unless_said) {
  dlt_error error;
  dlt_tensor *tensor = import_flags(0);
  ck_assert_uint_eq(dlt_view_of(tensor)->flags, 0);
  ck_assert_uint_eq(export_flags(tensor, 0), 0);
  ck_assert_uint_eq(export_flags(tensor, DLPACK_FLAG_BITMASK_READ_ONLY), 1);
  dlt_release(tensor);
  struct producer producer = produce(LEGACY, float32, 1, two, NULL, data);
  ck_assert_dlt(import(&producer, &tensor, &error), error);
  ck_assert_uint_eq(dlt_view_of(tensor)->flags, 0);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_copied_is_said_of_this_export_alone) {
  dlt_tensor *tensor = import_flags(DLPACK_FLAG_BITMASK_IS_COPIED);
  ck_assert_uint_eq(dlt_view_of(tensor)->flags, DLPACK_FLAG_BITMASK_IS_COPIED);
  ck_assert_uint_eq(export_flags(tensor, 0), 0);
  ck_assert_uint_eq(export_flags(tensor, DLPACK_FLAG_BITMASK_IS_COPIED), 2);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_unknown_flags_are_dropped) {
  dlt_tensor *tensor =
      import_flags(UINT64_MAX & ~(uint64_t)DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED);
  ck_assert_uint_eq(dlt_view_of(tensor)->flags, 3);
  ck_assert_uint_eq(export_flags(tensor, 0), 1);
  dlt_release(tensor);
}
END_TEST

START_TEST(test_padding_of_whole_bytes_is_refused) {
  struct producer producer = produce(VERSIONED, float32, 1, two, NULL, data);
  producer.managed.versioned->flags = DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED;
  assert_refused(&producer, DLT_ERR_LAYOUT,
                 "the flags say that sub-byte elements are padded; those of Float are whole bytes");
}
END_TEST

START_TEST(test_flags_that_cannot_be_added) {
  static const uint64_t flags[] = {4, 8, 1ULL << 63, 7};
  struct DLManagedTensorVersioned *out;
  dlt_error error;
  dlt_tensor *tensor = wrap(DLT_Float, 1, two, NULL, data);
  ck_assert_status(dlt_export_versioned(tensor, flags[_i], &out, &error), DLT_ERR_ARGUMENT, error);
  ck_assert_said(error, "only READ_ONLY (1) and IS_COPIED (2) can be added");
  ck_assert_ptr_null(out);
  dlt_release(tensor);
}
END_TEST

TCase *label_tests(void) {
  TCase *tests = tcase_create("labels");
  tcase_add_loop_test(tests, test_versions, 0, 8);
  tcase_add_test(tests, test_our_label);
  tcase_add_test(tests, test_read_only_survives_every_hop);
  tcase_add_test(tests, test_writable_unless_said);
  tcase_add_test(tests, test_copied_is_said_of_this_export_alone);
  tcase_add_test(tests, test_unknown_flags_are_dropped);
  tcase_add_test(tests, test_padding_of_whole_bytes_is_refused);
  tcase_add_loop_test(tests, test_flags_that_cannot_be_added, 0, 4);
  return tests;
}
