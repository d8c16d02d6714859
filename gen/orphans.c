#include "orphans.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "diff.h"
#include "files.h"

enum {
  file_limit = 64 * 1024 * 1024,
  banner_within = 1024, // bytes from the start
};

struct names {
  char **list;
  size_t count;
};

static void add_name(struct names *names, char *name) {
  names->list = memory_resize(names->list, (names->count + 1) * sizeof *names->list);
  names->list[names->count++] = name;
}

static bool has_name(const struct names *names, const char *name) {
  for (size_t i = 0; i < names->count; i++)
    if (strcmp(names->list[i], name) == 0) return true;
  return false;
}

// Takes over the folder. Links are resolved, so that no folder is looked through twice.
static void add_folder(struct names *names, char *folder) {
  char *resolved = realpath(folder, NULL);
  free(folder);
  if (resolved && !has_name(names, resolved)) add_name(names, resolved);
  else free(resolved);
}

static void free_names(struct names *names) {
  for (size_t i = 0; i < names->count; i++) free(names->list[i]);
  free(names->list);
}

static int compare_names(const void *one, const void *other) {
  return strcmp(*(char *const *)one, *(char *const *)other);
}

// The files of a folder, sorted, since a folder has them in any order.
static struct names files_of(const char *folder) {
  struct names names = {0};
  DIR *open_folder = opendir(folder);
  if (!open_folder) return names;
  for (struct dirent *entry; (entry = readdir(open_folder));)
    if (entry->d_name[0] != '.')
      add_name(&names, memory_copy(entry->d_name, strlen(entry->d_name)));
  closedir(open_folder);
  if (names.count) qsort(names.list, names.count, sizeof *names.list, compare_names);
  return names;
}

static bool has_banner(const struct text *content) {
  static const char start[] = BANNER_START;
  size_t length = sizeof start - 1;
  for (size_t i = 0; i + length <= content->length && i < banner_within; i++)
    if (memcmp(content->bytes + i, start, length) == 0) return true;
  return false;
}

static bool is_target(const struct plan *plan, const char *path) {
  char *resolved = realpath(path, NULL);
  bool found = false;
  for (size_t i = 0; resolved && !found && i < plan->count; i++)
    found = strcmp(plan->targets[i].path, resolved) == 0;
  free(resolved);
  return found;
}

static bool show_orphan(const char *root, const char *path, struct text *out, struct text *paths) {
  struct text content = {0}, nothing = {0}, reason = {0};
  bool orphan =
      file_read(path, file_limit, 0, &content, NULL, &reason) == FILE_READ && has_banner(&content);
  if (orphan) {
    char *shown = path_below(root, path);
    text_format(out, "orphaned: %s\n", shown ? shown : path);
    diff_unified(out, shown ? shown : path, "/dev/null", &content, &nothing);
    text_format(paths, " %s", shown ? shown : path);
    free(shown);
  }
  text_free(&content);
  text_free(&reason);
  return orphan;
}

size_t orphans_show(const char *root, const struct plan *plan, struct text *out,
                    struct text *paths) {
  struct names folders = {0};
  size_t count = 0;
  add_folder(&folders, memory_copy(root, strlen(root)));
  for (size_t i = 0; i < plan->count; i++) add_folder(&folders, path_folder(plan->targets[i].path));
  for (size_t i = 0; i < folders.count; i++) {
    struct names files = files_of(folders.list[i]);
    for (size_t k = 0; k < files.count; k++) {
      char *path = path_join(folders.list[i], files.list[k]);
      if (!is_target(plan, path)) count += show_orphan(root, path, out, paths);
      free(path);
    }
    free_names(&files);
  }
  free_names(&folders);
  return count;
}
