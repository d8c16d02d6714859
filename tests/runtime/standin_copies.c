// Copies and fills: what may be queued, and which range of which memory it means.
#include "standin_state.h"

static const char *const kind_names[] = {"HostToHost", "HostToDevice", "DeviceToHost",
                                         "DeviceToDevice", "Default"};

static const char *kind_name(enum cudaMemcpyKind kind) {
  return (unsigned)kind <= cudaMemcpyDefault ? kind_names[kind] : "unknown";
}

static bool fits(const struct place *place, bool device_side) {
  enum cudaMemoryType type =
      place->allocation ? place->allocation->type : cudaMemoryTypeUnregistered;
  if (type == cudaMemoryTypeManaged) return true;
  return device_side == (type == cudaMemoryTypeDevice);
}

static bool kind_fits(enum cudaMemcpyKind kind, const struct operation *copy) {
  if (kind == cudaMemcpyDefault) return true;
  bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (fits(&copy->to, to_device) && fits(&copy->from, from_device)) return true;
  fault("%s from %p to %p, which are not of that kind", kind_name(kind), (void *)copy->from.address,
        (void *)copy->to.address);
  return false;
}

// The bytes from the first row's first to the last row's last; 0 when they cannot be counted.
static size_t reach(size_t pitch, size_t width, size_t height) {
  size_t bytes;
  if (__builtin_mul_overflow(pitch, height - 1, &bytes)) return 0;
  if (__builtin_add_overflow(bytes, width, &bytes)) return 0;
  return bytes;
}

// Of the copy, width, height and pitches are set.
static cudaError_t add_copy(struct operation *copy, void *to, const void *from,
                            enum cudaMemcpyKind kind, cudaStream_t stream) {
  if ((unsigned)kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (copy->width == 0 || copy->height == 0) return cudaSuccess;
  size_t to_reach = reach(copy->to_pitch, copy->width, copy->height);
  size_t from_reach = reach(copy->from_pitch, copy->width, copy->height);
  if (!to_reach || !from_reach) return cudaErrorInvalidValue;
  bool placed = memory_place(to, to_reach, &copy->to);
  placed = memory_place(from, from_reach, &copy->from) && placed;
  if (!placed || !kind_fits(kind, copy)) return cudaErrorInvalidValue;
  return queue_add(stream, copy, NULL);
}

static cudaError_t add_run_of_bytes(void *to, const void *from, size_t count,
                                    enum cudaMemcpyKind kind, cudaStream_t stream) {
  struct operation copy = {
      .action = COPY, .to_pitch = count, .from_pitch = count, .width = count, .height = 1};
  return add_copy(&copy, to, from, kind, stream);
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaMemcpyAsync(void *dst, const void *src, size_t count,
                                                     enum cudaMemcpyKind kind,
                                                     cudaStream_t stream) {
  cudaError_t error = call_begin(NEEDS_CONTEXT, "cudaMemcpyAsync stream=%#jx kind=%s bytes=%zu",
                                 (uintmax_t)(uintptr_t)stream, kind_name(kind), count);
  if (!error) error = add_run_of_bytes(dst, src, count, kind, stream);
  return call_end(error);
}

STANDIN_EXPORT cudaError_t CUDARTAPI cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src,
                                                       size_t spitch, size_t width, size_t height,
                                                       enum cudaMemcpyKind kind,
                                                       cudaStream_t stream) {
  cudaError_t error =
      call_begin(NEEDS_CONTEXT, "cudaMemcpy2DAsync stream=%#jx kind=%s bytes=%zu rows=%zu",
                 (uintmax_t)(uintptr_t)stream, kind_name(kind), width, height);
  if (!error && (dpitch < width || spitch < width)) error = cudaErrorInvalidPitchValue;
  struct operation copy = {
      .action = COPY, .to_pitch = dpitch, .from_pitch = spitch, .width = width, .height = height};
  if (!error) error = add_copy(&copy, dst, src, kind, stream);
  return call_end(error);
}

// Always complete on return; CUDA promises that not for every kind.
STANDIN_EXPORT cudaError_t CUDARTAPI cudaMemcpy(void *dst, const void *src, size_t count,
                                                enum cudaMemcpyKind kind) {
  cudaError_t error = call_begin(NEEDS_CONTEXT_OUTSIDE_CAPTURE, "cudaMemcpy kind=%s bytes=%zu",
                                 kind_name(kind), count);
  if (!error) error = add_run_of_bytes(dst, src, count, kind, cudaStreamLegacy);
  if (!error) error = queue_run_stream(cudaStreamLegacy);
  return call_end(error);
}

static cudaError_t add_fill(cudaStream_t stream, void *pointer, size_t bytes, unsigned char value) {
  struct operation fill = {.action = FILL, .width = bytes, .value = value};
  if (bytes == 0) return cudaSuccess;
  if (!memory_place(pointer, bytes, &fill.to)) return cudaErrorInvalidValue;
  if (fits(&fill.to, true)) return queue_add(stream, &fill, NULL);
  fault("a kernel writes to %p, which is not the device's", pointer);
  return cudaErrorInvalidValue;
}

STANDIN_EXPORT cudaError_t standin_launch_fill(cudaStream_t stream, void *device_pointer,
                                               size_t bytes, unsigned char value) {
  lock();
  make_context(this_thread()->device);
  cudaError_t error = add_fill(stream, device_pointer, bytes, value);
  unlock();
  return error;
}
