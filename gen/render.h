// The render stage: runs templates over the model. This Lua state is trusted: templates and the list
// of outputs are code of the project's owner. What would make two runs differ is left out all the
// same.
#ifndef GEN_RENDER_H
#define GEN_RENDER_H

#include "model.h"
#include "options.h"

struct renderer;

// The defines of the options and the model must outlive the renderer.
struct renderer *renderer_new(const struct model *model, const struct options *options);
void renderer_free(struct renderer *renderer);

// What one template is told about itself: the lines of the banner, first which tool and inputs,
// then how to make it again.
struct banner {
  const char *made_from;
  const char *regenerate;
};

// Renders the template's text. False when something was wrong with it; the report says where, with
// the template's own line.
bool renderer_run(struct renderer *renderer, const char *file, const struct text *source,
                  const struct banner *banner, struct text *out, struct report *report);

#endif
