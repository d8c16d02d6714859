#include "helpers.h"

#include <lauxlib.h>
#include <lualib.h>
#include <string.h>

#include "lua_model.h"
#include "names.h"
#include "template.h"

static struct helpers *helpers_of(lua_State *L) { return *(struct helpers **)lua_getextraspace(L); }

static int emit(lua_State *L) {
  size_t length;
  const char *bytes = luaL_checklstring(L, 1, &length);
  text_append(helpers_of(L)->out, bytes, length);
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
  text_append(helpers_of(L)->out, bytes, length);
  return 0;
}

// define("KEY") and define("KEY", "value when not given")
static int define(lua_State *L) {
  const char *key = luaL_checkstring(L, 1);
  const struct options *options = helpers_of(L)->options;
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
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TFUNCTION);
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

static bool has_text_of_its_own(lua_State *L, int index) {
  int type = lua_type(L, index);
  return type == LUA_TSTRING || type == LUA_TNUMBER || type == LUA_TBOOLEAN || type == LUA_TNIL;
}

// Lua would print the address of anything else, which is another one in each run.
static int to_string(lua_State *L) {
  luaL_checkany(L, 1);
  if (!has_text_of_its_own(L, 1))
    return luaL_error(L, "a %s has no text of its own, only an address", luaL_typename(L, 1));
  luaL_tolstring(L, 1, NULL);
  return 1;
}

// Whether the format asks for an address (%p).
static bool shows_address(const char *format) {
  for (const char *at = strchr(format, '%'); at; at = strchr(at + 1, '%')) {
    at += 1 + strspn(at + 1, "-+ #0123456789.");
    if (*at == 'p') return true;
    if (*at == '\0') return false;
  }
  return false;
}

// string.format, the upvalue, without addresses.
static int format(lua_State *L) {
  int count = lua_gettop(L);
  if (shows_address(luaL_checkstring(L, 1)))
    return luaL_error(L, "%%p shows an address, which is another one in each run");
  for (int i = 2; i <= count; i++)
    if (!has_text_of_its_own(L, i))
      return luaL_error(L, "a %s has no text of its own, only an address", luaL_typename(L, i));
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, count, 1);
  return 1;
}

// Whether the value at the one index comes before that at the other, by the function at index 2 or by <.
static bool comes_before(lua_State *L, int one, int other) {
  if (lua_isnoneornil(L, 2)) return lua_compare(L, one, other, LUA_OPLT);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, one);
  lua_pushvalue(L, other);
  lua_call(L, 2, 1);
  bool before = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return before;
}

// Merges the runs [low, middle) and [middle, high) of the table at `from` into the one at `to`.
static void merge(lua_State *L, int from, int to, lua_Integer low, lua_Integer middle,
                  lua_Integer high) {
  lua_Integer left = low, right = middle;
  for (lua_Integer at = low; at < high; at++) {
    bool take_right = left == middle;
    if (left < middle && right < high) {
      lua_geti(L, from, left);
      lua_geti(L, from, right);
      take_right = comes_before(L, lua_gettop(L), lua_gettop(L) - 1);
      lua_pop(L, 2);
    }
    lua_geti(L, from, take_right ? right++ : left++);
    lua_seti(L, to, at);
  }
}

// table.sort, but stable: Lua's own takes its pivots from the clock, and what is equal to its order
// comes out in another one in each run.
static int sort(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  lua_Integer count = luaL_len(L, 1), end = count + 1;
  lua_newtable(L);
  int from = 1, to = 3;
  for (lua_Integer width = 1; width < count; width *= 2) {
    for (lua_Integer low = 1; low < end; low += 2 * width) {
      lua_Integer middle = low + width < end ? low + width : end;
      merge(L, from, to, low, middle, middle + width < end ? middle + width : end);
    }
    from = 4 - from;
    to = 4 - to;
  }
  for (lua_Integer at = 1; from == 3 && at < end; at++) {
    lua_geti(L, from, at);
    lua_seti(L, 1, at);
  }
  return 0;
}

static const luaL_Reg helpers[] = {
    {TEMPLATE_EMIT, emit}, {TEMPLATE_INSERT, insert}, {"define", define}, {"json", quote_json},
    {"pad", pad},          {"tostring", to_string},   {"width", width},   {NULL, NULL},
};

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
                                        "_G",       "_VERSION", "rawset",         "setmetatable",
                                        "rawget",   "rawlen",   "rawequal"};
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
  lua_getglobal(L, LUA_STRLIBNAME);
  lua_pushnil(L);
  lua_setfield(L, -2, "dump");
  lua_getfield(L, -1, "format");
  lua_pushcclosure(L, format, 1);
  lua_setfield(L, -2, "format");
  lua_pop(L, 1);
}

static void replace_sort(lua_State *L) {
  lua_getglobal(L, LUA_TABLIBNAME);
  lua_pushcfunction(L, sort);
  lua_setfield(L, -2, "sort");
  lua_pop(L, 1);
}

// ("text"):rep(2) still finds the functions, but nobody the table they are in.
static void hide_string_metatable(lua_State *L) {
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);
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

void helpers_open(lua_State *L, struct helpers *context) {
  *(struct helpers **)lua_getextraspace(L) = context;
  open_libraries(L);
  remove_names(L);
  replace_sort(L);
  hide_string_metatable(L);
  seal_libraries(L);
  lua_pushglobaltable(L);
  luaL_setfuncs(L, helpers, 0);
}
