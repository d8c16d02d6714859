#include "banner.h"

#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "files.h"

char *banner_path(const struct options *options, const char *path) {
  char *below = path_below(options->root, path);
  if (below) return below;
  const char *base = path_base(path);
  return memory_copy(base, strlen(base));
}

// What would end a comment, or go on in the next line, is written apart.
static void add_harmless(struct text *line, const char *text) {
  static const char *const ends[] = {"*/", "/*", "-->", "<!--", "?\?/"};
  for (; *text; text++) {
    bool control = (unsigned char)*text < 0x20 || *text == 0x7f;
    text_append(line, control ? "?" : text, 1);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
      if (strncmp(text, ends[i], strlen(ends[i])) == 0) text_add(line, " ");
  }
  if (line->length && line->bytes[line->length - 1] == '\\') text_add(line, ".");
}

void banner_made_from(struct text *line, const struct options *options, const struct spec *spec,
                      const char *template) {
  struct text whole = {0};
  text_add(&whole, BANNER_START);
  for (size_t i = 0; i < spec->file_count; i++) {
    char *shown = banner_path(options, spec->files[i]);
    text_format(&whole, "%s%s", i ? ", " : "", shown);
    free(shown);
  }
  text_format(&whole, " and %s.", template);
  add_harmless(line, text_string(&whole));
  text_free(&whole);
}

static bool is_default_spec(const struct options *options) {
  if (!options->spec) return true;
  char *shown = banner_path(options, options->spec);
  bool same = strcmp(shown, "spec/dtypes.lua") == 0;
  free(shown);
  return same;
}

// The options as given, with paths that any machine would write, and less those that change nothing
// in what comes out.
static void add_portable(struct text *command, const struct options *given) {
  struct options options = *given;
  const char **const paths[] = {&options.spec, &options.outputs, &options.template,
                                &options.output};
  char *shown[4] = {NULL};
  bool to_stdout = given->output && strcmp(given->output, "-") == 0;
  options.program = "dltab";
  options.root = ".";
  options.only = NULL;
  if (is_default_spec(given)) options.spec = NULL;
  if (!given->template || to_stdout) options.output = NULL;
  for (size_t i = 0; i < 4; i++)
    if (*paths[i]) *paths[i] = shown[i] = banner_path(given, *paths[i]);
  command_as_given(command, &options);
  for (size_t i = 0; i < 4; i++) free(shown[i]);
}

void banner_regenerate(struct text *line, const struct options *options, const char *list_command) {
  bool plain = is_default_spec(options) && !options->template && !options->outputs &&
               !options->has_max_dlpack && options->define_count == 0;
  struct text command = {0};
  if (plain && list_command) text_add(&command, list_command);
  else add_portable(&command, options);
  add_harmless(line, text_string(&command));
  text_free(&command);
}
