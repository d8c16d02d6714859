framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { scalar_type = "A", id = 0, bytes = 1 }
dtype { "b", id = 1, bytes = 1 }
dtype { "c", scalar_type = "C", bytes = 1 }
dtype { "d", scalar_type = "D", id = 3 }
dtype { "e", scalar_type = "E", id = 4, bits = 8, lanes = 1, since = "0.2" }
dtype { "f", scalar_type = "F", id = 5, code = "kDLInt", lanes = 1, since = "0.2" }
dtype { "g", scalar_type = "G", id = 6, code = "kDLInt", bits = 8, since = "0.2" }
dtype { "h", scalar_type = "H", id = 7, code = "kDLInt", bits = 8, lanes = 1 }
