#include "template.h"

#include <string.h>

static void add_literal(struct text *lua, const char *bytes, size_t length) {
  if (length == 0) return;
  text_add(lua, TEMPLATE_EMIT "\"");
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)bytes[i];
    if (byte == '"' || byte == '\\') text_format(lua, "\\%c", byte);
    else if (byte < 0x20 || byte == 0x7f) text_format(lua, "\\%03d", byte);
    else text_append(lua, bytes + i, 1);
  }
  text_add(lua, "\";");
}

// Whether a long bracket begins at `at`: [[ ... ]] or [=[ ... ]=]. *after is behind it, or NULL when it
// is not closed.
static bool is_long_bracket(const char *at, const char *end, const char **after) {
  const char *open = at;
  if (open == end || *open++ != '[') return false;
  while (open < end && *open == '=') open++;
  if (open == end || *open != '[') return false;
  size_t level = (size_t)(open - at) - 1;
  *after = NULL;
  for (const char *close = open + 1; !*after && close + level + 1 < end; close++) {
    size_t equals = 0;
    while (equals < level && close[1 + equals] == '=') equals++;
    if (close[0] == ']' && equals == level && close[level + 1] == ']') *after = close + level + 2;
  }
  return true;
}

// Behind a quoted Lua string that begins at `at`; NULL when it is not closed.
static const char *skip_quoted(const char *at, const char *end) {
  char quote = *at++;
  while (at < end && *at != quote) at += *at == '\\' && at + 1 < end ? 2 : 1;
  return at < end ? at + 1 : NULL;
}

// What would take the rest of the compiled line along, or the line end, so that later errors had the
// wrong line. NULL when there is nothing like that. A comment may end a line of Lua.
static const char *find_runaway(const char *at, const char *end, bool may_comment) {
  if (memchr(at, '\r', (size_t)(end - at))) return "a carriage return in its middle";
  while (at < end) {
    if (*at == '"' || *at == '\'') {
      at = skip_quoted(at, end);
      if (!at) return "a string that is not closed on its line";
      continue;
    }
    bool comment = end - at >= 2 && at[0] == '-' && at[1] == '-';
    const char *after;
    bool bracket = is_long_bracket(comment ? at + 2 : at, end, &after);
    if (bracket && !after) return "a long bracket that is not closed on its line";
    if (comment && !bracket) return may_comment ? NULL : "a comment";
    at = bracket ? after : at + 1;
  }
  return NULL;
}

// The closing brace of an expression, or NULL. Braces within it pair up; those in strings do not
// count.
static const char *find_close(const char *at, const char *end) {
  int depth = 0;
  while (at < end) {
    if (*at == '"' || *at == '\'') {
      at = skip_quoted(at, end);
      if (!at) return NULL;
      continue;
    }
    if (*at == '}' && depth == 0) return at;
    depth += (*at == '{') - (*at == '}');
    at++;
  }
  return NULL;
}

static void add_insertion(struct text *lua, const char *open, const char *close) {
  text_add(lua, TEMPLATE_INSERT "((");
  text_append(lua, open, (size_t)(close - open));
  text_add(lua, "),\"");
  for (const char *at = open; at < close; at++) {
    if (*at == '"' || *at == '\\') text_add(lua, "\\");
    text_append(lua, at, 1);
  }
  text_add(lua, "\");");
}

static bool only_blanks(const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\t')) at++;
  return at == end;
}

static bool add_output_line(struct text *lua, const char *at, const char *end, bool has_newline,
                            struct place place, struct report *report) {
  const char *literal = at;
  while (at < end) {
    if (end - at >= 3 && memcmp(at, "$${", 3) == 0) {
      add_literal(lua, literal, (size_t)(at - literal) + 1);
      literal = at + 2;
      at += 3;
      continue;
    }
    if (end - at < 2 || memcmp(at, "${", 2) != 0) {
      at++;
      continue;
    }
    const char *open = at + 2;
    const char *close = find_close(open, end);
    if (!close || only_blanks(open, close)) {
      report_add(report, RULE_NONE, place,
                 close ? "${} inserts nothing; an expression is needed"
                       : "'${' is not closed on its line; a '}' is needed, or '$${' for a plain "
                         "'${'");
      return false;
    }
    const char *runaway = find_runaway(open, close, false);
    if (runaway) {
      struct text shown = {0};
      text_add_escaped(&shown, open, (size_t)(close - open));
      report_add(report, RULE_NONE, place, "${%s} has %s", text_string(&shown), runaway);
      text_free(&shown);
      return false;
    }
    add_literal(lua, literal, (size_t)(at - literal));
    add_insertion(lua, open, close);
    at = literal = close + 1;
  }
  add_literal(lua, literal, (size_t)(end - literal));
  // The semicolon keeps a line of Lua that begins with ( from being the call's arguments.
  if (has_newline) text_add(lua, TEMPLATE_EMIT "\"\\n\";");
  return true;
}

static bool add_line(struct text *lua, const char *line, const char *end, bool has_newline,
                     struct place place, struct report *report) {
  const char *first = line;
  while (first < end && (*first == ' ' || *first == '\t')) first++;
  if (first == end || *first != '%')
    return add_output_line(lua, line, end, has_newline, place, report);
  if (first + 1 < end && first[1] == '%') {
    add_literal(lua, line, (size_t)(first - line));
    return add_output_line(lua, first + 1, end, has_newline, place, report);
  }
  const char *runaway = find_runaway(first + 1, end, true);
  if (runaway) report_add(report, RULE_NONE, place, "a line of Lua has %s", runaway);
  text_append(lua, first + 1, (size_t)(end - first - 1));
  return !runaway;
}

bool template_compile(const char *file, const char *bytes, size_t length, struct text *lua,
                      struct report *report) {
  const char *end = bytes + length;
  bool right = true;
  for (int line = 1; bytes < end; line++) {
    const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
    const char *line_end = newline ? newline : end;
    const char *shown_end = line_end > bytes && line_end[-1] == '\r' ? line_end - 1 : line_end;
    struct place place = {file, line};
    right = add_line(lua, bytes, shown_end, newline != NULL, place, report) && right;
    text_add(lua, "\n");
    bytes = newline ? newline + 1 : end;
  }
  return right;
}
