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

static void complain_code(const struct model *model, const struct reader *reader,
                          const struct value *name) {
  enum { hints = 100 };               // a hint looks at every code; nobody needs more of them
  if (!model->spec->complete) return; // the file that declares it may not have been reached
  struct nearest nearest = nearest_to(name->string);
  struct text hint = {0};
  for (size_t i = 0; i < model->code_count && reader->report->count < hints; i++)
    if (model->codes[i].name) nearest_offer(&nearest, model->codes[i].name);
  if (nearest.name) text_format(&hint, "; did you mean \"%s\"?", nearest.name);
  else if (model->code_count == 0) text_add(&hint, "; none is declared, include \"dlpack.lua\"");
  complain_value(reader, RULE_UNKNOWN_CODE, "unknown code ", name, text_string(&hint));
  text_free(&hint);
}

static const struct code *read_code(const struct model *model, const struct reader *reader) {
  const struct value *name;
  if (!read_string(reader, "code", REQUIRED, &name)) return NULL;
  const struct code *code = model_find_code(model, name->string);
  if (code && string_is(name, code->name)) return code;
  complain_code(model, reader, name);
  return NULL;
}

// Reads code, bits and lanes, all of them required.
static struct triple read_triple(const struct model *model, const struct reader *reader) {
  struct triple triple = {.code = read_code(model, reader)};
  long long number;
  if (read_integer(reader, "bits", REQUIRED, 1, 255, &number)) triple.bits = (int)number;
  if (read_integer(reader, "lanes", REQUIRED, 1, 65535, &number)) triple.lanes = (int)number;
  if (triple.code && triple.bits && triple.code->bits && triple.bits != triple.code->bits)
    complain(reader, RULE_FIXED_BITS, "bits = %d, but %s is always %d bits wide", triple.bits,
             triple.code->name, triple.code->bits);
  return triple;
}

static void read_names(const struct reader *reader, struct dtype *row) {
  const struct value *name;
  if (read_position(reader, "dtype name", &name)) {
    if (name_is_identifier(name->string, name->length)) row->name = name->string;
    else
      complain_value(reader, RULE_DTYPE_NAME, "", name,
                     " is no dtype name; letters, digits and _ are possible, no digit first");
  }
  read_identifier(reader, "scalar_type", &row->scalar_type);
}

static void read_storage(const struct reader *reader, struct dtype *row) {
  const struct value *storage = NULL;
  bool given = read_string(reader, "storage", OPTIONAL, &storage);
  if (!given && table_get(reader->table, "storage")) return; // wrong type, and said
  bool packed = given && string_is(storage, "packed");
  bool padded = given && string_is(storage, "padded");
  if (given && !packed && !padded) {
    complain_value(reader, RULE_STORAGE, "storage = ", storage,
                   "; \"packed\" or \"padded\" is needed");
    return;
  }
  if (row->has_form && row->element_bits == 0) return; // unknown width
  bool whole = row->element_bits % 8 == 0;
  if (given && whole)
    complain_value(reader, RULE_STORAGE, "storage = ", storage,
                   ", but its elements are whole bytes");
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

// Positions 1 to the count and nothing else.
static bool is_list(const struct value *value) {
  if (value->type != VALUE_TABLE || value->table->count == 0) return false;
  for (size_t i = 0; i < value->table->count; i++)
    if (value->table->fields[i].name || value->table->fields[i].index != (long long)i + 1)
      return false;
  return true;
}

static void read_also_import(const struct model *model, const struct reader *reader,
                             struct dtype *row) {
  const struct value *value = table_get(reader->table, "also_import");
  if (!value) return;
  if (!row->has_form) {
    complain(reader, RULE_FORM, "also_import on a row without a DLPack form");
    return;
  }
  if (!is_list(value)) {
    complain(reader, RULE_WRONG_TYPE,
             "also_import is no list; { { code = ..., bits = ..., lanes = ... } } is needed");
    return;
  }
  row->also_import = memory_zeroed(value->table->count, sizeof *row->also_import);
  for (size_t i = 0; i < value->table->count; i++)
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
  struct reader reader = {report, record->place, &record->table, row->label = model_label(record)};
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
