// Templates. A line whose first character after blanks is % is Lua; ${expression} inserts a string
// or an integer. `%%` at that place is one % of the output, `$${` is `${`. Every line of a template
// becomes exactly one line of Lua, so that Lua's messages carry the template's own lines.
#ifndef GEN_TEMPLATE_H
#define GEN_TEMPLATE_H

#include "report.h"

// The Lua that writes what the template looks like: it calls EMIT(string) and INSERT(value). False
// when an insertion is not closed; the report says where.
bool template_compile(const char *file, const char *bytes, size_t length, struct text *lua,
                      struct report *report);

#define TEMPLATE_EMIT "_emit"
#define TEMPLATE_INSERT "_insert"

#endif
