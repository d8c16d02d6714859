// The importer must be a function: of the rows with one (code, bits, lanes) exactly one imports it,
// and the others are export_only.
#include "claims.h"

static bool is_whole(const struct triple *triple) {
  return triple->code && triple->code->value >= 0 && triple->bits && triple->lanes;
}

static long long key_of(const struct triple *triple) {
  return triple->code->value + triple->bits * 0x100LL + triple->lanes * 0x10000LL;
}

static void add_triple(struct claims *claims, const struct dtype *row,
                       const struct triple *triple) {
  struct claim claim = claim_of_row(row);
  if (!is_whole(triple)) return;
  claim.number = key_of(triple);
  claims_add(claims, claim);
}

static struct claims collect_imports(const struct model *model) {
  size_t most = 0;
  for (size_t i = 0; i < model->dtype_count; i++) most += 1 + model->dtypes[i].also_import_count;
  struct claims claims = claims_new(most);
  for (size_t i = 0; i < model->dtype_count; i++) {
    const struct dtype *row = &model->dtypes[i];
    if (row->has_form && !row->export_only) add_triple(&claims, row, &row->form);
    for (size_t k = 0; k < row->also_import_count; k++)
      add_triple(&claims, row, &row->also_import[k]);
  }
  claims_sort(&claims);
  return claims;
}

// Whether the row claims the triple as its own form, not by also_import.
static bool is_own_form(const struct claim *claim) {
  const struct dtype *row = claim->row;
  return row->has_form && !row->export_only && is_whole(&row->form) &&
         key_of(&row->form) == claim->number;
}

static const char *how_to_mend(const struct claim *first, const struct claim *claim) {
  if (!is_own_form(claim)) return "leave it out of this row's also_import";
  if (!is_own_form(first)) return "leave it out of that row's also_import";
  return "one of the two can be export_only";
}

static void complain_repeat(const struct claim *first, const struct claim *claim,
                            struct report *report) {
  struct text text = {0};
  text_format(&text, "%s: (%lld, %lld, %lld) ", claim->label, claim->number & 0xff,
              (claim->number >> 8) & 0xff, claim->number >> 16);
  if (first->row == claim->row) {
    text_add(&text, "stands in this row twice");
  } else {
    text_add(&text, "is imported as ");
    claim_describe(&text, first);
    text_format(&text, " already; %s", how_to_mend(first, claim));
  }
  report_add(report, RULE_DUPLICATE_TRIPLE, claim->place, "%s", text_string(&text));
  text_free(&text);
}

static void check_repeats(const struct claims *imports, struct report *report) {
  const struct claim *first = imports->list;
  for (size_t i = 1; i < imports->count; i++) {
    const struct claim *claim = &imports->list[i];
    if (claims_same(first, claim)) complain_repeat(first, claim, report);
    else first = claim;
  }
}

static const struct claim *find_import(const struct claims *imports, const struct triple *triple) {
  long long key = key_of(triple);
  size_t low = 0, high = imports->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (imports->list[middle].number < key) low = middle + 1;
    else high = middle;
  }
  return low < imports->count && imports->list[low].number == key ? &imports->list[low] : NULL;
}

static void check_export_only(const struct model *model, const struct claims *imports,
                              struct dtype *row, struct report *report) {
  const struct claim *import = find_import(imports, &row->form);
  struct reader reader = {report, row->place, NULL, row->label};
  if (import && import->row != row) {
    row->imports_as = import->row;
    if (import->row->storage != row->storage)
      complain(&reader, RULE_EXPORT_ONLY,
               "export_only, but %s, which imports (%s, %d, %d), is stored otherwise",
               import->called, row->form.code->name, row->form.bits, row->form.lanes);
  } else if (model->spec->complete) {
    complain(&reader, RULE_EXPORT_ONLY, "export_only, but no other row imports (%s, %d, %d)",
             row->form.code->name, row->form.bits, row->form.lanes);
  }
}

void model_check_triples(struct model *model, struct report *report) {
  struct claims imports = collect_imports(model);
  check_repeats(&imports, report);
  for (size_t i = 0; i < model->dtype_count; i++) {
    struct dtype *row = &model->dtypes[i];
    if (row->has_form && row->export_only && is_whole(&row->form))
      check_export_only(model, &imports, row, report);
  }
  claims_free(&imports);
}
