#include "render.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "helpers.h"
#include "lua_model.h"
#include "names.h"
#include "template.h"

struct renderer {
  lua_State *L;
  const struct model *model;
  struct helpers helpers;
  bool ready;
};

static int unknown_name(lua_State *L) {
  const char *name = luaL_checkstring(L, 2);
  if (strcmp(name, "pairs") == 0 || strcmp(name, "next") == 0)
    return luaL_error(L, "'%s' visits fields in an order that changes from run to run; use ipairs",
                      name);
  struct nearest nearest = nearest_to(name);
  lua_pushvalue(L, lua_upvalueindex(1));
  for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1))
    if (lua_type(L, -2) == LUA_TSTRING) nearest_offer(&nearest, lua_tostring(L, -2));
  if (nearest.name)
    return luaL_error(L, "unknown name '%s'; did you mean '%s'?", name, nearest.name);
  return luaL_error(L, "unknown name '%s'", name);
}

static int global_write(lua_State *L) {
  return luaL_error(L, "global '%s' is written; write 'local %s'", luaL_checkstring(L, 2),
                    luaL_checkstring(L, 2));
}

static int set_up(lua_State *L) {
  struct renderer *renderer = lua_touserdata(L, 1);
  helpers_open(L, &renderer->helpers);
  lua_model_set(L, renderer->model);
  return 0;
}

struct renderer *renderer_new(const struct model *model, const struct options *options) {
  struct renderer *renderer = memory_zeroed(1, sizeof *renderer);
  renderer->model = model;
  renderer->helpers.options = options;
  renderer->L = luaL_newstate();
  if (!renderer->L) return renderer;
  lua_pushcfunction(renderer->L, set_up);
  lua_pushlightuserdata(renderer->L, renderer);
  renderer->ready = lua_pcall(renderer->L, 1, 0, 0) == LUA_OK;
  return renderer;
}

void renderer_free(struct renderer *renderer) {
  if (!renderer) return;
  if (renderer->L) lua_close(renderer->L);
  free(renderer);
}

// The environment of one template: empty, in front of the globals, and closed to new names. Each
// template gets its own banner, and none sees what another left behind.
static void push_environment(lua_State *L, const struct banner *banner) {
  lua_newtable(L);
  lua_newtable(L);
  lua_pushglobaltable(L);
  for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1)) {
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, -6);
  }
  lua_pop(L, 1);
  lua_createtable(L, 2, 0);
  lua_pushstring(L, banner->made_from);
  lua_rawseti(L, -2, 1);
  lua_pushstring(L, banner->regenerate);
  lua_rawseti(L, -2, 2);
  lua_model_seal(L, "banner");
  lua_setfield(L, -2, "banner");
  lua_createtable(L, 0, 2); // names that are not there, and writes
  lua_pushvalue(L, -2);
  lua_pushcclosure(L, unknown_name, 1);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_createtable(L, 0, 3);
  lua_insert(L, -2);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, global_write);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
}

static const char chunk[] = "@template";

struct job {
  const struct text *lua;
  const struct banner *banner;
};

static int run(lua_State *L) {
  const struct job *job = lua_touserdata(L, 1);
  if (luaL_loadbufferx(L, job->lua->bytes, job->lua->length, chunk, "t") != LUA_OK)
    return lua_error(L);
  push_environment(L, job->banner);
  lua_setupvalue(L, -2, 1);
  lua_call(L, 0, 0);
  return 0;
}

// Runs where an error was raised, and puts the line before a message that has none, such as one from
// a function that was called in a return.
static int place_error(lua_State *L) {
  const char *prefix = chunk + 1;
  if (lua_type(L, 1) != LUA_TSTRING)
    lua_pushfstring(L, "stopped by an error that is a %s, not a text", luaL_typename(L, 1));
  const char *message = lua_tostring(L, -1);
  if (strncmp(message, prefix, strlen(prefix)) == 0) return 1;
  lua_Debug frame;
  for (int level = 1; lua_getstack(L, level, &frame); level++) {
    lua_getinfo(L, "Sl", &frame);
    if (strcmp(frame.source, chunk) != 0 || frame.currentline <= 0) continue;
    lua_pushfstring(L, "%s:%d: %s", prefix, frame.currentline, message);
    return 1;
  }
  return 1;
}

// "template:12: text" becomes line 12 of the template's file.
static void report_error(lua_State *L, const char *file, struct report *report) {
  struct place place = {file, 0};
  const char *message = lua_tostring(L, -1);
  size_t prefix = strlen(chunk + 1);
  if (strncmp(message, chunk + 1, prefix) == 0 && message[prefix] == ':') {
    char *after;
    long line = strtol(message + prefix + 1, &after, 10);
    if (after[0] == ':' && after[1] == ' ') {
      place.line = (int)line;
      message = after + 2;
    }
  }
  report_add(report, RULE_NONE, place, "%s", message);
}

bool renderer_run(struct renderer *renderer, const char *file, const struct text *source,
                  const struct banner *banner, struct text *out, struct report *report) {
  struct place whole = {file, 0};
  if (!renderer->ready) {
    report_add(report, RULE_NONE, whole, "out of memory");
    return false;
  }
  struct text lua = {0};
  bool right = template_compile(file, text_string(source), source->length, &lua, report);
  if (right) {
    struct job job = {&lua, banner};
    renderer->helpers.out = out;
    lua_pushcfunction(renderer->L, place_error);
    lua_pushcfunction(renderer->L, run);
    lua_pushlightuserdata(renderer->L, &job);
    right = lua_pcall(renderer->L, 1, 0, 1) == LUA_OK;
    if (!right) report_error(renderer->L, file, report);
    lua_settop(renderer->L, 0);
  }
  text_free(&lua);
  return right;
}
