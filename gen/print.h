// The commands list and show: the model for people and for other tools.
#ifndef GEN_PRINT_H
#define GEN_PRINT_H

#include "model.h"
#include "options.h"

void print_list(const struct model *model, enum format format, struct text *out);

enum show_result { SHOW_FOUND, SHOW_UNKNOWN, SHOW_MALFORMED };

// Appends one dtype in both directions: by dtype name, ScalarType, or CODE:BITS[:LANES] with the
// code's number or name. When there is none, `problem` says so and names what is near.
enum show_result print_show(const struct model *model, const char *subject, struct text *out,
                            struct text *problem);

#endif
