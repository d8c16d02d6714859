// Files and regions that dltab made once and that no output makes any more.
#ifndef GEN_ORPHANS_H
#define GEN_ORPHANS_H

#include "emit.h"

struct orphans {
  size_t files;
  size_t regions;
  struct text remove; // the command that removes the files
};

// Looks through the root and all folders below it for files that carry dltab's banner near their start
// and are no target. Left out are folders that begin with a dot, build and node_modules, links, roots
// below this one (a folder with a spec or an outputs list of its own), and what a template or another
// outputs list made, since nobody here knows those. `outputs` is the list's path as the banner has it;
// NULL for the default one. Appends a heading for each, and a diff for a file.
void orphans_show(const char *root, const char *outputs, const struct plan *plan, struct text *out,
                  struct orphans *orphans);
void orphans_free(struct orphans *orphans);

#endif
