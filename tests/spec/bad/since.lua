framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 0, code = "kDLFloat8_e5m2", bits = 8, lanes = 1, since = "1.0" }
dtype { "b", scalar_type = "B", id = 1, code = "kDLBool", bits = 8, lanes = 1, since = "0.7" }
