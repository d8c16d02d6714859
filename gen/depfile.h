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

// Writes `targets: spec files and inputs`, always, so that its time is that of the run.
bool depfile_write(struct depfile *depfile, const char *path, const struct spec *spec,
                   struct report *report);
void depfile_free(struct depfile *depfile);

#endif
