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
  const struct value *ids;
  if (!read_string(reader, "ids", REQUIRED, &ids)) return;
  for (size_t i = 0; i < sizeof id_types / sizeof *id_types; i++) {
    if (!string_is(ids, id_types[i].name)) continue;
    framework->ids = id_types[i].name;
    framework->lowest_id = id_types[i].lowest;
    framework->highest_id = id_types[i].highest;
    return;
  }
  complain_value(reader, RULE_IDS_TYPE, "ids = ", ids,
                 "; int8, uint8, int16, uint16 or int32 is needed");
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
  const struct value *name;
  reject_unknown(&reader, 1, known);
  if (read_position(&reader, "name", &name) && check_identifier(&reader, "enumerator", name))
    framework->undefined = name->string;
  framework->undefined_id_given = table_get(value->table, "id") != NULL;
  framework->undefined_id_known = read_integer(&reader, "id", OPTIONAL, framework->lowest_id,
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

static char *upper(const char *name) {
  char *copy = memory_copy(name, strlen(name));
  for (char *c = copy; *c; c++)
    if (*c >= 'a' && *c <= 'z') *c = (char)(*c - 'a' + 'A');
  return copy;
}

static const struct framework nothing_known = {.lowest_id = -2147483647 - 1,
                                               .highest_id = 2147483647};

static void read_framework(const struct record *record, struct framework *framework,
                           struct report *report) {
  static const char *const known[] = {"enum", "prefix", "ids", "undefined", NULL};
  struct reader reader = {report, record->place, &record->table, "framework"};
  const struct value *name;
  framework->place = record->place;
  reject_unknown(&reader, 1, known);
  if (read_position(&reader, "name", &name)) {
    framework->name = name->string;
    if (!is_plain_name(name->string, name->length))
      complain_value(&reader, RULE_FRAMEWORK_NAME, "", name,
                     " is no name for a framework; letters, digits, spaces and ._+- are possible, "
                     "1 to 60 of them");
  }
  read_identifier(&reader, "enum", &framework->enum_name);
  if (read_identifier(&reader, "prefix", &framework->prefix))
    framework->upper_prefix = upper(framework->prefix);
  read_ids(&reader, framework);
  read_undefined(&reader, framework);
}

// A second one is wrong by being there, and then in whatever else is wrong with it.
static void read_second(const struct record *record, struct place first, struct report *report) {
  struct framework framework = nothing_known;
  report_add(report, RULE_FRAMEWORK, record->place,
             "a second framework; the first is at %s:%d, and a spec describes one", first.file,
             first.line);
  read_framework(record, &framework, report);
  free(framework.upper_prefix);
}

void model_read_framework(struct model *model, struct report *report) {
  const struct record *first = NULL;
  model->framework = nothing_known;
  for (size_t i = 0; i < model->spec->count; i++) {
    const struct record *record = &model->spec->records[i];
    if (record->kind != RECORD_FRAMEWORK) continue;
    if (first) {
      read_second(record, first->place, report);
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
