// Captures, as far as it takes to see whether a caller disturbs one. What is captured never runs,
// and the graph that comes out is NULL.
#include "standin_state.h"

static void invalidate(struct stream *stream) { stream->capture->invalidated = true; }

static bool began_here(const struct stream *stream) { return stream->capture == stream; }

static bool forbids(const struct stream *origin) {
  if (!began_here(origin) || origin->mode == cudaStreamCaptureModeRelaxed) return false;
  return origin->mode == cudaStreamCaptureModeGlobal || origin->capturer == this_thread()->number;
}

bool capture_forbids(void) {
  bool forbidden = false;
  for (struct stream *one = streams_all(); one; one = one->next) {
    if (!forbids(one)) continue;
    invalidate(one);
    forbidden = true;
  }
  return forbidden;
}

// The legacy stream would have to wait for a blocking stream that captures, which cannot be.
static bool legacy_meets_capture(const struct stream *legacy) {
  bool met = false;
  for (struct stream *one = streams_all(); one; one = one->next) {
    if (!one->capture || one->ordering != ORDER_BLOCKING || one->device != legacy->device) continue;
    invalidate(one);
    met = true;
  }
  return met;
}

cudaError_t capture_takes(struct stream *stream, bool *taken) {
  *taken = stream->capture != NULL;
  if (stream->ordering == ORDER_LEGACY && legacy_meets_capture(stream))
    return cudaErrorStreamCaptureImplicit;
  if (!*taken) return cudaSuccess;
  if (stream->capture->invalidated) return cudaErrorStreamCaptureInvalidated;
  call_note_captured();
  return cudaSuccess;
}

cudaError_t capture_joins(struct stream *stream, const struct event *event) {
  if (event->capture && !began_here(event->capture)) return cudaErrorCapturedEvent;
  if (stream->capture && stream->capture != event->capture) {
    invalidate(stream);
    return event->capture ? cudaErrorStreamCaptureMerge : cudaErrorStreamCaptureIsolation;
  }
  if (event->capture && stream->ordering == ORDER_LEGACY) {
    event->capture->invalidated = true;
    return cudaErrorStreamCaptureImplicit;
  }
  stream->capture = event->capture;
  return cudaSuccess;
}

static cudaError_t begin(cudaStream_t handle, enum cudaStreamCaptureMode mode) {
  struct stream *stream = stream_find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (stream->ordering == ORDER_LEGACY) return cudaErrorStreamCaptureUnsupported;
  if (stream->capture) return cudaErrorIllegalState;
  stream->capture = stream;
  stream->mode = mode;
  stream->capturer = this_thread()->number;
  stream->invalidated = false;
  return cudaSuccess;
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaStreamBeginCapture(cudaStream_t stream,
                                                            enum cudaStreamCaptureMode mode) {
  cudaError_t error =
      call_begin(NEEDS_CONTEXT, "cudaStreamBeginCapture stream=%#jx", (uintmax_t)(uintptr_t)stream);
  if (!error) error = begin(stream, mode);
  return call_end(error);
}

static cudaError_t end(cudaStream_t handle, cudaGraph_t *graph) {
  struct stream *stream = stream_find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (!graph) return cudaErrorInvalidValue;
  *graph = NULL;
  if (!stream->capture) return cudaErrorIllegalState;
  if (!began_here(stream)) return cudaErrorStreamCaptureUnmatched;
  for (struct stream *one = streams_all(); one; one = one->next)
    if (one != stream && one->capture == stream) one->capture = NULL;
  stream->capture = NULL;
  return stream->invalidated ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaStreamEndCapture(cudaStream_t stream,
                                                          cudaGraph_t *pGraph) {
  cudaError_t error =
      call_begin(NEEDS_CONTEXT, "cudaStreamEndCapture stream=%#jx", (uintmax_t)(uintptr_t)stream);
  if (!error) error = end(stream, pGraph);
  return call_end(error);
}

static cudaError_t is_capturing(cudaStream_t handle, enum cudaStreamCaptureStatus *status) {
  struct stream *stream = stream_find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (!status) return cudaErrorInvalidValue;
  *status = cudaStreamCaptureStatusNone;
  // Unlike putting something on the legacy stream, asking about it spoils no capture.
  for (struct stream *one = streams_all(); one && stream->ordering == ORDER_LEGACY; one = one->next)
    if (one->capture && one->ordering == ORDER_BLOCKING && one->device == stream->device)
      return cudaErrorStreamCaptureImplicit;
  if (stream->capture)
    *status = stream->capture->invalidated ? cudaStreamCaptureStatusInvalidated
                                           : cudaStreamCaptureStatusActive;
  return cudaSuccess;
}

STANDIN_EXPORT cudaError_t CUDARTAPI
cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *pCaptureStatus) {
  cudaError_t error =
      call_begin(NEEDS_CONTEXT, "cudaStreamIsCapturing stream=%#jx", (uintmax_t)(uintptr_t)stream);
  if (!error) error = is_capturing(stream, pCaptureStatus);
  return call_end(error);
}
