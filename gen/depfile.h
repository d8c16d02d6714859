// What the outputs depend on, as a rule for make and ninja.
#ifndef GEN_DEPFILE_H
#define GEN_DEPFILE_H

#include "spec.h"

struct depfile {
  struct text targets;
  struct text inputs;
};

void depfile_add_target(struct depfile *depfile, const char *path);
void depfile_add_input(struct depfile *depfile, const char *path);

// Appends `targets: inputs and spec files`. The stamp, unless it is NULL, stands for all targets.
void depfile_rule(struct depfile *depfile, const char *stamp, const struct spec *spec,
                  struct text *rule);
void depfile_free(struct depfile *depfile);

#endif
