// The Lua state in which a spec runs. A spec is data, and may come from a stranger: it gets no
// standard library, text chunks only, and limits on memory, steps and time that nothing in it can
// catch. What it may call is what the caller of sandbox_new gives it.
#ifndef GEN_SANDBOX_H
#define GEN_SANDBOX_H

#include <lua.h>

#include "report.h"

struct sandbox;

// One function a spec may call. It may not keep the lua_State.
struct sandbox_function {
  const char *name;
  lua_CFunction call;
};

// `functions` ends with a NULL name and must outlive the sandbox. `context` is what
// sandbox_context returns in them. NULL when there is no memory for a Lua state.
struct sandbox *sandbox_new(const struct sandbox_function *functions, void *context,
                            struct report *report);
void sandbox_free(struct sandbox *sandbox);

// Runs the text of a file to its end. False when it stopped before; why is in the report then.
bool sandbox_run(struct sandbox *sandbox, const char *file, const char *bytes, size_t length);

// Whether it stopped because of a limit.
bool sandbox_exhausted(const struct sandbox *sandbox);

// For functions called by a spec:

void *sandbox_context(lua_State *L);

// Runs an included file within the run under way, and frees its text as soon as Lua has taken it in.
// False when it is not Lua; why is in the report then. Does not return if it stops in its middle.
bool sandbox_run_included(lua_State *L, const char *file, struct text *text);

// Ends the run if it has taken too long: for a function that takes its time without Lua's doing.
void sandbox_check_time(lua_State *L);

// The line of the call under way.
struct place sandbox_place(lua_State *L);

// Memory kept by the caller on behalf of the spec, counted against its limit. Lives until
// sandbox_free. Does not return if the limit is reached.
void *sandbox_keep(lua_State *L, size_t size);

// Ends the run with a message about the call under way.
_Noreturn void sandbox_fail(lua_State *L, enum rule rule, const char *format, ...) GEN_PRINTF(3, 4);

#endif
