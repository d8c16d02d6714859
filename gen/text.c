#include "text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void out_of_memory(void) {
  fputs("dltab: error: out of memory; nothing more was written\n", stderr);
  exit(2);
}

void *memory_resize(void *block, size_t size) {
  void *grown = realloc(block, size ? size : 1);
  if (!grown) out_of_memory();
  return grown;
}

void *memory_zeroed(size_t count, size_t size) {
  void *block = calloc(count ? count : 1, size ? size : 1);
  if (!block) out_of_memory();
  return block;
}

char *memory_copy(const char *bytes, size_t length) {
  char *copy = memory_resize(NULL, length + 1);
  if (length) memcpy(copy, bytes, length);
  copy[length] = '\0';
  return copy;
}

void text_free(struct text *text) {
  free(text->bytes);
  *text = (struct text){0};
}

static void reserve(struct text *text, size_t more) {
  if (more >= SIZE_MAX / 2 - text->length) out_of_memory();
  size_t needed = text->length + more + 1;
  if (needed <= text->capacity) return;
  size_t capacity = text->capacity < 64 ? 64 : text->capacity * 2;
  if (capacity < needed) capacity = needed;
  text->bytes = memory_resize(text->bytes, capacity);
  text->capacity = capacity;
}

void text_append(struct text *text, const char *bytes, size_t length) {
  reserve(text, length);
  if (length) memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
  text->bytes[text->length] = '\0';
}

void text_add(struct text *text, const char *string) { text_append(text, string, strlen(string)); }

void text_format_list(struct text *text, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  if (length > 0) {
    reserve(text, (size_t)length);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
    text->length += (size_t)length;
  }
  va_end(again);
}

void text_format(struct text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  text_format_list(text, format, arguments);
  va_end(arguments);
}

const char *text_string(const struct text *text) { return text->bytes ? text->bytes : ""; }

bool text_equal(const struct text *one, const struct text *other) {
  return one->length == other->length &&
         (one->length == 0 || memcmp(one->bytes, other->bytes, one->length) == 0);
}

void text_add_escaped(struct text *text, const char *bytes, size_t length) {
  enum { shown = 60 };
  for (size_t i = 0; i < length && i < shown; i++) {
    unsigned char byte = (unsigned char)bytes[i];
    if (byte == '"' || byte == '\\') text_format(text, "\\%c", byte);
    else if (byte < 0x20 || byte >= 0x7f) text_format(text, "\\x%02x", byte);
    else text_append(text, bytes + i, 1);
  }
  if (length > shown) text_add(text, "...");
}

void text_add_quoted(struct text *text, const char *bytes, size_t length) {
  text_add(text, "\"");
  text_add_escaped(text, bytes, length);
  text_add(text, "\"");
}

void text_add_json(struct text *text, const char *string) {
  text_add(text, "\"");
  for (const char *at = string; *at; at++) {
    unsigned char byte = (unsigned char)*at;
    if (byte == '"' || byte == '\\') text_format(text, "\\%c", byte);
    else if (byte < 0x20) text_format(text, "\\u%04x", byte);
    else text_append(text, at, 1);
  }
  text_add(text, "\"");
}

bool text_unify_lines(struct text *text) {
  bool any = false;
  for (size_t i = 0; i < text->length; i++) {
    if (text->bytes[i] != '\n') continue;
    if (i == 0 || text->bytes[i - 1] != '\r') return false;
    any = true;
  }
  if (!any) return false;
  size_t kept = 0;
  for (size_t i = 0; i < text->length; i++) {
    bool dropped = text->bytes[i] == '\r' && i + 1 < text->length && text->bytes[i + 1] == '\n';
    if (!dropped) text->bytes[kept++] = text->bytes[i];
  }
  text->length = kept;
  text->bytes[kept] = '\0';
  return true;
}
