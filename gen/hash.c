#include "hash.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

enum {
  smallest = 1,       // log2 of the slots: a shift of 32 would be undefined
  largest = 10,       // 1,024 slots
  patience = 1 << 20, // steps for each number of slots, some milliseconds
};

// Steele, Lea and Flood's splitmix64, from a fixed seed.
static uint64_t next_random(uint64_t *state) {
  uint64_t mixed = *state += 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 31);
}

static size_t slot_of(uint32_t key, uint32_t multiplier, int shift) {
  return (uint32_t)(key * multiplier) >> shift;
}

// Puts keys into their slots until two meet; returns how many found one.
static size_t place(struct hash *hash, const struct hash_slot *keys, size_t count) {
  memset(hash->slots, 0, hash->slot_count * sizeof *hash->slots);
  for (size_t i = 0; i < count; i++) {
    struct hash_slot *slot = &hash->slots[slot_of(keys[i].key, hash->multiplier, hash->shift)];
    if (slot->row) return i;
    *slot = keys[i];
  }
  return count;
}

static bool search(struct hash *hash, const struct hash_slot *keys, size_t count, int bits) {
  uint64_t state = 0;
  hash->slot_count = (size_t)1 << bits;
  hash->shift = 32 - bits;
  for (size_t steps = 0; steps < patience;) {
    hash->multiplier = (uint32_t)next_random(&state) | 1;
    size_t placed = place(hash, keys, count);
    if (placed == count) return true;
    steps += placed + hash->slot_count / 8; // clearing is quick
  }
  return false;
}

struct hash hash_find(const struct hash_slot *keys, size_t count) {
  struct hash hash = {0};
  if (count == 0 || count > (size_t)1 << largest) return hash;
  hash.slots = memory_zeroed((size_t)1 << largest, sizeof *hash.slots);
  for (int bits = smallest; bits <= largest && !hash.found; bits++)
    hash.found = (size_t)1 << bits >= count && search(&hash, keys, count, bits);
  if (hash.found) return hash;
  free(hash.slots);
  return (struct hash){0};
}
