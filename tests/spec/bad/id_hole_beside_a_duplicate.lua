framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
dtype { "b", scalar_type = "B", id = 2, bytes = 1, hole_before = true }
dtype { "c", scalar_type = "C", id = 2, bytes = 1 }
dtype { "d", scalar_type = "D", id = 4, bytes = 1 }
