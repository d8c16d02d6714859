#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"

#define BIT(command) (1u << (command))

enum {
  writers = BIT(COMMAND_GEN) | BIT(COMMAND_CHECK),
  everyone = writers | BIT(COMMAND_LIST) | BIT(COMMAND_SHOW) | BIT(COMMAND_LINT),
  readers_of_model = everyone & ~BIT(COMMAND_LINT),
};

static const char usage[] =
    "usage: dltab gen    [options]                 write what changed\n"
    "       dltab check  [options]                 write nothing; show what is stale, missing or "
    "orphaned\n"
    "       dltab list   [--format table|json|csv] print the dtypes\n"
    "       dltab show   NAME | CODE:BITS[:LANES]  print one dtype in both directions\n"
    "       dltab lint                             only check the spec\n"
    "\n"
    "Reads spec/dtypes.lua, where a dtype is one row, and writes what gen/outputs.lua lists:\n"
    "importer, exporter, version constant, documentation and tests, so that they cannot disagree.\n"
    "A row, and one of a dtype that DLPack cannot carry:\n"
    "\n"
    "  dtype { \"int4\", scalar_type = \"Int4\", id = 31, code = \"kDLInt\", bits = 4, lanes = 1,\n"
    "          since = \"0.2\", storage = \"packed\" }\n"
    "  dtype { \"text\", scalar_type = \"Text\", id = 32, bytes = 16 }\n"
    "\n"
    "  --root DIR          base of every default path (default: the current folder)\n"
    "  --spec FILE         the spec (default: spec/dtypes.lua below the root)\n"
    "  --outputs FILE      the list of outputs (default: gen/outputs.lua below the root, else\n"
    "                      dltab's own)\n"
    "  --only OUTPUT       only this path of the list\n"
    "  --template FILE     a template of your own, in place of the list; needs -o\n"
    "  -o FILE             where the output goes; - is standard output\n"
    "  --define KEY=VALUE  what define(\"KEY\") gives in a template\n"
    "  --max-dlpack X.Y    rows that need more keep their enumerator and lose their DLPack form\n"
    "  --depfile FILE      write what the outputs depend on, as a make rule\n"
    "  --stamp FILE        write this file when all went well; the depfile names it, not the "
    "outputs\n"
    "  --format FORMAT     of list: table (default), json or csv\n"
    "  --quiet             say nothing that is no error\n"
    "  --help, --version\n"
    "\n"
    "Examples:\n"
    "  dltab gen                                    after a change of the spec\n"
    "  dltab check                                  in CI, and before a commit\n"
    "  dltab show 12:8                              what is (code 12, 8 bits, 1 lane) here?\n"
    "  dltab list --format csv > dtypes.csv\n"
    "  dltab gen --template my.tmpl -o my.h --define NAMESPACE=mine\n"
    "\n"
    "Exit codes: 0 fine, 1 stale (check) or unknown (show), 2 an error in the spec, a template, "
    "the\n"
    "command line, or reading and writing.\n";

static const char *const commands[] = {"gen", "check", "list", "show", "lint"};
enum { command_count = sizeof commands / sizeof *commands };

const char *command_name(enum command command) { return commands[command]; }

enum option_id {
  OPTION_ROOT,
  OPTION_SPEC,
  OPTION_OUTPUTS,
  OPTION_ONLY,
  OPTION_TEMPLATE,
  OPTION_OUTPUT,
  OPTION_DEFINE,
  OPTION_MAX_DLPACK,
  OPTION_DEPFILE,
  OPTION_STAMP,
  OPTION_FORMAT,
  OPTION_QUIET,
};

struct option {
  const char *name;
  const char *value; // how its value is called; NULL when it takes none
  unsigned commands; // that know it
};

