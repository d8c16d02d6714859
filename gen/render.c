#include "render.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>

#include "lua_model.h"
#include "names.h"
#include "template.h"

struct renderer {
  lua_State *L;
  const struct model *model;
  const struct options *options;
  struct text *out;
  bool ready;
};

static struct renderer *renderer_of(lua_State *L) {
  return *(struct renderer **)lua_getextraspace(L);
}

static int emit(lua_State *L) {
  size_t length;
  const char *bytes = luaL_checklstring(L, 1, &length);
  text_append(renderer_of(L)->out, bytes, length);
  return 0;
}

// nil and false would vanish, a float or a table would print as nobody meant.
static int insert(lua_State *L) {
  const char *expression = lua_tostring(L, 2);
  if (lua_type(L, 1) != LUA_TSTRING && !lua_isinteger(L, 1))
    return luaL_error(L, "${%s} is %s; a string or an integer is needed", expression,
                      lua_type(L, 1) == LUA_TNUMBER ? "a float" : luaL_typename(L, 1));
  size_t length;
  const char *bytes = lua_tolstring(L, 1, &length);
  text_append(renderer_of(L)->out, bytes, length);
  return 0;
}

// define("KEY") and define("KEY", "value when not given")
static int define(lua_State *L) {
  const char *key = luaL_checkstring(L, 1);
  const struct options *options = renderer_of(L)->options;
  struct nearest nearest = nearest_to(key);
  for (size_t i = 0; i < options->define_count; i++) {
    if (strcmp(options->defines[i].key, key) == 0) {
      lua_pushstring(L, options->defines[i].value);
      return 1;
    }
    nearest_offer(&nearest, options->defines[i].key);
  }
  if (lua_gettop(L) >= 2) {
    lua_settop(L, 2);
    return 1;
  }
  if (nearest.name)
    return luaL_error(L, "'%s' is not defined, but '%s' is; pass --define %s=VALUE", key,
                      nearest.name, key);
  return luaL_error(L, "'%s' is not defined; pass --define %s=VALUE", key, key);
}

static int quote_json(lua_State *L) {
  struct text text = {0};
  text_add_json(&text, luaL_checkstring(L, 1));
  lua_pushlstring(L, text.bytes, text.length);
  text_free(&text);
  return 1;
}

// pad("text", width): blanks behind, so that columns line up
static int pad(lua_State *L) {
  size_t length;
  const char *bytes = luaL_checklstring(L, 1, &length);
  lua_Integer width = luaL_checkinteger(L, 2);
  luaL_argcheck(L, width >= 0 && width <= 1000, 2, "a width from 0 to 1000 is needed");
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  luaL_addlstring(&buffer, bytes, length);
  for (lua_Integer i = (lua_Integer)length; i < width; i++) luaL_addchar(&buffer, ' ');
  luaL_pushresult(&buffer);
  return 1;
}

// width(list, f): the length of the longest f(item)
static int width(lua_State *L) {
  lua_Integer longest = 0;
  lua_Integer count = luaL_len(L, 1);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_pushvalue(L, 2);
    lua_geti(L, 1, i);
    lua_call(L, 1, 1);
    size_t length;
    luaL_checklstring(L, -1, &length);
    if ((lua_Integer)length > longest) longest = (lua_Integer)length;
    lua_pop(L, 1);
  }
  lua_pushinteger(L, longest);
  return 1;
}

