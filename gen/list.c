#include "print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { column_count = 11 };

static const char *const headings[column_count] = {
    "name",  "scalar_type", "id",       "code",    "code_value", "bits",
    "lanes", "since",       "itemsize", "storage", "asymmetry",
};

static const char *storage_name(const struct dtype *row) {
  static const char *const names[] = {"", "packed", "padded"};
  return names[row->storage];
}

static void add_triple(struct text *text, const struct triple *triple) {
  text_format(text, "%s:%d:%d", triple->code->name, triple->bits, triple->lanes);
}

// What makes the two directions differ, if anything.
static void add_asymmetry(struct text *text, const struct dtype *row) {
  if (row->has_form && row->export_only)
    text_format(text, "export only, imports as %s", row->imports_as->scalar_type);
  for (size_t i = 0; i < row->also_import_count; i++) {
    const char *joined = text->length ? "; also imports " : "also imports ";
    text_add(text, i ? " " : joined);
    add_triple(text, &row->also_import[i]);
  }
}

static void fill(const struct dtype *row, struct text cells[column_count]) {
  text_add(&cells[0], row->name);
  text_add(&cells[1], row->scalar_type);
  text_format(&cells[2], "%lld", row->id);
  if (row->has_form) {
    text_add(&cells[3], row->form.code->name);
    text_format(&cells[4], "%d", row->form.code->value);
    text_format(&cells[5], "%d", row->form.bits);
    text_format(&cells[6], "%d", row->form.lanes);
    text_format(&cells[7], "%d.%d", row->since.major, row->since.minor);
  }
  text_format(&cells[8], "%lld", row->bytes);
  text_add(&cells[9], storage_name(row));
  add_asymmetry(&cells[10], row);
}

static void free_cells(struct text cells[column_count]) {
  for (int i = 0; i < column_count; i++) text_free(&cells[i]);
}

static void print_csv(const struct model *model, struct text *out) {
  for (int i = 0; i < column_count; i++) text_format(out, "%s%s", i ? "," : "", headings[i]);
  text_add(out, "\n");
  for (size_t r = 0; r < model->dtype_count; r++) {
    struct text cells[column_count] = {{0}};
    fill(&model->dtypes[r], cells);
    for (int i = 0; i < column_count; i++) {
      bool quoted = strchr(text_string(&cells[i]), ',') != NULL;
      text_format(out, "%s%s%s%s", i ? "," : "", quoted ? "\"" : "", text_string(&cells[i]),
                  quoted ? "\"" : "");
    }
    text_add(out, "\n");
    free_cells(cells);
  }
}

static bool is_number(int column) {
  return column == 2 || column == 4 || column == 5 || column == 6 || column == 8;
}

static void print_json_cell(struct text *out, int column, const struct text *cell) {
  text_format(out, "%s\"%s\": ", column ? ", " : "", headings[column]);
  if (cell->length == 0) text_add(out, "null");
  else if (is_number(column)) text_add(out, cell->bytes);
  else text_add_json(out, cell->bytes);
}

static void print_json(const struct model *model, struct text *out) {
  text_add(out, "[\n");
  for (size_t r = 0; r < model->dtype_count; r++) {
    struct text cells[column_count] = {{0}};
    fill(&model->dtypes[r], cells);
    text_add(out, "  {");
    for (int i = 0; i < column_count; i++) print_json_cell(out, i, &cells[i]);
    text_add(out, r + 1 < model->dtype_count ? "},\n" : "}\n");
    free_cells(cells);
  }
  text_add(out, "]\n");
}

static void widen(int widths[column_count], const struct dtype *row) {
  struct text cells[column_count] = {{0}};
  fill(row, cells);
  for (int i = 0; i < column_count; i++)
    if ((int)cells[i].length > widths[i]) widths[i] = (int)cells[i].length;
  free_cells(cells);
}

static void end_line(struct text *out) {
  while (out->length && out->bytes[out->length - 1] == ' ') out->length--;
  text_add(out, "\n");
}

// Columns that are empty throughout are left out.
static void print_table(const struct model *model, struct text *out) {
  int widths[column_count] = {0};
  for (size_t r = 0; r < model->dtype_count; r++) widen(widths, &model->dtypes[r]);
  size_t mapped = 0;
  for (int i = 0; i < column_count; i++) {
    if (widths[i] == 0) continue;
    if ((int)strlen(headings[i]) > widths[i]) widths[i] = (int)strlen(headings[i]);
    text_format(out, is_number(i) ? "%*s  " : "%-*s  ", widths[i], headings[i]);
  }
  end_line(out);
  for (size_t r = 0; r < model->dtype_count; r++) {
    struct text cells[column_count] = {{0}};
    fill(&model->dtypes[r], cells);
    mapped += model->dtypes[r].has_form;
    for (int i = 0; i < column_count; i++) {
      if (widths[i] == 0) continue;
      const char *shown = cells[i].length || i < 3 || i > 7 ? text_string(&cells[i]) : "-";
      text_format(out, is_number(i) ? "%*s  " : "%-*s  ", widths[i], shown);
    }
    end_line(out);
    free_cells(cells);
  }
  text_format(out, "%zu dtypes of %s, %zu with a DLPack form; versioned capsules carry %d.%d\n",
              model->dtype_count, model->framework.name, mapped, model->version.major,
              model->version.minor);
}

void print_list(const struct model *model, enum format format, struct text *out) {
  if (format == FORMAT_CSV) print_csv(model, out);
  else if (format == FORMAT_JSON) print_json(model, out);
  else print_table(model, out);
}
