// What a template can call: the two functions that its compiled text calls, those of ours that HACKING
// lists, and Lua's own, less what would differ from run to run or reach out of the template.
#ifndef GEN_HELPERS_H
#define GEN_HELPERS_H

#include <lua.h>

#include "options.h"
#include "text.h"

struct helpers {
  const struct options *options; // for define()
  struct text *out;              // of the template that runs
};

// Opens everything in the state and leaves its table of globals on the stack. `context` outlives the
// state.
void helpers_open(lua_State *L, struct helpers *context);

#endif
