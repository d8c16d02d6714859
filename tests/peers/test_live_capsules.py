"""What torch and NumPy put into their capsules, read field by field, against the hand-kept list."""

import ctypes

import numpy
import pytest
import torch

import expected

LEGACY = b"dltensor"
VERSIONED = b"dltensor_versioned"
CPU = 1

NUMPY = (
    "bool uint8 uint16 uint32 uint64 int8 int16 int32 int64 "
    "float16 float32 float64 complex64 complex128"
).split()

WITH_FORM = [row for row in expected.DTYPES if row.code is not None]
WITHOUT_FORM = [row for row in expected.DTYPES if row.code is None]
IN_NUMPY = [row for row in WITH_FORM if row.dtype in NUMPY]


class DLDevice(ctypes.Structure):
    _fields_ = [("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32)]


class DLDataType(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", DLDevice),
        ("ndim", ctypes.c_int32),
        ("dtype", DLDataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class DLManagedTensor(ctypes.Structure):
    _fields_ = [
        ("dl_tensor", DLTensor),
        ("manager_ctx", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    ]


class DLManagedTensorVersioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("manager_ctx", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("dl_tensor", DLTensor),
    ]


STRUCT = {LEGACY: DLManagedTensor, VERSIONED: DLManagedTensorVersioned}

_get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_get_pointer.restype = ctypes.c_void_p
_get_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype = ctypes.c_int
_is_valid.argtypes = [ctypes.py_object, ctypes.c_char_p]


def managed(capsule, name):
    """The struct behind a capsule of this name. It lives as long as the capsule."""
    assert _is_valid(capsule, name), f"{capsule!r} is no {name.decode()}"
    return STRUCT[name].from_address(_get_pointer(capsule, name))


def check(owner, row, name):
    # Only the label is asked for; which release a producer stamps is its own affair.
    max_version = {LEGACY: None, VERSIONED: (1, 1)}[name]
    capsule = owner.__dlpack__(max_version=max_version)
    struct = managed(capsule, name)
    if name == VERSIONED:
        assert struct.major == 1
    tensor = struct.dl_tensor
    dtype = tensor.dtype
    assert (dtype.code, dtype.bits, dtype.lanes) == (row.code, row.bits, row.lanes)
    assert dtype.bits * dtype.lanes == 8 * row.bytes
    assert tensor.device.device_type == CPU
    assert (tensor.ndim, tensor.shape[0], tensor.shape[1]) == (2, 2, 3)


def name_of(value):
    return value.decode() if isinstance(value, bytes) else value.dtype


@pytest.mark.parametrize("label", [LEGACY, VERSIONED], ids=name_of)
@pytest.mark.parametrize("row", WITH_FORM, ids=name_of)
@pytest.mark.filterwarnings("ignore:ComplexHalf support is experimental")
def test_torch(row, label):
    check(torch.empty((2, 3), dtype=getattr(torch, row.dtype)), row, label)


@pytest.mark.parametrize("row", WITHOUT_FORM, ids=name_of)
@pytest.mark.filterwarnings("ignore:torch.quantize_per_tensor")
def test_torch_has_no_form_either(row):
    tensor = torch.empty((2, 3), dtype=getattr(torch, row.dtype))
    assert tensor.element_size() == row.bytes
    with pytest.raises(BufferError):
        tensor.__dlpack__(max_version=(1, 1))


@pytest.mark.parametrize("label", [LEGACY, VERSIONED], ids=name_of)
@pytest.mark.parametrize("row", IN_NUMPY, ids=name_of)
def test_numpy(row, label):
    check(numpy.empty((2, 3), dtype=row.dtype), row, label)


def test_numpy_names_are_all_listed():
    assert sorted(row.dtype for row in IN_NUMPY) == sorted(NUMPY)
