// The model as templates see it: tables that cannot be written, and in which a misspelt name is an
// error instead of nil.
#ifndef GEN_LUA_MODEL_H
#define GEN_LUA_MODEL_H

#include <lua.h>

#include "model.h"

// Sets the fields framework, version, releases, codes and dtypes in the table on top of the stack.
// HACKING.md lists what they hold.
void lua_model_set(lua_State *L, const struct model *model);

// Replaces the table on top of the stack by a read-only one of the same content. `what` names it in
// errors. A list answers nil beyond its end, as ipairs needs it.
void lua_model_seal(lua_State *L, const char *what);

#endif
