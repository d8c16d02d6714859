#include "depfile.h"

#include <stdlib.h>
#include <string.h>

// Nothing quotes these for make: an assignment, a recipe, a home folder, a member of an archive.
static bool is_nameable(const char *path) {
  size_t length = strlen(path);
  for (const char *at = path; *at; at++)
    if ((unsigned char)*at < 0x20) return false;
  bool member = strchr(path, '(') && path[length - 1] == ')';
  return path[0] != '~' && !strpbrk(path, ";=") && !member;
}

// A backslash goes before what make would not take as a part of the name, and doubles those that stand
// before it already; $ is doubled.
static void add_escaped(struct text *text, const char *path, const char *special) {
  size_t backslashes = 0;
  text_add(text, text->length ? " \\\n  " : "");
  for (; *path; path++) {
    if (strchr(special, *path)) {
      for (size_t i = 0; i < backslashes; i++) text_add(text, "\\");
      text_add(text, "\\");
    }
    backslashes = *path == '\\' ? backslashes + 1 : 0;
    text_add(text, *path == '$' ? "$" : "");
    text_append(text, path, 1);
  }
}

static void note_unnameable(struct depfile *depfile, const char *path) {
  if (!depfile->unnameable && !is_nameable(path))
    depfile->unnameable = memory_copy(path, strlen(path));
}

void depfile_add_target(struct depfile *depfile, const char *path) {
  note_unnameable(depfile, path);
  add_escaped(&depfile->targets, path, " #:*?[%");
}

void depfile_add_input(struct depfile *depfile, const char *path) {
  note_unnameable(depfile, path);
  add_escaped(&depfile->inputs, path, " #:*?[|");
}

void depfile_rule(const struct depfile *depfile, struct text *rule) {
  text_format(rule, "%s: \\\n  %s\n", text_string(&depfile->targets),
              text_string(&depfile->inputs));
}

void depfile_free(struct depfile *depfile) {
  text_free(&depfile->targets);
  text_free(&depfile->inputs);
  free(depfile->unnameable);
}
