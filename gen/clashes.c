// What declarations may not be to each other: twice the same, ambiguous, or with holes between.
// The complaint stands at the later one and names the earlier.
#include <stdlib.h>
#include <string.h>

#include "model.h"

// Something a declaration claims for itself: a word, or a number where word is NULL.
struct claim {
  const char *word;
  long long number;
  size_t order; // of the declaration
  struct place place;
  const struct dtype *row; // NULL for what is no dtype
  bool is_scalar_type;
};

struct claims {
  struct claim *list;
  size_t count;
};

static int compare_claims(const void *one, const void *other) {
  const struct claim *a = one;
  const struct claim *b = other;
  int words = a->word && b->word ? strcmp(a->word, b->word) : 0;
  if (words != 0) return words;
  if (a->number != b->number) return a->number < b->number ? -1 : 1;
  if (a->order != b->order) return a->order < b->order ? -1 : 1;
  return a->is_scalar_type - b->is_scalar_type;
}

static bool same_claim(const struct claim *a, const struct claim *b) {
  return a->number == b->number && (a->word ? strcmp(a->word, b->word) == 0 : true);
}

static void sort_claims(struct claims *claims) {
  qsort(claims->list, claims->count, sizeof *claims->list, compare_claims);
}

static void add_claim(struct claims *claims, struct claim claim) {
  claims->list[claims->count++] = claim;
}

static const char *name_of(const struct claim *claim) {
  return claim->row && claim->row->name ? claim->row->name : "?";
}

// After sorting, equal claims stand together, the earliest first.
static void complain_repeats(struct claims *claims, struct report *report, enum rule rule,
                             const char *what) {
  sort_claims(claims);
  const struct claim *first = claims->list;
  for (size_t i = 1; i < claims->count; i++) {
    const struct claim *claim = &claims->list[i];
    if (!same_claim(first, claim)) {
      first = claim;
      continue;
    }
    struct text shown = {0};
    if (claim->word) text_format(&shown, "\"%s\"", claim->word);
    else text_format(&shown, "%lld", claim->number);
    if (claim->row)
      report_add(report, rule, claim->place, "dtype \"%s\": %s %s is taken by %s at %s:%d",
                 name_of(claim), what, text_string(&shown),
                 first->row ? name_of(first) : "Undefined", first->place.file, first->place.line);
    else
      report_add(report, rule, claim->place, "%s %s is taken at %s:%d", what, text_string(&shown),
                 first->place.file, first->place.line);
    text_free(&shown);
  }
}

static void check_releases(const struct model *model, struct claims *claims,
                           struct report *report) {
  claims->count = 0;
  for (size_t i = 0; i < model->release_count; i++) {
    const struct release *release = &model->releases[i];
    add_claim(claims,
              (struct claim){.number = release->version.major * 1000000LL + release->version.minor,
                             .order = i,
                             .place = release->place});
  }
  sort_claims(claims);
  for (size_t i = 1; i < claims->count; i++) {
    const struct claim *claim = &claims->list[i];
    if (same_claim(claim - 1, claim))
      report_add(report, RULE_DUPLICATE_RELEASE, claim->place,
                 "release \"%lld.%lld\" is declared at %s:%d already", claim->number / 1000000,
                 claim->number % 1000000, claim[-1].place.file, claim[-1].place.line);
  }
}

static void check_codes(const struct model *model, struct claims *claims, struct report *report) {
  claims->count = 0;
  for (size_t i = 0; i < model->code_count; i++)
    if (model->codes[i].name)
      add_claim(
          claims,
          (struct claim){.word = model->codes[i].name, .order = i, .place = model->codes[i].place});
  complain_repeats(claims, report, RULE_DUPLICATE_CODE, "the code name");
  claims->count = 0;
  for (size_t i = 0; i < model->code_count; i++)
    if (model->codes[i].value >= 0)
      add_claim(claims, (struct claim){.number = model->codes[i].value,
                                       .order = i,
                                       .place = model->codes[i].place});
  complain_repeats(claims, report, RULE_DUPLICATE_CODE, "the code value");
}

static struct claim claim_of_row(const struct dtype *row) {
  return (struct claim){.order = row->order, .place = row->place, .row = row};
}

static void add_undefined(const struct model *model, struct claims *claims) {
  const struct framework *framework = &model->framework;
  if (framework->undefined)
    add_claim(claims, (struct claim){.word = framework->undefined,
                                     .order = framework->order,
                                     .place = framework->place,
                                     .is_scalar_type = true});
}

static void check_names(const struct model *model, struct claims *claims, struct report *report) {
  claims->count = 0;
  for (size_t i = 0; i < model->dtype_count; i++) {
    struct claim claim = claim_of_row(&model->dtypes[i]);
    claim.word = model->dtypes[i].name;
    if (claim.word) add_claim(claims, claim);
  }
  complain_repeats(claims, report, RULE_DUPLICATE_NAME, "the dtype name");
  claims->count = 0;
  add_undefined(model, claims);
  for (size_t i = 0; i < model->dtype_count; i++) {
    struct claim claim = claim_of_row(&model->dtypes[i]);
    claim.word = model->dtypes[i].scalar_type;
    if (claim.word) add_claim(claims, claim);
  }
  complain_repeats(claims, report, RULE_DUPLICATE_SCALAR_TYPE, "the ScalarType");
}

