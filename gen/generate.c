#include "generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "banner.h"
#include "command.h"
#include "depfile.h"
#include "emit.h"
#include "files.h"
#include "inputs.h"
#include "names.h"
#include "orphans.h"
#include "outputs.h"
#include "region.h"
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
  struct inputs inputs;
  struct text given; // what goes where -o says
};

// Of a list of the root's own.
static const char *list_command(const struct run *run) {
  return run->outputs && !run->own_list ? run->outputs->command : NULL;
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
    banner_made_from(&from, run->options, run->model->spec, template_shown);
    banner_regenerate(&command, run->options, list_command(run));
    struct banner banner = {text_string(&from), text_string(&command)};
    depfile_add_input(&run->depfile, template_path);
    inputs_add(&run->inputs, "a template", template_path);
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

// The stamp stands for all outputs.
static void add_dependent(struct run *run, const char *path) {
  if (!run->options->stamp) depfile_add_target(&run->depfile, path);
}

// With -o all of it goes there, and even a region becomes a file of its own.
static void add_to_plan(struct run *run, const struct output *output, const struct text *text) {
  if (run->options->output) {
    text_append(&run->given, text_string(text), text->length);
    return;
  }
  char *path = path_join(run->options->root, output->path);
  add_dependent(run, path);
  if (output->region)
    plan_region(&run->plan, path, output->path, output->region, text, run->report);
  else plan_file(&run->plan, path, output->path, text, run->report);
  free(path);
}

static void plan_given(struct run *run) {
  const char *path = run->options->output;
  if (!path || strcmp(path, "-") == 0) return;
  add_dependent(run, path);
  plan_file(&run->plan, path, path, &run->given, run->report);
}

// dltab's own list, used for a root that has none, keeps its hands off a file that is not there or that
// nobody put a marker into.
static bool is_wanted(const struct run *run, const struct output *output) {
  if (!run->own_list || !output->region || run->options->output) return true;
  struct text text = {0}, reason = {0};
  char *path = path_join(run->options->root, output->path);
  enum file_result result =
      file_read(path, template_limit, FILE_FOLLOW_LINKS, &text, NULL, &reason);
  bool wanted =
      result == FILE_REFUSED || (result == FILE_READ && region_markers(&text, output->region) > 0);
  free(path);
  text_free(&text);
  text_free(&reason);
  return wanted;
}

static void add_output(struct run *run, const struct output *output) {
  if (!is_wanted(run, output)) return;
  char *template = find_template(run, output->template);
  struct text text = {0};
  if (render(run, template, output->template, &text)) add_to_plan(run, output, &text);
  text_free(&text);
  free(template);
}

static void add_template(struct run *run) {
  const struct options *options = run->options;
  char *shown = banner_path(options, options->template);
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
  inputs_add(&run->inputs, "the outputs list", path);
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

static void show_mending(const struct run *run, size_t stale, const struct orphans *orphans) {
  struct text command = {0};
  if (list_command(run) && options_are_default(run->options)) text_add(&command, list_command(run));
  else command_as_given(&command, run->options);
  if (stale)
    printf("dltab: %zu of %zu outputs stale or missing; to mend: %s\n", stale, run->plan.count,
           text_string(&command));
  if (orphans->files)
    printf("dltab: %zu orphaned; to mend: rm%s, or list what makes it in the outputs list\n",
           orphans->files, text_string(&orphans->remove));
  if (orphans->regions)
    printf(
        "dltab: %zu orphaned regions; to mend: remove the two markers and what is between them, or "
        "list what fills it in the outputs list\n",
        orphans->regions);
  text_free(&command);
}

static bool show_difference(struct run *run) {
  const struct options *options = run->options;
  struct text out = {0};
  struct orphans orphans = {0};
  char *outputs = options->outputs ? banner_path(options, options->outputs) : NULL;
  size_t stale = plan_show(&run->plan, &out);
  if (!options->only && !options->template)
    orphans_show(options->root, outputs, &run->plan, &out, &orphans);
  fwrite(text_string(&out), 1, out.length, stdout);
  bool fine = stale + orphans.files + orphans.regions == 0;
  show_mending(run, stale, &orphans);
  if (fine && !options->quiet) printf("dltab: %zu outputs are up to date\n", run->plan.count);
  free(outputs);
  text_free(&out);
  orphans_free(&orphans);
  return !fine;
}

// The depfile and the stamp, written also when nothing changed, so that their time is that of the run.
static bool write_beside(struct run *run) {
  const struct options *options = run->options;
  const struct text nothing = {0};
  struct text rule = {0};
  bool right = true;
  if (options->depfile) {
    depfile_rule(&run->depfile, &rule);
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
  if (run->options->output && strcmp(run->options->output, "-") == 0)
    fwrite(text_string(&run->given), 1, run->given.length, stdout);
  if (right) right = write_beside(run);
  if (!right || written == 0 || run->options->quiet) return;
  for (size_t i = 0; i < plan->count; i++)
    if (plan->targets[i].state != TARGET_FRESH) printf("wrote %s\n", plan->targets[i].shown);
  printf("dltab: %zu of %zu outputs written\n", written, plan->count);
}

static void add_spec_files(struct run *run) {
  const struct spec *spec = run->model->spec;
  for (size_t i = 0; i < spec->file_count; i++) {
    inputs_add(&run->inputs, i ? "a file that the spec includes" : "the spec", spec->files[i]);
    depfile_add_input(&run->depfile, spec->files[i]);
  }
  if (run->options->stamp) depfile_add_target(&run->depfile, run->options->stamp);
}

// What would destroy an input or another output is refused before anything is written.
static void check_files(struct run *run) {
  const struct options *options = run->options;
  add_spec_files(run);
  for (size_t i = 0; i < run->plan.count; i++)
    inputs_refuse(&run->inputs, "an output", run->plan.targets[i].path, run->report);
  if (options->depfile) inputs_refuse(&run->inputs, "the depfile", options->depfile, run->report);
  if (options->stamp) inputs_refuse(&run->inputs, "the stamp", options->stamp, run->report);
  if (options->depfile && run->depfile.unnameable)
    report_add(
        run->report, RULE_NONE, (struct place){options->depfile, 0},
        "no rule of make can name %s; a name without ; or =, a leading ~ or (...) at its end "
        "is needed",
        run->depfile.unnameable);
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
  if (report->count == 0) plan_given(&run);
  if (report->count == 0) check_files(&run);
  if (report->count == 0) {
    plan_compare(&run.plan);
    if (checking) *stale = show_difference(&run);
    else write_outputs(&run);
  }
  renderer_free(run.renderer);
  outputs_free(run.outputs);
  plan_free(&run.plan);
  depfile_free(&run.depfile);
  inputs_free(&run.inputs);
  text_free(&run.given);
  return report->count == 0;
}
