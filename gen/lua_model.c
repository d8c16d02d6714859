#include "lua_model.h"

#include <lauxlib.h>
#include <string.h>

#include "names.h"

// Upvalues of both: the content, and what to call it.
static int read_field(lua_State *L) {
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL || lua_type(L, 2) == LUA_TNUMBER) return 1;
  const char *what = lua_tostring(L, lua_upvalueindex(2));
  if (lua_type(L, 2) != LUA_TSTRING)
    return luaL_error(L, "%s has no field under a %s", what, luaL_typename(L, 2));
  struct nearest nearest = nearest_to(lua_tostring(L, 2));
  for (lua_pushnil(L); lua_next(L, lua_upvalueindex(1)) != 0; lua_pop(L, 1))
    if (lua_type(L, -2) == LUA_TSTRING) nearest_offer(&nearest, lua_tostring(L, -2));
  if (nearest.name)
    return luaL_error(L, "%s has no field '%s'; did you mean '%s'?", what, lua_tostring(L, 2),
                      nearest.name);
  return luaL_error(L, "%s has no field '%s'", what, lua_tostring(L, 2));
}

static int refuse_write(lua_State *L) {
  return luaL_error(L, "%s is read-only", lua_tostring(L, lua_upvalueindex(1)));
}

static int content_length(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, lua_upvalueindex(1)));
  return 1;
}

void lua_model_seal(lua_State *L, const char *what) {
  int content = lua_gettop(L);
  lua_newtable(L); // what is handed out: empty, so that every access is asked for
  lua_createtable(L, 0, 4);
  lua_pushvalue(L, content);
  lua_pushstring(L, what);
  lua_pushcclosure(L, read_field, 2);
  lua_setfield(L, -2, "__index");
  lua_pushstring(L, what);
  lua_pushcclosure(L, refuse_write, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushvalue(L, content);
  lua_pushcclosure(L, content_length, 1);
  lua_setfield(L, -2, "__len");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_remove(L, content);
}

static void set_string(lua_State *L, const char *field, const char *string) {
  lua_pushstring(L, string);
  lua_setfield(L, -2, field);
}

static void set_integer(lua_State *L, const char *field, long long integer) {
  lua_pushinteger(L, integer);
  lua_setfield(L, -2, field);
}

static void set_boolean(lua_State *L, const char *field, bool boolean) {
  lua_pushboolean(L, boolean);
  lua_setfield(L, -2, field);
}

static void push_version(lua_State *L, struct version version) {
  lua_createtable(L, 0, 3);
  set_integer(L, "major", version.major);
  set_integer(L, "minor", version.minor);
  lua_pushfstring(L, "%d.%d", version.major, version.minor);
  lua_setfield(L, -2, "text");
  lua_model_seal(L, "version");
}

static void set_version(lua_State *L, const char *field, struct version version) {
  push_version(L, version);
  lua_setfield(L, -2, field);
}

static void push_framework(lua_State *L, const struct framework *framework) {
  lua_newtable(L);
  set_string(L, "name", framework->name);
  set_string(L, "enum", framework->enum_name);
  set_string(L, "prefix", framework->prefix);
  set_string(L, "PREFIX", framework->upper_prefix);
  set_string(L, "ids", framework->ids);
  set_string(L, "undefined", framework->undefined);
  set_integer(L, "undefined_id", framework->undefined_id);
  lua_model_seal(L, "framework");
}

// A code's spelling in C: dlpack.h's enumerator where there is one, else the number.
static void set_spelling(lua_State *L, const struct code *code) {
  if (code->in_header) lua_pushstring(L, code->name);
  else lua_pushfstring(L, "%d", code->value);
  lua_setfield(L, -2, "spelling");
}

static void push_code(lua_State *L, const struct code *code) {
  lua_newtable(L);
  set_string(L, "name", code->name);
  set_integer(L, "value", code->value);
  set_version(L, "since", code->since);
  if (code->bits) set_integer(L, "bits", code->bits);
  else set_boolean(L, "bits", false);
  set_boolean(L, "used", code->used);
  set_spelling(L, code);
  lua_model_seal(L, "code");
}

static void push_triple(lua_State *L, const struct triple *triple) {
  lua_newtable(L);
  push_code(L, triple->code);
  lua_setfield(L, -2, "code");
  set_integer(L, "bits", triple->bits);
  set_integer(L, "lanes", triple->lanes);
  lua_model_seal(L, "form");
}

static void push_also_import(lua_State *L, const struct dtype *row) {
  lua_newtable(L);
  for (size_t i = 0; i < row->also_import_count; i++) {
    push_triple(L, &row->also_import[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_model_seal(L, "also_import");
}

static void set_form(lua_State *L, const struct dtype *row) {
  set_boolean(L, "has_form", row->has_form);
  if (!row->has_form) {
    set_boolean(L, "form", false);
    set_boolean(L, "since", false);
    return;
  }
  push_triple(L, &row->form);
  lua_setfield(L, -2, "form");
  set_version(L, "since", row->since);
}

static void push_dtype(lua_State *L, const struct dtype *row) {
  static const char *const storages[] = {"whole bytes", "packed", "padded"};
  lua_newtable(L);
  set_string(L, "name", row->name);
  set_string(L, "scalar_type", row->scalar_type);
  set_integer(L, "id", row->id);
  set_form(L, row);
  set_integer(L, "itemsize", row->bytes);
  set_integer(L, "element_bits", row->element_bits ? row->element_bits : row->bytes * 8);
  set_string(L, "storage", storages[row->storage]);
  set_boolean(L, "packed", row->storage == STORAGE_PACKED);
  set_boolean(L, "export_only", row->export_only && row->has_form);
  set_string(L, "imports_as", row->imports_as->scalar_type);
  push_also_import(L, row);
  lua_setfield(L, -2, "also_import");
  lua_model_seal(L, "dtype");
}

static void push_slot(lua_State *L, const struct hash_slot *slot) {
  lua_createtable(L, 0, 2);
  set_integer(L, "key", slot->key);
  if (slot->row) set_string(L, "scalar_type", slot->row->scalar_type);
  else set_boolean(L, "scalar_type", false);
  lua_model_seal(L, "slot");
}

static void push_hash(lua_State *L, const struct hash *hash) {
  lua_createtable(L, 0, 4);
  set_boolean(L, "found", hash->found);
  set_integer(L, "multiplier", hash->multiplier);
  set_integer(L, "shift", hash->shift);
  lua_newtable(L);
  for (size_t i = 0; i < hash->slot_count; i++) {
    push_slot(L, &hash->slots[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_model_seal(L, "slots");
  lua_setfield(L, -2, "slots");
  lua_model_seal(L, "hash");
}

void lua_model_set(lua_State *L, const struct model *model) {
  push_framework(L, &model->framework);
  lua_setfield(L, -2, "framework");
  set_version(L, "version", model->version);
  lua_newtable(L);
  for (size_t i = 0; i < model->release_count; i++) {
    push_version(L, model->releases[i].version);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_model_seal(L, "releases");
  lua_setfield(L, -2, "releases");
  lua_newtable(L);
  for (size_t i = 0; i < model->code_count; i++) {
    push_code(L, &model->codes[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_model_seal(L, "codes");
  lua_setfield(L, -2, "codes");
  lua_newtable(L);
  for (size_t i = 0; i < model->dtype_count; i++) {
    push_dtype(L, &model->dtypes[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_model_seal(L, "dtypes");
  lua_setfield(L, -2, "dtypes");
  push_hash(L, &model->hash);
  lua_setfield(L, -2, "hash");
}
