framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 0, code = "kDLBool", bits = 1, lanes = 8, since = "0.8" }
dtype { "b", scalar_type = "B", id = 1, code = "kDLFloat4_e2m1fn", bits = 8, lanes = 1, since = "1.1" }
dtype { "c", scalar_type = "C", id = 2, code = "kDLFloat8_e4m3fn", bits = 16, lanes = 1, since = "1.1" }
dtype { "d", scalar_type = "D", id = 3, code = "kDLUInt", bits = 8, lanes = 1, since = "0.2",
        also_import = { { code = "kDLFloat6_e2m3fn", bits = 8, lanes = 1 } } }
