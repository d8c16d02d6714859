% local p, P = framework.prefix, framework.PREFIX
% local undefined = P .. "_" .. framework.undefined
% local formed, formless, imports = {}, {}, {}
% for _, row in ipairs(dtypes) do
%   if row.has_form then formed[#formed + 1] = row else formless[#formless + 1] = row end
%   if row.has_form and not row.export_only then
%     imports[#imports + 1] = { form = row.form, row = row }
%   end
%   for _, form in ipairs(row.also_import) do imports[#imports + 1] = { form = form, row = row } end
% end
// ${banner[1]}
// Do not edit: change the spec and run: ${banner[2]}
//
// Every dtype both ways against literal triples, and every possible DLDataType through the importer.
// The literals come from the spec, as the tables under test do: that the spec itself is right is
// for other tests to say.
#define _POSIX_C_SOURCE 200809L // isatty

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <check.h>

#include "dltab_dtypes.h"

struct exported {
  const char *scalar_type;
  const char *dtype;
  ${p}_scalar_type value;
  ${p}_scalar_type imports_as;
  DLDataType form;
  size_t itemsize;
};

struct imported {
  const char *scalar_type;
  ${p}_scalar_type value;
  DLDataType form;
};

struct without_form {
  const char *scalar_type;
  const char *dtype;
  ${p}_scalar_type value;
  size_t itemsize;
};

// The last row of each table is no row: C has no empty arrays.
static const struct exported exported[] = {
% for _, row in ipairs(formed) do
    {"${row.scalar_type}", "${row.name}", ${P}_${row.scalar_type}, ${P}_${row.imports_as}, {${row.form.code.value}, ${row.form.bits}, ${row.form.lanes}}, ${row.itemsize}},
% end
    {"", "", ${undefined}, ${undefined}, {0, 0, 0}, 0},
};

static const struct imported imported[] = {
% for _, import in ipairs(imports) do
    {"${import.row.scalar_type}", ${P}_${import.row.scalar_type}, {${import.form.code.value}, ${import.form.bits}, ${import.form.lanes}}},
% end
    {"", ${undefined}, {0, 0, 0}},
};

static const struct without_form without_form[] = {
% for _, row in ipairs(formless) do
    {"${row.scalar_type}", "${row.name}", ${P}_${row.scalar_type}, ${row.itemsize}},
% end
    {"", "", ${undefined}, 0},
};

enum {
  exported_count = sizeof exported / sizeof exported[0] - 1,
  imported_count = sizeof imported / sizeof imported[0] - 1,
  without_form_count = sizeof without_form / sizeof without_form[0] - 1
};

static void assert_form(const char *name, DLDataType got, DLDataType want) {
  ck_assert_msg(got.code == want.code && got.bits == want.bits && got.lanes == want.lanes,
                "%s exports as (%d, %d, %d), not (%d, %d, %d)", name, got.code, got.bits, got.lanes,
                want.code, want.bits, want.lanes);
}

static void assert_import(const char *name, DLDataType form, ${p}_scalar_type want) {
  ${p}_scalar_type got = ${p}_scalar_type_from_dlpack(form);
  ck_assert_msg(got == want, "%s: (%d, %d, %d) imports as %d (%s), not %d (%s)", name, form.code,
                form.bits, form.lanes, (int)got, ${p}_scalar_type_name(got), (int)want,
                ${p}_scalar_type_name(want));
  got = ${p}_scalar_type_from_dlpack_fast(form);
  ck_assert_msg(got == want, "%s: (%d, %d, %d) is %d on the fast path, not %d", name, form.code,
                form.bits, form.lanes, (int)got, (int)want);
}

START_TEST(row_exports_and_comes_back) {
  const struct exported *row = &exported[_i];
  DLDataType form = {255, 255, 65535};
  ck_assert_msg(${p}_scalar_type_to_dlpack(row->value, &form), "%s is not exported", row->scalar_type);
  assert_form(row->scalar_type, form, row->form);
  assert_import(row->scalar_type, form, row->imports_as);
}
END_TEST

START_TEST(triple_imports) {
  const struct imported *row = &imported[_i];
  assert_import(row->scalar_type, row->form, row->value);
}
END_TEST

START_TEST(row_without_form_is_refused) {
  const struct without_form *row = &without_form[_i];
  DLDataType form = {255, 254, 65533};
  ck_assert_msg(!${p}_scalar_type_to_dlpack(row->value, &form), "%s is exported", row->scalar_type);
  ck_assert_msg(form.code == 255 && form.bits == 254 && form.lanes == 65533,
                "%s: refused, but *out was written", row->scalar_type);
}
END_TEST

static void assert_described(${p}_scalar_type value, const char *scalar_type, const char *dtype,
                             size_t itemsize) {
  ck_assert_str_eq(${p}_scalar_type_name(value), scalar_type);
  ck_assert_str_eq(${p}_dtype_name(value), dtype);
  ck_assert_int_eq(${p}_scalar_type_from_name(scalar_type), value);
  ck_assert_int_eq(${p}_scalar_type_from_name(dtype), value);
  ck_assert_uint_eq(${p}_itemsize(value), itemsize);
}

START_TEST(row_is_described) {
  const struct exported *row = &exported[_i];
  assert_described(row->value, row->scalar_type, row->dtype, row->itemsize);
}
END_TEST

START_TEST(row_without_form_is_described) {
  const struct without_form *row = &without_form[_i];
  assert_described(row->value, row->scalar_type, row->dtype, row->itemsize);
}
END_TEST

START_TEST(undefined_has_no_form) {
  DLDataType form = {255, 254, 65533};
  ck_assert(!${p}_scalar_type_to_dlpack(${undefined}, &form));
  ck_assert_str_eq(${p}_scalar_type_name(${undefined}), "${framework.undefined}");
  ck_assert_ptr_null(${p}_dtype_name(${undefined}));
  ck_assert_uint_eq(${p}_itemsize(${undefined}), 0);
}
END_TEST

static DLDataType form_of_key(uint32_t key) {
  DLDataType form = {(uint8_t)key, (uint8_t)(key >> 8), (uint16_t)(key >> 16)};
  return form;
}

static const struct imported *find_imported(DLDataType form) {
  for (int i = 0; i < imported_count; i++)
    if (imported[i].form.code == form.code && imported[i].form.bits == form.bits &&
        imported[i].form.lanes == form.lanes)
      return &imported[i];
  return NULL;
}

static void assert_listed(DLDataType form, ${p}_scalar_type got) {
  const struct imported *row = find_imported(form);
  ck_assert_msg(row != NULL, "(%d, %d, %d) is accepted as %d, but no row imports it", form.code,
                form.bits, form.lanes, (int)got);
  ck_assert_msg(got == row->value, "(%d, %d, %d) imports as %d, not as %s", form.code, form.bits,
                form.lanes, (int)got, row->scalar_type);
}

// A person who waits sees how far it is; a pipe sees nothing.
static void show_progress(uint64_t visited) {
  if (isatty(STDERR_FILENO)) fprintf(stderr, "\rsweep: %d %%\r", (int)(visited * 100 / UINT32_MAX));
}

// Takes 15 seconds or so where it is compiled with -O2.
START_TEST(exactly_the_listed_triples_are_accepted) {
  uint64_t visited = 0, accepted = 0, disagreed = 0;
  DLDataType first = {0, 0, 0};
  do {
    if ((visited & 0xfffffff) == 0) show_progress(visited);
    DLDataType form = form_of_key((uint32_t)visited);
    ${p}_scalar_type got = ${p}_scalar_type_from_dlpack(form);
    if (got != ${p}_scalar_type_from_dlpack_fast(form) && disagreed++ == 0) first = form;
    if (got != ${undefined}) {
      assert_listed(form, got);
      accepted++;
    }
    visited++;
  } while (visited <= UINT32_MAX);
  printf("visited %" PRIu64 " accepted %" PRIu64 "\n", visited, accepted);
  fflush(stdout);
  for (int i = 0; i < imported_count; i++)
    assert_import(imported[i].scalar_type, imported[i].form, imported[i].value);
  ck_assert_uint_eq(accepted, imported_count);
  ck_assert_msg(disagreed == 0,
                "switch and fast path disagree on %" PRIu64 " triples, first on (%d, %d, %d): %d and %d",
                disagreed, first.code, first.bits, first.lanes, (int)${p}_scalar_type_from_dlpack(first),
                (int)${p}_scalar_type_from_dlpack_fast(first));
}
END_TEST

static void assert_exporters_agree(int64_t id) {
  DLDataType form = {255, 254, 65533}, fast = {255, 254, 65533};
  ${p}_scalar_type value = (${p}_scalar_type)(int32_t)id;
  bool exported_as = ${p}_scalar_type_to_dlpack(value, &form);
  ck_assert_msg(exported_as == ${p}_scalar_type_to_dlpack_fast(value, &fast),
                "switch and table disagree on whether id %d is exported", (int)id);
  assert_form("the table", fast, form);
}

static void assert_exporters_agree_around(int64_t middle) {
  for (int64_t id = middle - 300; id <= middle + 300; id++)
    if (id >= INT32_MIN && id <= INT32_MAX) assert_exporters_agree(id);
}

// Every id of a row, those beside it, and the ends of int.
START_TEST(both_exporters_agree) {
  assert_exporters_agree_around(INT32_MIN);
  assert_exporters_agree_around(INT32_MAX);
  assert_exporters_agree_around(${undefined});
  for (int i = 0; i < exported_count; i++) assert_exporters_agree_around(exported[i].value);
  for (int i = 0; i < without_form_count; i++) assert_exporters_agree_around(without_form[i].value);
}
END_TEST

static Suite *suite(void) {
  Suite *suite = suite_create("${framework.name}: round trip");
  TCase *rows = tcase_create("rows");
  tcase_add_loop_test(rows, row_exports_and_comes_back, 0, exported_count);
  tcase_add_loop_test(rows, triple_imports, 0, imported_count);
  tcase_add_loop_test(rows, row_is_described, 0, exported_count);
  tcase_add_loop_test(rows, row_without_form_is_refused, 0, without_form_count);
  tcase_add_loop_test(rows, row_without_form_is_described, 0, without_form_count);
  tcase_add_test(rows, undefined_has_no_form);
  tcase_add_test(rows, both_exporters_agree);
  suite_add_tcase(suite, rows);
  TCase *sweep = tcase_create("sweep");
  tcase_set_timeout(sweep, 900);
  tcase_add_test(sweep, exactly_the_listed_triples_are_accepted);
  suite_add_tcase(suite, sweep);
  return suite;
}

// CK_RUN_CASE=rows leaves out the sweep.
int main(void) {
  SRunner *runner = srunner_create(suite());
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
