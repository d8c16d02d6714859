#include "spec.h"

#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "files.h"
#include "sandbox.h"

enum { file_limit = 8 * 1024 * 1024 };

struct source {
  dev_t device;
  ino_t inode;
  bool running;
  struct text text;
};

struct spec_private {
  struct sandbox *sandbox;
  struct report *report;
  struct source *sources; // beside spec.files
  const char *folder;     // of the main file
  const char *library_folder;
  bool lacks_file; // an include was refused: what it would have declared is not known
};

const char *record_kind_name(enum record_kind kind) {
  static const char *const names[] = {"framework", "release", "code", "dtype"};
  return names[kind];
}

const struct value *table_get(const struct table *table, const char *name) {
  for (size_t i = 0; i < table->count; i++) {
    const struct field *field = &table->fields[i];
    if (field->name && strcmp(field->name, name) == 0 && strlen(name) == field->name_length)
      return &field->value;
  }
  return NULL;
}

const struct value *table_at(const struct table *table, long long index) {
  for (size_t i = 0; i < table->count && !table->fields[i].name; i++)
    if (table->fields[i].index == index) return &table->fields[i].value;
  return NULL;
}

static int declare(lua_State *L, enum record_kind kind) {
  struct spec *spec = sandbox_context(L);
  const char *name = record_kind_name(kind);
  if (lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TTABLE) {
    report_add(spec->private->report, RULE_CALL, sandbox_place(L),
               "%s takes one table, as in %s { ... }", name, name);
    return 0; // the rest of the file can still be judged
  }
  if (spec->count == spec->capacity) {
    size_t capacity = spec->capacity ? spec->capacity * 2 : 64;
    struct record *records = sandbox_keep(L, capacity * sizeof *records);
    if (spec->count) memcpy(records, spec->records, spec->count * sizeof *records);
    spec->records = records;
    spec->capacity = capacity;
  }
  spec->records[spec->count] =
      (struct record){.kind = kind, .place = sandbox_place(L), .table = capture_table(L, 1)};
  spec->count++;
  return 0;
}

static int declare_framework(lua_State *L) { return declare(L, RECORD_FRAMEWORK); }
static int declare_release(lua_State *L) { return declare(L, RECORD_RELEASE); }
static int declare_code(lua_State *L) { return declare(L, RECORD_CODE); }
static int declare_dtype(lua_State *L) { return declare(L, RECORD_DTYPE); }

// Takes over the path and the text. Returns the index of the file.
static size_t add_file(struct spec *spec, char *path, struct text *text,
                       const struct stat *status) {
  struct spec_private *private = spec->private;
  size_t index = spec->file_count++;
  spec->files = memory_resize(spec->files, spec->file_count * sizeof *spec->files);
  private->sources = memory_resize(private->sources, spec->file_count * sizeof *private->sources);
  spec->files[index] = path;
  private->sources[index] = (struct source){
      .device = status->st_dev, .inode = status->st_ino, .running = true, .text = *text};
  return index;
}

// The index of a file that was opened before, or -1.
static long known_file(const struct spec *spec, const struct stat *status) {
  const struct source *sources = spec->private->sources;
  for (size_t i = 0; i < spec->file_count; i++)
    if (sources[i].device == status->st_dev && sources[i].inode == status->st_ino) return (long)i;
  return -1;
}

// What is wrong with an include is said, and the run goes on: later errors are worth knowing too.
static void refuse_include(lua_State *L, enum rule rule, const char *format, ...) GEN_PRINTF(3, 4);

static void refuse_include(lua_State *L, enum rule rule, const char *format, ...) {
  struct spec *spec = sandbox_context(L);
  struct text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_format_list(&text, format, arguments);
  va_end(arguments);
  report_add(spec->private->report, rule, sandbox_place(L), "%s", text_string(&text));
  text_free(&text);
  spec->private->lacks_file = true;
}

// NULL when there is none that could be looked for.
static const char *included_name(lua_State *L) {
  if (lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TSTRING) {
    refuse_include(L, RULE_CALL, "include takes one string, as in include \"dlpack.lua\"");
    return NULL;
  }
  size_t length;
  const char *name = lua_tolstring(L, 1, &length);
  bool bare = length > 0 && length < 200 && strlen(name) == length && name[0] != '.' &&
              !strpbrk(name, "/\\");
  for (size_t i = 0; bare && i < length; i++)
    bare = (unsigned char)name[i] >= 0x20 && name[i] != 0x7f;
  if (bare) return name;
  refuse_include(L, RULE_INCLUDE_NAME,
                 "include takes a bare file name, without folders or a leading dot; it is looked "
                 "for beside the spec and in dltab's own spec folder");
  return NULL;
}

