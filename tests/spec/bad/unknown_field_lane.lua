framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 0, code = "kDLInt", bits = 8, lane = 1, since = "0.2" }
dtype { "b", scalar_type = "B", id = 1, code = "kDLInt", Bits = 16, lanes = 1, since = "0.2" }
