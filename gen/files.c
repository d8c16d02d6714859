#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum file_result refuse_kind(mode_t mode, struct text *reason) {
  const char *kind = S_ISDIR(mode)    ? "is a folder"
                     : S_ISFIFO(mode) ? "is a pipe"
                     : S_ISLNK(mode)  ? "is a symbolic link"
                                      : "is a device or socket";
  text_format(reason, "%s; a regular file is needed", kind);
  return FILE_REFUSED;
}

static enum file_result refuse_errno(struct text *reason) {
  text_format(reason, "cannot be read: %s", strerror(errno));
  return FILE_REFUSED;
}

static enum file_result read_open(int file, size_t limit, struct text *content,
                                  struct text *reason) {
  char block[65536];
  for (;;) {
    ssize_t got = read(file, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return refuse_errno(reason);
    if (got == 0) return FILE_READ;
    text_append(content, block, (size_t)got);
    if (content->length > limit) {
      text_format(reason, "is larger than %zu MiB", limit >> 20);
      return FILE_REFUSED;
    }
  }
}

// O_NONBLOCK so that opening a pipe returns at once; it means nothing for the regular files left.
static enum file_result open_regular(const char *path, size_t limit, int flags, int *file,
                                     struct stat *status, struct text *reason) {
  struct stat link;
  if (lstat(path, &link) != 0)
    return errno == ENOENT || errno == ENOTDIR ? FILE_MISSING : refuse_errno(reason);
  bool follow = (flags & FILE_FOLLOW_LINKS) != 0;
  if (!follow && S_ISLNK(link.st_mode)) return refuse_kind(link.st_mode, reason);
  *file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | (follow ? 0 : O_NOFOLLOW));
  if (*file < 0) return errno == ENOENT ? FILE_MISSING : refuse_errno(reason);
  if (fstat(*file, status) != 0) return refuse_errno(reason);
  if (!S_ISREG(status->st_mode)) return refuse_kind(status->st_mode, reason);
  if (status->st_size > 0 && (unsigned long long)status->st_size > limit) {
    text_format(reason, "is larger than %zu MiB", limit >> 20);
    return FILE_REFUSED;
  }
  return FILE_READ;
}

enum file_result file_read(const char *path, size_t limit, int flags, struct text *content,
                           struct stat *status, struct text *reason) {
  struct stat opened;
  int file = -1;
  enum file_result result = open_regular(path, limit, flags, &file, &opened, reason);
  if (result == FILE_READ) result = read_open(file, limit, content, reason);
  if (file >= 0) close(file);
  if (status && result == FILE_READ) *status = opened;
  if (result != FILE_READ) text_free(content);
  return result;
}

bool file_head(const char *path, size_t most, struct text *head) {
  char block[4096];
  struct stat status;
  struct text reason = {0};
  int file = -1;
  ssize_t got = -1;
  if (open_regular(path, SIZE_MAX, 0, &file, &status, &reason) == FILE_READ)
    got = read(file, block, most < sizeof block ? most : sizeof block);
  if (file >= 0) close(file);
  text_free(&reason);
  if (got > 0) text_append(head, block, strnlen(block, (size_t)got));
  return head->length > 0;
}

char *path_join(const char *folder, const char *name) {
  struct text path = {0};
  if (name[0] != '/' && strcmp(folder, ".") != 0) {
    text_add(&path, folder);
    if (path.length && path.bytes[path.length - 1] != '/') text_add(&path, "/");
  }
  text_add(&path, name);
  return path.bytes;
}

const char *path_base(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

char *path_folder(const char *path) {
  const char *base = path_base(path);
  if (base == path) return memory_copy(".", 1);
  size_t length = (size_t)(base - path);
  return memory_copy(path, length > 1 ? length - 1 : 1);
}

// Resolves a path of which the last parts may not exist yet.
static char *resolve(const char *path) {
  char *whole = realpath(path, NULL);
  if (whole) return whole;
  char *folder = path_folder(path);
  bool at_end = strcmp(folder, path) == 0; // "." and "/" are their own folders
  char *known = at_end ? NULL : resolve(folder);
  free(folder);
  if (!known) return NULL;
  char *joined = path_join(known, path_base(path));
  free(known);
  return joined;
}

bool file_is_same(const char *one, const char *other) {
  struct stat a, b;
  bool has_one = stat(one, &a) == 0, has_other = stat(other, &b) == 0;
  if ((has_one && !S_ISREG(a.st_mode)) || (has_other && !S_ISREG(b.st_mode))) return false;
  if (has_one && has_other) return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
  char *first = resolve(one), *second = resolve(other);
  bool same = first && second && strcmp(first, second) == 0;
  free(first);
  free(second);
  return same;
}

char *path_below(const char *folder, const char *path) {
  char *base = realpath(folder, NULL);
  char *target = resolve(path);
  char *below = NULL;
  if (base && target) {
    size_t length = strcmp(base, "/") == 0 ? 0 : strlen(base);
    if (strncmp(base, target, length) == 0 && target[length] == '/')
      below = memory_copy(target + length + 1, strlen(target + length + 1));
  }
  free(base);
  free(target);
  return below;
}

static char *program_folder(const char *program) {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length > 0) {
    path[length] = '\0';
    return path_folder(path);
  }
  char *resolved = strchr(program, '/') ? realpath(program, NULL) : NULL;
  if (!resolved) return NULL;
  char *folder = path_folder(resolved);
  free(resolved);
  return folder;
}

static char *if_data(char *folder) {
  char *vocabulary = path_join(folder, "spec/dlpack.lua");
  bool found = access(vocabulary, R_OK) == 0;
  free(vocabulary);
  char *resolved = found ? realpath(folder, NULL) : NULL;
  free(folder);
  return resolved;
}

// build/dltab and build/KIND/dltab lie one and two below a source tree; PREFIX/bin/dltab lies
// beside PREFIX/share/dltab.
char *data_folder(const char *program) {
  static const char *const places[] = {"../share/dltab", "..", "../.."};
  char *folder = program_folder(program);
  char *found = NULL;
  for (size_t i = 0; folder && !found && i < sizeof places / sizeof *places; i++)
    found = if_data(path_join(folder, places[i]));
  free(folder);
  return found;
}
