framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 0, code = "kDLInt", bits = 4, lanes = 1, since = "0.2" }
dtype { "b", scalar_type = "B", id = 1, code = "kDLFloat6_e2m3fn", bits = 6, lanes = 2, since = "1.1" }
