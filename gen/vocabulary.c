// DLPack's own words: releases and type codes.
#include <stdlib.h>
#include <string.h>

#include "model.h"

char *model_label(const struct record *record) {
  struct text label = {0};
  const struct value *name = table_at(&record->table, 1);
  bool shown = name && name->type != VALUE_TABLE && name->type != VALUE_OTHER;
  text_add(&label, record_kind_name(record->kind));
  text_add(&label, shown ? " " : " without a name");
  if (shown) value_describe(&label, name);
  return label.bytes;
}

static int compare_releases(const void *one, const void *other) {
  const struct release *a = one, *b = other;
  return version_compare(a->version, b->version);
}

static void read_release(struct model *model, const struct record *record, struct report *report) {
  static const char *const known[] = {NULL};
  struct reader reader = {report, record->place, &record->table, "release"};
  const struct value *text;
  struct version version;
  reject_unknown(&reader, 1, known);
  if (!read_position(&reader, "version", &text)) return;
  if (version_parse(text->string, text->length, &version))
    model->releases[model->release_count++] = (struct release){record->place, version};
  else
    complain_value(&reader, RULE_VERSION, "", text,
                   " is no version; MAJOR.MINOR is needed, such as \"1.1\"");
}

static void read_code(struct model *model, const struct record *record, struct report *report) {
  static const char *const known[] = {"value", "since", "bits", NULL};
  struct code code = {.place = record->place, .label = model_label(record), .value = -1};
  struct reader reader = {report, record->place, &record->table, code.label};
  const struct value *name;
  long long value, bits;
  reject_unknown(&reader, 1, known);
  if (read_position(&reader, "name", &name) && check_identifier(&reader, "name", name))
    code.name = name->string;
  if (read_integer(&reader, "value", REQUIRED, 0, 255, &value)) code.value = (int)value;
  if (read_integer(&reader, "bits", OPTIONAL, 1, 255, &bits)) code.bits = (int)bits;
  code.since_known = read_version(&reader, "since", &code.since);
  code.in_header = code.name && record->lists_releases && strncmp(code.name, "kDL", 3) == 0;
  model->codes[model->code_count++] = code;
}

static int compare_code_names(const void *one, const void *other) {
  const struct code *const *a = one, *const *b = other;
  int names = strcmp((*a)->name, (*b)->name);
  return names != 0 ? names : *a < *b ? -1 : *a > *b;
}

void model_read_vocabulary(struct model *model, struct report *report) {
  const struct spec *spec = model->spec;
  model->releases = memory_zeroed(spec->count, sizeof *model->releases);
  model->codes = memory_zeroed(spec->count, sizeof *model->codes);
  model->codes_by_name = memory_zeroed(spec->count, sizeof *model->codes_by_name);
  for (size_t i = 0; i < spec->count; i++) {
    if (spec->records[i].kind == RECORD_RELEASE) read_release(model, &spec->records[i], report);
    if (spec->records[i].kind == RECORD_CODE) read_code(model, &spec->records[i], report);
  }
  for (size_t i = 0; i < model->code_count; i++)
    if (model->codes[i].name) model->codes_by_name[model->named_code_count++] = &model->codes[i];
  qsort(model->codes_by_name, model->named_code_count, sizeof *model->codes_by_name,
        compare_code_names);
}

static int compare_name_with_code(const void *name, const void *code) {
  return strcmp(name, (*(const struct code *const *)code)->name);
}

const struct code *model_find_code(const struct model *model, const char *name) {
  const struct code *const *found = bsearch(name, model->codes_by_name, model->named_code_count,
                                            sizeof *model->codes_by_name, compare_name_with_code);
  return found ? *found : NULL;
}

static void check_since(const struct release *sorted, size_t count, struct report *report,
                        const char *label, struct place place, struct version since) {
  struct release wanted = {.version = since};
  if (bsearch(&wanted, sorted, count, sizeof *sorted, compare_releases)) return;
  struct reader reader = {report, place, NULL, label};
  complain(&reader, RULE_UNRELEASED, "since = \"%d.%d\" is a version that no release declares",
           since.major, since.minor);
}

void model_check_vocabulary(const struct model *model, struct report *report) {
  size_t count = model->release_count;
  struct release *sorted = memory_zeroed(count, sizeof *sorted);
  if (count) memcpy(sorted, model->releases, count * sizeof *sorted);
  qsort(sorted, count, sizeof *sorted, compare_releases);
  for (size_t i = 0; i < model->code_count; i++) {
    const struct code *code = &model->codes[i];
    if (code->since_known)
      check_since(sorted, count, report, code->label, code->place, code->since);
  }
  for (size_t i = 0; i < model->dtype_count; i++) {
    const struct dtype *row = &model->dtypes[i];
    if (row->since_known) check_since(sorted, count, report, row->label, row->place, row->since);
  }
  free(sorted);
}
