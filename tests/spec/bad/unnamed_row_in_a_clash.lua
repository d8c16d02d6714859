framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "8bit", scalar_type = "A", id = 0, code = "kDLInt", bits = 8, lanes = 1, since = "9.9" }
dtype { "b", scalar_type = "A", id = 0, code = "kDLInt", bits = 16, lanes = 1, since = "0.2" }
