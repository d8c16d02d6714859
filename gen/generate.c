#include "generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "depfile.h"
#include "emit.h"
#include "files.h"
#include "names.h"
#include "orphans.h"
#include "outputs.h"
#include "render.h"

enum { template_limit = 8 * 1024 * 1024 };

struct run {
  const struct model *model;
  const struct options *options;
  const char *data;
  struct report *report;
  struct renderer *renderer;
  struct outputs *outputs; // NULL with --template
  bool own_list;           // dltab's own list, because the root has none
  struct plan plan;
  struct depfile depfile;
  struct text to_stdout;
};

// A path as any machine would write it: below the root, else only its last part.
static char *portable(const struct options *options, const char *path) {
  char *below = path_below(options->root, path);
  if (below) return below;
  const char *base = path_base(path);
  return memory_copy(base, strlen(base));
}

// As a shell reads it: quoted where it has anything but plain characters.
static void add_argument(struct text *command, const char *option, const char *value) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "_./+-=:,@%";
  bool quoted = !*value || value[strspn(value, plain)] != '\0';
  text_format(command, " %s %s", option, quoted ? "'" : "");
  for (const char *at = value; *at; at++) {
    if (*at == '\'') text_add(command, "'\\''");
    else if ((unsigned char)*at < 0x20) text_add(command, " ");
    else text_append(command, at, 1);
  }
  text_add(command, quoted ? "'" : "");
}

static void add_path_argument(struct text *command, const struct options *options,
                              const char *option, const char *path) {
  char *shown = portable(options, path);
  add_argument(command, option, shown);
  free(shown);
}

static bool is_default_spec(const struct options *options) {
  if (!options->spec) return true;
  char *shown = portable(options, options->spec);
  bool same = strcmp(shown, "spec/dtypes.lua") == 0;
  free(shown);
  return same;
}

// How to make it again: what the list says, unless options changed what comes out.
static void regenerate_command(const struct run *run, struct text *command) {
  const struct options *options = run->options;
  bool plain = is_default_spec(options) && !options->template && !options->outputs &&
               !options->has_max_dlpack && options->define_count == 0 && !run->own_list;
  if (plain && run->outputs->command) {
    text_add(command, run->outputs->command);
    return;
  }
  text_add(command, "dltab gen");
  if (!is_default_spec(options)) add_path_argument(command, options, "--spec", options->spec);
  if (options->outputs) add_path_argument(command, options, "--outputs", options->outputs);
  if (options->template) add_path_argument(command, options, "--template", options->template);
  for (size_t i = 0; i < options->define_count; i++) {
    struct text pair = {0};
    text_format(&pair, "%s=%s", options->defines[i].key, options->defines[i].value);
    add_argument(command, "--define", text_string(&pair));
    text_free(&pair);
  }
  if (options->has_max_dlpack)
    text_format(command, " --max-dlpack %d.%d", options->max_dlpack.major,
                options->max_dlpack.minor);
  if (options->template && strcmp(options->output, "-") != 0)
    add_path_argument(command, options, "-o", options->output);
}

static void made_from(const struct run *run, const char *template, struct text *line) {
  const struct spec *spec = run->model->spec;
  text_add(line, BANNER_START);
  for (size_t i = 0; i < spec->file_count; i++) {
    char *shown = portable(run->options, spec->files[i]);
    text_format(line, "%s%s", i ? ", " : "", shown);
    free(shown);
  }
  text_format(line, " and %s.", template);
}

static bool render(struct run *run, const char *template_path, const char *template_shown,
                   struct text *out) {
  struct text source = {0}, reason = {0}, from = {0}, command = {0};
  struct place whole = {template_path, 0};
  enum file_result result =
      file_read(template_path, template_limit, FILE_FOLLOW_LINKS, &source, NULL, &reason);
  if (result == FILE_MISSING)
    report_add(run->report, RULE_NONE, whole, "there is no such template");
  if (result == FILE_REFUSED)
    report_add(run->report, RULE_NONE, whole, "the template %s", text_string(&reason));
  bool right = result == FILE_READ;
  if (right) {
    made_from(run, template_shown, &from);
    regenerate_command(run, &command);
    struct banner banner = {text_string(&from), text_string(&command)};
    depfile_add_input(&run->depfile, template_path);
    right = renderer_run(run->renderer, template_path, &source, &banner, out, run->report);
  }
  text_free(&source);
  text_free(&reason);
  text_free(&from);
  text_free(&command);
  return right;
}

// The template's path: below the root, or dltab's own.
static char *find_template(const struct run *run, const char *name) {
  char *path = path_join(run->options->root, name);
  struct stat status;
  if (stat(path, &status) == 0 || !run->data) return path;
  char *own = path_join(run->data, name);
  if (stat(own, &status) != 0) {
    free(own);
    return path;
  }
  free(path);
  return own;
}

static bool exists(const char *path) {
  struct stat status;
  return stat(path, &status) == 0;
}

static void add_to_plan(struct run *run, const struct output *output, const struct text *text) {
  const char *path_given = run->options->output;
  if (path_given && strcmp(path_given, "-") == 0) {
    text_append(&run->to_stdout, text_string(text), text->length);
    return;
  }
  char *path = path_given ? memory_copy(path_given, strlen(path_given))
                          : path_join(run->options->root, output->path);
  const char *shown = path_given ? path_given : output->path;
  depfile_add_target(&run->depfile, path);
  // With -o even a region becomes a file of its own.
  if (output->region && !path_given)
    plan_region(&run->plan, path, shown, output->region, text, run->report);
  else plan_file(&run->plan, path, shown, text, run->report);
  free(path);
}