static const struct option known[] = {
    [OPTION_ROOT] = {"--root", "DIR", everyone},
    [OPTION_SPEC] = {"--spec", "FILE", everyone},
    [OPTION_OUTPUTS] = {"--outputs", "FILE", writers},
    [OPTION_ONLY] = {"--only", "OUTPUT", writers},
    [OPTION_TEMPLATE] = {"--template", "FILE", writers},
    [OPTION_OUTPUT] = {"-o", "FILE", writers},
    [OPTION_DEFINE] = {"--define", "KEY=VALUE", writers},
    [OPTION_MAX_DLPACK] = {"--max-dlpack", "X.Y", readers_of_model},
    [OPTION_DEPFILE] = {"--depfile", "FILE", BIT(COMMAND_GEN)},
    [OPTION_STAMP] = {"--stamp", "FILE", BIT(COMMAND_GEN)},
    [OPTION_FORMAT] = {"--format", "table|json|csv", BIT(COMMAND_LIST)},
    [OPTION_QUIET] = {"--quiet", NULL, everyone},
};
enum { option_count = sizeof known / sizeof *known };

static bool wrong(const char *format, ...) GEN_PRINTF(1, 2);

static bool wrong(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("dltab: error: ", stderr);
  vfprintf(stderr, format, arguments);
  fputs("; see dltab --help\n", stderr);
  va_end(arguments);
  return false;
}

static bool take_define(struct options *options, const char *argument) {
  const char *equals = strchr(argument, '=');
  size_t length = equals ? (size_t)(equals - argument) : 0;
  if (!equals || !name_is_identifier(argument, length))
    return wrong("--define %s: KEY=VALUE is needed, and KEY is an identifier", argument);
  char *key = memory_copy(argument, length);
  for (size_t i = 0; i < options->define_count; i++) {
    if (strcmp(options->defines[i].key, key) != 0) continue;
    wrong("--define %s: %s is defined twice", argument, key);
    free(key);
    return false;
  }
  options->defines =
      memory_resize(options->defines, (options->define_count + 1) * sizeof *options->defines);
  options->defines[options->define_count++] = (struct define){key, equals + 1};
  return true;
}

static bool take_format(struct options *options, const char *value) {
  static const char *const formats[] = {"table", "json", "csv"};
  for (size_t i = 0; i < 3; i++) {
    if (strcmp(value, formats[i]) != 0) continue;
    options->format = (enum format)i;
    return true;
  }
  return wrong("--format %s: table, json or csv is needed", value);
}

static bool take_max_dlpack(struct options *options, const char *value) {
  options->has_max_dlpack = version_parse(value, strlen(value), &options->max_dlpack);
  if (options->has_max_dlpack) return true;
  return wrong("--max-dlpack %s: a version is needed, such as 1.0", value);
}

static bool take_path(const char **path, const char *option, const char *value) {
  *path = value;
  return *value ? true : wrong("%s: the name is empty", option);
}

static bool take_file(const char **path, const char *option, const char *value) {
  size_t length = strlen(value);
  if (length == 0 || value[length - 1] != '/') return take_path(path, option, value);
  return wrong("%s %s: a file is needed, not a folder", option, value);
}

static bool take(struct options *options, enum option_id id, const char *value) {
  const char *name = known[id].name;
  switch (id) {
  case OPTION_ROOT:
    return take_path(&options->root, name, value);
  case OPTION_SPEC:
    return take_file(&options->spec, name, value);
  case OPTION_OUTPUTS:
    return take_file(&options->outputs, name, value);
  case OPTION_ONLY:
    return take_path(&options->only, name, value);
  case OPTION_TEMPLATE:
    return take_file(&options->template, name, value);
  case OPTION_OUTPUT:
    return take_file(&options->output, name, value);
  case OPTION_DEPFILE:
    return take_file(&options->depfile, name, value);
  case OPTION_STAMP:
    return take_file(&options->stamp, name, value);
  case OPTION_DEFINE:
    return take_define(options, value);
  case OPTION_MAX_DLPACK:
    return take_max_dlpack(options, value);
  case OPTION_FORMAT:
    return take_format(options, value);
  case OPTION_QUIET:
    options->quiet = true;
    return true;
  }
  return false;
}

static bool unknown_option(const char *argument) {
  struct nearest nearest = nearest_to(argument);
  for (size_t i = 0; i < option_count; i++) nearest_offer(&nearest, known[i].name);
  if (nearest.name) return wrong("unknown option %s; did you mean %s?", argument, nearest.name);
  return wrong("unknown option %s", argument);
}

