#include "depfile.h"

#include <string.h>

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

void depfile_rule(struct depfile *depfile, const char *stamp, const struct spec *spec,
                  struct text *rule) {
  for (size_t i = 0; i < spec->file_count; i++) depfile_add_input(depfile, spec->files[i]);
  if (stamp) add_escaped(rule, stamp);
  else text_add(rule, text_string(&depfile->targets));
  text_format(rule, ": \\\n  %s\n", text_string(&depfile->inputs));
}

void depfile_free(struct depfile *depfile) {
  text_free(&depfile->targets);
  text_free(&depfile->inputs);
}
