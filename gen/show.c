#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "print.h"

static const char *plural(long long count) { return count == 1 ? "" : "s"; }

static void add_triple(struct text *out, const struct triple *triple) {
  text_format(out, "(%s = %d, %d bit%s, %d lane%s)", triple->code->name, triple->code->value,
              triple->bits, plural(triple->bits), triple->lanes, plural(triple->lanes));
}

static void show_import(const struct triple *triple, const struct dtype *row, struct text *out) {
  text_add(out, "  import       ");
  add_triple(out, triple);
  text_format(out, " -> %s\n", row->scalar_type);
}

static void show_form(const struct dtype *row, struct text *out) {
  if (!row->has_form) {
    text_format(out,
                "  import       no DLPackDataType gives %s\n"
                "  export       refused: dtype %s cannot be represented by DLPack\n",
                row->scalar_type, row->scalar_type);
    return;
  }
  show_import(&row->form, row->imports_as, out);
  for (size_t i = 0; i < row->also_import_count; i++) show_import(&row->also_import[i], row, out);
  text_format(out, "  export       %s -> ", row->scalar_type);
  add_triple(out, &row->form);
  text_format(out, "%s\n  since        DLPack %d.%d\n", row->export_only ? ", export only" : "",
              row->since.major, row->since.minor);
}

static void show_row(const struct model *model, const struct dtype *row, struct text *out) {
  text_format(out, "%s\n  ScalarType   %s = %lld, of %s's %s\n", row->name, row->scalar_type,
              row->id, model->framework.name, model->framework.enum_name);
  show_form(row, out);
  if (row->storage == STORAGE_PACKED)
    text_format(out, "  element      %d bits, packed\n", row->element_bits);
  else
    text_format(out, "  element      %lld byte%s%s\n", row->bytes, plural(row->bytes),
                row->storage == STORAGE_PADDED ? ", padded" : "");
  text_format(out, "  defined at   %s:%d\n", row->place.file, row->place.line);
}

// The enumerator for "no dtype" is no row, but a name that people look up.
static void show_undefined(const struct framework *framework, struct text *out) {
  text_format(out,
              "%s\n  ScalarType   %s = %lld, of %s's %s: no dtype\n"
              "  import       what every DLPackDataType gives that is no dtype's\n"
              "  export       refused\n  defined at   %s:%d\n",
              framework->undefined, framework->undefined, framework->undefined_id, framework->name,
              framework->enum_name, framework->place.file, framework->place.line);
}

static enum show_result show_name(const struct model *model, const char *name, struct text *out,
                                  struct text *problem) {
  struct nearest nearest = nearest_to(name);
  if (strcmp(name, model->framework.undefined) == 0) {
    show_undefined(&model->framework, out);
    return SHOW_FOUND;
  }
  nearest_offer(&nearest, model->framework.undefined);
  for (size_t i = 0; i < model->dtype_count; i++) {
    const struct dtype *row = &model->dtypes[i];
    if (strcmp(row->name, name) == 0 || strcmp(row->scalar_type, name) == 0) {
      show_row(model, row, out);
      return SHOW_FOUND;
    }
    nearest_offer(&nearest, row->name);
    nearest_offer(&nearest, row->scalar_type);
  }
  text_add(problem, "no dtype is called ");
  text_add_quoted(problem, name, strlen(name));
  if (nearest.name) text_format(problem, "; did you mean %s?", nearest.name);
  else text_add(problem, "; `dltab list` prints them all");
  return SHOW_UNKNOWN;
}

struct subject {
  const struct code *code; // NULL for a number that no code has
  long code_value;
  long bits;
  long lanes;
};

static bool parse_number(const char *text, size_t length, long highest, long *out) {
  long value = 0;
  if (length == 0 || length > 5) return false;
  for (size_t i = 0; i < length; i++) {
    if (text[i] < '0' || text[i] > '9') return false;
    value = value * 10 + (text[i] - '0');
  }
  *out = value;
  return value <= highest;
}

