// Whether a description is one of memory that can be used. All arithmetic is in signed 64 bits and
// checked, before anything is read or allocated.
#include "internal.h"
#include "rows.h"

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

static dlt_status check_device(dlt_view *view, dlt_error *error) {
  switch ((int)view->device.device_type) {
  case kDLCPU:
    view->device.device_id = 0;
    return DLT_OK;
  case kDLCUDA:
  case kDLCUDAHost:
  case kDLCUDAManaged:
    if (view->device.device_id >= 0) return DLT_OK;
  }
  return refuse_device(view->device, error);
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

// What shape and strides span, in elements from the first one.
struct extent {
  int64_t elements;
  int64_t low;  // 0 or negative
  int64_t high; // 0 or positive
};

enum measured { MEASURED, TOO_LARGE, TOO_FAR };

// A size of 0 makes all others meaningless, so what does not fit is remembered and judged at the
// end.
static enum measured measure(const dlt_view *view, struct extent *extent) {
  const int64_t *shape = view->shape, *strides = view->strides;
  int64_t elements = 1, low = 0, high = 0;
  bool negative = false, empty = false, large = false, far = false;
  for (int32_t i = 0; i < view->ndim; i++) {
    int64_t size = shape[i], reach;
    negative |= size < 0;
    empty |= size == 0;
    large |= __builtin_mul_overflow(elements, size, &elements);
    if (!strides || size <= 1) continue;
    far |= __builtin_mul_overflow(size - 1, strides[i], &reach);
    if (reach < 0) far |= __builtin_add_overflow(low, reach, &low);
    else far |= __builtin_add_overflow(high, reach, &high);
  }
  if (!strides) high = elements - 1;
  *extent = empty ? (struct extent){0, 0, 0} : (struct extent){elements, low, high};
  if (negative || (large && !empty)) return TOO_LARGE;
  return far && !empty ? TOO_FAR : MEASURED;
}

// The first and the last byte have to be addresses. `low` and `high` are in elements of `itemsize`
// bytes.
static bool is_addressable(const void *data, const struct extent *extent, int64_t itemsize) {
  uintptr_t address = (uintptr_t)data;
  int64_t below, above;
  if (__builtin_mul_overflow(extent->low, itemsize, &below)) return false;
  if (__builtin_mul_overflow(extent->high, itemsize, &above)) return false;
  if (__builtin_add_overflow(above, itemsize - 1, &above)) return false;
  return (uint64_t)-below <= address && (uint64_t)above <= UINTPTR_MAX - address;
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

static dlt_status check_packed(const dlt_view *view, dlt_error *error) {
  const struct extent bytes = {0, 0, view->nbytes - 1};
  if (!is_addressable(view->data, &bytes, 1)) return refuse_reach(view, error);
  if (dltab_is_row_major(view)) return DLT_OK;
  char strides[120];
  dltab_format_sizes(strides, sizeof strides, view->ndim, view->strides);
  return dltab_fail(error, DLT_ERR_LAYOUT,
                    "strides %s of packed %s; only row-major elements without gaps can be packed",
                    strides, dlt_scalar_type_name(view->scalar_type));
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

static inline bool is_read_by_host(DLDevice device) {
  return device.device_type == kDLCPU || device.device_type == kDLCUDAHost;
}

// Shape, strides and data, once ndim is known to be fine.
static inline dlt_status check_memory(dlt_view *view, const struct dltab_row *row,
                                      dlt_error *error) {
  struct extent extent;
  enum measured measured = measure(view, &extent);
  if (measured == TOO_LARGE || !dlt_nbytes(view->scalar_type, extent.elements, &view->nbytes))
    return refuse_size(view, error);
  if (extent.elements == 0) return DLT_OK;
  if (measured == TOO_FAR) return refuse_reach(view, error);
  bool misaligned = is_read_by_host(view->device) &&
                    ((uintptr_t)view->data & (uintptr_t)(row->alignment - 1)) != 0;
  if (!view->data || misaligned) return refuse_data(view, row, error);
  if (row->itemsize == 0) return check_packed(view, error);
  return is_addressable(view->data, &extent, row->itemsize) ? DLT_OK : refuse_reach(view, error);
}

dlt_status dltab_check_view(dlt_view *view, dlt_error *error) {
  const struct dltab_row *row = dltab_row(view->scalar_type);
  if (!row)
    return dltab_fail(error, DLT_ERR_ARGUMENT, "%d is no %s dtype", (int)view->scalar_type,
                      DLTAB_FRAMEWORK_NAME);
  if (view->ndim < 0 || view->ndim > DLT_MAX_NDIM)
    return dltab_fail(error, DLT_ERR_LAYOUT, "ndim is %d; 0 to %d dimensions are possible",
                      (int)view->ndim, DLT_MAX_NDIM);
  if (!view->shape && view->ndim > 0)
    return dltab_fail(error, DLT_ERR_LAYOUT, "shape is NULL, but ndim is %d", (int)view->ndim);
  view->flags &= DLTAB_KNOWN_FLAGS;
  if (((view->flags & DLTAB_PADDED) != 0) != row->padded) return refuse_flags(view, row, error);
  dlt_status status = check_device(view, error);
  return status == DLT_OK ? check_memory(view, row, error) : status;
}

// byte_offset is folded into data, but never into NULL.
static bool fold_offset(const DLTensor *tensor, void **data) {
  uintptr_t address = (uintptr_t)tensor->data;
  *data = tensor->data;
  if (!tensor->data || tensor->byte_offset == 0) return true;
  if (tensor->byte_offset > UINTPTR_MAX - address) return false;
  *data = (char *)tensor->data + tensor->byte_offset;
  return true;
}

dlt_status dlt_borrow(const DLTensor *tensor, uint64_t flags, dlt_view *out, dlt_error *error) {
  if (!tensor || !out)
    return dltab_fail(error, DLT_ERR_ARGUMENT, "%s is NULL", tensor ? "out" : "the tensor");
  dlt_view view = {.scalar_type = dlt_scalar_type_from_dlpack(tensor->dtype),
                   .device = tensor->device,
                   .ndim = tensor->ndim,
                   .shape = tensor->shape,
                   .strides = tensor->strides,
                   .flags = flags};
  *out = (dlt_view){0};
  if (view.scalar_type == DLTAB_UNDEFINED) return refuse_dtype(tensor->dtype, error);
  if (!fold_offset(tensor, &view.data))
    return dltab_fail(error, DLT_ERR_LAYOUT, "byte_offset %llu from data %p is no address",
                      (unsigned long long)tensor->byte_offset, tensor->data);
  dlt_status status = dltab_check_view(&view, error);
  if (status != DLT_OK) return status;
  *out = view;
  return dltab_succeed(error);
}
