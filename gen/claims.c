#include "claims.h"

#include <stdlib.h>
#include <string.h>

struct claims claims_new(size_t most) {
  return (struct claims){.list = memory_zeroed(most, sizeof(struct claim)), .count = 0};
}

void claims_free(struct claims *claims) { free(claims->list); }

void claims_add(struct claims *claims, struct claim claim) {
  claims->list[claims->count++] = claim;
}

void claims_add_word(struct claims *claims, struct claim claim, const char *word) {
  claim.word = word;
  if (word) claims_add(claims, claim);
}

static int compare(const void *one, const void *other) {
  const struct claim *a = one, *b = other;
  int words = a->word && b->word ? strcmp(a->word, b->word) : 0;
  if (words != 0) return words;
  if (a->number != b->number) return a->number < b->number ? -1 : 1;
  if (a->order != b->order) return a->order < b->order ? -1 : 1;
  return a->is_scalar_type - b->is_scalar_type;
}

void claims_sort(struct claims *claims) {
  if (claims->count) qsort(claims->list, claims->count, sizeof *claims->list, compare);
}

bool claims_same(const struct claim *a, const struct claim *b) {
  return a->number == b->number && (a->word ? strcmp(a->word, b->word) == 0 : true);
}

struct claim claim_of_row(const struct dtype *row) {
  return (struct claim){.order = row->order,
                        .place = row->place,
                        .label = row->label,
                        .called = row->name ? row->name : "the row",
                        .row = row};
}

struct claim claim_of_code(const struct code *code, size_t order) {
  return (struct claim){.order = order,
                        .place = code->place,
                        .label = code->label,
                        .called = code->name ? code->name : "the code"};
}

struct claim claim_of_framework(const struct framework *framework) {
  return (struct claim){.order = framework->order,
                        .place = framework->place,
                        .label = "framework",
                        .called = framework->undefined ? framework->undefined : "undefined",
                        .is_scalar_type = true};
}

void claim_describe(struct text *text, const struct claim *claim) {
  text_format(text, "%s at %s:%d", claim->called, claim->place.file, claim->place.line);
}

static void complain_repeat(const struct claim *first, const struct claim *claim,
                            struct report *report, enum rule rule, const char *what) {
  struct text text = {0};
  text_format(&text, "%s: %s ", claim->label, what);
  if (claim->word) text_format(&text, "\"%s\"", claim->word);
  else text_format(&text, "%lld", claim->number);
  text_add(&text, " is taken by ");
  claim_describe(&text, first);
  report_add(report, rule, claim->place, "%s", text_string(&text));
  text_free(&text);
}

void claims_complain(struct claims *claims, struct report *report, enum rule rule,
                     const char *what) {
  claims_sort(claims);
  const struct claim *first = claims->list;
  for (size_t i = 1; i < claims->count; i++) {
    const struct claim *claim = &claims->list[i];
    if (claims_same(first, claim)) complain_repeat(first, claim, report, rule, what);
    else first = claim;
  }
}
