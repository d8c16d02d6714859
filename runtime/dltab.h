// libdltab: DLPack tensors in and out, on the CPU and on CUDA, for the dtypes of dltab_framework.h.
//
// A dlt_tensor is a counted reference to memory, somebody else's or its own, with a checked
// description. Importing takes over what a producer hands out; exporting hands out a struct that
// keeps the tensor alive until its deleter ran. The rules are DLPack's (dlpack.h and "Python
// Specification for DLPack"); where those leave a choice, what is chosen stands at the function.
//
// All functions:
//   - return DLT_OK, or a status that says what was wrong, with a sentence in *error; `error` may
//     be NULL. *out is NULL (a dlt_view: all zero) after a failure.
//   - never print, abort or exit, and may be called from any thread. One tensor may be used by many
//     threads at once, each with a reference of its own.
//   - trust nothing in a foreign struct but that its pointers, where DLPack requires them, are
//     readable.
//
// Sizes and strides are in elements, as in DLPack; byte counts are called nbytes. Packed elements
// (several to a byte) take ceil(elements * bits * lanes / 8) bytes over the whole tensor.
//
// Of device memory nothing is read by the host. A stream is a number as in the Python specification
// of DLPack: -1 for no ordering, 1 for the legacy default stream, 2 for the per-thread one, else a
// cudaStream_t. 0 is ambiguous and refused.
#ifndef DLTAB_H
#define DLTAB_H

#include "dltab_framework.h"

#if defined(__GNUC__)
#define DLT_API __attribute__((visibility("default")))
#else
#define DLT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dlt_status {
  DLT_OK = 0,
  DLT_ERR_ARGUMENT, // the caller's own: NULL, a stream of 0, a byte count that does not fit
  DLT_ERR_VERSION,  // a versioned struct of another major version
  DLT_ERR_DTYPE,    // a dtype that only one of the two sides has
  DLT_ERR_DEVICE,   // a device that is not understood, not there, or not where the memory is
  DLT_ERR_LAYOUT,   // ndim, shape, strides, data or flags that describe no memory that can be used
  DLT_ERR_READONLY, // a read-only tensor through a struct that cannot say so
  DLT_ERR_COPY,     // a copy is needed and was forbidden
  DLT_ERR_MISMATCH, // not what dlt_expect expects
  DLT_ERR_MEMORY,   // no memory
  DLT_ERR_CUDA      // CUDA is not usable, or one of its calls failed
} dlt_status;

typedef struct dlt_error {
  dlt_status status;
  char message[256]; // one sentence without a full stop; "" on success
} dlt_error;

enum { DLT_STREAM_NONE = -1, DLT_STREAM_LEGACY = 1, DLT_STREAM_PER_THREAD = 2 };

// The most dimensions a tensor can have.
enum { DLT_MAX_NDIM = 64 };

// What a tensor is. Of a tensor, everything it points to lives as long as the tensor.
typedef struct dlt_view {
  dlt_scalar_type scalar_type;
  DLDevice device;      // CPU, CUDA, pinned host or managed memory; the id of the CPU is 0
  int32_t ndim;         // 0 to DLT_MAX_NDIM
  const int64_t *shape; // ndim sizes, none negative; may be NULL when ndim is 0
  const int64_t
      *strides;   // in elements, may be negative or 0; NULL is row-major. Of sizes 0 and 1, and
                  // in an empty tensor, strides mean nothing
  void *data;     // the first element, byte_offset included; NULL only when empty
  uint64_t flags; // DLPACK_FLAG_BITMASK_READ_ONLY, _IS_COPIED, _IS_SUBBYTE_TYPE_PADDED
  int64_t nbytes; // of all elements, row-major: what dlt_to_host writes
} dlt_view;

typedef struct dlt_tensor dlt_tensor;

// --- In

// Takes over a legacy struct (the content of a "dltensor" capsule), which counts as writable. On
// DLT_OK the tensor owns it and calls its deleter once, when the last reference goes; after a
// failure the caller still owns it, untouched. Of the CPU and of pinned memory nothing is asked.
// Non-empty CUDA memory needs usable CUDA, and the driver has to agree that it lies on that device;
// managed memory needs CUDA alone.
DLT_API dlt_status dlt_import(DLManagedTensor *managed, dlt_tensor **out, dlt_error *error);

// The same for a versioned struct ("dltensor_versioned"). Any minor of major 1 is accepted; of
// another major nothing but version, deleter and flags may be read, and it is refused. Unknown
// flags are dropped.
DLT_API dlt_status dlt_import_versioned(struct DLManagedTensorVersioned *managed, dlt_tensor **out,
                                        dlt_error *error);

