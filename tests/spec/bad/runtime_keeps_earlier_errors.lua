framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
dtype { "a", scalar_type = "A", id = 0 }
dtype { "a", scalar_type = "B", id = 1, bytes = 1 }
local bits = 1 // 0
dtype { "c", scalar_type = "C", id = 9, bytes = 1 }
