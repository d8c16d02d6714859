framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { false, id = "1", hole_before = 0 } }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
