framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 0, code = "kDLInt", bits = 8, lanes = 1, since = "0.2",
        also_import = { { code = "kDLUInt", bits = 8, lanes = 1 } } }
dtype { "b", scalar_type = "B", id = 1, code = "kDLUInt", bits = 8, lanes = 1, since = "0.2" }
dtype { "c", scalar_type = "C", id = 2, code = "kDLBool", bits = 8, lanes = 1, since = "0.8",
        also_import = { { code = "kDLInt", bits = 8, lanes = 1 } } }
