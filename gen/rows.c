// One dtype row by itself.
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "names.h"

enum { most_bytes = 65535 };

static const char *const columns[] = {
    "scalar_type", "id",          "code",    "bits",        "lanes",       "since",
    "bytes",       "also_import", "storage", "export_only", "hole_before", NULL,
};

static const struct code *find_code(const struct model *model, const char *name) {
  for (size_t i = 0; i < model->code_count; i++)
    if (model->codes[i].name && strcmp(model->codes[i].name, name) == 0) return &model->codes[i];
  return NULL;
}

static void complain_code(const struct model *model, const struct reader *reader,
                          const char *name) {
  if (!model->spec->complete) return; // the file that declares it may not have been reached
  struct text text = {0};
  struct nearest nearest = nearest_to(name);
  for (size_t i = 0; i < model->code_count && i < 512; i++)
    if (model->codes[i].name) nearest_offer(&nearest, model->codes[i].name);
  text_add(&text, "unknown code ");
  text_add_quoted(&text, name, strlen(name));
  if (nearest.name) text_format(&text, "; did you mean \"%s\"?", nearest.name);
  else if (model->code_count == 0) text_add(&text, "; none is declared, include \"dlpack.lua\"");
  complain(reader, RULE_UNKNOWN_CODE, "%s", text_string(&text));
  text_free(&text);
}

// Reads code, bits and lanes, all of them required.
static struct triple read_triple(const struct model *model, const struct reader *reader) {
  struct triple triple = {0};
  const char *name;
  long long number;
  if (read_string(reader, "code", REQUIRED, &name)) {
    triple.code = find_code(model, name);
    if (!triple.code) complain_code(model, reader, name);
  }
  if (read_integer(reader, "bits", REQUIRED, 1, 255, &number)) triple.bits = (int)number;
  if (read_integer(reader, "lanes", REQUIRED, 1, 65535, &number)) triple.lanes = (int)number;
  if (triple.code && triple.bits && triple.code->bits && triple.bits != triple.code->bits)
    complain(reader, RULE_FIXED_BITS, "bits = %d, but %s is always %d bits wide", triple.bits,
             triple.code->name, triple.code->bits);
  return triple;
}

static void read_names(const struct reader *reader, struct dtype *row) {
  size_t length;
  if (read_position(reader, "dtype name", &row->name, &length) &&
      !name_is_identifier(row->name, length)) {
    struct text shown = {0};
    text_add_quoted(&shown, row->name, length);
    complain(reader, RULE_DTYPE_NAME,
             "the dtype name %s; letters, digits and _ are possible, no digit first",
             text_string(&shown));
    text_free(&shown);
    row->name = NULL;
  }
  if (read_string(reader, "scalar_type", REQUIRED, &row->scalar_type) &&
      !check_identifier(reader, "scalar_type", row->scalar_type,
                        table_get(reader->table, "scalar_type")->length))
    row->scalar_type = NULL;
}

static void read_storage(const struct reader *reader, struct dtype *row) {
  const char *storage = NULL;
  bool given = read_string(reader, "storage", OPTIONAL, &storage);
  if (!given && table_get(reader->table, "storage")) return; // wrong type, and said
  bool packed = given && strcmp(storage, "packed") == 0;
  bool padded = given && strcmp(storage, "padded") == 0;
  if (given && !packed && !padded) {
    complain(reader, RULE_STORAGE, "storage = \"%.60s\"; \"packed\" or \"padded\" is needed",
             storage);
    return;
  }
  if (row->has_form && row->element_bits == 0) return; // unknown width
  bool whole = row->element_bits % 8 == 0;
  if (given && whole)
    complain(reader, RULE_STORAGE, "storage = \"%s\", but its elements are whole bytes", storage);
  if (!given && !whole)
    complain(reader, RULE_STORAGE,
             "its elements are %d bits, no whole bytes; storage = \"packed\" or \"padded\" is "
             "needed",
             row->element_bits);
  row->storage = packed ? STORAGE_PACKED : padded ? STORAGE_PADDED : STORAGE_WHOLE_BYTES;
}

