// dltab: reads a spec of dtypes and writes what speaks DLPack. The stages, in this order: options,
// sandbox and spec (load), model (validate, derive), render, emit.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "generate.h"
#include "print.h"

enum exit_code { EXIT_FINE = 0, EXIT_STALE = 1, EXIT_WRONG = 2 };

static enum exit_code run_list(const struct model *model, const struct options *options) {
  struct text out = {0};
  print_list(model, options->format, &out);
  fwrite(text_string(&out), 1, out.length, stdout);
  text_free(&out);
  return EXIT_FINE;
}

static enum exit_code run_show(const struct model *model, const struct options *options) {
  static const enum exit_code codes[] = {EXIT_FINE, EXIT_STALE, EXIT_WRONG};
  struct text out = {0}, problem = {0};
  enum show_result result = print_show(model, options->subject, &out, &problem);
  fwrite(text_string(&out), 1, out.length, stdout);
  if (problem.length) fprintf(stderr, "dltab: error: %s\n", text_string(&problem));
  text_free(&out);
  text_free(&problem);
  return codes[result];
}

static enum exit_code run_lint(const struct model *model, const struct options *options) {
  size_t mapped = 0;
  for (size_t i = 0; i < model->dtype_count; i++) mapped += model->dtypes[i].has_form;
  if (!options->quiet)
    printf("dltab: %s is right: %zu dtypes, %zu with a DLPack form, version %d.%d\n",
           model->spec->files[0], model->dtype_count, mapped, model->version.major,
           model->version.minor);
  return EXIT_FINE;
}

static enum exit_code run_generate(const struct model *model, const struct options *options,
                                   const char *data, struct report *report) {
  bool stale;
  if (!generate(model, options, data, &stale, report)) return EXIT_WRONG;
  return stale ? EXIT_STALE : EXIT_FINE;
}

static enum exit_code run_command(const struct model *model, const struct options *options,
                                  const char *data, struct report *report) {
  switch (options->command) {
  case COMMAND_GEN:
  case COMMAND_CHECK:
    return run_generate(model, options, data, report);
  case COMMAND_LIST:
    return run_list(model, options);
  case COMMAND_SHOW:
    return run_show(model, options);
  case COMMAND_LINT:
    return run_lint(model, options);
  }
  return EXIT_WRONG;
}

static enum exit_code run(const struct options *options) {
  struct report report = {0};
  char *data = data_folder(options->program);
  char *library = data ? path_join(data, "spec") : NULL;
  char *path = options->spec ? memory_copy(options->spec, strlen(options->spec))
                             : path_join(options->root, "spec/dtypes.lua");
  struct spec *spec = spec_load(path, library, &report);
  struct model *model =
      model_build(spec, options->has_max_dlpack ? &options->max_dlpack : NULL, &report);
  enum exit_code code = EXIT_WRONG;
  if (report.count == 0) code = run_command(model, options, data, &report);
  report_print(&report, stderr);
  report_free(&report);
  model_free(model);
  spec_free(spec);
  free(path);
  free(library);
  free(data);
  return code;
}

// Output that did not arrive is an error, whatever else went well.
static enum exit_code flush(enum exit_code code) {
  bool arrived = fflush(stdout) == 0 && !ferror(stdout);
  if (arrived) return code;
  fputs("dltab: error: standard output cannot be written\n", stderr);
  return EXIT_WRONG;
}

int main(int argument_count, char **arguments) {
  struct options options;
  signal(SIGPIPE, SIG_IGN); // a closed pipe and a full disk come back as errors of write
  signal(SIGXFSZ, SIG_IGN);
  enum options_result result = options_parse(argument_count, arguments, &options);
  enum exit_code code = result == OPTIONS_DONE ? EXIT_FINE : EXIT_WRONG;
  if (result == OPTIONS_RUN) code = run(&options);
  options_free(&options);
  return (int)flush(code);
}
