// Gaps in the ids: announced where they are meant, and nowhere else.
#include <stdlib.h>

#include "model.h"

struct numbered {
  long long id;
  bool hole_before;
  const struct dtype *row; // NULL for Undefined
};

static int compare_ids(const void *one, const void *other) {
  const struct numbered *a = one, *b = other;
  return a->id < b->id ? -1 : a->id > b->id;
}

static void check_hole(const struct model *model, const struct numbered *previous,
                       const struct numbered *at, struct report *report) {
  const struct framework *framework = &model->framework;
  long long expected = previous ? previous->id + 1 : at->id < 0 ? at->id : 0;
  bool hole = at->id > expected;
  if (hole == at->hole_before) return;
  struct place place = at->row ? at->row->place : framework->place;
  struct text text = {0};
  if (at->row) text_format(&text, "%s: ", at->row->label);
  else
    text_format(&text,
                "framework: %s: ", framework->undefined ? framework->undefined : "undefined");
  if (hole)
    text_format(&text,
                "id = %lld, but no row has id %lld; hole_before = true is needed if that is meant",
                at->id, expected);
  else text_format(&text, "hole_before, but there is no hole before id %lld", at->id);
  report_add(report, hole ? RULE_ID_HOLE : RULE_NO_HOLE, place, "%s", text_string(&text));
  text_free(&text);
}

// Where a row's id is not known, a hole may be none.
void model_check_holes(const struct model *model, struct report *report) {
  const struct framework *framework = &model->framework;
  struct numbered *ids = memory_zeroed(model->dtype_count + 1, sizeof *ids);
  size_t count = 0;
  bool known = true;
  for (size_t i = 0; i < model->dtype_count; i++) {
    const struct dtype *row = &model->dtypes[i];
    known = known && row->has_id;
    ids[count++] = (struct numbered){row->id, row->hole_before, row};
  }
  if (framework->undefined_id_known)
    ids[count++] = (struct numbered){framework->undefined_id, framework->undefined_hole, NULL};
  qsort(ids, count, sizeof *ids, compare_ids);
  for (size_t i = 0; known && i < count; i++)
    check_hole(model, i ? &ids[i - 1] : NULL, &ids[i], report);
  free(ids);
}