// A name is looked up in either spelling, so that it must not mean two rows. A row may use one word
// for both.
static void check_ambiguous(const struct model *model, struct claims *claims,
                            struct report *report) {
  claims->count = 0;
  add_undefined(model, claims);
  for (size_t i = 0; i < model->dtype_count; i++) {
    const struct dtype *row = &model->dtypes[i];
    struct claim claim = claim_of_row(row);
    claim.word = row->name;
    if (claim.word) add_claim(claims, claim);
    claim.word = row->scalar_type;
    claim.is_scalar_type = true;
    if (claim.word) add_claim(claims, claim);
  }
  sort_claims(claims);
  for (size_t i = 1; i < claims->count; i++) {
    const struct claim *earlier = &claims->list[i - 1];
    const struct claim *claim = &claims->list[i];
    if (!same_claim(earlier, claim) || claim->is_scalar_type == earlier->is_scalar_type ||
        claim->row == earlier->row)
      continue;
    report_add(report, RULE_AMBIGUOUS_NAME, claim->place,
               "dtype \"%s\": \"%s\" is its %s and the %s of %s at %s:%d", name_of(claim),
               claim->word, claim->is_scalar_type ? "ScalarType" : "dtype name",
               claim->is_scalar_type ? "dtype name" : "ScalarType",
               earlier->row ? name_of(earlier) : "no dtype", earlier->place.file,
               earlier->place.line);
  }
}

// The other symbols of the generated header that an enumerator PREFIX_NAME could be equal to. The
// functions count only where the prefix is in capitals itself.
static void check_reserved(const struct model *model, const struct claim *claim,
                           struct report *report) {
  static const char *const macros[] = {"DLPACK_MAJOR", "DLPACK_MINOR", "KEY",
                                       "DTYPES_H",     "INLINE",       "CAST"};
  static const char *const functions[] = {"scalar_type",
                                          "scalar_type_from_dlpack",
                                          "scalar_type_to_dlpack",
                                          "scalar_type_name",
                                          "dtype_name",
                                          "scalar_type_from_name",
                                          "itemsize",
                                          "nbytes",
                                          "packed_bits",
                                          "dlpack_code_name",
                                          "set_dtype"};
  const struct framework *framework = &model->framework;
  bool clash = false;
  for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
    clash = clash || strcmp(claim->word, macros[i]) == 0;
  bool capitals = strcmp(framework->prefix, framework->upper_prefix) == 0;
  for (size_t i = 0; capitals && i < sizeof functions / sizeof *functions; i++)
    clash = clash || strcmp(claim->word, functions[i]) == 0;
  if (clash)
    report_add(report, RULE_RESERVED, claim->place,
               "%s_%s would be an enumerator and something else in the generated header; another "
               "ScalarType or prefix is needed",
               framework->upper_prefix, claim->word);
}

static void check_all_reserved(const struct model *model, struct claims *claims,
                               struct report *report) {
  if (!model->framework.prefix) return;
  claims->count = 0;
  add_undefined(model, claims);
  for (size_t i = 0; i < model->dtype_count; i++) {
    struct claim claim = claim_of_row(&model->dtypes[i]);
    claim.word = model->dtypes[i].scalar_type;
    if (claim.word) add_claim(claims, claim);
  }
  for (size_t i = 0; i < claims->count; i++) check_reserved(model, &claims->list[i], report);
}

static bool is_whole(const struct triple *triple) {
  return triple->code && triple->code->value >= 0 && triple->bits && triple->lanes;
}

static long long key_of(const struct triple *triple) {
  return triple->code->value + triple->bits * 0x100LL + triple->lanes * 0x10000LL;
}

static struct claim claim_of_triple(const struct dtype *row, const struct triple *triple) {
  struct claim claim = claim_of_row(row);
  claim.number = key_of(triple);
  return claim;
}

static const struct claim *find_import(const struct claims *claims, const struct triple *triple) {
  long long key = key_of(triple);
  size_t low = 0, high = claims->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (claims->list[middle].number < key) low = middle + 1;
    else high = middle;
  }
  return low < claims->count && claims->list[low].number == key ? &claims->list[low] : NULL;
}

static void complain_triple(const struct claim *first, const struct claim *claim,
                            struct report *report) {
  report_add(report, RULE_DUPLICATE_TRIPLE, claim->place,
             "dtype \"%s\": (%lld, %lld, %lld) is imported as %s already, at %s:%d; one of the two "
             "can be export_only",
             name_of(claim), claim->number & 0xff, (claim->number >> 8) & 0xff, claim->number >> 16,
             name_of(first), first->place.file, first->place.line);
}

