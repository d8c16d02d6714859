// What a run reads and writes, so that it overwrites nothing that it read, and writes nothing twice.
#ifndef GEN_INPUTS_H
#define GEN_INPUTS_H

#include "report.h"

struct inputs {
  struct used {
    const char *role; // static, such as "the spec"
    char *path;
  } * list;
  size_t count;
};

void inputs_add(struct inputs *inputs, const char *role, const char *path);

// Complains when a file that is to be written is one of those added before; adds it otherwise.
void inputs_refuse(struct inputs *inputs, const char *role, const char *path,
                   struct report *report);
void inputs_free(struct inputs *inputs);

#endif
