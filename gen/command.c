#include "command.h"

#include <string.h>

void command_add_argument(struct text *command, const char *option, const char *value) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "_./+-=:,@%";
  bool quoted = !*value || value[strspn(value, plain)] != '\0';
  text_format(command, "%s%s %s", option ? " " : "", option ? option : "", quoted ? "'" : "");
  for (const char *at = value; *at; at++) {
    if (*at == '\'') text_add(command, "'\\''");
    else text_append(command, at, 1);
  }
  text_add(command, quoted ? "'" : "");
}

void command_as_given(struct text *command, const struct options *options) {
  text_format(command, "%s gen", options->program);
  if (strcmp(options->root, ".") != 0) command_add_argument(command, "--root", options->root);
  if (options->spec) command_add_argument(command, "--spec", options->spec);
  if (options->outputs) command_add_argument(command, "--outputs", options->outputs);
  if (options->only) command_add_argument(command, "--only", options->only);
  if (options->template) command_add_argument(command, "--template", options->template);
  for (size_t i = 0; i < options->define_count; i++) {
    struct text pair = {0};
    text_format(&pair, "%s=%s", options->defines[i].key, options->defines[i].value);
    command_add_argument(command, "--define", text_string(&pair));
    text_free(&pair);
  }
  if (options->has_max_dlpack)
    text_format(command, " --max-dlpack %d.%d", options->max_dlpack.major,
                options->max_dlpack.minor);
  if (options->output) command_add_argument(command, "-o", options->output);
}
