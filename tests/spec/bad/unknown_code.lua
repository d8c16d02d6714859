framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 0, code = "kDLFlot", bits = 32, lanes = 1, since = "0.2" }
dtype { "b", scalar_type = "B", id = 1, code = "kdlbool", bits = 8, lanes = 1, since = "0.8" }
dtype { "c", scalar_type = "C", id = 2, code = "posit", bits = 16, lanes = 1, since = "0.2" }
dtype { "d", scalar_type = "D", id = 3, code = "kDLInt", bits = 8, lanes = 1, since = "0.2",
        also_import = { { code = "kDLUint", bits = 8, lanes = 1 } } }
