// What the files of the stand-in share. One mutex, taken by call_begin and lock, guards everything;
// all functions here but those two want it held.
#ifndef STANDIN_STATE_H
#define STANDIN_STATE_H

#include <stdint.h>

#include "standin_cudart.h"

#define STANDIN_FORMAT(text, first) __attribute__((format(printf, text, first)))

// --- Calls (standin_calls.c) ---------------------------------------------------------------------

// What a call asks of the machine before it does anything.
enum need {
  NEEDS_NOTHING,
  NEEDS_DEVICE,
  NEEDS_CONTEXT,
  NEEDS_CONTEXT_OUTSIDE_CAPTURE, // it would wait for the GPU, or may
};

// Every entry point that can fail begins and ends with these. The format is the log's line, to
// which the current device is added. What call_begin returns is the error to return, if any.
cudaError_t call_begin(enum need need, const char *format, ...) STANDIN_FORMAT(2, 3);
cudaError_t call_end(cudaError_t error);
void call_note_captured(void);

void lock(void);
void unlock(void);
void fault(const char *format, ...) STANDIN_FORMAT(1, 2);

// The calling thread's own.
struct thread_state {
  unsigned long epoch; // of the reset that it was made after
  unsigned long number;
  int device;
  cudaError_t last_error;
};
struct thread_state *this_thread(void);

const struct standin_options *options_now(void);
void make_context(int device);

// --- Memory (standin_memory.c) -------------------------------------------------------------------

// Kept until the next reset, so that whatever comes after the end can be named.
struct allocation {
  struct allocation *next;
  enum cudaMemoryType type; // device, managed or host, which is pinned
  int device;               // of device memory; else the one that was current
  bool live;
  uintptr_t address; // what the caller has
  size_t size;
  unsigned char *bytes; // where they really are: for device memory, elsewhere
};

// One side of a copy.
struct place {
  const struct allocation *allocation; // NULL: pageable memory
  uintptr_t address;
};

cudaError_t memory_allocate(enum cudaMemoryType type, size_t size, void **pointer);
cudaError_t memory_free(void *pointer, bool pinned);
const struct allocation *memory_at(const void *pointer); // live, or NULL
// False, with a fault, for bytes that are nobody's or not wholly inside one live allocation.
bool memory_place(const void *pointer, size_t bytes, struct place *place);
// NULL, with a fault, when the allocation ended meanwhile.
unsigned char *place_bytes(const struct place *place);
int memory_live(enum cudaMemoryType type, int device); // device -1: any
void memory_reset(void);

// --- Streams and events (standin_streams.c) ------------------------------------------------------

enum ordering { ORDER_LEGACY, ORDER_BLOCKING, ORDER_NONE };

struct stream {
  struct stream *next;
  uintptr_t handle;       // 0 for a default stream
  unsigned long thread;   // whose per-thread default stream it is, or 0
  enum ordering ordering; // against the other streams of its device
  int device;
  bool destroyed;
  bool needed;                     // while operations are chosen: those queued so far must run
  struct stream *capture;          // where the capture that it takes part in began, or NULL
  enum cudaStreamCaptureMode mode; // of the capture that began here; likewise the next two
  unsigned long capturer;
  bool invalidated;
};

struct event {
  struct event *next;
  uintptr_t handle;
  int device;
  bool destroyed;
  unsigned long recorded; // number of the operation, 0: never recorded
  struct stream *capture; // where the capture began in which it was last recorded, or NULL
};

// NULL, with a fault, for handles that are none or no longer.
struct stream *stream_find(cudaStream_t handle);
struct event *event_find(cudaEvent_t handle);
struct stream *streams_all(void);
int events_alive(void);
void streams_reset(void);

// --- Captures (standin_capture.c) ----------------------------------------------------------------

// Whether a capture forbids the calling thread what could wait for the GPU; such a call spoils it.
bool capture_forbids(void);
// Whether a capture takes what is put on the stream. The error, if any, says that it cannot be put.
cudaError_t capture_takes(struct stream *stream, bool *taken);
// The stream waits for the event; taken as above.
cudaError_t capture_joins(struct stream *stream, const struct event *event);

// --- What is queued (standin_queue.c) ------------------------------------------------------------

enum action { COPY, FILL, RECORD, WAIT, MARK };

struct operation {
  struct operation *next, *previous;
  unsigned long number; // in the order of queueing, from 1
  struct stream *stream;
  bool needed;
  enum action action;
  struct place to, from;
  size_t to_pitch, from_pitch, width, height;
  unsigned char value;     // of a fill
  unsigned long waits_for; // number of a record, 0: nothing
};

// Queues a copy of the operation, unless a capture takes it. The number, which means nothing after
// a capture or an error, may be NULL.
cudaError_t queue_add(cudaStream_t handle, const struct operation *operation,
                      unsigned long *number);
cudaError_t queue_run_stream(cudaStream_t handle);
void queue_run_device(int device);
int queue_length(void);
void queue_reset(void);

#endif
