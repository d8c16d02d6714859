#include "depfile.h"

#include <string.h>

#include "emit.h"

// What make wants: a blank and # behind a backslash, $ doubled, and each backslash before one of
// the former doubled.
static void add_escaped(struct text *text, const char *path) {
  size_t backslashes = 0;
  text_add(text, text->length ? " \\\n  " : "");
  for (; *path; path++) {
    if (*path == ' ' || *path == '#' || *path == '\t') {
      for (size_t i = 0; i < backslashes; i++) text_add(text, "\\");
      text_add(text, "\\");
    }
    backslashes = *path == '\\' ? backslashes + 1 : 0;
    text_add(text, *path == '$' ? "$" : "");
    text_append(text, path, 1);
  }
}

void depfile_add_target(struct depfile *depfile, const char *path) {
  add_escaped(&depfile->targets, path);
}

void depfile_add_input(struct depfile *depfile, const char *path) {
  add_escaped(&depfile->inputs, path);
}

bool depfile_write(struct depfile *depfile, const char *path, const struct spec *spec,
                   struct report *report) {
  for (size_t i = 0; i < spec->file_count; i++) depfile_add_input(depfile, spec->files[i]);
  struct text rule = {0};
  text_format(&rule, "%s: \\\n  %s\n", text_string(&depfile->targets),
              text_string(&depfile->inputs));
  struct plan plan = {0};
  size_t written;
  bool right = plan_file(&plan, path, path, &rule, report);
  if (right) {
    plan_compare(&plan);
    if (plan.targets[0].state == TARGET_FRESH) plan.targets[0].state = TARGET_STALE;
    right = plan_write(&plan, &written, report);
  }
  plan_free(&plan);
  text_free(&rule);
  return right;
}

void depfile_free(struct depfile *depfile) {
  text_free(&depfile->targets);
  text_free(&depfile->inputs);
}
