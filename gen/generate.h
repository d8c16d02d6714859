// The commands gen and check: which outputs are wanted, their texts, and what becomes of them.
#ifndef GEN_GENERATE_H
#define GEN_GENERATE_H

#include "model.h"
#include "options.h"

// `data` is dltab's own data folder or NULL. Returns false after an error, which is in the report;
// otherwise *stale says whether a check found something to mend.
bool generate(const struct model *model, const struct options *options, const char *data,
              bool *stale, struct report *report);

#endif
