// DLPack's own words: releases and type codes.
#include <stdlib.h>
#include <string.h>

#include "model.h"

char *model_label(const struct record *record) {
  struct text label = {0};
  const struct value *name = table_at(&record->table, 1);
  text_add(&label, record_kind_name(record->kind));
  if (name) {
    text_add(&label, " ");
    value_describe(&label, name);
  } else {
    text_add(&label, " without a name");
  }
  return label.bytes;
}

static bool is_released(const struct model *model, struct version version) {
  for (size_t i = 0; i < model->release_count; i++)
    if (version_compare(model->releases[i].version, version) == 0) return true;
  return false;
}

static void read_release(struct model *model, const struct record *record, struct report *report) {
  static const char *const known[] = {NULL};
  struct reader reader = {report, record->place, &record->table, "release"};
  const char *text;
  size_t length;
  reject_unknown(&reader, 1, known);
  if (!read_position(&reader, "version", &text, &length)) return;
  struct version version;
  if (!version_parse(text, length, &version)) {
    struct text shown = {0};
    text_add_quoted(&shown, text, length);
    complain(&reader, RULE_VERSION, "%s is no version; MAJOR.MINOR is needed, such as \"1.1\"",
             text_string(&shown));
    text_free(&shown);
    return;
  }
  model->releases[model->release_count++] = (struct release){record->place, version};
}

static void read_code(struct model *model, const struct record *record, struct report *report) {
  static const char *const known[] = {"value", "since", "bits", NULL};
  char *label = model_label(record);
  struct reader reader = {report, record->place, &record->table, label};
  struct code code = {.place = record->place, .value = -1};
  size_t length;
  long long value, bits;
  reject_unknown(&reader, 1, known);
  if (read_position(&reader, "name", &code.name, &length) &&
      !check_identifier(&reader, "name", code.name, length))
    code.name = NULL;
  if (read_integer(&reader, "value", REQUIRED, 0, 255, &value)) code.value = (int)value;
  if (read_integer(&reader, "bits", OPTIONAL, 1, 255, &bits)) code.bits = (int)bits;
  code.since_known = read_version(&reader, "since", &code.since);
  code.in_header = code.name && record->lists_releases && strncmp(code.name, "kDL", 3) == 0;
  model->codes[model->code_count++] = code;
  free(label);
}

void model_read_vocabulary(struct model *model, struct report *report) {
  const struct spec *spec = model->spec;
  model->releases = memory_zeroed(spec->count, sizeof *model->releases);
  model->codes = memory_zeroed(spec->count, sizeof *model->codes);
  for (size_t i = 0; i < spec->count; i++) {
    if (spec->records[i].kind == RECORD_RELEASE) read_release(model, &spec->records[i], report);
    if (spec->records[i].kind == RECORD_CODE) read_code(model, &spec->records[i], report);
  }
}

static void check_release(const struct model *model, struct report *report, const char *label,
                          struct place place, struct version since) {
  if (is_released(model, since)) return;
  struct reader reader = {report, place, NULL, label};
  complain(&reader, RULE_UNRELEASED, "since = \"%d.%d\" is a version that no release declares",
           since.major, since.minor);
}

void model_check_vocabulary(const struct model *model, struct report *report) {
  for (size_t i = 0; i < model->code_count; i++) {
    const struct code *code = &model->codes[i];
    struct text label = {0};
    text_format(&label, "code \"%s\"", code->name ? code->name : "?");
    if (code->since_known)
      check_release(model, report, text_string(&label), code->place, code->since);
    text_free(&label);
  }
  for (size_t i = 0; i < model->dtype_count; i++) {
    const struct dtype *row = &model->dtypes[i];
    struct text label = {0};
    text_format(&label, "dtype \"%s\"", row->name ? row->name : "?");
    if (row->since_known) check_release(model, report, text_string(&label), row->place, row->since);
    text_free(&label);
  }
}
