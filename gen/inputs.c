#include "inputs.h"

#include <stdlib.h>
#include <string.h>

#include "files.h"

void inputs_add(struct inputs *inputs, const char *role, const char *path) {
  inputs->list = memory_resize(inputs->list, (inputs->count + 1) * sizeof *inputs->list);
  inputs->list[inputs->count++] = (struct used){role, memory_copy(path, strlen(path))};
}

void inputs_refuse(struct inputs *inputs, const char *role, const char *path,
                   struct report *report) {
  for (size_t i = 0; i < inputs->count; i++) {
    const struct used *used = &inputs->list[i];
    if (!file_is_same(used->path, path)) continue;
    report_add(report, RULE_NONE, (struct place){path, 0},
               "is to be written as %s, but is %s, %s; another name is needed", role, used->role,
               used->path);
    return;
  }
  inputs_add(inputs, role, path);
}

void inputs_free(struct inputs *inputs) {
  for (size_t i = 0; i < inputs->count; i++) free(inputs->list[i].path);
  free(inputs->list);
}
