// Reading files, joining paths, and finding dltab's own data.
#ifndef GEN_FILES_H
#define GEN_FILES_H

#include <sys/stat.h>

#include "text.h"

enum file_result {
  FILE_READ,
  FILE_MISSING,
  FILE_REFUSED, // exists, but cannot or may not be read; `reason` says why
};

enum { FILE_FOLLOW_LINKS = 1 };

// Reads a whole regular file of at most `limit` bytes, without ever waiting: a pipe, a device or a
// folder is refused unread. Without FILE_FOLLOW_LINKS a symbolic link is refused too. On FILE_READ
// `content` holds the bytes and `status`, if not NULL, what fstat said of the file opened. On
// FILE_REFUSED `reason` holds the end of a sentence, as in "is a folder".
enum file_result file_read(const char *path, size_t limit, int flags, struct text *content,
                           struct stat *status, struct text *reason);

// Reads the first bytes of a regular file, at most `most`, up to a zero byte. False when there are none to
// read.
bool file_head(const char *path, size_t most, struct text *head);

// Whether two paths lead to one file, there already or still to be made. Pipes and devices are no
// files in this sense.
bool file_is_same(const char *one, const char *other);

// All of these return memory the caller frees.
char *path_join(const char *folder, const char *name); // name itself when absolute
char *path_folder(const char *path);                   // "." when there is none
const char *path_base(const char *path);               // points into path

// The path below the folder, or NULL when it is not below it; both are resolved first.
char *path_below(const char *folder, const char *path);

// The folder that holds spec/dlpack.lua and gen/templates: the source tree that the program was
// built in, or what was installed beside it; found from where the program itself lies. NULL when
// there is none.
char *data_folder(const char *program);

#endif
