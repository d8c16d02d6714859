framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "included_broken.lua"
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
