framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
dtype { "a", scalar_type = "A", id = 0, bytes = 0 }
include "included_wrong_rows.lua"
dtype { "d", scalar_type = "D", id = 3, bytes = 0 }
