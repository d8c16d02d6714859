framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 0, bytes = 1, export_only = true }
dtype { "b", scalar_type = "B", id = 1, bytes = 1, also_import = { { code = "kDLUInt", bits = 8, lanes = 1 } } }
