-- A framework that has little in common with the default one: ids beyond a signed byte and with holes,
-- type codes of its own, vector types, elements of no whole bytes, and directions that differ.

framework { "Tensor-Forge 2", enum = "ElementType", prefix = "forge", ids = "int16", undefined = { "None", id = -1 } }

include "dlpack.lua"
include "codes.lua"

dtype { "u8",     scalar_type = "U8",     id = 0, code = "kDLUInt", bits = 8, lanes = 1, since = "0.2" }
dtype { "flag",   scalar_type = "Flag",   id = 1, code = "kDLBool", bits = 8, lanes = 1, since = "0.8",
        also_import = { { code = "kForgeFlag", bits = 8, lanes = 1 }, { code = "kDLUInt", bits = 1, lanes = 8 } } }
dtype { "i64",    scalar_type = "I64",    id = 2, code = "kDLInt", bits = 64, lanes = 1, since = "0.2" }
dtype { "long",   scalar_type = "I64Long", id = 3, code = "kDLInt", bits = 64, lanes = 1, since = "0.2", export_only = true }
dtype { "f64x4",  scalar_type = "F64x4",  id = 4, code = "kDLFloat", bits = 64, lanes = 4, since = "0.2" }
dtype { "f32xv",  scalar_type = "F32xV",  id = 5, code = "kDLFloat", bits = 32, lanes = 65535, since = "0.2" }
dtype { "i4",     scalar_type = "I4",     id = 6, code = "kDLInt", bits = 4, lanes = 1, since = "0.2", storage = "packed" }
dtype { "i4pad",  scalar_type = "I4Pad",  id = 7, code = "kForgeNibble", bits = 4, lanes = 1, since = "1.0", storage = "padded" }
dtype { "f6",     scalar_type = "F6",     id = 8, code = "kDLFloat6_e2m3fn", bits = 6, lanes = 1, since = "1.1", storage = "packed" }
dtype { "f4x2",   scalar_type = "F4x2",   id = 9, code = "kDLFloat4_e2m1fn", bits = 4, lanes = 2, since = "1.1" }
dtype { "i3x3",   scalar_type = "I3x3",   id = 10, code = "kDLInt", bits = 3, lanes = 3, since = "0.2", storage = "padded" }
dtype { "posit",  scalar_type = "Posit",  id = 128, code = "kForgePosit", bits = 16, lanes = 1, since = "1.2", hole_before = true }
dtype { "widest", scalar_type = "Widest", id = 129, code = "kForgeLast", bits = 255, lanes = 65535, since = "1.0", storage = "packed" }
dtype { "text",   scalar_type = "Text",   id = 32767, bytes = 24, hole_before = true }