// Checks a DLTensor and describes it in *out, whose shape and strides are the tensor's own arrays.
// Allocates nothing, owns nothing, and asks no driver. `flags` are those of a versioned struct,
// else 0.
DLT_API dlt_status dlt_borrow(const DLTensor *tensor, uint64_t flags, dlt_view *out,
                              dlt_error *error);

// Makes a tensor of a framework's own memory, with or without a DLPack form, by the same checks as
// dlt_import. view->nbytes is not read, shape and strides are copied. On DLT_OK `release(context)`
// is called once, when the last reference goes, on whatever thread that is; NULL: nothing is.
DLT_API dlt_status dlt_wrap(const dlt_view *view, void *context, void (*release)(void *context),
                            dlt_tensor **out, dlt_error *error);

// Makes a row-major tensor with a copy of `bits`, which holds exactly nbytes. `device` is the CPU
// or a CUDA device. The copy is complete on return.
DLT_API dlt_status dlt_from_host(const void *bits, size_t nbytes, dlt_scalar_type scalar_type,
                                 int32_t ndim, const int64_t *shape, DLDevice device,
                                 dlt_tensor **out, dlt_error *error);

// --- Out

// Makes a legacy struct that refers to the tensor's memory. The receiver calls its deleter, once,
// from any thread. Refused: a dtype without a DLPack form (DTYPE), a read-only tensor (READONLY),
// and padded sub-byte elements (LAYOUT), since a legacy struct cannot say so. Strides are never
// NULL when ndim > 0, byte_offset is 0, and data is NULL when the tensor is empty. Of CUDA memory
// nothing is waited for: see dlt_sync_for.
DLT_API dlt_status dlt_export(dlt_tensor *tensor, DLManagedTensor **out, dlt_error *error);

// The same, with a versioned struct, which carries the version of the generated table whatever the
// receiver knows, and the tensor's flags. `extra_flags` may add READ_ONLY and IS_COPIED; IS_COPIED
// is never inherited.
DLT_API dlt_status dlt_export_versioned(dlt_tensor *tensor, uint64_t extra_flags,
                                        struct DLManagedTensorVersioned **out, dlt_error *error);

// Writes the tensor's bits to host memory, row-major, whatever its strides and device; dst has
// exactly nbytes, which are the view's, and does not overlap the tensor. Complete on return.
DLT_API dlt_status dlt_to_host(const dlt_tensor *tensor, void *dst, size_t nbytes,
                               dlt_error *error);

// Makes a row-major, writable copy on the CPU or a CUDA device. A copy to CUDA runs on `stream` of
// that device, which becomes the stream it is ready on; with DLT_STREAM_NONE on the source's own,
// or the legacy one. Work queued later on the source's stream waits for it. A copy to or from the
// host, or from one device to another, is complete on return.
DLT_API dlt_status dlt_copy(const dlt_tensor *tensor, DLDevice device, int64_t stream,
                            dlt_tensor **out, dlt_error *error);

// --- Streams

// Says on which stream CUDA data becomes ready: DLT_STREAM_LEGACY unless this was called;
// DLT_STREAM_NONE when it already is.
DLT_API dlt_status dlt_ready_on(dlt_tensor *tensor, int64_t stream);

// Orders `stream`, of the tensor's device, after the work that makes the data ready; the host waits
// for nothing. DLT_STREAM_NONE does nothing at all, and neither does the stream the data is ready
// on. Host memory is always ready: there only DLT_STREAM_NONE and DLT_STREAM_LEGACY are streams.
DLT_API dlt_status dlt_sync_for(const dlt_tensor *tensor, int64_t stream, dlt_error *error);

// --- About a tensor

// MISMATCH unless the tensor has that dtype; `what` begins the sentence, as in "input 0".
DLT_API dlt_status dlt_expect(const dlt_tensor *tensor, const char *what,
                              dlt_scalar_type scalar_type, dlt_error *error);

// The tensor's description, which lives as long as the tensor; its strides are never NULL when ndim
// > 0. NULL for NULL.
DLT_API const dlt_view *dlt_view_of(const dlt_tensor *tensor);

// One reference more; returns the tensor. NULL does nothing.
DLT_API dlt_tensor *dlt_retain(dlt_tensor *tensor);

// One reference less; the last one calls the deleter, on this thread. NULL does nothing.
DLT_API void dlt_release(dlt_tensor *tensor);

// Why CUDA cannot be used on this machine, in a sentence that lives until this thread asks again;
// NULL when it can. The library is the file that the environment variable DLTAB_CUDART names, else
// the libcudart that is already in the process, else the one that the dynamic linker finds.
DLT_API const char *dlt_cuda_unavailable(void);

#ifdef __cplusplus
}
#endif

#endif
