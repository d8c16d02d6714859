// What a name may be, and which known name a misspelt one comes nearest to.
#ifndef GEN_NAMES_H
#define GEN_NAMES_H

#include <stdbool.h>
#include <stddef.h>

// [A-Za-z_][A-Za-z0-9_]*, judged by all `length` bytes, so that an embedded NUL is no identifier.
bool name_is_identifier(const char *name, size_t length);

// A keyword of C (to C23) or C++ (to C++20), alternative tokens such as `and` included.
bool name_is_keyword(const char *name);

// The nearest candidate to a misspelt name, kept while candidates are offered one by one.
struct nearest {
  const char *wanted;
  const char *name; // NULL: none is near enough to be worth a hint
  size_t distance;
};

struct nearest nearest_to(const char *wanted);
void nearest_offer(struct nearest *nearest, const char *candidate);

#endif
