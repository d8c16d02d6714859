// The judge of every description, and what it says.
#include "accept.h"

static DLTAB_COLD dlt_status refuse_dtype(DLDataType dtype, dlt_error *error) {
  const char *name = dlt_dlpack_code_name(dtype.code);
  return dltab_fail(
      error, DLT_ERR_DTYPE,
      "Unsupported DLPack dtype: code %d (%s), bits %d, lanes %d; no %s dtype is that", dtype.code,
      name ? name : "unknown", dtype.bits, dtype.lanes, DLTAB_FRAMEWORK_NAME);
}

static DLTAB_COLD dlt_status refuse_device(DLDevice device, dlt_error *error) {
  char shown[64];
  dltab_format_device(shown, sizeof shown, device);
  return dltab_fail(error, DLT_ERR_DEVICE,
                    "Unsupported DLPack device: %s; CPU, CUDA, pinned host and managed memory are "
                    "understood",
                    shown);
}

static DLTAB_COLD dlt_status refuse_size(const dlt_view *view, dlt_error *error) {
  for (int32_t i = 0; i < view->ndim; i++)
    if (view->shape[i] < 0)
      return dltab_fail(error, DLT_ERR_LAYOUT, "shape[%d] is %lld; a size cannot be negative",
                        (int)i, (long long)view->shape[i]);
  char shape[160];
  dltab_format_sizes(shape, sizeof shape, view->ndim, view->shape);
  return dltab_fail(error, DLT_ERR_LAYOUT, "shape %s has more bytes than 64 bits can count", shape);
}

static DLTAB_COLD dlt_status refuse_reach(const dlt_view *view, dlt_error *error) {
  char shape[80], strides[80];
  dltab_format_sizes(shape, sizeof shape, view->ndim, view->shape);
  dltab_format_sizes(strides, sizeof strides, view->strides ? view->ndim : 0, view->strides);
  return dltab_fail(error, DLT_ERR_LAYOUT,
                    "strides %s with shape %s reach beyond the address space from data %p",
                    view->strides ? strides : "NULL", shape, view->data);
}

static DLTAB_COLD dlt_status refuse_flags(const dlt_view *view, const struct dltab_row *row,
                                          dlt_error *error) {
  const char *name = dlt_scalar_type_name(view->scalar_type);
  if (row->padded)
    return dltab_fail(
        error, DLT_ERR_LAYOUT,
        "the elements of %s are padded to whole bytes; the tensor's flags do not say so", name);
  return dltab_fail(error, DLT_ERR_LAYOUT,
                    "the flags say that sub-byte elements are padded; those of %s are %s", name,
                    row->itemsize ? "whole bytes" : "packed");
}

// What can be wrong; an order in which each check may rely on those before.
enum fault {
  SOUND,
  BAD_NDIM,
  NO_SHAPE,
  BAD_FLAGS,
  BAD_DEVICE,
  BAD_SIZE,
  BAD_REACH,
  BAD_DATA,
  BAD_PACKING,
};

// A size of 0 makes all others meaningless, so what does not fit is remembered and judged at the
// end.
static enum fault measure(const dlt_view *view, struct dltab_extent *extent) {
  const int64_t *shape = view->shape, *strides = view->strides;
  int64_t elements = 1, low = 0, high = 0, reach;
  bool negative = false, empty = false, large = false, far = false;
  for (int32_t i = 0; i < view->ndim; i++) {
    int64_t size = shape[i];
    negative |= size < 0;
    empty |= size == 0;
    large |= __builtin_mul_overflow(elements, size, &elements);
    if (!strides || size <= 1) continue;
    far |= __builtin_mul_overflow(size - 1, strides[i], &reach);
    far |= __builtin_add_overflow(low, reach < 0 ? reach : 0, &low);
    far |= __builtin_add_overflow(high, reach < 0 ? 0 : reach, &high);
  }
  if (!strides && elements > 0) high = elements - 1;
  *extent = (struct dltab_extent){elements, low, high};
  if (empty) *extent = (struct dltab_extent){0, 0, 0};
  if (negative || (large && !empty)) return BAD_SIZE;
  return far && !empty ? BAD_REACH : SOUND;
}

bool dltab_is_row_major(const dlt_view *view) {
  int64_t expected = 1;
  if (!view->strides || view->nbytes == 0) return true;
  for (int32_t i = view->ndim - 1; i >= 0; i--) {
    if (view->shape[i] == 1) continue;
    if (view->strides[i] != expected) return false;
    expected *= view->shape[i];
  }
  return true;
}

// Shape, strides and data. Sets nbytes.
static enum fault examine_memory(dlt_view *view, const struct dltab_row *row) {
  struct dltab_extent extent;
  enum fault fault = measure(view, &extent);
  bool host = view->device.device_type == kDLCPU || view->device.device_type == kDLCUDAHost;
  uintptr_t address = (uintptr_t)view->data;
  if (fault == BAD_SIZE || !dlt_nbytes(view->scalar_type, extent.elements, &view->nbytes))
    return BAD_SIZE;
  if (extent.elements == 0 || fault != SOUND) return fault;
  if (address == 0 || (host && (address & (row->alignment - 1u)) != 0)) return BAD_DATA;
  bool packed = row->itemsize == 0;
  if (packed && !dltab_is_row_major(view)) return BAD_PACKING;
  bool addressable = packed ? dltab_is_addressable(address, 0, view->nbytes - 1, 1)
                            : dltab_is_addressable(address, extent.low, extent.high, row->itemsize);
  return addressable ? SOUND : BAD_REACH;
}

