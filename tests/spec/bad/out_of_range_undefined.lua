framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined", id = 200, hole_before = true } }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
