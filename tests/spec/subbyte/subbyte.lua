-- ExecuTorch's dtypes, which are all of whole bytes and one lane, and behind them what else a table can
-- hold: elements packed into less than a byte or across bytes, padded ones, several lanes, two forms of
-- one dtype, two dtypes of one form.
include "dtypes.lua"
dtype { "int4", scalar_type = "Int4", id = 30, code = "kDLInt", bits = 4, lanes = 1, since = "0.2", storage = "packed" }
dtype { "uint2", scalar_type = "UInt2", id = 31, code = "kDLUInt", bits = 2, lanes = 1, since = "0.2", storage = "packed" }
dtype { "float6_e2m3fn", scalar_type = "Float6", id = 32, code = "kDLFloat6_e2m3fn", bits = 6, lanes = 1, since = "1.1", storage = "packed" }
dtype { "int3x3", scalar_type = "Int3x3", id = 33, code = "kDLInt", bits = 3, lanes = 3, since = "0.2", storage = "packed" }
dtype { "float4_padded", scalar_type = "Float4Padded", id = 34, code = "kDLFloat4_e2m1fn", bits = 4, lanes = 1, since = "1.1", storage = "padded" }
dtype { "uint9", scalar_type = "UInt9", id = 35, code = "kDLUInt", bits = 9, lanes = 1, since = "0.2", storage = "padded" }
dtype { "float4x2", scalar_type = "Float4x2", id = 36, code = "kDLFloat4_e2m1fn", bits = 4, lanes = 2, since = "1.1" }
dtype { "float32x4", scalar_type = "Float32x4", id = 37, code = "kDLFloat", bits = 32, lanes = 4, since = "0.2" }
dtype { "int24", scalar_type = "Int24", id = 38, code = "kDLInt", bits = 24, lanes = 1, since = "0.2", also_import = { { code = "kDLUInt", bits = 24, lanes = 1 } } }
dtype { "int24_alias", scalar_type = "Int24Alias", id = 39, code = "kDLInt", bits = 24, lanes = 1, since = "0.2", export_only = true }
