// Command lines, as a shell reads them.
#ifndef GEN_COMMAND_H
#define GEN_COMMAND_H

#include "options.h"
#include "text.h"

// Appends " OPTION VALUE", the value quoted where a shell would not take it as it is. Without an
// option: " VALUE".
void command_add_argument(struct text *command, const char *option, const char *value);

// Appends what would write what these options of check compare with: their own words, so that it works
// where check was called.
void command_as_given(struct text *command, const struct options *options);

#endif
