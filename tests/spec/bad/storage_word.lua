framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 0, code = "kDLInt", bits = 4, lanes = 1, since = "0.2", storage = "Packed" }
dtype { "b", scalar_type = "B", id = 1, code = "kDLUInt", bits = 4, lanes = 1, since = "0.2", storage = "" }
