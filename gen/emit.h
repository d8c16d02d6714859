// The emit stage: compares what was rendered with what is there, and shows or writes the
// difference. Everything is rendered and every target looked at before the first byte is written.
#ifndef GEN_EMIT_H
#define GEN_EMIT_H

#include <sys/types.h>

#include "report.h"

enum target_state { TARGET_FRESH, TARGET_STALE, TARGET_MISSING };

// One file to be written, whole or in its regions.
struct target {
  char *path;      // to open; links resolved, since a rename would replace them
  char *shown;     // for people and labels
  char *temporary; // what is renamed to path; NULL until plan_write
  struct text current;
  struct text wanted;
  mode_t mode;
  bool special; // no regular file: written into, never replaced, always written
  enum target_state state;
};

struct plan {
  struct target *targets;
  size_t count;
};

// Adds a whole file, or a region of one. False when the target cannot be one; the report says why.
// `shown` is the path as messages name it.
bool plan_file(struct plan *plan, const char *path, const char *shown, const struct text *content,
               struct report *report);
bool plan_region(struct plan *plan, const char *path, const char *shown, const char *region,
                 const struct text *lines, struct report *report);
void plan_free(struct plan *plan);

// Sets the state of every target. Call once, when the plan is complete.
void plan_compare(struct plan *plan);

// Appends a heading and a unified diff for each target that is not fresh; returns how many.
size_t plan_show(const struct plan *plan, struct text *out);

// Writes every target that is not fresh: first all into temporary files beside them, then renames.
// False when something failed; then the report says what, no target is torn, and no temporary is
// left. `written` counts the targets that were written.
bool plan_write(struct plan *plan, size_t *written, struct report *report);

// Writes one file in the same way, also when it would stay the same.
bool emit_file(const char *path, const struct text *content, struct report *report);

// A lock on the root that lasts until the process ends, so that two runs do not mix their outputs.
// Readers share it.
bool emit_lock(const char *root, bool shared, struct report *report);

#endif
