// A user of the installed library, in C or C++: a tensor of its own out as a DLPack struct and in again.
#include <stdio.h>
#include <string.h>

#include <dltab.h>

static int fail(const dlt_error *error) {
  fprintf(stderr, "user: %s\n", error->message);
  return 1;
}

int main(void) {
  const unsigned char bits[6] = {0x00, 0x38, 0x40, 0x7e, 0xfe, 0x7f};
  const int64_t shape[2] = {2, 3};
  DLDevice cpu = {kDLCPU, 0};
  unsigned char back[6];
  dlt_tensor *tensor, *again;
  struct DLManagedTensorVersioned *managed;
  dlt_error error;
  if (dlt_from_host(bits, sizeof bits, DLT_Float8_e4m3fn, 2, shape, cpu, &tensor, &error) != DLT_OK)
    return fail(&error);
  dlt_status status = dlt_export_versioned(tensor, 0, &managed, &error);
  dlt_release(tensor);
  if (status != DLT_OK) return fail(&error);
  if (dlt_import_versioned(managed, &again, &error) != DLT_OK) return fail(&error);
  status = dlt_to_host(again, back, sizeof back, &error);
  if (status != DLT_OK) return fail(&error);
  printf("user: %s %d\n", dlt_dtype_name(dlt_view_of(again)->scalar_type),
         memcmp(bits, back, sizeof bits));
  dlt_release(again);
  return 0;
}
