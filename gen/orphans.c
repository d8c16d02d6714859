#include "orphans.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "banner.h"
#include "command.h"
#include "diff.h"
#include "files.h"
#include "region.h"

enum {
  file_limit = 64 * 1024 * 1024,
  banner_within = 1024, // bytes from the start
  deepest = 64,         // folders below each other
};

struct search {
  const char *root;
  const char *outputs;
  const struct plan *plan;
  struct text *out;
  struct orphans *orphans;
};

struct names {
  char **list;
  size_t count;
};

static int compare_names(const void *one, const void *other) {
  return strcmp(*(char *const *)one, *(char *const *)other);
}

// What a folder holds, sorted, since a folder has it in any order.
static struct names names_in(const char *folder) {
  struct names names = {0};
  DIR *open_folder = opendir(folder);
  if (!open_folder) return names;
  for (struct dirent *entry; (entry = readdir(open_folder));) {
    if (entry->d_name[0] == '.') continue;
    names.list = memory_resize(names.list, (names.count + 1) * sizeof *names.list);
    names.list[names.count++] = memory_copy(entry->d_name, strlen(entry->d_name));
  }
  closedir(open_folder);
  if (names.count) qsort(names.list, names.count, sizeof *names.list, compare_names);
  return names;
}

static bool is_target(const struct plan *plan, const char *path) {
  char *resolved = realpath(path, NULL);
  bool found = false;
  for (size_t i = 0; resolved && !found && i < plan->count; i++)
    found = strcmp(plan->targets[i].path, resolved) == 0;
  free(resolved);
  return found;
}

// Whether a banner starts at `found`: behind the opening of a comment or a key of JSON, not in the middle
// of some line that speaks of one.
static bool is_banner(const char *head, const char *found) {
  static const char key[] = "\"generated\": \"";
  const char *line = found;
  while (line > head && line[-1] != '\n') line--;
  line += strspn(line, " \t");
  if (strncmp(line, key, sizeof key - 1) == 0) return line + sizeof key - 1 == found;
  for (; line < found; line++)
    if (isalnum((unsigned char)*line)) return false;
  return true;
}

static bool has_banner(const char *head) {
  const char *found = strstr(head, BANNER_START);
  while (found && !is_banner(head, found)) found = strstr(found + 1, BANNER_START);
  return found != NULL;
}

// The line of the text that has the words, or NULL.
static const char *line_with(const char *text, const char *words, size_t *length) {
  const char *found = strstr(text, words);
  if (!found) return NULL;
  *length = strcspn(found, "\n");
  return found;
}

// Whether the banner's command says that this root's list did not make the file.
static bool is_made_otherwise(const char *head, const char *outputs) {
  size_t length;
  const char *line = line_with(head, "dltab gen", &length);
  if (!line) return outputs != NULL; // a command of the default list's own
  char *command = memory_copy(line, length);
  struct text own = {0};
  if (outputs) command_add_argument(&own, "--outputs", outputs);
  const char *list = strstr(command, " --outputs ");
  bool other_list =
      list ? !outputs || strncmp(list, text_string(&own), own.length) != 0 : outputs != NULL;
  bool otherwise = strstr(command, " --template ") || other_list;
  free(command);
  text_free(&own);
  return otherwise;
}

// Whether the file starts as one of this root's outputs does.
static bool is_output(const char *path, const char *outputs) {
  struct text head = {0};
  bool output = file_head(path, banner_within, &head) && has_banner(text_string(&head)) &&
                !is_made_otherwise(text_string(&head), outputs);
  text_free(&head);
  return output;
}

static void show_region(const struct search *search, const char *shown, const char *name) {
  text_format(search->out, "orphaned: the region %s of %s\n", name, shown);
  search->orphans->regions++;
}

static void show_whole_file(const struct search *search, const char *shown,
                            const struct text *content) {
  struct text nothing = {0};
  text_format(search->out, "orphaned: %s\n", shown);
  diff_unified(search->out, shown, "/dev/null", content, &nothing);
  char *path = path_join(search->root, shown);
  command_add_argument(&search->orphans->remove, NULL, path);
  free(path);
  search->orphans->files++;
}

static void show_orphan(const struct search *search, const char *path, const char *shown) {
  struct text content = {0}, reason = {0};
  if (file_read(path, file_limit, 0, &content, NULL, &reason) == FILE_READ) {
    char *name = region_first_name(&content);
    if (name) show_region(search, shown, name);
    else show_whole_file(search, shown, &content);
    free(name);
  }
  text_free(&content);
  text_free(&reason);
}

static bool has(const char *folder, const char *name) {
  struct stat status;
  char *path = path_join(folder, name);
  bool there = stat(path, &status) == 0;
  free(path);
  return there;
}

static bool is_left_out(const char *path, const char *name) {
  return strcmp(name, "build") == 0 || strcmp(name, "node_modules") == 0 ||
         has(path, "gen/outputs.lua") || has(path, "spec/dtypes.lua");
}

// `shown` is the folder's path below the root, "" for the root itself.
static void search_folder(const struct search *search, const char *shown, int depth) {
  char *folder =
      *shown ? path_join(search->root, shown) : memory_copy(search->root, strlen(search->root));
  struct names names = names_in(folder);
  for (size_t i = 0; i < names.count; i++) {
    const char *name = names.list[i];
    char *path = path_join(folder, name);
    char *below = *shown ? path_join(shown, name) : memory_copy(name, strlen(name));
    struct stat status;
    bool known = lstat(path, &status) == 0;
    if (known && S_ISDIR(status.st_mode) && depth < deepest && !is_left_out(path, name))
      search_folder(search, below, depth + 1);
    if (known && S_ISREG(status.st_mode) && is_output(path, search->outputs) &&
        !is_target(search->plan, path))
      show_orphan(search, path, below);
    free(below);
    free(path);
  }
  for (size_t i = 0; i < names.count; i++) free(names.list[i]);
  free(names.list);
  free(folder);
}

void orphans_show(const char *root, const char *outputs, const struct plan *plan, struct text *out,
                  struct orphans *orphans) {
  struct search search = {root, outputs, plan, out, orphans};
  search_folder(&search, "", 0);
}

void orphans_free(struct orphans *orphans) { text_free(&orphans->remove); }
