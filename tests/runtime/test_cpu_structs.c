// DLPack's structs, byte by byte, as the ABI has them on 64-bit machines: sizes and offsets written by
// hand, so that a header that differs does not compile.
#include <stddef.h>

#include <dlpack/dlpack.h>

#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), #type)
#define AT(type, member, offset)                                                                   \
  _Static_assert(offsetof(type, member) == (offset), #type "." #member)

#if UINTPTR_MAX == 0xffffffffffffffff
SIZE(DLDevice, 8);
AT(DLDevice, device_type, 0);
AT(DLDevice, device_id, 4);
SIZE(DLDataType, 4);
AT(DLDataType, code, 0);
AT(DLDataType, bits, 1);
AT(DLDataType, lanes, 2);
SIZE(DLPackVersion, 8);
AT(DLPackVersion, major, 0);
AT(DLPackVersion, minor, 4);
SIZE(DLTensor, 48);
AT(DLTensor, data, 0);
AT(DLTensor, device, 8);
AT(DLTensor, ndim, 16);
AT(DLTensor, dtype, 20);
AT(DLTensor, shape, 24);
AT(DLTensor, strides, 32);
AT(DLTensor, byte_offset, 40);
SIZE(DLManagedTensor, 64);
AT(DLManagedTensor, dl_tensor, 0);
AT(DLManagedTensor, manager_ctx, 48);
AT(DLManagedTensor, deleter, 56);
SIZE(struct DLManagedTensorVersioned, 80);
AT(struct DLManagedTensorVersioned, version, 0);
AT(struct DLManagedTensorVersioned, manager_ctx, 8);
AT(struct DLManagedTensorVersioned, deleter, 16);
AT(struct DLManagedTensorVersioned, flags, 24);
AT(struct DLManagedTensorVersioned, dl_tensor, 32);
#endif
_Static_assert(kDLCPU == 1 && kDLCUDA == 2 && kDLCUDAHost == 3 && kDLCUDAManaged == 13, "devices");
_Static_assert(DLPACK_FLAG_BITMASK_READ_ONLY == 1 && DLPACK_FLAG_BITMASK_IS_COPIED == 2 &&
                   DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED == 4,
               "flags");
