#include "report.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *rule_name(enum rule rule) {
  static const char *const names[] = {
      "",
#define RULE(symbol, name, summary) name,
#include "rules.def"
#undef RULE
  };
  return names[rule];
}

void report_add(struct report *report, enum rule rule, struct place place, const char *format,
                ...) {
  struct text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_format_list(&text, format, arguments);
  va_end(arguments);
  if (report->count == report->capacity) {
    report->capacity = report->capacity ? report->capacity * 2 : 8;
    report->complaints =
        memory_resize(report->complaints, report->capacity * sizeof *report->complaints);
  }
  report->complaints[report->count] = (struct complaint){
      .file = memory_copy(place.file, strlen(place.file)),
      .line = place.line,
      .rule = rule,
      .text = memory_copy(text_string(&text), text.length),
      .order = report->count,
  };
  report->count++;
  text_free(&text);
}

static int compare(const void *one, const void *other) {
  const struct complaint *a = one;
  const struct complaint *b = other;
  int files = strcmp(a->file, b->file);
  if (files != 0) return files;
  if (a->line != b->line) return a->line < b->line ? -1 : 1;
  return a->order < b->order ? -1 : a->order > b->order;
}

static bool same(const struct complaint *a, const struct complaint *b) {
  return a->line == b->line && a->rule == b->rule && strcmp(a->file, b->file) == 0 &&
         strcmp(a->text, b->text) == 0;
}

void report_print(struct report *report, FILE *out) {
  if (report->count == 0) return;
  qsort(report->complaints, report->count, sizeof *report->complaints, compare);
  size_t printed = 0;
  for (size_t i = 0; i < report->count; i++) {
    const struct complaint *complaint = &report->complaints[i];
    if (i > 0 && same(complaint, complaint - 1)) continue;
    fputs(complaint->file, out);
    if (complaint->line > 0) fprintf(out, ":%d", complaint->line);
    fprintf(out, ": error: %s", complaint->text);
    if (complaint->rule != RULE_NONE) fprintf(out, " [%s]", rule_name(complaint->rule));
    fputc('\n', out);
    printed++;
  }
  if (printed > 1) fprintf(out, "dltab: %zu errors; nothing was written\n", printed);
}

void report_free(struct report *report) {
  for (size_t i = 0; i < report->count; i++) {
    free(report->complaints[i].file);
    free(report->complaints[i].text);
  }
  free(report->complaints);
  *report = (struct report){0};
}
