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
  if (!make_folders(target->path)) return fail(report, target->shown, "its folder cannot be made");
  char *path = temporary_path(target->path);
  unlink(path); // of a run that was killed, and whatever kind of thing it is by now
  int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
  bool written = file >= 0;
  if (written) {
    bool kept = target->state == TARGET_MISSING || fchmod(file, target->mode) == 0;
    written = close_written(file, kept && write_all(file, &target->wanted));
    if (!written) {
      int reason = errno;
      unlink(path);
      errno = reason;
    }
  }
  free(path);
  return written || fail(report, target->shown, "cannot be written");
}

static void remove_temporaries(const struct plan *plan) {
  for (size_t i = 0; i < plan->count; i++) {
    if (plan->targets[i].special || plan->targets[i].state == TARGET_FRESH) continue;
    char *path = temporary_path(plan->targets[i].path);
    unlink(path);
    free(path);
  }
}

static bool rename_temporary(const struct target *target, struct report *report) {
  char *path = temporary_path(target->path);
  bool renamed = rename(path, target->path) == 0;
  free(path);
  return renamed || fail(report, target->shown, "cannot be replaced");
}

bool plan_write(const struct plan *plan, size_t *written, struct report *report) {
  bool right = true;
  *written = 0;
  for (size_t i = 0; right && i < plan->count; i++) {
    const struct target *target = &plan->targets[i];
    if (target->state != TARGET_FRESH && !target->special) right = write_temporary(target, report);
  }
  for (size_t i = 0; right && i < plan->count; i++) {
    const struct target *target = &plan->targets[i];
    if (target->state == TARGET_FRESH) continue;
    right = target->special ? write_special(target, report) : rename_temporary(target, report);
    *written += right;
  }
  if (!right) remove_temporaries(plan);
  return right;
}
