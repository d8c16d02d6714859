// The model: what the spec says, checked and with everything derived. The later stages read it and
// change nothing.
#ifndef GEN_MODEL_H
#define GEN_MODEL_H

#include "fields.h"
#include "hash.h"

struct release {
  struct place place;
  struct version version;
};

struct code {
  struct place place;
  char *label;      // how a message about it starts: code "kDLInt"
  const char *name; // NULL while not usable
  int value;        // -1 while the declaration is not usable
  struct version since;
  bool since_known;
  int bits;       // 0: DLPack fixes none
  bool in_header; // dlpack.h has an enumerator of this name
  bool used;      // by a row that is exchanged
};

// (code, bits, lanes) as in a DLDataType.
struct triple {
  const struct code *code; // NULL while unknown
  int bits;
  int lanes;
};

enum storage { STORAGE_WHOLE_BYTES, STORAGE_PACKED, STORAGE_PADDED };

struct dtype {
  struct place place;
  char *label;      // how a message about it starts: dtype "int8"
  size_t order;     // among all declarations, in the order of their calls
  const char *name; // NULL while not usable, as the next
  const char *scalar_type;
  bool has_id;
  long long id;
  bool has_form; // a DLPack form; with --max-dlpack, one within it
  struct triple form;
  struct version since;
  bool since_known;
  enum storage storage;
  bool export_only;
  bool hole_before;
  struct triple *also_import;
  size_t also_import_count;
  long long bytes;                // of one element; 0 when packed
  int element_bits;               // bits * lanes of the form
  const struct dtype *imports_as; // the row that its form imports to; itself unless export_only
};

struct framework {
  struct place place; // no file while none is declared
  size_t order;
  const char *name;
  const char *enum_name;
  const char *prefix;
  char *upper_prefix;
  const char *ids; // "int8", ...
  long long lowest_id;
  long long highest_id;
  const char *undefined;
  bool undefined_id_given; // in the spec, rightly or not
  bool undefined_id_known; // given rightly, or derived
  long long undefined_id;
  bool undefined_hole;
};

struct model {
  const struct spec *spec;
  struct framework framework;
  struct release *releases;
  size_t release_count;
  struct code *codes;
  size_t code_count;
  const struct code **codes_by_name; // those with a name, sorted
  size_t named_code_count;
  struct dtype *dtypes;
  size_t dtype_count;
  struct version version; // the largest that anything exchanged needs, at least 1.0
  struct hash hash;       // of what is imported
};

// Checks the spec and derives the rest. Everything that is wrong goes to the report; the model is
// only good to use when the report stayed empty. `max_dlpack` may be NULL: rows that need more
// keep their enumerator and lose their form. The spec must outlive the model.
struct model *model_build(const struct spec *spec, const struct version *max_dlpack,
                          struct report *report);
void model_free(struct model *model);

// For the parts of the model stage, in the order in which they run. Each reads the spec's records
// of its kind.
void model_read_vocabulary(struct model *model, struct report *report);
void model_read_framework(struct model *model, struct report *report);
void model_read_dtypes(struct model *model, struct report *report);
void model_check_vocabulary(const struct model *model, struct report *report);
void model_check_reserved(const struct model *model, struct report *report);
void model_check_clashes(const struct model *model, struct report *report);
void model_check_holes(const struct model *model, struct report *report);
void model_check_triples(struct model *model, struct report *report);

// How a message names a declaration, such as: dtype "int8". The caller frees it.
char *model_label(const struct record *record);

// The code of that name, the first declared; NULL when there is none.
const struct code *model_find_code(const struct model *model, const char *name);

#endif
