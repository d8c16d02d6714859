#include "fields.h"

#include <stdlib.h>
#include <string.h>

#include "names.h"

int version_compare(struct version one, struct version other) {
  if (one.major != other.major) return one.major < other.major ? -1 : 1;
  return one.minor < other.minor ? -1 : one.minor > other.minor;
}

// One part of a version: digits, no leading zero, at most six of them.
static const char *parse_part(const char *at, const char *end, int *out) {
  const char *start = at;
  int value = 0;
  while (at < end && *at >= '0' && *at <= '9' && at - start < 6) value = value * 10 + (*at++ - '0');
  bool leading_zero = at - start > 1 && *start == '0';
  *out = value;
  return at == start || leading_zero ? NULL : at;
}

bool version_parse(const char *text, size_t length, struct version *out) {
  const char *end = text + length;
  struct version version;
  const char *at = parse_part(text, end, &version.major);
  if (!at || at == end || *at != '.') return false;
  at = parse_part(at + 1, end, &version.minor);
  if (at != end) return false;
  *out = version;
  return true;
}

void complain(const struct reader *reader, enum rule rule, const char *format, ...) {
  struct text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_format_list(&text, format, arguments);
  va_end(arguments);
  report_add(reader->report, rule, reader->place, "%s: %s", reader->label, text_string(&text));
  text_free(&text);
}

void value_describe(struct text *text, const struct value *value) {
  switch (value->type) {
  case VALUE_BOOLEAN:
    text_add(text, value->boolean ? "true" : "false");
    break;
  case VALUE_INTEGER:
    text_format(text, "%lld", value->integer);
    break;
  case VALUE_FLOAT: {
    size_t before = text->length;
    text_format(text, "%.14g", value->number);
    if (!strpbrk(text->bytes + before, ".eni")) text_add(text, ".0");
    break;
  }
  case VALUE_STRING:
    text_add_quoted(text, value->string, value->length);
    break;
  case VALUE_TABLE:
    text_add(text, "a table");
    break;
  case VALUE_OTHER:
    text_add(text, value->other);
    break;
  }
}

void complain_value(const struct reader *reader, enum rule rule, const char *before,
                    const struct value *value, const char *after) {
  struct text shown = {0};
  value_describe(&shown, value);
  complain(reader, rule, "%s%s%s", before, text_string(&shown), after);
  text_free(&shown);
}

static const char *type_name(enum value_type type) {
  static const char *const names[] = {"a boolean", "an integer", "a float",
                                      "a string",  "a table",    "of no type a spec has"};
  return names[type];
}

static void complain_type(const struct reader *reader, const char *name, const struct value *value,
                          const char *wanted) {
  struct text shown = {0};
  if (value->type == VALUE_TABLE || value->type == VALUE_OTHER) {
    value_describe(&shown, value);
    complain(reader, RULE_WRONG_TYPE, "%s is %s; %s is needed", name, text_string(&shown), wanted);
  } else {
    value_describe(&shown, value);
    complain(reader, RULE_WRONG_TYPE, "%s = %s is %s; %s is needed", name, text_string(&shown),
             type_name(value->type), wanted);
  }
  text_free(&shown);
}

// The value, or NULL after complaining where that is due.
static const struct value *find(const struct reader *reader, const char *name, enum need need) {
  const struct value *value = table_get(reader->table, name);
  if (!value && need == REQUIRED) complain(reader, RULE_MISSING_FIELD, "missing field '%s'", name);
  return value;
}

bool read_integer(const struct reader *reader, const char *name, enum need need, long long low,
                  long long high, long long *out) {
  const struct value *value = find(reader, name, need);
  if (!value) return false;
  if (value->type != VALUE_INTEGER) {
    char wanted[80];
    snprintf(wanted, sizeof wanted, "an integer from %lld to %lld", low, high);
    complain_type(reader, name, value, wanted);
    return false;
  }
  if (value->integer < low || value->integer > high) {
    complain(reader, RULE_RANGE, "%s = %lld is out of range; %lld to %lld is legal", name,
             value->integer, low, high);
    return false;
  }
  *out = value->integer;
  return true;
}

bool read_boolean(const struct reader *reader, const char *name, bool *out) {
  const struct value *value = find(reader, name, OPTIONAL);
  if (!value) return false;
  if (value->type != VALUE_BOOLEAN) {
    complain_type(reader, name, value, "true, or no such field,");
    return false;
  }
  *out = value->boolean;
  return true;
}

