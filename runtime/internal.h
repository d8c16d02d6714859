// What the files of libdltab share. Nothing here is exported; names begin with dltab_ because a
// static library has one name space with its user.
#ifndef DLTAB_INTERNAL_H
#define DLTAB_INTERNAL_H

#include <stdatomic.h>

#include "dltab.h"

#define DLTAB_COLD __attribute__((cold, noinline))
#define DLTAB_INLINE static inline __attribute__((always_inline))

// DLPack's flags; the header of 1.0 does not know the third.
enum { DLTAB_READ_ONLY = 1, DLTAB_IS_COPIED = 2, DLTAB_PADDED = 4, DLTAB_KNOWN_FLAGS = 7 };

struct dlt_tensor {
  dlt_view view;
  atomic_size_t references;
  _Atomic int64_t stream;         // on which the data becomes ready
  void (*drop)(dlt_tensor *);     // gives the memory back; NULL: nothing to give back
  void (*release)(void *context); // of dlt_wrap
  void *context;                  // of dlt_wrap, or the managed struct
  int64_t sizes[];                // shape, then strides: ndim of each
};

// --- error.c

// Fills *error and returns the status.
DLTAB_COLD dlt_status dltab_fail(dlt_error *error, dlt_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Clears *error and returns DLT_OK.
static inline dlt_status dltab_succeed(dlt_error *error) {
  if (error) {
    error->status = DLT_OK;
    error->message[0] = '\0';
  }
  return DLT_OK;
}

// Appends "[2, 3]" to the message under way; cut short when it does not fit.
void dltab_format_sizes(char *out, size_t size, int32_t ndim, const int64_t *sizes);

// "cpu", "cuda:1", "kDLVulkan:0": the device as a message names it.
void dltab_format_device(char *out, size_t size, DLDevice device);

// --- view.c

// Checks what the view says, by the rules of importing but the driver's part, and completes it:
// device id of the CPU, known flags, nbytes.
dlt_status dltab_check_view(dlt_view *view, dlt_error *error);

// Whether the view's elements follow each other without gaps, in row-major order.
bool dltab_is_row_major(const dlt_view *view);

static inline bool dltab_is_cuda(DLDevice device) {
  return device.device_type == kDLCUDA || device.device_type == kDLCUDAManaged;
}

// --- tensor.c

// A row-major view of that dtype and shape, without data: checks both.
dlt_status dltab_compact_view(dlt_scalar_type scalar_type, int32_t ndim, const int64_t *shape,
                              DLDevice device, dlt_view *view, dlt_error *error);

dlt_status dltab_check_stream(int64_t stream, dlt_error *error);

// --- gather.c

// Dimensions of size 1 left out and neighbours merged where one stride serves both.
struct dltab_loops {
  int32_t count;
  int64_t sizes[DLT_MAX_NDIM];
  int64_t strides[DLT_MAX_NDIM]; // in elements
};

void dltab_plan_loops(const dlt_view *view, struct dltab_loops *loops);

// Moves `index` to the next position of the first `count` loops and `offset`, in elements, with it;
// false after the last position.
bool dltab_next_position(const struct dltab_loops *loops, int32_t count, int64_t *index,
                         int64_t *offset);

// Writes the view's elements to dst, row-major. Its data, read by the host, may lie `data`
// elsewhere than view->data says.
void dltab_gather(const dlt_view *view, const void *data, void *dst);

#endif
