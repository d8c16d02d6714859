#include "region.h"

#include <string.h>

struct line {
  size_t start;
  size_t end; // behind the line's own newline
  int number;
};

struct marker {
  const char *word;
  struct line first;
  int count;
};

static const char begin_word[] = "dltab:begin";
static const char end_word[] = "dltab:end";

static size_t skip_blanks(const char *bytes, size_t at, size_t end) {
  while (at < end && (bytes[at] == ' ' || bytes[at] == '\t')) at++;
  return at;
}

static bool skip_word(const char *bytes, size_t *at, size_t end, const char *word) {
  size_t length = strlen(word);
  if (end - *at < length || memcmp(bytes + *at, word, length) != 0) return false;
  *at += length;
  return true;
}

// Behind "<!-- WORD ", where a marker's name starts; 0 when the line is no such marker. It stands alone
// on its line, behind the opening of a comment.
static size_t find_name(const char *bytes, const struct line *line, const char *word) {
  static const char *const openings[] = {"<!--", "//", "/*", "#", "--", ";", "%"};
  size_t at = skip_blanks(bytes, line->start, line->end);
  bool opened = false;
  for (size_t i = 0; !opened && i < sizeof openings / sizeof *openings; i++)
    opened = skip_word(bytes, &at, line->end, openings[i]);
  at = skip_blanks(bytes, at, line->end);
  if (!opened || !skip_word(bytes, &at, line->end, word)) return 0;
  size_t name = skip_blanks(bytes, at, line->end);
  return name == at ? 0 : name;
}

static bool is_marker(const char *bytes, const struct line *line, const char *word,
                      const char *name) {
  size_t at = find_name(bytes, line, word);
  if (at == 0 || !skip_word(bytes, &at, line->end, name)) return false;
  return at == line->end || strchr(" \t\r\n-*", bytes[at]) != NULL;
}

static bool next_line(const struct text *file, struct line *line) {
  if (line->end >= file->length) return false;
  const char *newline = memchr(file->bytes + line->end, '\n', file->length - line->end);
  line->start = line->end;
  line->end = newline ? (size_t)(newline - file->bytes) + 1 : file->length;
  line->number++;
  return true;
}

static void note(struct marker *marker, const char *path, const char *name, const struct line *line,
                 struct report *report) {
  if (marker->count++ == 0) {
    marker->first = *line;
    return;
  }
  report_add(report, RULE_NONE, (struct place){path, line->number},
             "a second marker '%s %s'; the first is at line %d, and there can be one pair",
             marker->word, name, marker->first.number);
}

static void find_markers(const struct text *file, const char *path, const char *name,
                         struct marker *begin, struct marker *end, struct report *report) {
  struct line line = {0, 0, 0};
  while (next_line(file, &line)) {
    if (is_marker(file->bytes, &line, begin->word, name)) note(begin, path, name, &line, report);
    if (is_marker(file->bytes, &line, end->word, name)) note(end, path, name, &line, report);
  }
}

int region_markers(const struct text *file, const char *name) {
  struct line line = {0, 0, 0};
  bool begins = false, ends = false;
  while (next_line(file, &line)) {
    begins = begins || is_marker(file->bytes, &line, begin_word, name);
    ends = ends || is_marker(file->bytes, &line, end_word, name);
  }
  return begins + ends;
}

char *region_first_name(const struct text *file) {
  struct line line = {0, 0, 0};
  while (next_line(file, &line)) {
    size_t at = find_name(file->bytes, &line, begin_word);
    if (at) return memory_copy(file->bytes + at, strcspn(file->bytes + at, " \t\r\n-*"));
  }
  return NULL;
}

static bool check_markers(const char *path, const char *name, const struct marker *begin,
                          const struct marker *end, struct report *report) {
  const struct marker *missing = begin->count == 0 ? begin : end->count == 0 ? end : NULL;
  const struct marker *present = begin->count ? begin : end;
  if (missing)
    report_add(report, RULE_NONE, (struct place){path, present->count ? present->first.number : 0},
               "no marker '%s %s'; a region stands between <!-- dltab:begin %s --> and "
               "<!-- dltab:end %s -->, each on a line of its own",
               missing->word, name, name, name);
  if (missing || begin->count > 1 || end->count > 1) return false;
  if (begin->first.start < end->first.start) return true;
  report_add(report, RULE_NONE, (struct place){path, end->first.number},
             "marker '%s %s' stands before '%s %s' at line %d", end->word, name, begin->word, name,
             begin->first.number);
  return false;
}

static void add_with_carriage_returns(struct text *out, const struct text *lines) {
  for (size_t i = 0; i < lines->length; i++) {
    if (lines->bytes[i] == '\n') text_add(out, "\r");
    text_append(out, lines->bytes + i, 1);
  }
}

bool region_replace(struct text *file, const char *path, const char *name, const struct text *lines,
                    struct report *report) {
  struct marker begin = {.word = begin_word}, end = {.word = end_word};
  find_markers(file, path, name, &begin, &end, report);
  if (!check_markers(path, name, &begin, &end, report)) return false;
  size_t start = begin.first.end, stop = end.first.start;
  struct text old = {0};
  text_append(&old, file->bytes + start, stop - start);
  text_unify_lines(&old);
  bool same = text_equal(&old, lines);
  text_free(&old);
  if (same) return true;
  bool carriage_returns = start >= 2 && file->bytes[start - 2] == '\r';
  struct text whole = {0};
  text_append(&whole, file->bytes, start);
  if (carriage_returns) add_with_carriage_returns(&whole, lines);
  else text_append(&whole, text_string(lines), lines->length);
  text_append(&whole, file->bytes + stop, file->length - stop);
  text_free(file);
  *file = whole;
  return true;
}
