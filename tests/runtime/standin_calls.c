// What every call has in common: the mutex, the log, the failure that a test asked for, contexts,
// and the calling thread's error.
#include "standin_lines.h"
#include "standin_state.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct standin_options options = {.devices = 1, .runtime_major = 13};
static bool contexts[STANDIN_DEVICES_MOST];
static struct lines log_lines, fault_lines;
static int calls, faults;
static int failing_call; // counted from the reset, 0: none
static cudaError_t failure;

static unsigned long epoch = 1, threads;
static _Thread_local struct thread_state thread_own;

void lock(void) { pthread_mutex_lock(&mutex); }

void unlock(void) { pthread_mutex_unlock(&mutex); }

struct thread_state *this_thread(void) {
  if (thread_own.epoch != epoch) {
    if (thread_own.number == 0) thread_own.number = ++threads;
    thread_own.epoch = epoch;
    thread_own.device = 0;
    thread_own.last_error = cudaSuccess;
  }
  return &thread_own;
}

const struct standin_options *options_now(void) { return &options; }

void make_context(int device) { contexts[device] = true; }

void fault(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  lines_add_list(&fault_lines, format, arguments);
  va_end(arguments);
  lines_add(&fault_lines, "\n");
  faults++;
}

static cudaError_t missing(enum need need) {
  if (need == NEEDS_NOTHING) return cudaSuccess;
  if (options.no_driver) return cudaErrorInsufficientDriver;
  return options.devices == 0 ? cudaErrorNoDevice : cudaSuccess;
}

cudaError_t call_begin(enum need need, const char *format, ...) {
  lock();
  int device = this_thread()->device;
  va_list arguments;
  va_start(arguments, format);
  lines_add_list(&log_lines, format, arguments);
  va_end(arguments);
  lines_add(&log_lines, " device=%d", device);
  if (++calls == failing_call) return failure;
  cudaError_t error = missing(need);
  if (error != cudaSuccess) return error;
  if (need >= NEEDS_CONTEXT) make_context(device);
  if (need == NEEDS_CONTEXT_OUTSIDE_CAPTURE && capture_forbids())
    return cudaErrorStreamCaptureUnsupported;
  return cudaSuccess;
}

cudaError_t call_end(cudaError_t error) {
  if (error != cudaSuccess) {
    this_thread()->last_error = error;
    lines_add(&log_lines, " -> %s", cudaGetErrorName(error));
  }
  lines_add(&log_lines, "\n");
  unlock();
  return error;
}

void call_note_captured(void) { lines_add(&log_lines, " captured"); }

STANDIN_EXPORT void standin_reset(const struct standin_options *wanted) {
  static const struct standin_options usual = {.devices = 1};
  lock();
  options = wanted ? *wanted : usual;
  if (options.runtime_major == 0) options.runtime_major = 13;
  for (int device = 0; device < STANDIN_DEVICES_MOST; device++) contexts[device] = false;
  lines_free(&log_lines);
  lines_free(&fault_lines);
  calls = faults = failing_call = 0;
  epoch++;
  queue_reset();
  streams_reset();
  memory_reset();
  unlock();
}

STANDIN_EXPORT void standin_fail(int nth, cudaError_t error) {
  lock();
  failing_call = calls + nth;
  failure = error;
  unlock();
}

STANDIN_EXPORT int standin_calls(void) {
  lock();
  int now = calls;
  unlock();
  return now;
}

STANDIN_EXPORT const char *standin_log(void) {
  lock();
  const char *text = lines_show(&log_lines);
  unlock();
  return text;
}

STANDIN_EXPORT void standin_log_clear(void) {
  lock();
  log_lines.length = 0;
  unlock();
}

STANDIN_EXPORT int standin_faults(void) {
  lock();
  int now = faults;
  unlock();
  return now;
}

STANDIN_EXPORT const char *standin_fault_text(void) {
  lock();
  const char *text = lines_show(&fault_lines);
  unlock();
  return text;
}

STANDIN_EXPORT bool standin_contexts(int device) {
  lock();
  bool made = device >= 0 && device < STANDIN_DEVICES_MOST && contexts[device];
  unlock();
  return made;
}
