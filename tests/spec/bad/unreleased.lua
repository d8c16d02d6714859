framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
code { "kMine", value = 200, since = "2.0" }
dtype { "a", scalar_type = "A", id = 0, code = "kDLInt", bits = 8, lanes = 1, since = "0.9" }
dtype { "b", scalar_type = "B", id = 1, code = "kDLInt", bits = 16, lanes = 1, since = "0.10" }
