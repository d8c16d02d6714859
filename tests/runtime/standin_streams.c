// Streams and events: handles, and what they stand for. Handles are numbers that no other handle
// ever had, not addresses, so that one kept too long is known as such and is never taken for
// another.
#include "standin_state.h"

#include <stdlib.h>

static struct stream *streams;
static struct event *events;

static uintptr_t new_handle(void) {
  static uintptr_t last = 0x10000;
  return last += 16;
}

struct stream *streams_all(void) {
  return streams;
}

static struct stream *new_stream(enum ordering ordering, unsigned long thread, bool has_handle) {
  struct stream *stream = calloc(1, sizeof *stream);
  if (!stream) return NULL;
  *stream = (struct stream){.next = streams,
                            .handle = has_handle ? new_handle() : 0,
                            .thread = thread,
                            .ordering = ordering,
                            .device = this_thread()->device};
  return streams = stream;
}

// Every device has a legacy default stream, and one for each thread.
static struct stream *default_stream(enum ordering ordering, unsigned long thread) {
  int device = this_thread()->device;
  for (struct stream *one = streams; one; one = one->next)
    if (!one->handle && one->ordering == ordering && one->thread == thread && one->device == device)
      return one;
  return new_stream(ordering, thread, false);
}

struct stream *stream_find(cudaStream_t handle) {
  if (!handle || handle == cudaStreamLegacy) return default_stream(ORDER_LEGACY, 0);
  if (handle == cudaStreamPerThread) return default_stream(ORDER_BLOCKING, this_thread()->number);
  for (struct stream *one = streams; one; one = one->next)
    if (one->handle == (uintptr_t)handle && !one->destroyed) return one;
  fault("%#jx is no stream, or a destroyed one", (uintmax_t)(uintptr_t)handle);
  return NULL;
}

struct event *event_find(cudaEvent_t handle) {
  for (struct event *one = events; one; one = one->next)
    if (one->handle == (uintptr_t)handle && !one->destroyed) return one;
  fault("%#jx is no event, or a destroyed one", (uintmax_t)(uintptr_t)handle);
  return NULL;
}

int events_alive(void) {
  int count = 0;
  for (const struct event *one = events; one; one = one->next) count += !one->destroyed;
  return count;
}

void streams_reset(void) {
  while (streams) {
    struct stream *next = streams->next;
    free(streams);
    streams = next;
  }
  while (events) {
    struct event *next = events->next;
    free(events);
    events = next;
  }
}

STANDIN_EXPORT int standin_events_alive(void) {
  lock();
  int count = events_alive();
  unlock();
  return count;
}

static cudaError_t create_stream(cudaStream_t *handle, unsigned flags) {
  if (!handle || flags & ~(unsigned)cudaStreamNonBlocking) return cudaErrorInvalidValue;
  struct stream *stream =
      new_stream(flags & cudaStreamNonBlocking ? ORDER_NONE : ORDER_BLOCKING, 0, true);
  if (!stream) return cudaErrorMemoryAllocation;
  *handle = (cudaStream_t)stream->handle;
  return cudaSuccess;
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaStreamCreateWithFlags(cudaStream_t *pStream,
                                                               unsigned flags) {
  cudaError_t error = call_begin(NEEDS_CONTEXT, "cudaStreamCreateWithFlags flags=%u", flags);
  if (!error) error = create_stream(pStream, flags);
  return call_end(error);
}

// What is queued on the stream still runs, as on a GPU.
static cudaError_t destroy_stream(cudaStream_t handle) {
  struct stream *stream = stream_find(handle);
  if (stream && !stream->handle) fault("cudaStreamDestroy of a default stream");
  if (!stream || !stream->handle) return cudaErrorInvalidResourceHandle;
  stream->destroyed = true;
  return cudaSuccess;
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaStreamDestroy(cudaStream_t stream) {
  cudaError_t error =
      call_begin(NEEDS_CONTEXT, "cudaStreamDestroy stream=%#jx", (uintmax_t)(uintptr_t)stream);
  if (!error) error = destroy_stream(stream);
  return call_end(error);
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaStreamSynchronize(cudaStream_t stream) {
  cudaError_t error = call_begin(NEEDS_CONTEXT_OUTSIDE_CAPTURE, "cudaStreamSynchronize stream=%#jx",
                                 (uintmax_t)(uintptr_t)stream);
  if (!error) error = queue_run_stream(stream);
  return call_end(error);
}

static cudaError_t create_event(cudaEvent_t *handle, unsigned flags) {
  const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming;
  if (!handle || flags & ~known) return cudaErrorInvalidValue;
  struct event *event = calloc(1, sizeof *event);
  if (!event) return cudaErrorMemoryAllocation;
  *event = (struct event){.next = events, .handle = new_handle(), .device = this_thread()->device};
  events = event;
  *handle = (cudaEvent_t)event->handle;
  return cudaSuccess;
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
  cudaError_t error = call_begin(NEEDS_CONTEXT, "cudaEventCreateWithFlags flags=%u", flags);
  if (!error) error = create_event(event, flags);
  return call_end(error);
}

static cudaError_t destroy_event(cudaEvent_t handle) {
  struct event *event = event_find(handle);
  if (!event) return cudaErrorInvalidResourceHandle;
  event->destroyed = true;
  return cudaSuccess;
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaEventDestroy(cudaEvent_t event) {
  cudaError_t error =
      call_begin(NEEDS_CONTEXT, "cudaEventDestroy event=%#jx", (uintmax_t)(uintptr_t)event);
  if (!error) error = destroy_event(event);
  return call_end(error);
}

static cudaError_t record(cudaEvent_t handle, cudaStream_t on) {
  struct event *event = event_find(handle);
  struct stream *stream = stream_find(on);
  if (!event || !stream) return cudaErrorInvalidResourceHandle;
  if (event->device != stream->device) {
    fault("an event of device %d, recorded on a stream of device %d", event->device,
          stream->device);
    return cudaErrorInvalidResourceHandle;
  }
  unsigned long number = 0;
  cudaError_t error = queue_add(on, &(struct operation){.action = RECORD}, &number);
  if (error) return error;
  event->recorded = number;
  event->capture = stream->capture;
  return cudaSuccess;
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  cudaError_t error = call_begin(NEEDS_CONTEXT, "cudaEventRecord stream=%#jx event=%#jx",
                                 (uintmax_t)(uintptr_t)stream, (uintmax_t)(uintptr_t)event);
  if (!error) error = record(event, stream);
  return call_end(error);
}

static cudaError_t wait_for(cudaStream_t on, cudaEvent_t handle, unsigned flags) {
  struct event *event = event_find(handle);
  struct stream *stream = stream_find(on);
  if (!event || !stream) return cudaErrorInvalidResourceHandle;
  if (flags & ~(unsigned)cudaEventWaitExternal) return cudaErrorInvalidValue;
  cudaError_t error = capture_joins(stream, event);
  if (error) return error;
  return queue_add(on, &(struct operation){.action = WAIT, .waits_for = event->recorded}, NULL);
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                                         unsigned flags) {
  cudaError_t error =
      call_begin(NEEDS_CONTEXT, "cudaStreamWaitEvent stream=%#jx event=%#jx flags=%u",
                 (uintmax_t)(uintptr_t)stream, (uintmax_t)(uintptr_t)event, flags);
  if (!error) error = wait_for(stream, event, flags);
  return call_end(error);
}
