// Copies a Lua table out of the sandbox, so that nothing later depends on what the spec does to it.
#ifndef GEN_CAPTURE_H
#define GEN_CAPTURE_H

#include <lua.h>

#include "spec.h"

// The table at that index of the stack, copied into memory kept by the sandbox. Raw: metamethods
// are not asked. Tables nested more than three deep come out as VALUE_OTHER.
struct table capture_table(lua_State *L, int index);

#endif
