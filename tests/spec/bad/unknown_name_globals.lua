framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
local all = _G
