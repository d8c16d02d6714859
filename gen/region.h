// Marked regions: the lines between `dltab:begin NAME` and `dltab:end NAME` in a file that is
// otherwise a person's.
#ifndef GEN_REGION_H
#define GEN_REGION_H

#include "report.h"

// How many of the two markers of that name the file has, counted at most once each.
int region_markers(const struct text *file, const char *name);

// The name behind the first begin marker, or NULL when there is none. The caller frees it.
char *region_first_name(const struct text *file);

// Puts `lines` between the markers of that name; everything else keeps its bytes. A file whose begin
// marker ends in CR LF gets its lines so too, and a region that says the same is not touched. False
// unless the file has exactly one pair of markers, in order; the report says what is wrong.
bool region_replace(struct text *file, const char *path, const char *name, const struct text *lines,
                    struct report *report);

#endif
