// A growing run of bytes. Everything dltab prints or writes is built in one of these first.
#ifndef GEN_TEXT_H
#define GEN_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __GNUC__
#define GEN_PRINTF(text, first) __attribute__((format(printf, text, first), nonnull(text)))
#else
#define GEN_PRINTF(text, first)
#endif

// `bytes` is NULL only while nothing was appended; afterwards bytes[length] is always 0.
struct text {
  char *bytes;
  size_t length;
  size_t capacity;
};

// These never return NULL: when memory runs out, a sentence goes to stderr and the program ends
// with exit code 2. Nothing is written by then that a later run would not mend.
void *memory_resize(void *block, size_t size);
void *memory_zeroed(size_t count, size_t size);
char *memory_copy(const char *bytes, size_t length);

void text_free(struct text *text);
void text_append(struct text *text, const char *bytes, size_t length);
void text_add(struct text *text, const char *string);
void text_format(struct text *text, const char *format, ...) GEN_PRINTF(2, 3);
void text_format_list(struct text *text, const char *format, va_list arguments) GEN_PRINTF(2, 0);
const char *text_string(const struct text *text); // "" when empty
bool text_equal(const struct text *one, const struct text *other);

// Appends bytes as a person can read them on any terminal: control and non-ASCII bytes as \xNN, and
// no more than 60 of them. Quoted: between double quotes.
void text_add_escaped(struct text *text, const char *bytes, size_t length);
void text_add_quoted(struct text *text, const char *bytes, size_t length);

// Appends a JSON string, quotes included.
void text_add_json(struct text *text, const char *string);

// When every line of the text ends in CR LF, makes it LF and returns true. A text of mixed line
// ends is left as it is: somebody edited it.
bool text_unify_lines(struct text *text);

#endif