static const struct code *find_code(const struct model *model, const char *text, size_t length,
                                    long *value) {
  for (size_t i = 0; i < model->code_count; i++) {
    const struct code *code = &model->codes[i];
    bool named = strncmp(code->name, text, length) == 0 && code->name[length] == '\0';
    if (named || *value == code->value) {
      *value = code->value;
      return code;
    }
  }
  return NULL;
}

// False when it is not of that form at all. A name that no code has leaves code_value at -1.
static bool parse_subject(const struct model *model, const char *text, struct subject *subject) {
  const char *bits = strchr(text, ':') + 1;
  const char *colon = strchr(bits, ':');
  size_t code_length = (size_t)(bits - 1 - text);
  size_t bits_length = colon ? (size_t)(colon - bits) : strlen(bits);
  bool numeric = parse_number(text, code_length, 255, &subject->code_value);
  if (!numeric) subject->code_value = -1;
  if (!numeric && !name_is_identifier(text, code_length)) return false;
  subject->code = find_code(model, text, code_length, &subject->code_value);
  subject->lanes = 1;
  if (!parse_number(bits, bits_length, 255, &subject->bits)) return false;
  return !colon || parse_number(colon + 1, strlen(colon + 1), 65535, &subject->lanes);
}

static void complain_code(const struct model *model, const char *text, struct text *problem) {
  char *name = memory_copy(text, strcspn(text, ":"));
  struct nearest nearest = nearest_to(name);
  for (size_t i = 0; i < model->code_count; i++) nearest_offer(&nearest, model->codes[i].name);
  text_add(problem, "no code is called ");
  text_add_quoted(problem, name, strlen(name));
  if (nearest.name) text_format(problem, "; did you mean %s?", nearest.name);
  free(name);
}

static bool matches(const struct triple *triple, const struct subject *subject) {
  return triple->code->value == subject->code_value && triple->bits == subject->bits &&
         triple->lanes == subject->lanes;
}

static bool imports(const struct dtype *row, const struct subject *subject) {
  if (!row->has_form) return false;
  if (!row->export_only && matches(&row->form, subject)) return true;
  for (size_t i = 0; i < row->also_import_count; i++)
    if (matches(&row->also_import[i], subject)) return true;
  return false;
}

// The dtypes that have the code at another width: most of the time one of them was meant.
static void add_of_code(const struct model *model, long code_value, struct text *problem) {
  const char *before = "; of that code there are ";
  for (size_t i = 0; i < model->dtype_count; i++) {
    const struct dtype *row = &model->dtypes[i];
    if (!row->has_form || row->form.code->value != code_value) continue;
    text_format(problem, "%s%s (%ld:%d:%d)", before, row->name, code_value, row->form.bits,
                row->form.lanes);
    before = ", ";
  }
}

static enum show_result show_triple(const struct model *model, const char *text, struct text *out,
                                    struct text *problem) {
  struct subject subject;
  if (!parse_subject(model, text, &subject)) {
    text_add(problem, "show ");
    text_add_quoted(problem, text, strlen(text));
    text_add(problem, ": CODE:BITS[:LANES] is needed, CODE a number to 255 or a name such as "
                      "kDLFloat, BITS to 255, LANES to 65535");
    return SHOW_MALFORMED;
  }
  if (subject.code_value < 0) {
    complain_code(model, text, problem);
    return SHOW_UNKNOWN;
  }
  for (size_t i = 0; i < model->dtype_count; i++) {
    if (!imports(&model->dtypes[i], &subject)) continue;
    show_row(model, &model->dtypes[i], out);
    return SHOW_FOUND;
  }
  text_format(problem, "no dtype imports (%ld, %ld, %ld)", subject.code_value, subject.bits,
              subject.lanes);
  if (subject.code) text_format(problem, ", code %s", subject.code->name);
  add_of_code(model, subject.code_value, problem);
  return SHOW_UNKNOWN;
}

enum show_result print_show(const struct model *model, const char *subject, struct text *out,
                            struct text *problem) {
  if (strchr(subject, ':')) return show_triple(model, subject, out, problem);
  return show_name(model, subject, out, problem);
}
