framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 0, code = "kDLInt\0", bits = 8, lanes = 1, since = "0.2" }