static const luaL_Reg helpers[] = {
    {TEMPLATE_EMIT, emit}, {TEMPLATE_INSERT, insert}, {"define", define}, {"json", quote_json},
    {"pad", pad},          {"width", width},          {NULL, NULL},
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

static void open_libraries(lua_State *L) {
  static const luaL_Reg libraries[] = {
      {LUA_GNAME, luaopen_base},       {LUA_STRLIBNAME, luaopen_string},
      {LUA_TABLIBNAME, luaopen_table}, {LUA_MATHLIBNAME, luaopen_math},
      {LUA_UTF8LIBNAME, luaopen_utf8}, {NULL, NULL},
  };
  for (const luaL_Reg *library = libraries; library->func; library++) {
    luaL_requiref(L, library->name, library->func, 1);
    lua_pop(L, 1);
  }
}

// Names whose results change from run to run, or that reach out of the template.
static void remove_names(lua_State *L) {
  static const char *const removed[] = {"pairs",    "next",     "collectgarbage", "dofile",
                                        "loadfile", "load",     "print",          "warn",
                                        "_G",       "_VERSION", "rawset",         "setmetatable"};
  for (size_t i = 0; i < sizeof removed / sizeof *removed; i++) {
    lua_pushnil(L);
    lua_setglobal(L, removed[i]);
  }
  lua_getglobal(L, LUA_MATHLIBNAME);
  lua_pushnil(L);
  lua_setfield(L, -2, "random");
  lua_pushnil(L);
  lua_setfield(L, -2, "randomseed");
  lua_pop(L, 1);
}

// Else one template could leave something behind for the next.
static void seal_libraries(lua_State *L) {
  static const char *const sealed[] = {LUA_STRLIBNAME, LUA_TABLIBNAME, LUA_MATHLIBNAME,
                                       LUA_UTF8LIBNAME};
  for (size_t i = 0; i < sizeof sealed / sizeof *sealed; i++) {
    lua_getglobal(L, sealed[i]);
    lua_model_seal(L, sealed[i]);
    lua_setglobal(L, sealed[i]);
  }
}

static int set_up(lua_State *L) {
  open_libraries(L);
  remove_names(L);
  seal_libraries(L);
  lua_pushglobaltable(L);
  luaL_setfuncs(L, helpers, 0);
  lua_model_set(L, renderer_of(L)->model);
  return 0;
}

struct renderer *renderer_new(const struct model *model, const struct options *options) {
  struct renderer *renderer = memory_zeroed(1, sizeof *renderer);
  renderer->model = model;
  renderer->options = options;
  renderer->L = luaL_newstate();
  if (!renderer->L) return renderer;
  *(struct renderer **)lua_getextraspace(renderer->L) = renderer;
  lua_pushcfunction(renderer->L, set_up);
  renderer->ready = lua_pcall(renderer->L, 0, 0, 0) == LUA_OK;
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
  lua_createtable(L, 0, 2);
  lua_insert(L, -2);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, global_write);
  lua_setfield(L, -2, "__newindex");
  lua_setmetatable(L, -2);
}

struct job {
  const struct text *lua;
  const struct banner *banner;
};

static int run(lua_State *L) {
  const struct job *job = lua_touserdata(L, 1);
  if (luaL_loadbufferx(L, job->lua->bytes, job->lua->length, "@template", "t") != LUA_OK)
    return lua_error(L);
  push_environment(L, job->banner);
  lua_setupvalue(L, -2, 1);
  lua_call(L, 0, 0);
  return 0;
}

// "template:12: text" becomes line 12 of the template's file.
static void report_error(lua_State *L, const char *file, struct report *report) {
  static const char prefix[] = "template:";
  struct place place = {file, 0};
  if (lua_type(L, -1) != LUA_TSTRING) {
    report_add(report, RULE_NONE, place, "stopped by an error that is a %s, not a text",
               luaL_typename(L, -1));
    return;
  }
  const char *message = lua_tostring(L, -1);
  if (strncmp(message, prefix, sizeof prefix - 1) == 0) {
    char *after;
    long line = strtol(message + sizeof prefix - 1, &after, 10);
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
    renderer->out = out;
    lua_pushcfunction(renderer->L, run);
    lua_pushlightuserdata(renderer->L, &job);
    right = lua_pcall(renderer->L, 1, 0, 0) == LUA_OK;
    if (!right) report_error(renderer->L, file, report);
    lua_settop(renderer->L, 0);
  }
  text_free(&lua);
  return right;
}
