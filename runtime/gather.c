// Reading strided elements in row-major order.
#include <string.h>

#include "internal.h"
#include "rows.h"

void dltab_plan_loops(const dlt_view *view, struct dltab_loops *loops) {
  int32_t count = 0;
  int64_t sizes[DLT_MAX_NDIM], strides[DLT_MAX_NDIM]; // innermost first
  for (int32_t i = view->ndim - 1; i >= 0; i--) {
    int64_t size = view->shape[i], stride = view->strides[i], reach;
    if (size == 1) continue;
    bool follows = count > 0 &&
                   !__builtin_mul_overflow(strides[count - 1], sizes[count - 1], &reach) &&
                   stride == reach;
    if (follows) {
      sizes[count - 1] *= size;
      continue;
    }
    sizes[count] = size;
    strides[count++] = stride;
  }
  loops->count = count;
  for (int32_t i = 0; i < count; i++) {
    loops->sizes[i] = sizes[count - 1 - i];
    loops->strides[i] = strides[count - 1 - i];
  }
}

bool dltab_next_position(const struct dltab_loops *loops, int32_t count, int64_t *index,
                         int64_t *offset) {
  for (int32_t i = count - 1; i >= 0; i--) {
    if (++index[i] < loops->sizes[i]) {
      *offset += loops->strides[i];
      return true;
    }
    *offset -= (loops->sizes[i] - 1) * loops->strides[i];
    index[i] = 0;
  }
  return false;
}

// The innermost loop, written for each usual size so that the compiler copies elements, not bytes.
static char *copy_run(char *out, const char *from, int64_t size, int64_t stride, size_t itemsize) {
#define COPY(bytes)                                                                                \
  case bytes:                                                                                      \
    for (int64_t i = 0; i < size; i++, out += (bytes))                                             \
      memcpy(out, from + i * stride * (int64_t)(bytes), (bytes));                                  \
    return out;
  if (stride == 1) {
    memcpy(out, from, (size_t)size * itemsize);
    return out + (size_t)size * itemsize;
  }
  switch (itemsize) {
    COPY(1)
    COPY(2)
    COPY(4)
    COPY(8)
    COPY(16)
  }
#undef COPY
  for (int64_t i = 0; i < size; i++, out += itemsize)
    memcpy(out, from + i * stride * (int64_t)itemsize, itemsize);
  return out;
}

void dltab_gather(const dlt_view *view, const void *data, void *dst) {
  struct dltab_loops loops;
  if (view->nbytes == 0) return;
  dltab_plan_loops(view, &loops);
  int32_t inner = loops.count - 1;
  size_t itemsize = dltab_row(view->scalar_type)->itemsize;
  if (itemsize == 0 || loops.count == 0 || (loops.count == 1 && loops.strides[0] == 1)) {
    memcpy(dst, data, (size_t)view->nbytes);
    return;
  }
  int64_t index[DLT_MAX_NDIM] = {0}, offset = 0;
  char *out = dst;
  do {
    const char *from = (const char *)data + offset * (int64_t)itemsize;
    out = copy_run(out, from, loops.sizes[inner], loops.strides[inner], itemsize);
  } while (dltab_next_position(&loops, inner, index, &offset));
}