static bool string_of(const struct reader *reader, const char *name, const struct value *value,
                      const struct value **out) {
  if (value->type != VALUE_STRING) {
    complain_type(reader, name, value, "a string");
    return false;
  }
  *out = value;
  return true;
}

bool read_string(const struct reader *reader, const char *name, enum need need,
                 const struct value **out) {
  const struct value *value = find(reader, name, need);
  return value && string_of(reader, name, value, out);
}

bool read_position(const struct reader *reader, const char *what, const struct value **out) {
  const struct value *value = table_at(reader->table, 1);
  if (value) return string_of(reader, what, value, out);
  complain(reader, RULE_MISSING_FIELD, "missing %s, the first value", what);
  return false;
}

bool string_is(const struct value *string, const char *word) {
  return strlen(word) == string->length && memcmp(word, string->string, string->length) == 0;
}

bool read_version(const struct reader *reader, const char *name, struct version *out) {
  const struct value *value = find(reader, name, REQUIRED);
  if (!value) return false;
  if (value->type != VALUE_STRING) {
    complain_type(reader, name, value, "a string such as \"1.1\"");
    return false;
  }
  if (version_parse(value->string, value->length, out)) return true;
  complain_value(reader, RULE_VERSION, "since = ", value,
                 " is no version; MAJOR.MINOR is needed, such as \"1.1\"");
  return false;
}

bool check_identifier(const struct reader *reader, const char *what, const struct value *string) {
  bool identifier = name_is_identifier(string->string, string->length);
  if (identifier && !name_is_keyword(string->string)) return true;
  struct text before = {0};
  text_format(&before, "%s ", what);
  complain_value(reader, identifier ? RULE_KEYWORD : RULE_IDENTIFIER, text_string(&before), string,
                 identifier ? " is a keyword of C or C++" : " is no C identifier");
  text_free(&before);
  return false;
}

bool read_identifier(const struct reader *reader, const char *name, const char **out) {
  const struct value *string;
  if (!read_string(reader, name, REQUIRED, &string)) return false;
  if (!check_identifier(reader, name, string)) return false;
  *out = string->string;
  return true;
}

static void reject_position(const struct reader *reader, const struct field *field) {
  struct text shown = {0};
  value_describe(&shown, &field->value);
  if (field->index > 0)
    complain(reader, RULE_UNKNOWN_FIELD,
             "value %s at position %lld; what is it for? write NAME = %s", text_string(&shown),
             field->index, text_string(&shown));
  else
    complain(reader, RULE_UNKNOWN_FIELD, "value %s under a key that is no name",
             text_string(&shown));
  text_free(&shown);
}

static void reject_name(const struct reader *reader, const struct field *field,
                        const char *const *known) {
  struct nearest nearest = nearest_to(field->name);
  struct text text = {0};
  text_add(&text, "unknown field ");
  if (name_is_identifier(field->name, field->name_length) && field->name_length < 60)
    text_format(&text, "'%s'", field->name);
  else text_add_quoted(&text, field->name, field->name_length);
  for (const char *const *name = known; *name; name++) nearest_offer(&nearest, *name);
  if (nearest.name) {
    text_format(&text, "; did you mean '%s'?", nearest.name);
  } else {
    text_add(&text, known[0] ? "; known are" : "; none is known");
    for (const char *const *name = known; *name; name++)
      text_format(&text, "%s %s", name == known ? "" : ",", *name);
  }
  complain(reader, RULE_UNKNOWN_FIELD, "%s", text_string(&text));
  text_free(&text);
}

static bool is_known(const struct field *field, const char *const *known) {
  for (; *known; known++)
    if (strcmp(field->name, *known) == 0 && strlen(*known) == field->name_length) return true;
  return false;
}

void reject_unknown(const struct reader *reader, long long positions, const char *const *known) {
  enum { most = 20 }; // of one table; a stranger's may have a million
  size_t rejected = 0;
  for (size_t i = 0; i < reader->table->count; i++) {
    const struct field *field = &reader->table->fields[i];
    bool right =
        field->name ? is_known(field, known) : field->index >= 1 && field->index <= positions;
    if (right || ++rejected > most) continue;
    if (field->name) reject_name(reader, field, known);
    else reject_position(reader, field);
  }
  if (rejected > most)
    complain(reader, RULE_UNKNOWN_FIELD, "%zu unknown fields more", rejected - most);
}