// Everything but the dtype, whose row this is. Completes the view.
static enum fault examine(dlt_view *view, const struct dltab_row *row) {
  if (view->ndim < 0 || view->ndim > DLT_MAX_NDIM) return BAD_NDIM;
  if (!view->shape && view->ndim > 0) return NO_SHAPE;
  view->flags &= DLTAB_KNOWN_FLAGS;
  if (((view->flags & DLTAB_PADDED) != 0) != row->padded) return BAD_FLAGS;
  int device = (int)view->device.device_type;
  if (device == kDLCPU) view->device.device_id = 0;
  else if ((device != kDLCUDA && device != kDLCUDAHost && device != kDLCUDAManaged) ||
           view->device.device_id < 0)
    return BAD_DEVICE;
  return examine_memory(view, row);
}

static DLTAB_COLD dlt_status refuse_data(const dlt_view *view, const struct dltab_row *row,
                                         dlt_error *error) {
  if (!view->data)
    return dltab_fail(error, DLT_ERR_LAYOUT,
                      "data is NULL, which only an empty tensor's can be; this one has %lld bytes",
                      (long long)view->nbytes);
  return dltab_fail(error, DLT_ERR_LAYOUT,
                    "data at %p is misaligned; %s needs a multiple of %d bytes", view->data,
                    dlt_scalar_type_name(view->scalar_type), row->alignment);
}

static DLTAB_COLD dlt_status refuse_packing(const dlt_view *view, dlt_error *error) {
  char strides[120];
  dltab_format_sizes(strides, sizeof strides, view->ndim, view->strides);
  return dltab_fail(error, DLT_ERR_LAYOUT,
                    "strides %s of packed %s; only row-major elements without gaps can be packed",
                    strides, dlt_scalar_type_name(view->scalar_type));
}

static DLTAB_COLD dlt_status explain(enum fault fault, const dlt_view *view,
                                     const struct dltab_row *row, dlt_error *error) {
  switch (fault) {
  case BAD_NDIM:
    return dltab_fail(error, DLT_ERR_LAYOUT, "ndim is %d; 0 to %d dimensions are possible",
                      (int)view->ndim, DLT_MAX_NDIM);
  case NO_SHAPE:
    return dltab_fail(error, DLT_ERR_LAYOUT, "shape is NULL, but ndim is %d", (int)view->ndim);
  case BAD_FLAGS:
    return refuse_flags(view, row, error);
  case BAD_DEVICE:
    return refuse_device(view->device, error);
  case BAD_SIZE:
    return refuse_size(view, error);
  case BAD_REACH:
    return refuse_reach(view, error);
  case BAD_DATA:
    return refuse_data(view, row, error);
  case BAD_PACKING:
    return refuse_packing(view, error);
  case SOUND:
    break;
  }
  return DLT_OK;
}

dlt_status dltab_check_view(dlt_view *view, dlt_error *error) {
  const struct dltab_row *row = dltab_row(view->scalar_type);
  if (!row)
    return dltab_fail(error, DLT_ERR_ARGUMENT, "%d is no %s dtype", (int)view->scalar_type,
                      DLTAB_FRAMEWORK_NAME);
  enum fault fault = examine(view, row);
  return fault == SOUND ? DLT_OK : explain(fault, view, row, error);
}

dlt_status dltab_accept(const DLTensor *tensor, uint64_t flags, dlt_view *view, dlt_error *error) {
  // byte_offset is folded into data, but never into NULL.
  uintptr_t base = (uintptr_t)tensor->data, offset = base ? tensor->byte_offset : 0;
  *view = (dlt_view){.scalar_type = dlt_scalar_type_from_dlpack_fast(tensor->dtype),
                     .device = tensor->device,
                     .ndim = tensor->ndim,
                     .shape = tensor->shape,
                     .strides = tensor->strides,
                     .data = (void *)(base + offset),
                     .flags = flags};
  if (view->scalar_type == DLTAB_UNDEFINED) return refuse_dtype(tensor->dtype, error);
  if (offset > UINTPTR_MAX - base)
    return dltab_fail(error, DLT_ERR_LAYOUT, "byte_offset %llu from data %p is no address",
                      (unsigned long long)tensor->byte_offset, tensor->data);
  return dltab_check_view(view, error);
}

// Out of line, with the view in memory; the usual tensor needs neither.
static __attribute__((noinline)) dlt_status borrow_unusual(const DLTensor *tensor, uint64_t flags,
                                                           dlt_view *out, dlt_error *error) {
  dlt_view view = {0};
  dlt_status status = dltab_accept(tensor, flags, &view, error);
  *out = status == DLT_OK ? view : (dlt_view){0};
  return status == DLT_OK ? dltab_succeed(error) : status;
}

dlt_status dlt_borrow(const DLTensor *tensor, uint64_t flags, dlt_view *out, dlt_error *error) {
  dlt_view view;
  if (!tensor || !out) {
    if (out) *out = (dlt_view){0};
    return dltab_fail(error, DLT_ERR_ARGUMENT, "%s is NULL", tensor ? "out" : "the tensor");
  }
  if (!dltab_accept_usual(tensor, flags, &view)) return borrow_unusual(tensor, flags, out, error);
  *out = view;
  return dltab_succeed(error);
}
