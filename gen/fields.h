// Typed access to the fields of a declaration. What is wrong with a field is reported here, in one
// wording for all declarations; the callers only say what they expect.
#ifndef GEN_FIELDS_H
#define GEN_FIELDS_H

#include "spec.h"

// DLPack versions are pairs of integers: 1.10 is newer than 1.9.
struct version {
  int major;
  int minor;
};

int version_compare(struct version one, struct version other); // <0, 0, >0
bool version_parse(const char *text, size_t length, struct version *out);

// Where fields are read from, and how messages name it.
struct reader {
  struct report *report;
  struct place place;
  const struct table *table;
  const char *label; // such as: dtype "int8"
};

enum need { OPTIONAL, REQUIRED };

// Each returns true when the field is there and right. When it returns false *out is untouched,
// and unless the field is merely absent and OPTIONAL, the report says what is wrong.
bool read_integer(const struct reader *reader, const char *name, enum need need, long long low,
                  long long high, long long *out);
bool read_boolean(const struct reader *reader, const char *name, bool *out);
// A string may hold any byte, a zero too: what it means is compared with string_is.
bool read_string(const struct reader *reader, const char *name, enum need need,
                 const struct value **out);
bool read_position(const struct reader *reader, const char *what, const struct value **out);
bool read_version(const struct reader *reader, const char *name, struct version *out);

bool string_is(const struct value *string, const char *word);

// As read_string, of an identifier that is no keyword; gives its bytes.
bool read_identifier(const struct reader *reader, const char *name, const char **out);
bool check_identifier(const struct reader *reader, const char *what, const struct value *string);

// Reports every field but the `positions` first positional ones and those in `known`, which ends
// with NULL.
void reject_unknown(const struct reader *reader, long long positions, const char *const *known);

// Appends the value as a message shows it: 8.0, "8", true, a table.
void value_describe(struct text *text, const struct value *value);

// A complaint about a value: before, the value as a message shows it, after.
void complain_value(const struct reader *reader, enum rule rule, const char *before,
                    const struct value *value, const char *after);

void complain(const struct reader *reader, enum rule rule, const char *format, ...)
    GEN_PRINTF(3, 4);

#endif
