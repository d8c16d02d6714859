framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 0, code = "kDLInt", bits = 0, lanes = 1, since = "0.2" }
dtype { "b", scalar_type = "B", id = 1, code = "kDLInt", bits = 256, lanes = 1, since = "0.2" }
dtype { "c", scalar_type = "C", id = 2, code = "kDLInt", bits = -8, lanes = 1, since = "0.2" }
dtype { "d", scalar_type = "D", id = 3, code = "kDLInt", bits = 8, lanes = 0, since = "0.2" }
dtype { "e", scalar_type = "E", id = 4, code = "kDLInt", bits = 8, lanes = 65536, since = "0.2" }
dtype { "f", scalar_type = "F", id = 5, code = "kDLInt", bits = 0xffffffffffffffff, lanes = 0x100000001, since = "0.2" }
dtype { "g", scalar_type = "G", id = 6, bytes = 0 }
dtype { "h", scalar_type = "H", id = 7, bytes = 65536 }
dtype { "i", scalar_type = "I", id = 8, code = "kDLInt", bits = 8, lanes = 1, since = "0.2",
        also_import = { { code = "kDLUInt", bits = 256, lanes = 65536 } } }
