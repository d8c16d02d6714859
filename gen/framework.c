// The framework's own declaration.
#include <stdlib.h>
#include <string.h>

#include "model.h"

static const struct {
  const char *name;
  long long lowest;
  long long highest;
} id_types[] = {
    {"int8", -128, 127},
    {"uint8", 0, 255},
    {"int16", -32768, 32767},
    {"uint16", 0, 65535},
    {"int32", -2147483647 - 1, 2147483647},
};

static void read_ids(const struct reader *reader, struct framework *framework) {
  if (!read_string(reader, "ids", REQUIRED, &framework->ids)) return;
  for (size_t i = 0; i < sizeof id_types / sizeof *id_types; i++) {
    if (strcmp(framework->ids, id_types[i].name) != 0) continue;
    framework->lowest_id = id_types[i].lowest;
    framework->highest_id = id_types[i].highest;
    return;
  }
  complain(reader, RULE_IDS_TYPE, "ids = \"%.60s\"; int8, uint8, int16, uint16 or int32 is needed",
           framework->ids);
  framework->ids = NULL;
}

static void read_undefined(const struct reader *outer, struct framework *framework) {
  static const char *const known[] = {"id", "hole_before", NULL};
  const struct value *value = table_get(outer->table, "undefined");
  if (!value) {
    complain(outer, RULE_MISSING_FIELD, "missing field 'undefined'");
    return;
  }
  if (value->type != VALUE_TABLE) {
    complain(outer, RULE_WRONG_TYPE,
             "undefined is no table; { \"NAME\" } is needed, the enumerator for no dtype");
    return;
  }
  struct reader reader = {outer->report, outer->place, value->table, "framework, undefined"};
  size_t length;
  reject_unknown(&reader, 1, known);
  if (read_position(&reader, "name", &framework->undefined, &length) &&
      !check_identifier(&reader, "enumerator", framework->undefined, length))
    framework->undefined = NULL;
  framework->undefined_id_given = read_integer(&reader, "id", OPTIONAL, framework->lowest_id,
                                               framework->highest_id, &framework->undefined_id);
  read_boolean(&reader, "hole_before", &framework->undefined_hole);
}

static bool is_plain_name(const char *name, size_t length) {
  if (length == 0 || length > 60 || name[0] == ' ' || name[length - 1] == ' ') return false;
  for (size_t i = 0; i < length; i++) {
    char c = name[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!letter && (c == '\0' || !strchr(" ._+-", c))) return false;
  }
  return true;
}

static void read_identifier(const struct reader *reader, const char *field, const char **out) {
  if (!read_string(reader, field, REQUIRED, out)) return;
  if (!check_identifier(reader, field, *out, table_get(reader->table, field)->length)) *out = NULL;
}

static char *upper(const char *name) {
  char *copy = memory_copy(name, strlen(name));
  for (char *c = copy; *c; c++)
    if (*c >= 'a' && *c <= 'z') *c = (char)(*c - 'a' + 'A');
  return copy;
}

static void read_framework(const struct record *record, struct framework *framework,
                           struct report *report) {
  static const char *const known[] = {"enum", "prefix", "ids", "undefined", NULL};
  struct reader reader = {report, record->place, &record->table, "framework"};
  size_t length;
  framework->place = record->place;
  reject_unknown(&reader, 1, known);
  if (read_position(&reader, "name", &framework->name, &length) &&
      !is_plain_name(framework->name, length)) {
    struct text shown = {0};
    text_add_quoted(&shown, framework->name, length);
    complain(&reader, RULE_FRAMEWORK_NAME,
             "name %s; letters, digits, spaces and ._+- are possible, 1 to 60 of them",
             text_string(&shown));
    text_free(&shown);
  }
  read_identifier(&reader, "enum", &framework->enum_name);
  read_identifier(&reader, "prefix", &framework->prefix);
  if (framework->prefix) framework->upper_prefix = upper(framework->prefix);
  framework->lowest_id = -2147483647 - 1;
  framework->highest_id = 2147483647;
  read_ids(&reader, framework);
  read_undefined(&reader, framework);
}

void model_read_framework(struct model *model, struct report *report) {
  const struct record *first = NULL;
  for (size_t i = 0; i < model->spec->count; i++) {
    const struct record *record = &model->spec->records[i];
    if (record->kind != RECORD_FRAMEWORK) continue;
    if (first) {
      report_add(report, RULE_FRAMEWORK, record->place,
                 "a second framework; the first is at %s:%d, and a spec describes one",
                 first->place.file, first->place.line);
      continue;
    }
    first = record;
    model->framework.order = i;
    read_framework(record, &model->framework, report);
  }
  if (!first && model->spec->complete)
    report_add(report, RULE_FRAMEWORK, (struct place){model->spec->files[0], 0},
               "no framework is declared; write framework { \"NAME\", enum = ..., prefix = ..., "
               "ids = ..., undefined = { ... } }");
}
