// What is wrong with the input: gathered while it is read and checked, printed once, in order.
#ifndef GEN_REPORT_H
#define GEN_REPORT_H

#include <stdio.h>

#include "text.h"

// The rules a spec can break, one a line in rules.def. Their names end each message.
enum rule {
  RULE_NONE, // not a rule of the spec: templates, outputs, files
#define RULE(symbol, name, summary) RULE_##symbol,
#include "rules.def"
#undef RULE
  RULE_COUNT
};

// Where something stands. Line 0: the file as a whole.
struct place {
  const char *file; // as the user would open it; owned by whoever read the file
  int line;
};

struct complaint {
  char *file;
  int line;
  enum rule rule;
  char *text;
  size_t order;
  bool repeated; // set while printing: says what another one says
};

// Beyond so many complaints nobody reads on; further ones are only counted.
enum { most_complaints = 20000 };

struct report {
  struct complaint *complaints;
  size_t count;
  size_t capacity;
  size_t left_out;
};

void report_add(struct report *report, enum rule rule, struct place place, const char *format, ...)
    GEN_PRINTF(4, 5);

// Prints `file:line: error: text [rule]`, sorted by file and line, each once, and, when there are
// several, a last line that counts them. Prints nothing for an empty report.
void report_print(struct report *report, FILE *out);
void report_free(struct report *report);

const char *rule_name(enum rule rule);

#endif
