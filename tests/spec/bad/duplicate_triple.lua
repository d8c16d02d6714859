framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "uint8", scalar_type = "Byte", id = 0, code = "kDLUInt", bits = 8, lanes = 1, since = "0.2" }
dtype { "bool", scalar_type = "Bool", id = 1, code = "kDLUInt", bits = 8, lanes = 1, since = "0.2" }
dtype { "int8", scalar_type = "Char", id = 2, code = "kDLInt", bits = 8, lanes = 1, since = "0.2",
        also_import = { { code = "kDLUInt", bits = 8, lanes = 1 }, { code = "kDLInt", bits = 8, lanes = 1 } } }
