// Writing a plan so that no target is ever torn: each is written to a temporary of a fixed,
// git-ignored name beside it and renamed when all of them are there. A run that is killed leaves at
// most temporaries, which the next run takes over, and a mix of old and new, which check reports.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emit.h"
#include "files.h"

static bool fail(struct report *report, const char *shown, const char *what) {
  report_add(report, RULE_NONE, (struct place){shown, 0}, "%s: %s", what, strerror(errno));
  return false;
}

static char *temporary_path(const char *path) {
  char *folder = path_folder(path);
  struct text name = {0};
  text_format(&name, ".%s.dltab-new", path_base(path));
  char *joined = path_join(folder, text_string(&name));
  text_free(&name);
  free(folder);
  return joined;
}

static bool make_folders(const char *path) {
  char *folder = path_folder(path);
  bool made = strcmp(folder, ".") == 0 || strcmp(folder, "/") == 0 || access(folder, F_OK) == 0 ||
              (make_folders(folder) && (mkdir(folder, 0777) == 0 || errno == EEXIST));
  free(folder);
  return made;
}

static bool write_all(int file, const struct text *content) {
  for (size_t done = 0; done < content->length;) {
    ssize_t wrote = write(file, content->bytes + done, content->length - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return false;
    done += (size_t)wrote;
  }
  return true;
}

static bool close_written(int file, bool written) {
  int reason = errno;
  bool closed = close(file) == 0;
  if (!written) errno = reason;
  return written && closed;
}

// A pipe or a device is written into. Without O_NONBLOCK: a reader may come later.
static bool write_special(const struct target *target, struct report *report) {
  int file = open(target->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (file < 0) return fail(report, target->shown, "cannot be opened for writing");
  if (close_written(file, write_all(file, &target->wanted))) return true;
  return fail(report, target->shown, "cannot be written");
}

static bool write_temporary(const struct target *target, struct report *report) {
  int file = open(target->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file < 0) return fail(report, target->shown, "cannot be written");
  bool kept = target->state == TARGET_MISSING || fchmod(file, target->mode) == 0;
  if (close_written(file, kept && write_all(file, &target->wanted))) return true;
  return fail(report, target->shown, "cannot be written");
}

static void remove_temporaries(const struct plan *plan) {
  for (size_t i = 0; i < plan->count; i++)
    if (plan->targets[i].temporary) unlink(plan->targets[i].temporary);
}

// Everything that needs memory or folders, so that nothing of it is left once the first byte is
// written. Temporaries of a run that was killed go, also of targets that are fresh by now.
static bool prepare(struct plan *plan, struct report *report) {
  bool right = true;
  for (size_t i = 0; i < plan->count; i++) {
    struct target *target = &plan->targets[i];
    if (target->special) continue;
    target->temporary = temporary_path(target->path);
    if (target->state == TARGET_MISSING && !make_folders(target->path))
      right = fail(report, target->shown, "its folder cannot be made");
  }
  remove_temporaries(plan);
  return right;
}

static bool replace(const struct target *target, struct report *report) {
  return rename(target->temporary, target->path) == 0 ||
         fail(report, target->shown, "cannot be replaced");
}

bool plan_write(struct plan *plan, size_t *written, struct report *report) {
  bool right = prepare(plan, report);
  *written = 0;
  for (size_t i = 0; right && i < plan->count; i++) {
    const struct target *target = &plan->targets[i];
    if (target->state != TARGET_FRESH && !target->special) right = write_temporary(target, report);
  }
  for (size_t i = 0; right && i < plan->count; i++) {
    const struct target *target = &plan->targets[i];
    if (target->state == TARGET_FRESH) continue;
    right = target->special ? write_special(target, report) : replace(target, report);
    *written += right;
  }
  if (!right) remove_temporaries(plan);
  return right;
}

bool emit_file(const char *path, const struct text *content, struct report *report) {
  struct plan plan = {0};
  size_t written;
  bool right = plan_file(&plan, path, path, content, report);
  if (right) {
    plan_compare(&plan);
    if (plan.targets[0].state == TARGET_FRESH) plan.targets[0].state = TARGET_STALE;
    right = plan_write(&plan, &written, report);
  }
  plan_free(&plan);
  return right;
}
