#include "sandbox.h"

#include <lauxlib.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "names.h"

enum {
  memory_limit = 32 * 1024 * 1024,
  step_limit = 10 * 1000 * 1000,
  steps_between_looks = 100, // a step can be slow (comparing two long strings), so look often
  time_limit = 800 * 1000,   // microseconds of processor time; a real spec takes a few thousand
  speed_loops = 100 * 1000,  // empty loops that measure the machine ...
  speed_usual = 500,         // ... in at most so many microseconds, on all but the slowest
};

struct kept {
  struct kept *next;
  max_align_t payload[];
};

struct sandbox {
  lua_State *L;
  const struct sandbox_function *functions;
  void *context;
  struct report *report;
  size_t memory; // Lua's own and what sandbox_keep gave out
  bool memory_refused;
  long long steps;
  long long started; // microseconds of processor time
  long long allowed; // microseconds from there on
  struct kept *kept;
  const char **files; // every file run, in order; its index is its chunk's name
  size_t file_count;
  size_t current;  // the file that runs, or did when it all stopped
  int load_status; // of an included file that memory did not suffice for; 0 otherwise
  bool failed;     // by sandbox_fail: then the next three say how
  enum rule rule;
  struct place place;
  char message[512];
};

static struct sandbox *sandbox_of(lua_State *L) { return *(struct sandbox **)lua_getextraspace(L); }

void *sandbox_context(lua_State *L) { return sandbox_of(L)->context; }

static void *allocate(void *context, void *block, size_t old_size, size_t new_size) {
  struct sandbox *sandbox = context;
  if (!block) old_size = 0; // then it is a type tag
  if (new_size == 0) {
    free(block);
    sandbox->memory -= old_size;
    return NULL;
  }
  if (new_size > old_size && new_size - old_size > memory_limit - sandbox->memory) {
    sandbox->memory_refused = true;
    return NULL;
  }
  void *moved = realloc(block, new_size);
  if (moved) sandbox->memory = sandbox->memory - old_size + new_size;
  return moved;
}

void *sandbox_keep(lua_State *L, size_t size) {
  struct sandbox *sandbox = sandbox_of(L);
  if (size > memory_limit - sandbox->memory) {
    lua_gc(L, LUA_GCCOLLECT);
    if (size > memory_limit - sandbox->memory)
      sandbox_fail(L, RULE_MEMORY, "needs more than %d MiB of memory", memory_limit >> 20);
  }
  struct kept *kept = memory_resize(NULL, sizeof *kept + size);
  kept->next = sandbox->kept;
  sandbox->kept = kept;
  sandbox->memory += size;
  return kept->payload;
}

// Chunks are named by the index of their file, because Lua shortens long names in its messages.
static const char *file_of_chunk(const struct sandbox *sandbox, const char *source) {
  size_t index = (size_t)strtoul(source + (source[0] == '@'), NULL, 10);
  return index < sandbox->file_count ? sandbox->files[index] : sandbox->files[0];
}

static struct place place_at(lua_State *L, int level) {
  struct sandbox *sandbox = sandbox_of(L);
  lua_Debug frame;
  if (!lua_getstack(L, level, &frame) || !lua_getinfo(L, "Sl", &frame) || frame.source[0] != '@')
    return (struct place){sandbox->files[sandbox->current], 0};
  return (struct place){file_of_chunk(sandbox, frame.source), frame.currentline};
}

struct place sandbox_place(lua_State *L) {
  return place_at(L, 1);
}

_Noreturn static void throw(lua_State * L, enum rule rule, struct place place) {
  struct sandbox *sandbox = sandbox_of(L);
  sandbox->failed = true;
  sandbox->rule = rule;
  sandbox->place = place;
  lua_pushlightuserdata(L, sandbox);
  lua_error(L);
  abort(); // lua_error does not return
}

void sandbox_fail(lua_State *L, enum rule rule, const char *format, ...) {
  struct sandbox *sandbox = sandbox_of(L);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(sandbox->message, sizeof sandbox->message, format, arguments);
  va_end(arguments);
  throw(L, rule, sandbox_place(L));
}

static long long processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

// Some steps are slow, such as comparing long strings or passing on many arguments, so that the number
// of steps is not limit enough. But an emulated or instrumented processor is no reason to refuse a
// spec: where it loops slower than usual, the limit grows with it.
static long long allowed_time(lua_State *L) {
  char loop[64];
  snprintf(loop, sizeof loop, "for _ = 1, %d do end", speed_loops);
  long long start = processor_time();
  bool ran = luaL_loadbufferx(L, loop, strlen(loop), "=speed", "t") == LUA_OK &&
             lua_pcall(L, 0, 0, 0) == LUA_OK;
  long long taken = processor_time() - start;
  lua_settop(L, 0);
  return ran && taken > speed_usual ? time_limit * (taken / speed_usual) : time_limit;
}

// Once tripped the hook fires at every instruction, so that whatever caught the error trips again.
static void count_steps(lua_State *L, lua_Debug *frame);

