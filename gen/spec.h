// The load stage: runs the spec's files and keeps every declaration as it was written, with its
// file and line. Nothing is judged here beyond what Lua and the sandbox refuse; model.h does that.
#ifndef GEN_SPEC_H
#define GEN_SPEC_H

#include "report.h"

enum value_type {
  VALUE_BOOLEAN,
  VALUE_INTEGER,
  VALUE_FLOAT,
  VALUE_STRING,
  VALUE_TABLE,
  VALUE_OTHER, // a function, or a table nested deeper than any declaration needs
};

struct table;

struct value {
  enum value_type type;
  bool boolean;
  long long integer;
  double number;
  const char *string; // bytes[length] is 0; bytes before may be 0 too
  size_t length;
  const struct table *table;
  const char *other; // what it is, for a message
};

// A key and its value. A positional value has no name: its index is then in `index`.
struct field {
  const char *name;
  size_t name_length;
  long long index;
  struct value value;
};

// Fields in a fixed order: positional ones by index, then named ones by name.
struct table {
  size_t count;
  const struct field *fields;
};

enum record_kind { RECORD_FRAMEWORK, RECORD_RELEASE, RECORD_CODE, RECORD_DTYPE };

// One call of a declaration.
struct record {
  enum record_kind kind;
  struct place place;
  struct table table;
  bool lists_releases; // its file declares DLPack's releases
};

struct spec {
  struct record *records;
  size_t count;
  size_t capacity;
  char **files; // paths as opened, in the order in which they were first run
  size_t file_count;
  bool complete;  // every file was there and ran to its end
  bool exhausted; // a limit stopped it: what it declared before is not worth judging
  struct spec_private *private;
};

// Runs the file, and what it includes out of its own folder or `library_folder` (may be NULL).
// Always returns a spec, to be freed; what went wrong is in the report.
struct spec *spec_load(const char *path, const char *library_folder, struct report *report);
void spec_free(struct spec *spec);

const char *record_kind_name(enum record_kind kind);

// The field of that name, or at that position (from 1); NULL when the table has none.
const struct value *table_get(const struct table *table, const char *name);
const struct value *table_at(const struct table *table, long long index);

#endif
