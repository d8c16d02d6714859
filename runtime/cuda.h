// What the library asks of CUDA. None of these needs CUDA's headers; built without them, all fail
// with a reason (cuda_none.c).
//
// Calls leave the thread as they found it: its current device, and its last CUDA error. No context
// is made on a device that was not asked for.
#ifndef DLTAB_CUDA_H
#define DLTAB_CUDA_H

#include "internal.h"

// Whether CUDA is usable, and agrees that non-empty memory lies where the view says. DLT_ERR_DEVICE
// if not.
dlt_status dltab_cuda_check_pointer(const dlt_view *view, dlt_error *error);

// Allocates on a device and copies host memory there; complete on return. Free with
// dltab_cuda_free.
dlt_status dltab_cuda_upload(int device, const void *bits, size_t nbytes, int64_t stream,
                             void **out, dlt_error *error);

// Copies the view's elements to host memory, row-major, once `ready` is done; complete on return.
dlt_status dltab_cuda_download(const dlt_view *view, int64_t ready, void *dst, dlt_error *error);

// Allocates on a device and copies the view's elements there on `stream`, after what `ready` does,
// and before what `ready` does later.
dlt_status dltab_cuda_copy(const dlt_view *view, int64_t ready, int device, int64_t stream,
                           void **out, dlt_error *error);

// Lets what `later` does from now on wait for what `earlier` does up to now.
dlt_status dltab_cuda_order(int device, int64_t earlier, int64_t later, dlt_error *error);

void dltab_cuda_free(int device, void *data);

#endif
