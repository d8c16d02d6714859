#include "standin_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lines_add_list(struct lines *lines, const char *format, va_list arguments) {
  char text[512];
  int length = vsnprintf(text, sizeof text, format, arguments);
  if (length < 0 || (size_t)length >= sizeof text) return;
  size_t end = lines->length + (size_t)length;
  if (end >= lines->capacity) {
    char *bytes = realloc(lines->bytes, 2 * end + sizeof text);
    if (!bytes) return;
    lines->bytes = bytes;
    lines->capacity = 2 * end + sizeof text;
  }
  memcpy(lines->bytes + lines->length, text, (size_t)length);
  lines->length = end;
}

void lines_add(struct lines *lines, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  lines_add_list(lines, format, arguments);
  va_end(arguments);
}

const char *lines_show(struct lines *lines) {
  free(lines->shown);
  lines->shown = malloc(lines->length + 1);
  if (!lines->shown) return "";
  if (lines->length) memcpy(lines->shown, lines->bytes, lines->length);
  lines->shown[lines->length] = '\0';
  return lines->shown;
}

void lines_free(struct lines *lines) {
  free(lines->bytes);
  free(lines->shown);
  *lines = (struct lines){0};
}
