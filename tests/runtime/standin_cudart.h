// How tests steer and question the stand-in for libcudart: a shared library with the entry points
// that libdltab uses, and a few that tests need, over memory and streams that need no GPU. It is
// stricter than a GPU, so that what passes here was not luck:
//
// - device memory cannot be touched by the host, and its addresses are never handed out twice;
// - nothing queued runs before something forces it: cudaStreamSynchronize, cudaDeviceSynchronize,
//   cudaMemcpy, cudaFree and cudaFreeHost, and what is forced brings with it only what CUDA's rules
//   order before it. So a copy reads its host memory as late as CUDA may, pageable memory too;
// - whatever is queued on a stream must be queued while the stream's device is the current one
//   (CUDA lets copies and waits pass).
//
// Link with the library, or dlopen it and ask for the names below. All functions may be called from
// any thread. None counts as a call or changes cudaGetLastError.
#ifndef STANDIN_CUDART_H
#define STANDIN_CUDART_H

#include <stdbool.h>
#include <stddef.h>

#include <cuda_runtime_api.h>

#define STANDIN_EXPORT __attribute__((visibility("default")))

enum { STANDIN_DEVICES_MOST = 2 };

// What fresh device memory holds, and managed and pinned memory too.
enum { STANDIN_FRESH_BYTE = 0xCD };

struct standin_options {
  int devices;       // 0, 1 or 2; with 0 calls fail with cudaErrorNoDevice
  int runtime_major; // 12 or 13 (0: 13), which also decides how long cudaPointerAttributes is
  bool no_driver;    // calls fail with cudaErrorInsufficientDriver, and the driver's version is 0
  bool set_device_makes_no_context; // cudaSetDevice as it was before CUDA 12
  bool attributes_make_context;     // cudaPointerGetAttributes makes the current device's context
};

// Forgets everything: allocations, streams, events, contexts, log, faults, a failure still to come,
// and every thread's current device and last error. Addresses and handles from before stay invalid.
// NULL means one device and CUDA 13, which is also how the library starts. No other thread may be
// inside the library.
STANDIN_EXPORT void standin_reset(const struct standin_options *options);

// The nth call from now (1: the next), on whichever thread, does nothing and returns the error, as
// CUDA does for a failure that it notices in that call; 0 calls the failure off. It happens once.
STANDIN_EXPORT void standin_fail(int nth, cudaError_t error);

// Calls since the last reset, failed ones too. All of CUDA's entry points count but
// cudaGetLastError, cudaPeekAtLastError, cudaGetErrorName and cudaGetErrorString, which cannot
// fail.
STANDIN_EXPORT int standin_calls(void);

// The counted calls, one a line: the name; what matters among stream= event= kind= bytes= rows=
// flags= wanted=, in this order; the device that was current; " captured" when it went into a
// capture instead of the queue; and " -> cudaErrorX" when it failed. Handles are written as %#jx
// writes them, the null stream as 0. For instance
//     cudaMemcpyAsync stream=0x1 kind=HostToDevice bytes=64 device=0
// The text is the library's, and good until the next call of this function or standin_reset.
STANDIN_EXPORT const char *standin_log(void);
STANDIN_EXPORT void standin_log_clear(void);

// What callers did that no caller may, whether or not the call failed: ranges outside a live
// allocation, memory freed twice or under a copy still queued, handles that are none or no longer,
// a kind that does not fit the pointers. How many, and a sentence a line; the text lives as the
// log's.
STANDIN_EXPORT int standin_faults(void);
STANDIN_EXPORT const char *standin_fault_text(void);

// Live allocations from cudaMalloc on that device; of other memory, see the next.
STANDIN_EXPORT int standin_live_allocations(int device);
STANDIN_EXPORT int standin_live_host_allocations(void); // managed and pinned
STANDIN_EXPORT int standin_events_alive(void);
STANDIN_EXPORT bool standin_contexts(int device); // whether the device has a context
STANDIN_EXPORT int standin_pending(void);         // operations queued that did not run yet

// Reads and writes device memory as it is now, running nothing that is queued. False, with nothing
// done, unless the bytes lie wholly inside one live allocation.
STANDIN_EXPORT bool standin_peek(const void *device_pointer, void *destination, size_t bytes);
STANDIN_EXPORT bool standin_poke(void *device_pointer, const void *source, size_t bytes);

// A kernel for tests: queued on the stream like a copy, it sets bytes of device or managed memory
// when it runs. Fails as cudaMemcpyAsync would.
STANDIN_EXPORT cudaError_t standin_launch_fill(cudaStream_t stream, void *device_pointer,
                                               size_t bytes, unsigned char value);

#endif
