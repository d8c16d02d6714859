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
  if (report->count == most_complaints) {
    report->left_out++;
    return;
  }
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

static int compare_places(const struct complaint *a, const struct complaint *b) {
  int files = strcmp(a->file, b->file);
  if (files != 0) return files;
  return a->line < b->line ? -1 : a->line > b->line;
}

static int compare_orders(const struct complaint *a, const struct complaint *b) {
  return a->order < b->order ? -1 : a->order > b->order;
}

static int compare_contents(const void *one, const void *other) {
  const struct complaint *a = one, *b = other;
  int places = compare_places(a, b);
  if (places != 0) return places;
  int texts = strcmp(a->text, b->text);
  return texts != 0 ? texts : compare_orders(a, b);
}

static int compare_for_print(const void *one, const void *other) {
  const struct complaint *a = one, *b = other;
  int places = compare_places(a, b);
  return places != 0 ? places : compare_orders(a, b);
}

// A row in a loop is wrong in the same way each time: that is said once.
static void mark_repeated(struct report *report) {
  qsort(report->complaints, report->count, sizeof *report->complaints, compare_contents);
  for (size_t i = 1; i < report->count; i++) {
    struct complaint *complaint = &report->complaints[i];
    complaint->repeated = compare_places(complaint - 1, complaint) == 0 &&
                          strcmp(complaint[-1].text, complaint->text) == 0;
  }
}

static void print_complaint(const struct complaint *complaint, FILE *out) {
  fputs(complaint->file, out);
  if (complaint->line > 0) fprintf(out, ":%d", complaint->line);
  fprintf(out, ": error: %s", complaint->text);
  if (complaint->rule != RULE_NONE) fprintf(out, " [%s]", rule_name(complaint->rule));
  fputc('\n', out);
}

void report_print(struct report *report, FILE *out) {
  if (report->count == 0) return;
  mark_repeated(report);
  qsort(report->complaints, report->count, sizeof *report->complaints, compare_for_print);
  size_t printed = 0;
  for (size_t i = 0; i < report->count; i++) {
    if (report->complaints[i].repeated) continue;
    print_complaint(&report->complaints[i], out);
    printed++;
  }
  if (report->left_out)
    fprintf(out, "dltab: more than %zu errors, of which these are the first; nothing was written\n",
            report->count);
  else if (printed > 1) fprintf(out, "dltab: %zu errors; nothing was written\n", printed);
}

void report_free(struct report *report) {
  for (size_t i = 0; i < report->count; i++) {
    free(report->complaints[i].file);
    free(report->complaints[i].text);
  }
  free(report->complaints);
  *report = (struct report){0};
}
