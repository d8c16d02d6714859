#include "capture.h"

#include <stdlib.h>
#include <string.h>

#include "sandbox.h"

enum { deepest = 3 };

static struct table capture(lua_State *L, int index, int depth);

static const char *keep_string(lua_State *L, int index, size_t *length) {
  const char *string = lua_tolstring(L, index, length); // a string already: converts nothing
  char *kept = sandbox_keep(L, *length + 1);
  memcpy(kept, string, *length + 1);
  return kept;
}

static struct value capture_value(lua_State *L, int index, int depth) {
  struct value value = {.type = VALUE_OTHER};
  switch (lua_type(L, index)) {
  case LUA_TBOOLEAN:
    value.type = VALUE_BOOLEAN;
    value.boolean = lua_toboolean(L, index);
    break;
  case LUA_TNUMBER:
    value.type = lua_isinteger(L, index) ? VALUE_INTEGER : VALUE_FLOAT;
    value.integer = value.type == VALUE_INTEGER ? lua_tointeger(L, index) : 0;
    value.number = lua_tonumber(L, index);
    break;
  case LUA_TSTRING:
    value.type = VALUE_STRING;
    value.string = keep_string(L, index, &value.length);
    break;
  case LUA_TTABLE:
    if (depth < deepest) {
      struct table *table = sandbox_keep(L, sizeof *table);
      *table = capture(L, index, depth + 1);
      value.type = VALUE_TABLE;
      value.table = table;
    } else {
      value.other = "a table nested too deep";
    }
    break;
  default:
    value.other = "a function";
  }
  return value;
}

static void capture_key(lua_State *L, int index, struct field *field) {
  if (lua_type(L, index) == LUA_TSTRING) {
    field->name = keep_string(L, index, &field->name_length);
  } else if (lua_isinteger(L, index)) {
    field->index = lua_tointeger(L, index);
  } else { // a float, boolean, table or function as a key: no position, no name
    field->index = -1;
  }
}

static int compare_strings(const char *a, size_t a_length, const char *b, size_t b_length) {
  size_t shorter = a_length < b_length ? a_length : b_length;
  int bytes = shorter ? memcmp(a, b, shorter) : 0;
  if (bytes != 0) return bytes;
  return a_length < b_length ? -1 : a_length > b_length;
}

// Values under keys that have no order of their own, such as tables: Lua visits those by address.
static int compare_values(const struct value *a, const struct value *b) {
  if (a->type != b->type) return a->type < b->type ? -1 : 1;
  if (a->boolean != b->boolean) return a->boolean ? 1 : -1;
  if (a->integer != b->integer) return a->integer < b->integer ? -1 : 1;
  if (a->number != b->number) return a->number < b->number ? -1 : 1;
  return compare_strings(a->string, a->length, b->string, b->length);
}

static int compare_fields(const void *one, const void *other) {
  const struct field *a = one;
  const struct field *b = other;
  if (!a->name != !b->name) return a->name ? 1 : -1;
  if (a->name) return compare_strings(a->name, a->name_length, b->name, b->name_length);
  if (a->index != b->index) return a->index < b->index ? -1 : 1;
  return compare_values(&a->value, &b->value);
}

static size_t count_fields(lua_State *L, int index) {
  size_t count = 0;
  for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) count++;
  return count;
}

static struct table capture(lua_State *L, int index, int depth) {
  sandbox_check_time(L); // one table may stand in another many times
  if (!lua_checkstack(L, 4)) sandbox_fail(L, RULE_RUNTIME, "stack overflow");
  index = lua_absindex(L, index);
  struct table table = {.count = count_fields(L, index)};
  struct field *fields = sandbox_keep(L, (table.count + 1) * sizeof *fields);
  size_t at = 0;
  for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) {
    fields[at] = (struct field){0};
    capture_key(L, -2, &fields[at]);
    fields[at++].value = capture_value(L, -1, depth);
  }
  qsort(fields, table.count, sizeof *fields, compare_fields);
  table.fields = fields;
  return table;
}

struct table capture_table(lua_State *L, int index) {
  return capture(L, index, 0);
}
