#include "outputs.h"

#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "fields.h"
#include "files.h"
#include "sandbox.h"

enum { file_limit = 1024 * 1024 };

struct outputs_private {
  struct sandbox *sandbox;
  struct report *report;
  struct text source;
  char *file;
};

static int command(lua_State *L) {
  struct outputs *outputs = sandbox_context(L);
  if (lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TSTRING)
    sandbox_fail(L, RULE_CALL, "command takes one string, as in command \"make gen\"");
  size_t length;
  const char *string = lua_tolstring(L, 1, &length);
  if (length == 0 || strlen(string) != length || strpbrk(string, "\r\n*"))
    sandbox_fail(L, RULE_RANGE, "command: one line of text is needed, without '*'");
  char *kept = sandbox_keep(L, length + 1);
  memcpy(kept, string, length + 1);
  outputs->command = kept;
  return 0;
}

// Below the root and nowhere else, and fit to stand in a message, a comment and a make rule.
static bool is_path_below(const char *path, size_t length) {
  if (length == 0 || length > 1000 || path[0] == '/' || path[length - 1] == '/') return false;
  for (size_t i = 0; i < length; i++)
    if ((unsigned char)path[i] < 0x20) return false;
  for (const char *part = path; part;) {
    size_t size = strcspn(part, "/");
    bool dots = (size == 1 && part[0] == '.') || (size == 2 && strncmp(part, "..", 2) == 0);
    if (size == 0 || dots) return false;
    part = part[size] == '/' ? part + size + 1 : NULL;
  }
  return true;
}

static bool is_below(const struct reader *reader, const struct value *path, const char **out) {
  *out = path->string;
  if (is_path_below(path->string, path->length)) return true;
  complain_value(reader, RULE_RANGE, "", path,
                 ": a path below the root is needed, without . or .. parts");
  return false;
}

static bool read_paths(const struct reader *reader, struct output *output) {
  const struct value *path, *template;
  bool right = read_position(reader, "path", &path) && is_below(reader, path, &output->path);
  return read_string(reader, "template", REQUIRED, &template) &&
         is_below(reader, template, &output->template) && right;
}

static void add(struct outputs *outputs, struct reader *reader, struct output output) {
  for (size_t i = 0; i < outputs->count; i++) {
    const struct output *other = &outputs->list[i];
    bool apart = output.region && other->region && strcmp(output.region, other->region) != 0;
    if (strcmp(other->path, output.path) != 0 || apart) continue;
    complain(reader, RULE_NONE, "the path is written by the output at line %d already",
             other->place.line);
    return;
  }
  if (outputs->count == outputs->capacity) {
    outputs->capacity = outputs->capacity ? outputs->capacity * 2 : 8;
    outputs->list = memory_resize(outputs->list, outputs->capacity * sizeof *outputs->list);
  }
  outputs->list[outputs->count++] = output;
}

static int declare(lua_State *L, const char *kind, const char *const *known, bool is_region) {
  struct outputs *outputs = sandbox_context(L);
  if (lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TTABLE)
    sandbox_fail(L, RULE_CALL, "%s takes one table, as in %s { \"PATH\", ... }", kind, kind);
  struct table table = capture_table(L, 1);
  struct output output = {.place = sandbox_place(L)};
  const struct value *path = table_at(&table, 1);
  struct text label = {0};
  text_format(&label, "%s ", kind);
  if (path) value_describe(&label, path);
  struct reader reader = {outputs->private->report, output.place, &table, text_string(&label)};
  reject_unknown(&reader, 1, known);
  bool right = read_paths(&reader, &output);
  if (is_region) right = read_identifier(&reader, "name", &output.region) && right;
  if (right) add(outputs, &reader, output);
  text_free(&label);
  return 0;
}

static int declare_file(lua_State *L) {
  static const char *const known[] = {"template", NULL};
  return declare(L, "file", known, false);
}

static int declare_region(lua_State *L) {
  static const char *const known[] = {"name", "template", NULL};
  return declare(L, "region", known, true);
}

static const struct sandbox_function functions[] = {
    {"command", command}, {"file", declare_file}, {"region", declare_region}, {NULL, NULL}};

struct outputs *outputs_load(const char *path, struct report *report) {
  struct outputs *outputs = memory_zeroed(1, sizeof *outputs);
  struct outputs_private *private = memory_zeroed(1, sizeof *private);
  struct text reason = {0};
  outputs->private = private;
  private->report = report;
  private->file = memory_copy(path, strlen(path));
  struct place whole = {private->file, 0};
  enum file_result result =
      file_read(path, file_limit, FILE_FOLLOW_LINKS, &private->source, NULL, &reason);
  if (result == FILE_MISSING) report_add(report, RULE_READ, whole, "there is no such outputs list");
  if (result == FILE_REFUSED)
    report_add(report, RULE_READ, whole, "the outputs list %s", text_string(&reason));
  text_free(&reason);
  if (result != FILE_READ) return outputs;
  private->sandbox = sandbox_new(functions, outputs, report);
  if (!private->sandbox) {
    report_add(report, RULE_NONE, whole, "out of memory");
    return outputs;
  }
  bool complete = sandbox_run(private->sandbox, private->file, text_string(&private->source),
                              private->source.length);
  if (complete && outputs->count == 0 && report->count == 0)
    report_add(report, RULE_NONE, whole, "the list names no output");
  return outputs;
}

void outputs_free(struct outputs *outputs) {
  if (!outputs) return;
  sandbox_free(outputs->private->sandbox);
  text_free(&outputs->private->source);
  free(outputs->private->file);
  free(outputs->private);
  free(outputs->list);
  free(outputs);
}
