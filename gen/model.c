#include "model.h"

#include <stdlib.h>

// Undefined comes after all other ids unless the spec places it, so that a new dtype is one line.
static void derive_undefined(struct model *model, struct report *report) {
  struct framework *framework = &model->framework;
  if (!framework->place.file || framework->undefined_id_given || model->dtype_count == 0) return;
  long long largest = framework->lowest_id - 1;
  for (size_t i = 0; i < model->dtype_count; i++) {
    if (!model->dtypes[i].has_id) return; // it may be the largest
    if (model->dtypes[i].id > largest) largest = model->dtypes[i].id;
  }
  framework->undefined_id = largest + 1;
  framework->undefined_id_known = framework->undefined_id <= framework->highest_id;
  if (!framework->undefined_id_known)
    report_add(report, RULE_RANGE, framework->place,
               "framework: %s gets id %lld, the largest id + 1, which is out of range; %s ends at "
               "%lld",
               framework->undefined ? framework->undefined : "undefined", framework->undefined_id,
               framework->ids ? framework->ids : "int32", framework->highest_id);
}

static bool fits(struct version need, const struct version *max_dlpack) {
  return !max_dlpack || version_compare(need, *max_dlpack) <= 0;
}

// Rows that need more than the limit lose their form, and so does an export_only row whose
// importing row lost its own: the two directions never disagree by accident.
static void apply_limit(struct model *model, const struct version *max_dlpack) {
  for (size_t i = 0; i < model->dtype_count; i++) {
    struct dtype *row = &model->dtypes[i];
    row->has_form = row->has_form && fits(row->since, max_dlpack);
    size_t kept = 0;
    for (size_t k = 0; k < row->also_import_count; k++)
      if (row->has_form && fits(row->also_import[k].code->since, max_dlpack))
        row->also_import[kept++] = row->also_import[k];
    row->also_import_count = kept;
  }
  for (size_t i = 0; i < model->dtype_count; i++) {
    struct dtype *row = &model->dtypes[i];
    if (!row->export_only || !row->has_form || row->imports_as->has_form) continue;
    row->has_form = false;
    row->also_import_count = 0;
  }
}

static void need(struct model *model, const struct triple *triple, struct version version) {
  ((struct code *)triple->code)->used = true;
  if (version_compare(version, model->version) > 0) model->version = version;
}

static void derive_version(struct model *model) {
  model->version = (struct version){1, 0}; // the first release with versioned capsules
  for (size_t i = 0; i < model->dtype_count; i++) {
    struct dtype *row = &model->dtypes[i];
    if (!row->has_form) continue;
    need(model, &row->form, row->since);
    for (size_t k = 0; k < row->also_import_count; k++)
      need(model, &row->also_import[k], row->also_import[k].code->since);
  }
}

static struct hash_slot import_of(const struct dtype *row, const struct triple *triple) {
  uint32_t key = (uint32_t)triple->code->value + (uint32_t)triple->bits * 0x100u +
                 (uint32_t)triple->lanes * 0x10000u;
  return (struct hash_slot){key, row};
}

static void derive_hash(struct model *model) {
  size_t count = 0;
  for (size_t i = 0; i < model->dtype_count; i++) count += 1 + model->dtypes[i].also_import_count;
  struct hash_slot *keys = memory_zeroed(count, sizeof *keys);
  count = 0;
  for (size_t i = 0; i < model->dtype_count; i++) {
    const struct dtype *row = &model->dtypes[i];
    if (row->has_form && !row->export_only) keys[count++] = import_of(row, &row->form);
    for (size_t k = 0; k < row->also_import_count; k++)
      keys[count++] = import_of(row, &row->also_import[k]);
  }
  model->hash = hash_find(keys, count);
  free(keys);
}

struct model *model_build(const struct spec *spec, const struct version *max_dlpack,
                          struct report *report) {
  struct model *model = memory_zeroed(1, sizeof *model);
  model->spec = spec;
  if (spec->exhausted) return model;
  model_read_vocabulary(model, report);
  model_read_framework(model, report);
  model_read_dtypes(model, report);
  if (spec->complete) {
    derive_undefined(model, report);
    model_check_vocabulary(model, report);
  }
  model_check_reserved(model, report);
  model_check_clashes(model, report);
  if (spec->complete) model_check_holes(model, report);
  model_check_triples(model, report);
  if (report->count > 0) return model;
  apply_limit(model, max_dlpack);
  derive_version(model);
  derive_hash(model);
  return model;
}

void model_free(struct model *model) {
  if (!model) return;
  for (size_t i = 0; i < model->dtype_count; i++) {
    free(model->dtypes[i].also_import);
    free(model->dtypes[i].label);
  }
  for (size_t i = 0; i < model->code_count; i++) free(model->codes[i].label);
  free(model->hash.slots);
  free(model->dtypes);
  free(model->codes_by_name);
  free(model->codes);
  free(model->releases);
  free(model->framework.upper_prefix);
  free(model);
}