static void read_also_entry(const struct model *model, const struct reader *outer,
                            const struct field *field, struct dtype *row) {
  static const char *const known[] = {"code", "bits", "lanes", NULL};
  struct text label = {0};
  text_format(&label, "%s: also_import[%lld]", outer->label, field->index);
  struct reader reader = {outer->report, outer->place, field->value.table, text_string(&label)};
  if (field->value.type != VALUE_TABLE) {
    complain(&reader, RULE_WRONG_TYPE,
             "no table; { code = ..., bits = ..., lanes = ... } is needed");
  } else {
    reject_unknown(&reader, 0, known);
    struct triple triple = read_triple(model, &reader);
    int size = triple.bits * triple.lanes;
    if (size && row->element_bits && size != row->element_bits)
      complain(&reader, RULE_ALSO_SIZE, "%d bits an element, but the row's own form has %d", size,
               row->element_bits);
    row->also_import[row->also_import_count++] = triple;
  }
  text_free(&label);
}

static void read_also_import(const struct model *model, const struct reader *reader,
                             struct dtype *row) {
  const struct value *value = table_get(reader->table, "also_import");
  if (!value) return;
  if (!row->has_form) {
    complain(reader, RULE_FORM, "also_import on a row without a DLPack form");
    return;
  }
  if (value->type != VALUE_TABLE || value->table->count == 0) {
    complain(reader, RULE_WRONG_TYPE,
             "also_import is no list; { { code = ..., bits = ..., lanes = ... } } is needed");
    return;
  }
  row->also_import = memory_zeroed(value->table->count, sizeof *row->also_import);
  struct reader list = {reader->report, reader->place, value->table, reader->label};
  static const char *const known[] = {NULL};
  reject_unknown(&list, (long long)value->table->count, known);
  for (size_t i = 0; i < value->table->count; i++)
    if (!value->table->fields[i].name && value->table->fields[i].index > 0)
      read_also_entry(model, reader, &value->table->fields[i], row);
}

static bool any_form_column(const struct table *table) {
  return table_get(table, "code") || table_get(table, "bits") || table_get(table, "lanes") ||
         table_get(table, "since");
}

static void read_form(const struct model *model, const struct reader *reader, struct dtype *row) {
  row->form = read_triple(model, reader);
  row->element_bits = row->form.bits * row->form.lanes;
  row->since_known = read_version(reader, "since", &row->since);
  if (table_get(reader->table, "bytes"))
    complain(reader, RULE_FORM,
             "bytes is for a row without a DLPack form; this one has code, bits, lanes and since");
  const struct code *code = row->form.code;
  if (row->since_known && code && code->since_known && version_compare(row->since, code->since) < 0)
    complain(reader, RULE_SINCE, "since = \"%d.%d\", but %s came with DLPack %d.%d",
             row->since.major, row->since.minor, code->name, code->since.major, code->since.minor);
}

static void read_storage_only(const struct reader *reader, struct dtype *row) {
  if (!table_get(reader->table, "bytes"))
    complain(reader, RULE_MISSING_FIELD,
             "missing field 'bytes' (a row without a DLPack form), or code, bits, lanes and since");
  else read_integer(reader, "bytes", REQUIRED, 1, most_bytes, &row->bytes);
  if (row->export_only) complain(reader, RULE_FORM, "export_only on a row without a DLPack form");
}

static void derive_bytes(struct dtype *row) {
  if (!row->has_form) return;
  row->bytes = row->storage == STORAGE_PACKED ? 0 : (row->element_bits + 7) / 8;
}

static void read_row(const struct model *model, const struct record *record, struct report *report,
                     struct dtype *row) {
  char *label = model_label(record);
  struct reader reader = {report, record->place, &record->table, label};
  const struct framework *framework = &model->framework;
  row->place = record->place;
  row->imports_as = row;
  reject_unknown(&reader, 1, columns);
  read_names(&reader, row);
  row->has_id =
      read_integer(&reader, "id", REQUIRED, framework->lowest_id, framework->highest_id, &row->id);
  read_boolean(&reader, "export_only", &row->export_only);
  read_boolean(&reader, "hole_before", &row->hole_before);
  row->has_form = any_form_column(&record->table);
  if (row->has_form) read_form(model, &reader, row);
  else read_storage_only(&reader, row);
  read_storage(&reader, row);
  read_also_import(model, &reader, row);
  derive_bytes(row);
  free(label);
}

void model_read_dtypes(struct model *model, struct report *report) {
  const struct spec *spec = model->spec;
  model->dtypes = memory_zeroed(spec->count, sizeof *model->dtypes);
  for (size_t i = 0; i < spec->count; i++) {
    if (spec->records[i].kind != RECORD_DTYPE) continue;
    struct dtype *row = &model->dtypes[model->dtype_count++];
    row->order = i;
    read_row(model, &spec->records[i], report, row);
  }
  if (model->dtype_count == 0 && spec->complete)
    report_add(report, RULE_EMPTY, (struct place){spec->files[0], 0}, "no dtype is declared");
}
