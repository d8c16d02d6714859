// A growing text, and the copy of it that tests read while it grows.
#ifndef STANDIN_LINES_H
#define STANDIN_LINES_H

#include <stdarg.h>
#include <stddef.h>

struct lines {
  char *bytes;
  size_t length, capacity;
  char *shown;
};

// What finds no memory is left out: a test that runs out on purpose reads no log.
void lines_add(struct lines *lines, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lines_add_list(struct lines *lines, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
const char *lines_show(struct lines *lines); // good until shown again or freed
void lines_free(struct lines *lines);

#endif
