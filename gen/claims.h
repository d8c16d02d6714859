// What declarations claim for themselves, a word or a number, and the complaint about what is claimed
// twice: it stands at the later declaration and names the earlier.
#ifndef GEN_CLAIMS_H
#define GEN_CLAIMS_H

#include "model.h"

struct claim {
  const char *word;        // NULL for a claim of a number
  long long number;        // 0 for a claim of a word
  size_t order;            // of the declaration
  struct place place;      // of the declaration
  const char *label;       // how a message about it starts
  const char *called;      // how a message about another names it; NULL: by its place
  const struct dtype *row; // NULL for what is no dtype
  bool is_scalar_type;     // for words that can be two things
};

struct claims {
  struct claim *list;
  size_t count;
};

struct claims claims_new(size_t most);
void claims_free(struct claims *claims);
void claims_add(struct claims *claims, struct claim claim);
void claims_add_word(struct claims *claims, struct claim claim, const char *word); // unless NULL

// Equal claims come to stand together, the earliest first.
void claims_sort(struct claims *claims);
bool claims_same(const struct claim *a, const struct claim *b);

// Claims with everything filled in but what is claimed.
struct claim claim_of_row(const struct dtype *row);
struct claim claim_of_code(const struct code *code, size_t order);
struct claim claim_of_framework(const struct framework *framework);

// Sorts, and complains of every claim but the first of those that are the same.
void claims_complain(struct claims *claims, struct report *report, enum rule rule,
                     const char *what);

// Appends such as: int8 at spec/dtypes.lua:12
void claim_describe(struct text *text, const struct claim *claim);

#endif
