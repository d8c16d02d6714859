framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
x = = 1
dtype { "b", scalar_type = "B", id = "never reached" }
