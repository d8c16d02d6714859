// Runs dltab again and again, each time in a process of its own in which another allocation fails:
// first alone, then with every later one. The wrapped allocator is in this test alone; what the linker
// wraps are the calls of gen/, and through them all that the spec's Lua state asks for.
//
// usage: failing_allocations ARGUMENT...   the arguments of dltab
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int dltab_main(int argument_count, char **arguments); // main of gen/main.c, renamed

void *__real_realloc(void *block, size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_calloc(size_t count, size_t size);

static long countdown = -1; // fails at 0; negative: never
static bool from_there_on;
static bool reached;

static bool fails(void) {
  if (countdown < 0) return false;
  if (countdown > 0) {
    countdown--;
    return false;
  }
  reached = true;
  if (!from_there_on) countdown = -1;
  return true;
}

void *__wrap_realloc(void *block, size_t size) {
  return fails() ? NULL : __real_realloc(block, size);
}

void *__wrap_calloc(size_t count, size_t size) {
  return fails() ? NULL : __real_calloc(count, size);
}

struct outcome {
  int status;
  char said[4096];
  size_t length;
};

static int child(int argument_count, char **arguments, int out) {
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  int code = dltab_main(argument_count, arguments);
  fflush(stdout);
  // 77: the failing allocation was never asked for, so that all of them have been tried.
  return code == 0 && !reached ? 77 : code;
}

static struct outcome run(int argument_count, char **arguments) {
  struct outcome outcome = {0};
  int ends[2];
  if (pipe(ends) != 0) exit(3);
  fflush(stdout);
  pid_t pid = fork();
  if (pid < 0) exit(3);
  if (pid == 0) {
    close(ends[0]);
    exit(child(argument_count, arguments, ends[1])); // exit, so that leaks are looked for
  }
  close(ends[1]);
  for (ssize_t got = 1; got > 0 && outcome.length < sizeof outcome.said - 1;) {
    got = read(ends[0], outcome.said + outcome.length, sizeof outcome.said - 1 - outcome.length);
    if (got > 0) outcome.length += (size_t)got;
  }
  close(ends[0]);
  waitpid(pid, &outcome.status, 0);
  return outcome;
}

static int wrong(long at, const struct outcome *outcome, const char *what) {
  printf("allocation %ld fails%s: %s (status 0x%x)\n%s\n", at,
         from_there_on ? " and all later" : "", what, (unsigned)outcome->status, outcome->said);
  return 1;
}

// Alone, a failure may be mended: Lua collects and asks again. From there on it may not.
static int judge(long at, const struct outcome *outcome) {
  if (!WIFEXITED(outcome->status)) return wrong(at, outcome, "killed by a signal");
  int code = WEXITSTATUS(outcome->status);
  if (code == 0 && !from_there_on) return 0;
  if (code != 2) return wrong(at, outcome, "exit code is not 2");
  if (!strstr(outcome->said, "error: ")) return wrong(at, outcome, "no sentence");
  if (!strstr(outcome->said, "memory"))
    return wrong(at, outcome, "a sentence about something else");
  return 0;
}

int main(int argument_count, char **arguments) {
  long tried = 0;
  for (int mode = 0; mode < 2; mode++) {
    from_there_on = mode == 1;
    for (long at = 0;; at++, tried++) {
      countdown = at;
      struct outcome outcome = run(argument_count, arguments);
      if (WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == 77) break;
      if (judge(at, &outcome)) return 1;
    }
  }
  printf(
      "failing allocations: %ld tried, each ended with exit code 2 and a sentence, or was mended\n",
      tried);
  return tried > 100 ? 0 : 1;
}
