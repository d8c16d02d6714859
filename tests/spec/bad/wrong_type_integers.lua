framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 6 / 1, bytes = 1 }
dtype { "b", scalar_type = "B", id = "1", bytes = 1 }
dtype { "c", scalar_type = "C", id = 2, bytes = true }
dtype { "d", scalar_type = "D", id = 3, code = "kDLInt", bits = 8.0, lanes = 1, since = "0.2" }
dtype { "e", scalar_type = "E", id = 4, code = "kDLInt", bits = "8", lanes = 1.5, since = "0.2" }
dtype { "f", scalar_type = "F", id = 5, code = 2.0, bits = 18446744073709551615, lanes = { 1 }, since = "0.2" }