static void check_limits(lua_State *L, int level) {
  struct sandbox *sandbox = sandbox_of(L);
  bool too_many = sandbox->steps > step_limit;
  bool too_long = processor_time() - sandbox->started > sandbox->allowed;
  if (!too_many && !too_long) return;
  lua_sethook(L, count_steps, LUA_MASKCOUNT, 1);
  sandbox->steps = step_limit;
  snprintf(sandbox->message, sizeof sandbox->message, "runs for more than %lld %s",
           too_many ? (long long)step_limit : sandbox->allowed / 1000,
           too_many ? "instructions" : "milliseconds of processor time");
  throw(L, RULE_STEPS, place_at(L, level));
}

static void count_steps(lua_State *L, lua_Debug *frame) {
  (void)frame;
  sandbox_of(L)->steps += steps_between_looks;
  check_limits(L, 0); // a hook's own level is that of the code it interrupts
}

void sandbox_check_time(lua_State *L) { check_limits(L, 1); }

// The global name at index 2, fit for a message. Memory is freed at once: failures do not return.
static void show_name(lua_State *L, enum rule rule, char *out, size_t size) {
  struct text shown = {0};
  size_t length = 0;
  if (lua_type(L, 2) != LUA_TSTRING) // _ENV[1]
    sandbox_fail(L, rule, "_ENV has names alone, and a %s is none", luaL_typename(L, 2));
  const char *name = lua_tolstring(L, 2, &length);
  text_add_escaped(&shown, name, length);
  snprintf(out, size, "%s", text_string(&shown));
  text_free(&shown);
}

static void list_functions(const struct sandbox_function *functions, char *out, size_t size) {
  size_t length = 0;
  out[0] = '\0';
  for (; functions->name && length < size; functions++)
    length +=
        (size_t)snprintf(out + length, size - length, "%s%s", length ? ", " : "", functions->name);
}

static int read_global(lua_State *L) {
  const struct sandbox_function *functions = sandbox_of(L)->functions;
  size_t length = 0;
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tolstring(L, 2, &length) : "";
  for (; functions->name; functions++) {
    if (strcmp(functions->name, name) != 0 || strlen(name) != length) continue;
    lua_pushcfunction(L, functions->call);
    return 1;
  }
  functions = sandbox_of(L)->functions;
  struct nearest nearest = nearest_to(name);
  for (const struct sandbox_function *each = functions; each->name; each++)
    nearest_offer(&nearest, each->name);
  char shown[300], all[200];
  show_name(L, RULE_UNKNOWN_NAME, shown, sizeof shown);
  list_functions(functions, all, sizeof all);
  if (nearest.name)
    sandbox_fail(L, RULE_UNKNOWN_NAME, "unknown name '%s'; did you mean '%s'?", shown,
                 nearest.name);
  sandbox_fail(L, RULE_UNKNOWN_NAME, "unknown name '%s'; known are %s, and no library", shown, all);
}

static int write_global(lua_State *L) {
  char shown[300];
  show_name(L, RULE_GLOBAL_WRITE, shown, sizeof shown);
  sandbox_fail(L, RULE_GLOBAL_WRITE,
               "global '%s' is written; there are no globals to write, use 'local %s = ...'", shown,
               shown);
}

// The table of globals stays empty, with no name for itself; the functions stand behind __index,
// so that a spec can neither replace nor list them.
static int set_up(lua_State *L) {
  lua_pushglobaltable(L);
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, read_global);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, write_global);
  lua_setfield(L, -2, "__newindex");
  lua_setmetatable(L, -2);
  return 0;
}

// A byte order mark is skipped, and so is a first line that starts with #!.
static void skip_lead(const char **bytes, size_t *length) {
  if (*length >= 3 && memcmp(*bytes, "\xef\xbb\xbf", 3) == 0) {
    *bytes += 3;
    *length -= 3;
  }
  if (*length < 2 || memcmp(*bytes, "#!", 2) != 0) return;
  const char *end = memchr(*bytes, '\n', *length);
  size_t skipped = end ? (size_t)(end - *bytes) : *length;
  *bytes += skipped;
  *length -= skipped;
}

static int run_text(lua_State *L, const char *file, const char *bytes, size_t length) {
  struct sandbox *sandbox = sandbox_of(L);
  sandbox->files =
      memory_resize(sandbox->files, (sandbox->file_count + 1) * sizeof *sandbox->files);
  sandbox->files[sandbox->file_count] = file;
  char name[32];
  sandbox->current = sandbox->file_count++;
  snprintf(name, sizeof name, "@%zu", sandbox->current);
  skip_lead(&bytes, &length);
  if (length > 0 && bytes[0] == LUA_SIGNATURE[0]) {
    sandbox->failed = true;
    sandbox->rule = RULE_BYTECODE;
    sandbox->place = (struct place){file, 0};
    snprintf(sandbox->message, sizeof sandbox->message,
             "a precompiled Lua chunk; only Lua text is run");
    lua_pushlightuserdata(L, sandbox);
    return LUA_ERRRUN;
  }
  return luaL_loadbufferx(L, bytes, length, name, "t");
}

