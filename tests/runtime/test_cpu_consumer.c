// A consumer that knows dlpack.h and nothing else, so that what the library exports is read as anybody
// would read it.
#include <stdio.h>
#include <string.h>

#include <dlpack/dlpack.h>

// Declared once more in test_cpu.h, which includes the library's header.
void describe_tensor(const DLTensor *tensor, char *out, size_t size);

static size_t add_sizes(char *out, size_t size, int32_t ndim, const int64_t *sizes) {
  size_t used = (size_t)snprintf(out, size, " |");
  if (!sizes) return used + (size_t)snprintf(out + used, size - used, " NULL");
  for (int32_t i = 0; i < ndim; i++)
    used += (size_t)snprintf(out + used, size - used, " %lld", (long long)sizes[i]);
  return used;
}

static size_t add_element(char *out, size_t size, const unsigned char *element, size_t bytes) {
  size_t used = (size_t)snprintf(out, size, " ");
  for (size_t i = 0; i < bytes; i++)
    used += (size_t)snprintf(out + used, size - used, "%02x", element[i]);
  return used;
}

// Element by element, by dlpack.h's own formula: sum of index * stride, from data + byte_offset.
static size_t add_elements(char *out, size_t size, const DLTensor *tensor, int32_t dimension,
                           int64_t offset) {
  size_t bytes = ((size_t)tensor->dtype.bits * tensor->dtype.lanes + 7) / 8, used = 0;
  if (dimension == tensor->ndim) {
    const unsigned char *first = (const unsigned char *)tensor->data + tensor->byte_offset;
    return add_element(out, size, first + offset * (int64_t)bytes, bytes);
  }
  for (int64_t i = 0; i < tensor->shape[dimension]; i++)
    used += add_elements(out + used, size - used, tensor, dimension + 1,
                         offset + i * tensor->strides[dimension]);
  return used;
}

void describe_tensor(const DLTensor *tensor, char *out, size_t size) {
  size_t used = (size_t)snprintf(out, size, "%d %d %d | %d %d", tensor->dtype.code,
                                 tensor->dtype.bits, tensor->dtype.lanes,
                                 (int)tensor->device.device_type, (int)tensor->device.device_id);
  used += add_sizes(out + used, size - used, tensor->ndim, tensor->shape);
  used += add_sizes(out + used, size - used, tensor->ndim, tensor->strides);
  used += (size_t)snprintf(out + used, size - used, " |");
  add_elements(out + used, size - used, tensor, 0, 0);
}
