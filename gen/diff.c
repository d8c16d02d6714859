#include "diff.h"

#include <stdlib.h>
#include <string.h>

enum {
  context = 3,
  most_edits = 1000, // beyond it the middle is shown as replaced whole; the search is quadratic
};

struct line {
  const char *bytes;
  size_t length;
};

struct side {
  struct line *lines;
  bool *changed; // removed on the old side, added on the new one
  int count;
};

static struct side split(const struct text *text) {
  struct side side = {0};
  int capacity = 1;
  for (size_t i = 0; i < text->length; i++) capacity += text->bytes[i] == '\n';
  side.lines = memory_zeroed((size_t)capacity, sizeof *side.lines);
  side.changed = memory_zeroed((size_t)capacity, sizeof *side.changed);
  for (size_t at = 0; at < text->length;) {
    const char *newline = memchr(text->bytes + at, '\n', text->length - at);
    size_t end = newline ? (size_t)(newline - text->bytes) + 1 : text->length;
    side.lines[side.count++] = (struct line){text->bytes + at, end - at};
    at = end;
  }
  return side;
}

static void side_free(struct side *side) {
  free(side->lines);
  free(side->changed);
}

static bool same(const struct line *a, const struct line *b) {
  return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

// What is left of both sides once equal ends are taken off.
struct middle {
  const struct line *a, *b;
  bool *removed, *added;
  int n, m;
};

// One step of Myers's greedy search: how far the diagonal k gets with d edits.
static int furthest(const struct middle *middle, const int *v, int d, int k) {
  bool down = k == -d || (k != d && v[k - 1] < v[k + 1]);
  int x = down ? v[k + 1] : v[k - 1] + 1;
  while (x < middle->n && x - k < middle->m && same(&middle->a[x], &middle->b[x - k])) x++;
  return x;
}

// Walks back through the kept states and marks the edits.
static void mark(const struct middle *middle, int *const *states, int d) {
  int x = middle->n, y = middle->m;
  for (; d > 0; d--) {
    const int *v = states[d - 1] + d; // centred; holds diagonals -d to d
    int k = x - y;
    bool down = k == -d || (k != d && v[k - 1] < v[k + 1]);
    int previous_k = down ? k + 1 : k - 1;
    int previous_x = v[previous_k];
    if (down) middle->added[previous_x - previous_k] = true;
    else middle->removed[previous_x] = true;
    x = previous_x;
    y = previous_x - previous_k;
  }
}

static bool search(const struct middle *middle) {
  int limit = middle->n + middle->m < most_edits ? middle->n + middle->m : most_edits;
  int *frontier = memory_zeroed(2 * (size_t)limit + 3, sizeof *frontier);
  int **states = memory_zeroed((size_t)limit + 1, sizeof *states);
  int *v = frontier + limit + 1;
  bool found = false;
  int d;
  for (d = 0; d <= limit && !found; d++) {
    for (int k = -d; k <= d && !found; k += 2) {
      v[k] = furthest(middle, v, d, k);
      found = k == middle->n - middle->m && v[k] >= middle->n;
    }
    // kept for the walk back: diagonals -(d+1) to d+1 after d edits
    states[d] = memory_zeroed(2 * (size_t)d + 3, sizeof **states);
    memcpy(states[d], v - d - 1, (2 * (size_t)d + 3) * sizeof **states);
  }
  if (found) mark(middle, states, d - 1);
  for (int i = 0; i <= limit; i++) free(states[i]);
  free(states);
  free(frontier);
  return found;
}

static void compare(struct side *old_side, struct side *new_side) {
  int head = 0, tail = 0;
  int shorter = old_side->count < new_side->count ? old_side->count : new_side->count;
  while (head < shorter && same(&old_side->lines[head], &new_side->lines[head])) head++;
  while (tail < shorter - head && same(&old_side->lines[old_side->count - 1 - tail],
                                       &new_side->lines[new_side->count - 1 - tail]))
    tail++;
  struct middle middle = {old_side->lines + head,        new_side->lines + head,
                          old_side->changed + head,      new_side->changed + head,
                          old_side->count - head - tail, new_side->count - head - tail};
  if (search(&middle)) return;
  for (int i = 0; i < middle.n; i++) middle.removed[i] = true;
  for (int i = 0; i < middle.m; i++) middle.added[i] = true;
}

static void add_line(struct text *out, char sign, const struct line *line) {
  text_append(out, &sign, 1);
  text_append(out, line->bytes, line->length);
  if (line->bytes[line->length - 1] != '\n') text_add(out, "\n\\ No newline at end of file\n");
}

struct hunk {
  int old_start, old_end, new_start, new_end;
};

// A hunk reaches over changes that are at most two contexts apart.
static bool next_hunk(const struct side *a, const struct side *b, int i, int j, struct hunk *hunk) {
  while (i < a->count && j < b->count && !a->changed[i] && !b->changed[j]) i++, j++;
  if (i == a->count && j == b->count) return false;
  int back = i < context ? i : context;
  hunk->old_start = i - back;
  hunk->new_start = j - back;
  int quiet = 0;
  while ((i < a->count || j < b->count) && quiet <= 2 * context) {
    bool removed = i < a->count && a->changed[i];
    bool added = j < b->count && b->changed[j];
    if (removed) i++;
    if (added) j++;
    if (removed || added) {
      quiet = 0;
      continue;
    }
    i++, j++, quiet++;
  }
  int behind = quiet > context ? quiet - context : 0;
  hunk->old_end = i - behind;
  hunk->new_end = j - behind;
  return true;
}

static void add_range(struct text *out, char sign, int start, int end) {
  int count = end - start;
  text_format(out, "%c%d", sign, count ? start + 1 : start);
  if (count != 1) text_format(out, ",%d", count);
}

static void add_hunk(struct text *out, const struct side *a, const struct side *b,
                     const struct hunk *hunk) {
  text_add(out, "@@ ");
  add_range(out, '-', hunk->old_start, hunk->old_end);
  text_add(out, " ");
  add_range(out, '+', hunk->new_start, hunk->new_end);
  text_add(out, " @@\n");
  int i = hunk->old_start, j = hunk->new_start;
  while (i < hunk->old_end || j < hunk->new_end) {
    if (i < hunk->old_end && a->changed[i]) {
      add_line(out, '-', &a->lines[i++]);
    } else if (j < hunk->new_end && b->changed[j]) {
      add_line(out, '+', &b->lines[j++]);
    } else {
      add_line(out, ' ', &a->lines[i++]);
      j++;
    }
  }
}

void diff_unified(struct text *out, const char *old_label, const char *new_label,
                  const struct text *old_text, const struct text *new_text) {
  if (text_equal(old_text, new_text)) return;
  struct side a = split(old_text), b = split(new_text);
  compare(&a, &b);
  text_format(out, "--- %s\n+++ %s\n", old_label, new_label);
  struct hunk hunk = {0};
  while (next_hunk(&a, &b, hunk.old_end, hunk.new_end, &hunk)) add_hunk(out, &a, &b, &hunk);
  side_free(&a);
  side_free(&b);
}
