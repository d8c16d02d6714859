framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "included_cycle_one.lua"
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