// Lua's message "3:12: text" becomes the file of chunk 3, line 12 and the text.
static void report_message(struct sandbox *sandbox, enum rule rule, const char *message) {
  char *end;
  unsigned long chunk = strtoul(message, &end, 10);
  struct place place = {sandbox->files[sandbox->current], 0};
  if (end != message && *end == ':' && chunk < sandbox->file_count) {
    char *after;
    long line = strtol(end + 1, &after, 10);
    if (after != end + 1 && after[0] == ':' && after[1] == ' ') {
      place = (struct place){sandbox->files[chunk], (int)line};
      message = after + 2;
    }
  }
  if (strcmp(message, "C stack overflow") == 0 || strncmp(message, "C stack overflow (", 18) == 0)
    message = "nested too deep"; // the limit that Lua names means nothing here
  struct text shown = {0};
  for (const char *at = message; *at && shown.length < 300; at++)
    text_append(&shown, (unsigned char)*at < 0x20 ? " " : at, 1);
  report_add(sandbox->report, rule, place, "%s", text_string(&shown));
  text_free(&shown);
}

bool sandbox_exhausted(const struct sandbox *sandbox) {
  bool by_rule = sandbox->rule == RULE_MEMORY || sandbox->rule == RULE_STEPS;
  return sandbox->memory_refused || (sandbox->failed && by_rule);
}

static bool report_failure(struct sandbox *sandbox, int status) {
  lua_State *L = sandbox->L;
  struct place last = {sandbox->files[sandbox->current], 0};
  if (sandbox->load_status != LUA_OK) status = sandbox->load_status;
  if (sandbox_exhausted(sandbox)) report_free(sandbox->report); // what was said before is noise
  if (sandbox->failed)
    report_add(sandbox->report, sandbox->rule, sandbox->place, "%s", sandbox->message);
  else if (status == LUA_ERRMEM && sandbox->memory_refused)
    report_add(sandbox->report, RULE_MEMORY, last, "needs more than %d MiB of memory",
               memory_limit >> 20);
  else if (status == LUA_ERRMEM) report_add(sandbox->report, RULE_NONE, last, "out of memory");
  else if (lua_type(L, -1) == LUA_TSTRING)
    report_message(sandbox, status == LUA_ERRSYNTAX ? RULE_SYNTAX : RULE_RUNTIME,
                   lua_tostring(L, -1));
  else report_add(sandbox->report, RULE_RUNTIME, last, "stopped by an error that is no text");
  lua_settop(L, 0);
  return false;
}

// An included file that is not Lua is reported, and the run goes on; what is wrong when it runs, or a
// limit, ends all.
bool sandbox_run_included(lua_State *L, const char *file, struct text *text) {
  struct sandbox *sandbox = sandbox_of(L);
  size_t includes = sandbox->current;
  sandbox_check_time(L);
  int status = run_text(L, file, text_string(text), text->length);
  text_free(text);
  if (status == LUA_ERRMEM) {
    sandbox->load_status = status;
    lua_error(L);
  }
  if (status == LUA_OK) {
    sandbox_check_time(L);
    lua_call(L, 0, 0);
  } else {
    report_failure(sandbox, status);
    sandbox->failed = false;
  }
  sandbox->current = includes;
  return status == LUA_OK;
}

bool sandbox_run(struct sandbox *sandbox, const char *file, const char *bytes, size_t length) {
  lua_State *L = sandbox->L;
  sandbox->started = processor_time();
  int status = run_text(L, file, bytes, length);
  if (status == LUA_OK) status = lua_pcall(L, 0, 0, 0);
  return status == LUA_OK || report_failure(sandbox, status);
}

struct sandbox *sandbox_new(const struct sandbox_function *functions, void *context,
                            struct report *report) {
  struct sandbox *sandbox = memory_zeroed(1, sizeof *sandbox);
  sandbox->functions = functions;
  sandbox->context = context;
  sandbox->report = report;
  sandbox->L = lua_newstate(allocate, sandbox);
  if (!sandbox->L) {
    free(sandbox);
    return NULL;
  }
  *(struct sandbox **)lua_getextraspace(sandbox->L) = sandbox;
  lua_pushcfunction(sandbox->L, set_up);
  if (lua_pcall(sandbox->L, 0, 0, 0) != LUA_OK) {
    sandbox_free(sandbox);
    return NULL;
  }
  sandbox->allowed = allowed_time(sandbox->L);
  lua_sethook(sandbox->L, count_steps, LUA_MASKCOUNT, steps_between_looks);
  return sandbox;
}

void sandbox_free(struct sandbox *sandbox) {
  if (!sandbox) return;
  lua_close(sandbox->L);
  while (sandbox->kept) {
    struct kept *next = sandbox->kept->next;
    free(sandbox->kept);
    sandbox->kept = next;
  }
  free(sandbox->files);
  free(sandbox);
}
