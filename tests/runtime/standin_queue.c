// What is queued, and which of it must run when something is forced. One list holds the operations
// of all streams in the order in which they were queued; whatever an operation depends on stands
// before it, so that one walk backwards finds all that is needed and one forwards runs it.
#include "standin_state.h"

#include <stdlib.h>
#include <string.h>

static struct operation *first, *last;
static unsigned long numbered;

static cudaError_t append(struct stream *stream, const struct operation *operation) {
  struct operation *added = malloc(sizeof *added);
  if (!added) return cudaErrorMemoryAllocation;
  *added = *operation;
  added->number = ++numbered;
  added->stream = stream;
  added->needed = false;
  added->next = NULL;
  added->previous = last;
  if (last) last->next = added;
  else first = added;
  last = added;
  return cudaSuccess;
}

static void drop(struct operation *operation) {
  if (operation->previous) operation->previous->next = operation->next;
  else first = operation->next;
  if (operation->next) operation->next->previous = operation->previous;
  else last = operation->previous;
  free(operation);
}

cudaError_t queue_add(cudaStream_t handle, const struct operation *operation,
                      unsigned long *number) {
  struct stream *stream = stream_find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (stream->device != this_thread()->device) {
    fault("device %d is current, and the stream %#jx is of device %d", this_thread()->device,
          (uintmax_t)stream->handle, stream->device);
    return cudaErrorInvalidResourceHandle;
  }
  bool captured;
  cudaError_t error = capture_takes(stream, &captured);
  if (error) return error;
  if (!captured) error = append(stream, operation);
  if (number) *number = numbered;
  return error;
}

static void copy(const struct operation *operation) {
  unsigned char *to = place_bytes(&operation->to);
  const unsigned char *from = place_bytes(&operation->from);
  if (!to || !from) return;
  for (size_t row = 0; row < operation->height; row++)
    memmove(to + row * operation->to_pitch, from + row * operation->from_pitch, operation->width);
}

static void run(const struct operation *operation) {
  if (operation->action == COPY) copy(operation);
  if (operation->action != FILL) return;
  unsigned char *to = place_bytes(&operation->to);
  if (to) memset(to, operation->value, operation->width);
}

// For each device, whether everything so far on its legacy stream, or on all its blocking streams,
// must run.
struct needs {
  bool legacy[STANDIN_DEVICES_MOST], blocking[STANDIN_DEVICES_MOST];
};

static bool is_needed(const struct operation *operation, const struct needs *needs) {
  const struct stream *stream = operation->stream;
  if (operation->needed || stream->needed) return true;
  if (stream->ordering == ORDER_LEGACY) return needs->legacy[stream->device];
  return stream->ordering == ORDER_BLOCKING && needs->blocking[stream->device];
}

static void need_record(const struct operation *wait) {
  for (struct operation *one = wait->previous; one; one = one->previous)
    if (one->number == wait->waits_for) one->needed = true;
}

static void choose(void) {
  struct needs needs = {{false}, {false}};
  for (struct operation *one = last; one; one = one->previous) {
    if (!is_needed(one, &needs)) continue;
    struct stream *stream = one->stream;
    one->needed = stream->needed = true;
    if (stream->ordering == ORDER_LEGACY) needs.blocking[stream->device] = true;
    if (stream->ordering == ORDER_BLOCKING) needs.legacy[stream->device] = true;
    if (one->action == WAIT) need_record(one);
  }
  for (struct stream *stream = streams_all(); stream; stream = stream->next) stream->needed = false;
}

static void run_needed(void) {
  choose();
  for (struct operation *one = first, *next; one; one = next) {
    next = one->next;
    if (!one->needed) continue;
    run(one);
    drop(one);
  }
}

// As if something were queued now and waited for: that orders it behind the legacy stream, or the
// legacy stream behind the blocking ones.
cudaError_t queue_run_stream(cudaStream_t handle) {
  struct stream *stream = stream_find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  bool captured;
  cudaError_t error = capture_takes(stream, &captured);
  if (!error && captured) {
    stream->capture->invalidated = true;
    error = cudaErrorStreamCaptureUnsupported;
  }
  if (!error) error = append(stream, &(struct operation){.action = MARK});
  if (error) return error;
  last->needed = true;
  run_needed();
  return cudaSuccess;
}

void queue_run_device(int device) {
  for (struct operation *one = first; one; one = one->next)
    if (one->stream->device == device) one->needed = true;
  run_needed();
}

int queue_length(void) {
  int count = 0;
  for (const struct operation *one = first; one; one = one->next) count++;
  return count;
}

void queue_reset(void) {
  while (first) drop(first);
}

STANDIN_EXPORT int standin_pending(void) {
  lock();
  int count = queue_length();
  unlock();
  return count;
}