// The importer must be a function; an export_only row goes by the row that imports its form.
static void check_triples(struct model *model, struct report *report) {
  size_t most = 0;
  for (size_t i = 0; i < model->dtype_count; i++) most += 1 + model->dtypes[i].also_import_count;
  struct claims claims = {memory_zeroed(most, sizeof *claims.list), 0};
  for (size_t i = 0; i < model->dtype_count; i++) {
    const struct dtype *row = &model->dtypes[i];
    if (!row->has_form) continue;
    if (!row->export_only && is_whole(&row->form))
      add_claim(&claims, claim_of_triple(row, &row->form));
    for (size_t k = 0; k < row->also_import_count; k++)
      if (is_whole(&row->also_import[k]))
        add_claim(&claims, claim_of_triple(row, &row->also_import[k]));
  }
  sort_claims(&claims);
  const struct claim *first = claims.list;
  for (size_t i = 1; i < claims.count; i++) {
    if (same_claim(first, &claims.list[i])) complain_triple(first, &claims.list[i], report);
    else first = &claims.list[i];
  }
  for (size_t i = 0; i < model->dtype_count; i++) {
    struct dtype *row = &model->dtypes[i];
    if (!row->has_form || !row->export_only || !is_whole(&row->form)) continue;
    const struct claim *import = find_import(&claims, &row->form);
    if (import) row->imports_as = import->row;
    if (model->spec->complete && (!import || import->row == row))
      report_add(report, RULE_EXPORT_ONLY, row->place,
                 "dtype \"%s\": export_only, but no other row imports (%s, %d, %d)",
                 row->name ? row->name : "?", row->form.code->name, row->form.bits,
                 row->form.lanes);
  }
  free(claims.list);
}

struct numbered {
  long long id;
  bool hole_before;
  const struct dtype *row; // NULL for Undefined
};

static int compare_ids(const void *one, const void *other) {
  const struct numbered *a = one;
  const struct numbered *b = other;
  return a->id < b->id ? -1 : a->id > b->id;
}

static void check_hole(const struct model *model, const struct numbered *previous,
                       const struct numbered *at, struct report *report) {
  long long expected = previous ? previous->id + 1 : at->id < 0 ? at->id : 0;
  bool hole = at->id > expected;
  if (hole == at->hole_before) return;
  struct place place = at->row ? at->row->place : model->framework.place;
  struct text text = {0};
  if (at->row) text_format(&text, "dtype \"%s\": ", at->row->name ? at->row->name : "?");
  else text_format(&text, "framework: %s: ", model->framework.undefined);
  if (hole)
    text_format(&text,
                "id = %lld, but no row has id %lld; hole_before = true is needed if that is "
                "meant",
                at->id, expected);
  else text_format(&text, "hole_before, but there is no hole before id %lld", at->id);
  report_add(report, hole ? RULE_ID_HOLE : RULE_NO_HOLE, place, "%s", text_string(&text));
  text_free(&text);
}

static void check_holes(const struct model *model, struct report *report) {
  const struct framework *framework = &model->framework;
  struct numbered *ids = memory_zeroed(model->dtype_count + 1, sizeof *ids);
  size_t count = 0;
  bool known = framework->undefined != NULL;
  for (size_t i = 0; i < model->dtype_count; i++) {
    const struct dtype *row = &model->dtypes[i];
    known = known && row->has_id;
    ids[count++] = (struct numbered){row->id, row->hole_before, row};
  }
  ids[count++] = (struct numbered){framework->undefined_id, framework->undefined_hole, NULL};
  qsort(ids, count, sizeof *ids, compare_ids);
  for (size_t i = 0; known && i < count; i++)
    check_hole(model, i ? &ids[i - 1] : NULL, &ids[i], report);
  free(ids);
}

static void check_ids(const struct model *model, struct claims *claims, struct report *report) {
  const struct framework *framework = &model->framework;
  claims->count = 0;
  if (framework->undefined && (model->spec->complete || framework->undefined_id_given))
    add_claim(claims, (struct claim){.number = framework->undefined_id,
                                     .order = framework->order,
                                     .place = framework->place});
  for (size_t i = 0; i < model->dtype_count; i++) {
    struct claim claim = claim_of_row(&model->dtypes[i]);
    claim.number = model->dtypes[i].id;
    if (model->dtypes[i].has_id) add_claim(claims, claim);
  }
  complain_repeats(claims, report, RULE_DUPLICATE_ID, "id");
}

// Of a spec that stopped half-way only what is twice there is reported: what is missing may come in
// the part that was not reached.
void model_check_clashes(struct model *model, struct report *report) {
  size_t most = 2 * model->dtype_count + model->code_count + model->release_count + 1;
  struct claims claims = {memory_zeroed(most, sizeof *claims.list), 0};
  check_releases(model, &claims, report);
  check_codes(model, &claims, report);
  check_names(model, &claims, report);
  check_ambiguous(model, &claims, report);
  check_all_reserved(model, &claims, report);
  check_ids(model, &claims, report);
  free(claims.list);
  if (model->spec->complete) check_holes(model, report);
  check_triples(model, report);
}
