// Names and numbers that two declarations claim, or one claims that means something else already.
#include <string.h>

#include "claims.h"

static void check_releases(const struct model *model, struct claims *claims,
                           struct report *report) {
  claims->count = 0;
  for (size_t i = 0; i < model->release_count; i++) {
    const struct release *release = &model->releases[i];
    struct claim claim = {.order = i, .place = release->place};
    claim.number = release->version.major * 1000000LL + release->version.minor;
    claims_add(claims, claim);
  }
  claims_sort(claims);
  for (size_t i = 1; i < claims->count; i++) {
    const struct claim *claim = &claims->list[i];
    if (claims_same(claim - 1, claim))
      report_add(report, RULE_DUPLICATE_RELEASE, claim->place,
                 "release \"%lld.%lld\" is declared at %s:%d already", claim->number / 1000000,
                 claim->number % 1000000, claim[-1].place.file, claim[-1].place.line);
  }
}

static void check_codes(const struct model *model, struct claims *claims, struct report *report) {
  claims->count = 0;
  for (size_t i = 0; i < model->code_count; i++)
    claims_add_word(claims, claim_of_code(&model->codes[i], i), model->codes[i].name);
  claims_complain(claims, report, RULE_DUPLICATE_CODE, "the name");
  claims->count = 0;
  for (size_t i = 0; i < model->code_count; i++) {
    struct claim claim = claim_of_code(&model->codes[i], i);
    claim.number = model->codes[i].value;
    if (model->codes[i].value >= 0) claims_add(claims, claim);
  }
  claims_complain(claims, report, RULE_DUPLICATE_CODE, "the value");
}

static void collect_scalar_types(const struct model *model, struct claims *claims) {
  claims->count = 0;
  claims_add_word(claims, claim_of_framework(&model->framework), model->framework.undefined);
  for (size_t i = 0; i < model->dtype_count; i++) {
    struct claim claim = claim_of_row(&model->dtypes[i]);
    claim.is_scalar_type = true;
    claims_add_word(claims, claim, model->dtypes[i].scalar_type);
  }
}

static void check_names(const struct model *model, struct claims *claims, struct report *report) {
  claims->count = 0;
  for (size_t i = 0; i < model->dtype_count; i++)
    claims_add_word(claims, claim_of_row(&model->dtypes[i]), model->dtypes[i].name);
  claims_complain(claims, report, RULE_DUPLICATE_NAME, "the dtype name");
  collect_scalar_types(model, claims);
  claims_complain(claims, report, RULE_DUPLICATE_SCALAR_TYPE, "the ScalarType");
}

static const char *role(const struct claim *claim) {
  if (!claim->is_scalar_type) return "dtype name";
  return claim->row ? "ScalarType" : "enumerator for no dtype";
}

static void complain_ambiguous(const struct claim *earlier, const struct claim *claim,
                               struct report *report) {
  struct text text = {0};
  text_format(&text, "%s: \"%s\" is its %s and the %s", claim->label, claim->word, role(claim),
              role(earlier));
  if (earlier->row) text_format(&text, " of %s", earlier->called);
  report_add(report, RULE_AMBIGUOUS_NAME, claim->place, "%s at %s:%d", text_string(&text),
             earlier->place.file, earlier->place.line);
  text_free(&text);
}

// A name is looked up in either spelling, so that it must not mean two rows. A row may use one word
// for both.
static void check_ambiguous(const struct model *model, struct claims *claims,
                            struct report *report) {
  collect_scalar_types(model, claims);
  for (size_t i = 0; i < model->dtype_count; i++)
    claims_add_word(claims, claim_of_row(&model->dtypes[i]), model->dtypes[i].name);
  claims_sort(claims);
  for (size_t i = 1; i < claims->count; i++) {
    const struct claim *earlier = &claims->list[i - 1], *claim = &claims->list[i];
    if (claims_same(earlier, claim) && claim->is_scalar_type != earlier->is_scalar_type &&
        claim->row != earlier->row)
      complain_ambiguous(earlier, claim, report);
  }
}

static void check_ids(const struct model *model, struct claims *claims, struct report *report) {
  const struct framework *framework = &model->framework;
  struct claim undefined = claim_of_framework(framework);
  undefined.number = framework->undefined_id;
  claims->count = 0;
  if (framework->undefined_id_known) claims_add(claims, undefined);
  for (size_t i = 0; i < model->dtype_count; i++) {
    struct claim claim = claim_of_row(&model->dtypes[i]);
    claim.number = model->dtypes[i].id;
    if (model->dtypes[i].has_id) claims_add(claims, claim);
  }
  claims_complain(claims, report, RULE_DUPLICATE_ID, "id");
}

// Also of a spec that stopped half-way: what is twice there by then is wrong whatever would follow.
void model_check_clashes(const struct model *model, struct report *report) {
  struct claims claims =
      claims_new(2 * model->dtype_count + model->code_count + model->release_count + 1);
  check_releases(model, &claims, report);
  check_codes(model, &claims, report);
  check_names(model, &claims, report);
  check_ambiguous(model, &claims, report);
  check_ids(model, &claims, report);
  claims_free(&claims);
}
