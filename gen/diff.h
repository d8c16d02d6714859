// Unified diffs, as `diff -u` and `patch` have them.
#ifndef GEN_DIFF_H
#define GEN_DIFF_H

#include "text.h"

// Appends the difference from `old` to `new_text`, with three lines of context. Nothing when they
// are equal. The labels follow --- and +++.
void diff_unified(struct text *out, const char *old_label, const char *new_label,
                  const struct text *old_text, const struct text *new_text);

#endif
