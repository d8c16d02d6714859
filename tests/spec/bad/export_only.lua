framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 0, code = "kDLInt", bits = 64, lanes = 1, since = "0.2", export_only = true }
dtype { "b", scalar_type = "B", id = 1, code = "kDLInt", bits = 64, lanes = 1, since = "0.2", export_only = true }
dtype { "c", scalar_type = "C", id = 2, code = "kDLInt", bits = 32, lanes = 1, since = "0.2", export_only = true,
        also_import = { { code = "kDLInt", bits = 32, lanes = 1 } } }
