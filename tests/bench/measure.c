// Runs a command and prints its wall time in milliseconds and its peak memory in kB. A program of its
// own, because a child starts with the peak of the process that made it.
//
// usage: measure EXIT_CODE COMMAND...   fails unless the command ends with that code
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

int main(int argument_count, char **arguments) {
  int status = 1;
  if (argument_count < 3) return EXIT_FAILURE;
  double start = milliseconds();
  pid_t pid = fork();
  if (pid == 0) {
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(126);
    execvp(arguments[2], arguments + 2);
    _exit(127);
  }
  if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status)) return EXIT_FAILURE;
  if (WEXITSTATUS(status) != atoi(arguments[1])) return EXIT_FAILURE;
  double end = milliseconds();
  struct rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  printf("%.3f %ld\n", end - start, usage.ru_maxrss);
  return EXIT_SUCCESS;
}