// Opens the file in one of the two folders; gives its path, or NULL when there is none to read.
static char *open_included(lua_State *L, const char *name, struct text *text, struct stat *status) {
  struct spec_private *private = ((struct spec *)sandbox_context(L))->private;
  const char *folders[] = {private->folder, private->library_folder};
  for (size_t i = 0; i < 2 && folders[i]; i++) {
    char *path = path_join(folders[i], name);
    struct text reason = {0};
    enum file_result result = file_read(path, file_limit, 0, text, status, &reason);
    if (result == FILE_READ) return path;
    if (result == FILE_REFUSED)
      refuse_include(L, RULE_READ, "included file '%s' %s", name, text_string(&reason));
    text_free(&reason);
    free(path);
    if (result == FILE_REFUSED) return NULL;
  }
  refuse_include(L, RULE_INCLUDE_MISSING,
                 "included file '%s' is neither beside the spec nor in dltab's own spec folder",
                 name);
  return NULL;
}

// Everything allocated is handed over before anything can end the run, which would not return here.
static int include(lua_State *L) {
  struct spec *spec = sandbox_context(L);
  struct spec_private *private = spec->private;
  struct text text = {0};
  struct stat status;
  sandbox_check_time(L);
  const char *name = included_name(L);
  char *path = name ? open_included(L, name, &text, &status) : NULL;
  if (!path) return 0;
  long known = known_file(spec, &status);
  if (known >= 0) {
    text_free(&text);
    free(path);
    if (private->sources[known].running)
      refuse_include(L, RULE_INCLUDE_CYCLE, "'%s' includes itself, directly or through others",
                     name);
    return 0;
  }
  size_t index = add_file(spec, path, &text, &status);
  if (!sandbox_run_included(L, path, &private->sources[index].text)) private->lacks_file = true;
  private->sources[index].running = false;
  return 0;
}

static const struct sandbox_function functions[] = {
    {"framework", declare_framework}, {"include", include},     {"release", declare_release},
    {"code", declare_code},           {"dtype", declare_dtype}, {NULL, NULL},
};

// Codes declared beside the releases are DLPack's own: dlpack.h has an enumerator for them.
static void mark_vocabulary(struct spec *spec) {
  for (size_t i = 0; i < spec->file_count; i++) {
    bool lists_releases = false;
    for (size_t k = 0; k < spec->count && !lists_releases; k++)
      lists_releases =
          spec->records[k].kind == RECORD_RELEASE && spec->records[k].place.file == spec->files[i];
    for (size_t k = 0; lists_releases && k < spec->count; k++)
      if (spec->records[k].place.file == spec->files[i]) spec->records[k].lists_releases = true;
  }
}

static void load(struct spec *spec, const char *path, struct report *report) {
  struct text text = {0}, reason = {0};
  struct stat status;
  struct place whole = {path, 0};
  enum file_result result = file_read(path, file_limit, FILE_FOLLOW_LINKS, &text, &status, &reason);
  if (result == FILE_MISSING) report_add(report, RULE_READ, whole, "there is no such spec");
  if (result == FILE_REFUSED)
    report_add(report, RULE_READ, whole, "the spec %s", text_string(&reason));
  text_free(&reason);
  if (result != FILE_READ) return;
  size_t index = add_file(spec, memory_copy(path, strlen(path)), &text, &status);
  struct spec_private *private = spec->private;
  private->sandbox = sandbox_new(functions, spec, report);
  if (!private->sandbox) {
    report_add(report, RULE_NONE, whole, "out of memory");
    return;
  }
  bool ended = sandbox_run(private->sandbox, spec->files[index], text_string(&text), text.length);
  spec->complete = ended && !private->lacks_file;
  spec->exhausted = !ended && sandbox_exhausted(private->sandbox);
  mark_vocabulary(spec);
}

struct spec *spec_load(const char *path, const char *library_folder, struct report *report) {
  struct spec *spec = memory_zeroed(1, sizeof *spec);
  spec->private = memory_zeroed(1, sizeof *spec->private);
  char *folder = path_folder(path);
  spec->private->report = report;
  spec->private->folder = folder;
  spec->private->library_folder = library_folder;
  load(spec, path, report);
  spec->private->folder = NULL;
  free(folder);
  return spec;
}

void spec_free(struct spec *spec) {
  if (!spec) return;
  sandbox_free(spec->private->sandbox); // the records live in what it keeps
  for (size_t i = 0; i < spec->file_count; i++) {
    free(spec->files[i]);
    text_free(&spec->private->sources[i].text);
  }
  free(spec->files);
  free(spec->private->sources);
  free(spec->private);
  free(spec);
}
