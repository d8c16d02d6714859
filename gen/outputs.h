// The list of outputs, gen/outputs.lua:
//
//   command "make gen"                                    how a user makes them all again
//   file   { "PATH", template = "TEMPLATE" }              a whole file
//   region { "PATH", name = "NAME", template = "..." }    what stands between two marker lines
//
// Paths are below the root; a template that is not there is taken from dltab's own data.
#ifndef GEN_OUTPUTS_H
#define GEN_OUTPUTS_H

#include "report.h"

struct output {
  struct place place;
  const char *path;
  const char *template;
  const char *region; // NULL: the whole file
};

struct outputs {
  struct output *list;
  size_t count;
  size_t capacity;
  const char *command; // NULL unless the list names one
  struct outputs_private *private;
};

// Always returns a list, to be freed; what is wrong with it is in the report.
struct outputs *outputs_load(const char *path, struct report *report);
void outputs_free(struct outputs *outputs);

#endif
