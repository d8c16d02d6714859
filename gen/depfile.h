// What the outputs depend on, as a rule for make and ninja.
#ifndef GEN_DEPFILE_H
#define GEN_DEPFILE_H

#include "text.h"

struct depfile {
  struct text targets;
  struct text inputs;
  char *unnameable; // the first path that no rule of make can name; NULL when all can be
};

void depfile_add_target(struct depfile *depfile, const char *path);
void depfile_add_input(struct depfile *depfile, const char *path);

// Appends `targets: inputs`.
void depfile_rule(const struct depfile *depfile, struct text *rule);
void depfile_free(struct depfile *depfile);

#endif
