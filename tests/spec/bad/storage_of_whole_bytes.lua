framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 0, code = "kDLInt", bits = 8, lanes = 1, since = "0.2", storage = "packed" }
dtype { "b", scalar_type = "B", id = 1, code = "kDLFloat4_e2m1fn", bits = 4, lanes = 2, since = "1.1", storage = "padded" }
dtype { "c", scalar_type = "C", id = 2, bytes = 1, storage = "packed" }
