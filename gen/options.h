// The command line, as a struct. The first stage: it knows nothing of specs or outputs.
#ifndef GEN_OPTIONS_H
#define GEN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "fields.h"

enum command { COMMAND_GEN, COMMAND_CHECK, COMMAND_LIST, COMMAND_SHOW, COMMAND_LINT };

enum format { FORMAT_TABLE, FORMAT_JSON, FORMAT_CSV };

struct define {
  char *key;
  const char *value;
};

struct options {
  enum command command;
  const char *program; // argv[0]
  const char *root;    // the base of every default path; "." unless said
  const char *spec;    // NULL: the default below root, as the next
  const char *outputs;
  const char *only;     // one path of the outputs list
  const char *template; // with `output`: in place of the outputs list
  const char *output;   // "-": standard output
  const char *depfile;
  const char *stamp;
  const char *subject; // of show
  enum format format;
  bool has_max_dlpack;
  struct version max_dlpack;
  struct define *defines;
  size_t define_count;
  bool quiet;
};

enum options_result {
  OPTIONS_RUN,   // go on
  OPTIONS_DONE,  // help or version was printed; exit 0
  OPTIONS_WRONG, // what is wrong was printed; exit 2
};

enum options_result options_parse(int argument_count, char **arguments, struct options *options);
void options_free(struct options *options);

// Whether no option changes which outputs there are and what is in them.
bool options_are_default(const struct options *options);

const char *command_name(enum command command);

#endif
