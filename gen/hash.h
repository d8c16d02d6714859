// A perfect hash of the importer's keys: a multiplication and a shift give each key a slot of its own,
// so that a lookup is two loads and no branch.
#ifndef GEN_HASH_H
#define GEN_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dtype;

// One key, code + bits * 0x100 + lanes * 0x10000, and the row that it imports as. No key is 0, since no
// bits are.
struct hash_slot {
  uint32_t key;
  const struct dtype *row; // NULL: no key has this slot
};

struct hash {
  bool found; // false: no multiplier was found, or there are too many keys
  uint32_t multiplier;
  int shift; // slot = (uint32_t)(key * multiplier) >> shift
  size_t slot_count;
  struct hash_slot *slots; // NULL when none was found
};

// Looks for a multiplier, the same in every run. The caller frees slots.
struct hash hash_find(const struct hash_slot *keys, size_t count);

#endif
