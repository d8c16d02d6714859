/* The generated header against the hand-kept lists, cell by cell, and at the edges that no row
 * shows. Compiles as C11 and as C++17. */
#include <assert.h>
#include <check.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "dltab_dtypes.h"

#include "expected_codes.h"
#include "expected_dtypes.h"

struct expected_dtype {
  const char *scalar_type;
  const char *dtype;
  int id;
  bool form;
  unsigned code, bits, lanes, major, minor;
  size_t bytes;
};

#define DTYPE_ROW(scalar_type, dtype, id, form, code, bits, lanes, major, minor, bytes)            \
  {#scalar_type, #dtype, id, form != 0, code, bits, lanes, major, minor, bytes},
static const struct expected_dtype dtypes[] = {EXPECTED_DTYPES(DTYPE_ROW)};

struct expected_code {
  const char *name;
  unsigned value, major, minor, bits;
};

#define CODE_ROW(name, value, major, minor, bits) {#name, value, major, minor, bits},
static const struct expected_code codes[] = {EXPECTED_CODES(CODE_ROW)};

enum {
  DTYPES = sizeof dtypes / sizeof dtypes[0],
  CODES = sizeof codes / sizeof codes[0],
  MAPPED = 20
};

#define CHECK_ID(scalar_type, dtype, id, ...)                                                      \
  static_assert(DLT_##scalar_type == id, "DLT_" #scalar_type " has another id");
EXPECTED_DTYPES(CHECK_ID)
static_assert(DLT_Undefined == EXPECTED_UNDEFINED_ID, "DLT_Undefined has another id");
static_assert(DTYPES == EXPECTED_UNDEFINED_ID, "Undefined follows the last row");
static_assert(sizeof(dlt_scalar_type) == 4, "the enum must hold any int");

/* No default: -Wswitch names an enumerator of the header that is not listed. */
static bool is_listed(dlt_scalar_type type) {
#define DTYPE_CASE(scalar_type, ...) case DLT_##scalar_type:
  switch (type) {
    EXPECTED_DTYPES(DTYPE_CASE)
  case DLT_Undefined:
    return true;
  }
  return false;
}

static DLDataType triple(unsigned code, unsigned bits, unsigned lanes) {
  DLDataType dtype;
  dtype.code = (uint8_t)code;
  dtype.bits = (uint8_t)bits;
  dtype.lanes = (uint16_t)lanes;
  return dtype;
}

/* What a failing call must leave as it was. */
static const DLDataType untouched = {0xAB, 0xCD, 0xEF01};

static bool same_triple(DLDataType a, DLDataType b) {
  return a.code == b.code && a.bits == b.bits && a.lanes == b.lanes;
}

static const struct expected_dtype *find_triple(unsigned code, unsigned bits, unsigned lanes) {
  for (size_t i = 0; i < DTYPES; i++) {
    const struct expected_dtype *row = &dtypes[i];
    if (row->form && row->code == code && row->bits == bits && row->lanes == lanes) return row;
  }
  return NULL;
}

/* Fails when the two tables differ at this triple, and names it. */
static void check_import(unsigned code, unsigned bits, unsigned lanes) {
  const struct expected_dtype *row = find_triple(code, bits, lanes);
  int expected = row ? row->id : EXPECTED_UNDEFINED_ID;
  int got = (int)dlt_scalar_type_from_dlpack(triple(code, bits, lanes));
  if (got != expected)
    ck_abort_msg("(%u, %u, %u) imports as %d, expected %d (%s)", code, bits, lanes, got, expected,
                 row ? row->scalar_type : "Undefined");
}

/* Rows: one loop test each, so that a failure names the row. */

#define ROW_MSG(row, what) "row %d, %s: %s", (row)->id, (row)->scalar_type, what

START_TEST(test_row_names) {
  const struct expected_dtype *row = &dtypes[_i];
  dlt_scalar_type type = (dlt_scalar_type)row->id;
  ck_assert_msg(row->id == _i, ROW_MSG(row, "the list is in order of id"));
  ck_assert_str_eq(dlt_scalar_type_name(type), row->scalar_type);
  ck_assert_str_eq(dlt_dtype_name(type), row->dtype);
  ck_assert_msg(dlt_scalar_type_from_name(row->scalar_type) == type, ROW_MSG(row, "from its name"));
  ck_assert_msg(dlt_scalar_type_from_name(row->dtype) == type, ROW_MSG(row, "from its dtype name"));
  ck_assert_msg(is_listed(type), ROW_MSG(row, "is an enumerator"));
}
END_TEST

START_TEST(test_row_import) {
  const struct expected_dtype *row = &dtypes[_i];
  if (row->form) check_import(row->code, row->bits, row->lanes);
}
END_TEST

START_TEST(test_row_export) {
  const struct expected_dtype *row = &dtypes[_i];
  DLDataType out = untouched;
  bool exported = dlt_scalar_type_to_dlpack((dlt_scalar_type)row->id, &out);
  ck_assert_msg(exported == row->form, ROW_MSG(row, "whether it is exported"));
  DLDataType expected = row->form ? triple(row->code, row->bits, row->lanes) : untouched;
  ck_assert_msg(out.code == expected.code, ROW_MSG(row, "code"));
  ck_assert_msg(out.bits == expected.bits, ROW_MSG(row, "bits"));
  ck_assert_msg(out.lanes == expected.lanes, ROW_MSG(row, "lanes"));
}
END_TEST

START_TEST(test_row_sizes) {
  const struct expected_dtype *row = &dtypes[_i];
  dlt_scalar_type type = (dlt_scalar_type)row->id;
  const int64_t most = INT64_MAX / (int64_t)row->bytes;
  const int64_t legal[] = {0, 1, 2, 3, 1000, most};
  int64_t out;
  ck_assert_uint_eq(dlt_itemsize(type), row->bytes);
  if (row->form) ck_assert_uint_eq(row->bits * row->lanes, row->bytes * 8);
  for (size_t i = 0; i < sizeof legal / sizeof legal[0]; i++) {
    ck_assert_msg(dlt_nbytes(type, legal[i], &out), ROW_MSG(row, "a legal count"));
    ck_assert_int_eq(out, legal[i] * (int64_t)row->bytes);
  }
  out = 42;
  ck_assert_msg(!dlt_nbytes(type, -1, &out), ROW_MSG(row, "-1 elements"));
  ck_assert_msg(!dlt_nbytes(type, INT64_MIN, &out), ROW_MSG(row, "INT64_MIN elements"));
  if (row->bytes > 1) {
    ck_assert_msg(!dlt_nbytes(type, most + 1, &out), ROW_MSG(row, "one element too many"));
    ck_assert_msg(!dlt_nbytes(type, INT64_MAX, &out), ROW_MSG(row, "INT64_MAX elements"));
  }
  ck_assert_int_eq(out, 42);
}
END_TEST

/* A row asks for the release that brought its code, and keeps the width that its code demands. */
START_TEST(test_row_agrees_with_its_code) {
  const struct expected_dtype *row = &dtypes[_i];
  if (!row->form) return;
  ck_assert_uint_lt(row->code, CODES);
  const struct expected_code *code = &codes[row->code];
  ck_assert_uint_eq(code->value, row->code);
  ck_assert_uint_eq(code->major, row->major);
  ck_assert_uint_eq(code->minor, row->minor);
  if (code->bits) ck_assert_uint_eq(code->bits, row->bits);
}
END_TEST

/* Names alone, without a row. */

START_TEST(test_names_unknown) {
  static const char *const unknown[] = {
      "",         "uint",   "uint8 ", " uint8",   "uint88",    "BYTE", "byte",          "Uint8",
      "DLT_Byte", "float8", "kDLInt", "float128", "undefined", "Bits", "float8_e8m0fnu"};
  for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
    ck_assert_msg(dlt_scalar_type_from_name(unknown[i]) == DLT_Undefined, "\"%s\" names no dtype",
                  unknown[i]);
  ck_assert(dlt_scalar_type_from_name(NULL) == DLT_Undefined);
  ck_assert(dlt_scalar_type_from_name("Undefined") == DLT_Undefined);
}
END_TEST

START_TEST(test_undefined) {
  DLDataType out = untouched;
  int64_t nbytes = 42;
  ck_assert_str_eq(dlt_scalar_type_name(DLT_Undefined), "Undefined");
  ck_assert_ptr_null(dlt_dtype_name(DLT_Undefined));
  ck_assert_uint_eq(dlt_itemsize(DLT_Undefined), 0);
  ck_assert(!dlt_scalar_type_to_dlpack(DLT_Undefined, &out));
  ck_assert(same_triple(out, untouched));
  ck_assert(!dlt_nbytes(DLT_Undefined, 1, &nbytes));
  ck_assert_int_eq(nbytes, 42);
}
END_TEST

static const int outside[] = {
    -1,         -2,      -128,   EXPECTED_UNDEFINED_ID + 1, 32, 127, 128, 200, 255, 256, 65536,
    0x7FFFFF00, INT_MIN, INT_MAX};

/* Run under the undefined sanitizer as well, in C and in C++: any int is a legal argument. */
START_TEST(test_ids_out_of_range) {
  dlt_scalar_type type = (dlt_scalar_type)outside[_i];
  DLDataType out = untouched;
  int64_t nbytes = 42;
  ck_assert_msg(!dlt_scalar_type_to_dlpack(type, &out), "%d is exported", outside[_i]);
  ck_assert(same_triple(out, untouched));
  ck_assert_msg(!dlt_scalar_type_name(type), "%d has a name", outside[_i]);
  ck_assert_msg(!dlt_dtype_name(type), "%d has a dtype name", outside[_i]);
  ck_assert_msg(dlt_itemsize(type) == 0, "%d has a size", outside[_i]);
  ck_assert_msg(!dlt_nbytes(type, 1, &nbytes), "%d has a byte count", outside[_i]);
  ck_assert_int_eq(nbytes, 42);
}
END_TEST

/* Triples that real producers have sent and that no row has. */

static const struct {
  unsigned code, bits, lanes;
  const char *what;
} refused[] = {
    {1, 1, 1, "a boolean of one bit"},
    {6, 1, 1, "kDLBool of one bit"},
    {6, 8, 2, "a vector of bool"},
    {2, 8, 1, "a float8 without a format"},
    {5, 64, 2, "complex64 counted as two lanes"},
    {5, 16, 1, "a complex of two float8"},
    {2, 64, 4, "double4"},
    {2, 32, 4, "float4"},
    {2, 64, 65532, "a scalable vector, lanes -4"},
    {2, 32, 0, "no lanes"},
    {0, 8, 0, "no lanes"},
    {2, 32, 65535, "lanes -1"},
    {2, 128, 1, "a float of 128 bits"},
    {0, 0, 1, "an integer of no bits"},
    {0, 4, 1, "int4"},
    {1, 4, 1, "uint4"},
    {4, 32, 1, "a bfloat of 32 bits"},
    {3, 64, 1, "an opaque handle"},
    {7, 8, 1, "float8_e3m4"},
    {8, 8, 1, "float8_e4m3"},
    {9, 8, 1, "float8_e4m3b11fnuz"},
    {14, 8, 1, "float8_e8m0fnu"},
    {10, 16, 1, "a float8 of 16 bits"},
    {12, 8, 2, "a pair of float8"},
    {15, 6, 1, "float6_e2m3fn"},
    {16, 6, 1, "float6_e3m2fn"},
    {17, 4, 1, "float4_e2m1fn"},
    {17, 4, 2, "float4_e2m1fn_x2"},
    {17, 8, 1, "a float4 of 8 bits"},
    {15, 8, 1, "a float6 of 8 bits"},
    {16, 4, 1, "a float6 of 4 bits"},
    {18, 8, 1, "a code after the last"},
    {255, 255, 65535, "all ones"},
};

START_TEST(test_refused) {
  DLDataType dtype = triple(refused[_i].code, refused[_i].bits, refused[_i].lanes);
  ck_assert_msg(dlt_scalar_type_from_dlpack(dtype) == DLT_Undefined, "(%u, %u, %u) is imported: %s",
                refused[_i].code, refused[_i].bits, refused[_i].lanes, refused[_i].what);
}
END_TEST

START_TEST(test_every_code_and_width) {
  static const unsigned lanes[] = {0, 1, 2, 3, 4, 8, 16, 255, 256, 257, 512, 32768, 65532, 65535};
  for (unsigned code = 0; code < 256; code++)
    for (unsigned bits = 0; bits < 256; bits++)
      for (size_t i = 0; i < sizeof lanes / sizeof lanes[0]; i++)
        check_import(code, bits, lanes[i]);
}
END_TEST

START_TEST(test_count_of_mapped) {
  unsigned listed = 0, imported = 0, exported = 0;
  for (int id = 0; id < DTYPES; id++) {
    DLDataType out;
    listed += dtypes[id].form;
    exported += dlt_scalar_type_to_dlpack((dlt_scalar_type)id, &out);
  }
  for (unsigned key = 0; key < 65536; key++)
    imported += dlt_scalar_type_from_dlpack(triple(key % 256, key / 256, 1)) != DLT_Undefined;
  ck_assert_uint_eq(listed, MAPPED);
  ck_assert_uint_eq(imported, MAPPED);
  ck_assert_uint_eq(exported, MAPPED);
}
END_TEST

/* DLPack's own side. */

START_TEST(test_code_names) {
  for (unsigned value = 0; value < 256; value++) {
    const char *name = dlt_dlpack_code_name((uint8_t)value);
    if (value < CODES) {
      ck_assert_uint_eq(codes[value].value, value);
      ck_assert_str_eq(name, codes[value].name);
    } else {
      ck_assert_msg(!name, "code %u has a name", value);
    }
  }
}
END_TEST

START_TEST(test_version_is_the_newest_needed) {
  unsigned major = 1, minor = 0;
  for (size_t i = 0; i < DTYPES; i++) {
    const struct expected_dtype *row = &dtypes[i];
    if (row->major > major || (row->major == major && row->minor > minor)) {
      major = row->major;
      minor = row->minor;
    }
  }
  ck_assert_int_eq(DLT_DLPACK_MAJOR, major);
  ck_assert_int_eq(DLT_DLPACK_MINOR, minor);
  ck_assert_int_eq(DLT_DLPACK_MAJOR, 1);
  ck_assert_int_eq(DLT_DLPACK_MINOR, 1);
}
END_TEST

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

int main(void) {
  TCase *rows = tcase_create("rows");
  tcase_add_loop_test(rows, test_row_names, 0, DTYPES);
  tcase_add_loop_test(rows, test_row_import, 0, DTYPES);
  tcase_add_loop_test(rows, test_row_export, 0, DTYPES);
  tcase_add_loop_test(rows, test_row_sizes, 0, DTYPES);
  tcase_add_loop_test(rows, test_row_agrees_with_its_code, 0, DTYPES);

  TCase *edges = tcase_create("edges");
  tcase_add_test(edges, test_names_unknown);
  tcase_add_test(edges, test_undefined);
  tcase_add_loop_test(edges, test_ids_out_of_range, 0, COUNT(outside));
  tcase_add_loop_test(edges, test_refused, 0, COUNT(refused));
  tcase_add_test(edges, test_every_code_and_width);
  tcase_add_test(edges, test_count_of_mapped);

  TCase *dlpack = tcase_create("dlpack");
  tcase_add_test(dlpack, test_code_names);
  tcase_add_test(dlpack, test_version_is_the_newest_needed);

  Suite *suite = suite_create("oracles: dtypes");
  suite_add_tcase(suite, rows);
  suite_add_tcase(suite, edges);
  suite_add_tcase(suite, dlpack);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