static void add_output(struct run *run, const struct output *output) {
  // dltab's own list, used for a root that has none, keeps its hands off files that are not there.
  if (run->own_list && output->region && !run->options->output) {
    char *path = path_join(run->options->root, output->path);
    bool there = exists(path);
    free(path);
    if (!there) return;
  }
  char *template = find_template(run, output->template);
  struct text text = {0};
  if (render(run, template, output->template, &text)) add_to_plan(run, output, &text);
  text_free(&text);
  free(template);
}

static void add_template(struct run *run) {
  const struct options *options = run->options;
  char *shown = portable(options, options->template);
  struct output output = {.path = options->output, .template = options->template};
  struct text text = {0};
  if (render(run, options->template, shown, &text)) add_to_plan(run, &output, &text);
  text_free(&text);
  free(shown);
}

static bool load_outputs(struct run *run) {
  const struct options *options = run->options;
  char *path = options->outputs ? memory_copy(options->outputs, strlen(options->outputs))
                                : path_join(options->root, "gen/outputs.lua");
  if (!options->outputs && !exists(path) && run->data) {
    free(path);
    path = path_join(run->data, "gen/outputs.lua");
    run->own_list = true;
  }
  run->outputs = outputs_load(path, run->report);
  depfile_add_input(&run->depfile, path);
  free(path);
  return run->report->count == 0;
}

static bool add_listed(struct run *run) {
  const char *only = run->options->only;
  bool found = false;
  struct nearest nearest = nearest_to(only ? only : "");
  for (size_t i = 0; i < run->outputs->count; i++) {
    const struct output *output = &run->outputs->list[i];
    nearest_offer(&nearest, output->path);
    if (only && strcmp(only, output->path) != 0) continue;
    add_output(run, output);
    found = true;
  }
  if (found || !only) return true;
  struct text text = {0};
  for (size_t i = 0; i < run->outputs->count; i++)
    text_format(&text, "%s%s", i ? ", " : "", run->outputs->list[i].path);
  report_add(run->report, RULE_NONE, (struct place){"dltab", 0},
             "--only %s: no output of that path; the list has %s", only, text_string(&text));
  text_free(&text);
  return false;
}

static bool show_difference(struct run *run) {
  struct text out = {0}, orphans = {0}, command = {0};
  size_t stale = plan_show(&run->plan, &out);
  size_t orphaned = 0;
  if (!run->options->only && !run->options->template)
    orphaned = orphans_show(run->options->root, &run->plan, &out, &orphans);
  regenerate_command(run, &command);
  fwrite(text_string(&out), 1, out.length, stdout);
  if (stale)
    printf("dltab: %zu of %zu outputs stale or missing; to mend: %s\n", stale, run->plan.count,
           text_string(&command));
  if (orphaned)
    printf("dltab: %zu orphaned; to mend: rm%s, or list what makes it in the outputs list\n",
           orphaned, text_string(&orphans));
  if (!stale && !orphaned && !run->options->quiet)
    printf("dltab: %zu outputs are up to date\n", run->plan.count);
  text_free(&out);
  text_free(&orphans);
  text_free(&command);
  return stale + orphaned > 0;
}

// The depfile and the stamp, written also when nothing changed, so that their time is that of the run.
static bool write_beside(struct run *run) {
  const struct options *options = run->options;
  const struct text nothing = {0};
  struct text rule = {0};
  bool right = true;
  if (options->depfile) {
    depfile_rule(&run->depfile, options->stamp, run->model->spec, &rule);
    right = emit_file(options->depfile, &rule, run->report);
  }
  if (right && options->stamp) right = emit_file(options->stamp, &nothing, run->report);
  text_free(&rule);
  return right;
}

static void write_outputs(struct run *run) {
  struct plan *plan = &run->plan;
  size_t written;
  bool right = plan_write(plan, &written, run->report);
  fwrite(text_string(&run->to_stdout), 1, run->to_stdout.length, stdout);
  if (right) right = write_beside(run);
  if (!right || written == 0 || run->options->quiet) return;
  for (size_t i = 0; i < plan->count; i++)
    if (plan->targets[i].state != TARGET_FRESH) printf("wrote %s\n", plan->targets[i].shown);
  printf("dltab: %zu of %zu outputs written\n", written, plan->count);
}

bool generate(const struct model *model, const struct options *options, const char *data,
              bool *stale, struct report *report) {
  struct run run = {.model = model, .options = options, .data = data, .report = report};
  *stale = false;
  run.renderer = renderer_new(model, options);
  bool checking = options->command == COMMAND_CHECK;
  if (emit_lock(options->root, checking, report)) {
    if (options->template) add_template(&run);
    else if (load_outputs(&run)) add_listed(&run);
  }
  if (report->count == 0) {
    plan_compare(&run.plan);
    if (checking) *stale = show_difference(&run);
    else write_outputs(&run);
  }
  renderer_free(run.renderer);
  outputs_free(run.outputs);
  plan_free(&run.plan);
  depfile_free(&run.depfile);
  text_free(&run.to_stdout);
  return report->count == 0;
}
