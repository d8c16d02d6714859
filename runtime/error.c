#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "internal.h"

dlt_status dltab_fail(dlt_error *error, dlt_status status, const char *format, ...) {
  if (!error) return status;
  va_list arguments;
  va_start(arguments, format);
  error->status = status;
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  return status;
}

void dltab_format_sizes(char *out, size_t size, int32_t ndim, const int64_t *sizes) {
  static const char more[] = ", ...]";
  size_t used = (size_t)snprintf(out, size, "[");
  for (int32_t i = 0; i < ndim; i++) {
    char number[32];
    int length = snprintf(number, sizeof number, "%s%lld", i ? ", " : "", (long long)sizes[i]);
    if (used + (size_t)length + sizeof more > size) {
      snprintf(out + used, size - used, "%s", more);
      return;
    }
    memcpy(out + used, number, (size_t)length + 1);
    used += (size_t)length;
  }
  snprintf(out + used, size - used, "]");
}

// dlpack.h's enumerators; 5 and 6 were never used.
static const char *device_name(int type) {
  static const char *const names[] = {
      NULL,        "kDLCPU",      "kDLCUDA",   "kDLCUDAHost",    "kDLOpenCL",
      NULL,        NULL,          "kDLVulkan", "kDLMetal",       "kDLVPI",
      "kDLROCM",   "kDLROCMHost", "kDLExtDev", "kDLCUDAManaged", "kDLOneAPI",
      "kDLWebGPU", "kDLHexagon",  "kDLMAIA",   "kDLTrn",
  };
  bool known = type >= 0 && (size_t)type < sizeof names / sizeof *names;
  return known ? names[type] : NULL;
}

void dltab_format_device(char *out, size_t size, DLDevice device) {
  int type = (int)device.device_type, id = (int)device.device_id;
  const char *name = device_name(type);
  if (name) snprintf(out, size, "%s:%d (device type %d)", name, id, type);
  else snprintf(out, size, "device type %d, id %d", type, id);
}
