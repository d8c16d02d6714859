framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
dtype { "a", 8, scalar_type = "A", id = 0, bytes = 1 }
dtype { "b", nil, "int8", scalar_type = "B", id = 1, bytes = 1 }
dtype { "c", scalar_type = "C", id = 2, bytes = 1, [0] = "zero" }
dtype { "d", scalar_type = "D", id = 3, bytes = 1, [1.5] = 8.0 }
dtype { "e", scalar_type = "E", id = 4, bytes = 1, [true] = false }
