framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { 8, scalar_type = "A", id = 0, bytes = 1 }
dtype { "b", scalar_type = 1, id = 1, bytes = 1 }
dtype { "c", scalar_type = dtype, id = 2, bytes = 1 }
dtype { "d", scalar_type = "D", id = 3, code = 0, bits = 8, lanes = 1, since = "0.2" }
dtype { "e", scalar_type = "E", id = 4, code = "kDLInt", bits = 8, lanes = 1, since = 0.2 }
dtype { "f", scalar_type = "F", id = 5, code = "kDLInt", bits = 16, lanes = 1, since = { 0, 2 } }
dtype { "g", scalar_type = "G", id = 6, code = "kDLInt", bits = 4, lanes = 1, since = "0.2", storage = true }
dtype { false, scalar_type = "H", id = 7, bytes = 1 }
