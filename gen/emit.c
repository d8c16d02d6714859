#include "emit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>

#include "diff.h"
#include "files.h"
#include "region.h"

enum { file_limit = 256 * 1024 * 1024 };

bool emit_lock(const char *root, bool shared, struct report *report) {
  struct place place = {root, 0};
  int folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) {
    report_add(report, RULE_NONE, place, "the root cannot be opened: %s", strerror(errno));
    return false;
  }
  int result;
  do result = flock(folder, shared ? LOCK_SH : LOCK_EX);
  while (result != 0 && errno == EINTR);
  // A file system without locks, such as some over a network, is no reason to refuse.
  bool lockless = errno == EBADF || errno == EINVAL || errno == ENOLCK || errno == ENOSYS ||
                  errno == EOPNOTSUPP;
  if (result == 0 || lockless) return true; // left open: the lock goes when the process does
  report_add(report, RULE_NONE, place, "the root cannot be locked: %s", strerror(errno));
  return false;
}

static struct target *find_target(struct plan *plan, const char *path) {
  for (size_t i = 0; i < plan->count; i++)
    if (strcmp(plan->targets[i].path, path) == 0) return &plan->targets[i];
  return NULL;
}

// A pipe or a device keeps its name: /dev/stdout leads to what has none.
static char *resolve_links(const char *path) {
  struct stat status;
  bool special = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
  char *resolved = special ? NULL : realpath(path, NULL);
  return resolved ? resolved : memory_copy(path, strlen(path));
}

// Looks at what is there. False when it cannot be a target.
static bool look(struct target *target, struct report *report) {
  struct place place = {target->shown, 0};
  struct stat status;
  if (stat(target->path, &status) == 0 && !S_ISREG(status.st_mode)) {
    if (S_ISDIR(status.st_mode)) {
      report_add(report, RULE_NONE, place, "is a folder; a file is to be written there");
      return false;
    }
    target->special = true;
    return true;
  }
  struct text reason = {0};
  enum file_result result =
      file_read(target->path, file_limit, FILE_FOLLOW_LINKS, &target->current, &status, &reason);
  if (result == FILE_REFUSED) report_add(report, RULE_NONE, place, "%s", text_string(&reason));
  if (result == FILE_MISSING) target->state = TARGET_MISSING;
  if (result == FILE_READ) target->mode = status.st_mode & 07777;
  text_free(&reason);
  return result != FILE_REFUSED;
}

// The target of that path, looked at once.
static struct target *open_target(struct plan *plan, const char *path, const char *shown,
                                  struct report *report) {
  char *resolved = resolve_links(path);
  struct target *target = find_target(plan, resolved);
  if (target) {
    free(resolved);
    return target;
  }
  plan->targets = memory_resize(plan->targets, (plan->count + 1) * sizeof *plan->targets);
  target = &plan->targets[plan->count++];
  *target = (struct target){.path = resolved, .shown = memory_copy(shown, strlen(shown))};
  if (!look(target, report)) return NULL;
  text_append(&target->wanted, text_string(&target->current), target->current.length);
  return target;
}

bool plan_file(struct plan *plan, const char *path, const char *shown, const struct text *content,
               struct report *report) {
  size_t before = plan->count;
  struct target *target = open_target(plan, path, shown, report);
  if (!target) return false;
  if (plan->count == before) {
    report_add(report, RULE_NONE, (struct place){shown, 0}, "two outputs write this file");
    return false;
  }
  text_free(&target->wanted);
  text_append(&target->wanted, text_string(content), content->length);
  return true;
}

bool plan_region(struct plan *plan, const char *path, const char *shown, const char *region,
                 const struct text *lines, struct report *report) {
  struct target *target = open_target(plan, path, shown, report);
  if (!target) return false;
  if (target->state == TARGET_MISSING || target->special) {
    report_add(report, RULE_NONE, (struct place){shown, 0},
               "%s; the region %s needs a file with the lines <!-- dltab:begin %s --> and "
               "<!-- dltab:end %s -->",
               target->special ? "is no regular file" : "there is no such file", region, region,
               region);
    return false;
  }
  return region_replace(&target->wanted, shown, region, lines, report);
}

static struct text unified(const struct text *text) {
  struct text copy = {0};
  text_append(&copy, text_string(text), text->length);
  text_unify_lines(&copy);
  return copy;
}

// A check-out may have turned every LF into CR LF; that alone is no difference.
static bool is_fresh(const struct target *target) {
  if (text_equal(&target->current, &target->wanted)) return true;
  struct text current = unified(&target->current);
  bool fresh = text_equal(&current, &target->wanted);
  text_free(&current);
  return fresh;
}

void plan_compare(struct plan *plan) {
  for (size_t i = 0; i < plan->count; i++) {
    struct target *target = &plan->targets[i];
    if (target->state == TARGET_MISSING) continue;
    target->state = !target->special && is_fresh(target) ? TARGET_FRESH : TARGET_STALE;
  }
}

size_t plan_show(const struct plan *plan, struct text *out) {
  size_t shown = 0;
  for (size_t i = 0; i < plan->count; i++) {
    const struct target *target = &plan->targets[i];
    if (target->state == TARGET_FRESH) continue;
    bool missing = target->state == TARGET_MISSING;
    struct text current = unified(&target->current); // else every line would differ
    struct text wanted = unified(&target->wanted);
    text_format(out, "%s: %s\n", missing ? "missing" : "stale", target->shown);
    diff_unified(out, missing ? "/dev/null" : target->shown, target->shown, &current, &wanted);
    text_free(&current);
    text_free(&wanted);
    shown++;
  }
  return shown;
}

void plan_free(struct plan *plan) {
  for (size_t i = 0; i < plan->count; i++) {
    free(plan->targets[i].path);
    free(plan->targets[i].shown);
    free(plan->targets[i].temporary);
    text_free(&plan->targets[i].current);
    text_free(&plan->targets[i].wanted);
  }
  free(plan->targets);
  *plan = (struct plan){0};
}
