framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined", hole_before = true } }
dtype { "a", scalar_type = "A", id = 0, bytes = 1, hole_before = true }
dtype { "b", scalar_type = "B", id = 1, bytes = 1, hole_before = true }