// Takes the option at *at, and its value when it has one; moves *at to the last word taken.
static bool take_option(struct options *options, int count, char **arguments, int *at) {
  const char *argument = arguments[*at];
  size_t length = strcspn(argument, "=");
  for (size_t i = 0; i < option_count; i++) {
    const struct option *option = &known[i];
    if (strlen(option->name) != length || strncmp(option->name, argument, length) != 0) continue;
    if (!(option->commands & BIT(options->command)))
      return wrong("%s does not take %s", commands[options->command], option->name);
    bool joined = argument[length] == '=';
    if (!option->value && joined) return wrong("%s takes no value", option->name);
    if (!option->value) return take(options, (enum option_id)i, "");
    if (joined) return take(options, (enum option_id)i, argument + length + 1);
    if (*at + 1 == count) return wrong("%s needs a value: %s", option->name, option->value);
    return take(options, (enum option_id)i, arguments[++*at]);
  }
  return unknown_option(argument);
}

static bool take_command(struct options *options, const char *word) {
  struct nearest nearest = nearest_to(word);
  for (int i = 0; i < command_count; i++) {
    if (strcmp(word, commands[i]) == 0) {
      options->command = (enum command)i;
      return true;
    }
    nearest_offer(&nearest, commands[i]);
  }
  if (nearest.name) return wrong("unknown command %s; did you mean %s?", word, nearest.name);
  return wrong("unknown command %s; gen, check, list, show or lint is needed", word);
}

static bool take_word(struct options *options, const char *word) {
  if (options->command != COMMAND_SHOW)
    return wrong("%s takes no argument, but '%s' is given", commands[options->command], word);
  if (options->subject) return wrong("show takes one argument, but '%s' is a second", word);
  options->subject = word;
  return true;
}

static bool fit_together(const struct options *options) {
  if (options->command == COMMAND_SHOW && !options->subject)
    return wrong("show needs a NAME or CODE:BITS[:LANES]");
  if (options->template && !options->output) return wrong("--template needs -o, the file to write");
  if (options->template && (options->only || options->outputs))
    return wrong("--template stands in place of the outputs list: without --only and --outputs");
  if (options->output && !options->template && !options->only)
    return wrong("-o takes one output: --only or --template is needed to say which");
  if (options->command == COMMAND_CHECK && options->output && strcmp(options->output, "-") == 0)
    return wrong("check compares with a file: -o - has none");
  if (options->depfile && !options->stamp && options->output && strcmp(options->output, "-") == 0)
    return wrong("--depfile says what files depend on: with -o - it needs --stamp, a file to name");
  return true;
}

static bool asks_for(int count, char **arguments, const char *option, const char *short_option) {
  for (int i = 1; i < count && strcmp(arguments[i], "--") != 0; i++)
    if (strcmp(arguments[i], option) == 0 || strcmp(arguments[i], short_option) == 0) return true;
  return false;
}

enum options_result options_parse(int count, char **arguments, struct options *options) {
  *options = (struct options){.program = count > 0 ? arguments[0] : "dltab", .root = "."};
  if (asks_for(count, arguments, "--help", "-h")) {
    fputs(usage, stdout);
    return OPTIONS_DONE;
  }
  if (asks_for(count, arguments, "--version", "--version")) {
    puts("dltab " DLTAB_VERSION);
    return OPTIONS_DONE;
  }
  if (count < 2) {
    fputs(usage, stderr);
    return OPTIONS_WRONG;
  }
  bool words_only = false;
  bool right = take_command(options, arguments[1]);
  for (int i = 2; right && i < count; i++) {
    if (!words_only && strcmp(arguments[i], "--") == 0) words_only = true;
    else if (!words_only && arguments[i][0] == '-')
      right = take_option(options, count, arguments, &i);
    else right = take_word(options, arguments[i]);
  }
  return right && fit_together(options) ? OPTIONS_RUN : OPTIONS_WRONG;
}

bool options_are_default(const struct options *options) {
  return strcmp(options->root, ".") == 0 && !options->spec && !options->outputs && !options->only &&
         !options->template && !options->output && !options->has_max_dlpack &&
         options->define_count == 0;
}

void options_free(struct options *options) {
  for (size_t i = 0; i < options->define_count; i++) free(options->defines[i].key);
  free(options->defines);
}
