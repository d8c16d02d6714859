framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"

-- Nine rows that are wrong in different ways, and one that is right between them.
dtype { "a", scalar_type = "A", id = 0, code = "kDLInt", bits = 0, lanes = 1, since = "0.2" }
dtype { "b", scalar_type = "B", id = 1, bytes = 1 }
dtype { "c", scalar_type = "int", id = 2, bytes = 1 }
dtype { "4d", scalar_type = "D", id = 3, bytes = 1 }
dtype { "e", scalar_type = "E", id = 4, code = "kDLUint", bits = 8, lanes = 1, since = "1.4" }
dtype { "f", scalar_type = "F", id = 5.0, bytes = 1 }
dtype { "b", scalar_type = "G", id = 6, byte = 1 }
dtype { "h", scalar_type = "B", id = 7, bytes = 1, storage = "packed" }
dtype "i"
dtype { "j", scalar_type = "J", id = 1, bytes = 1, also_import = {} }
