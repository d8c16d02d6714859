framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 0, code = "kDLInt", bits = 8, lanes = 1, since = "0.2", also_import = "kDLUInt" }
dtype { "b", scalar_type = "B", id = 1, code = "kDLInt", bits = 16, lanes = 1, since = "0.2", also_import = {} }
dtype { "c", scalar_type = "C", id = 2, code = "kDLInt", bits = 32, lanes = 1, since = "0.2", also_import = { "kDLUInt", 32, 1 } }
dtype { "d", scalar_type = "D", id = 3, code = "kDLInt", bits = 64, lanes = 1, since = "0.2",
        also_import = { { code = "kDLUInt", bits = "64" } } }
