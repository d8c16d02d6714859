framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
dtype { "a", scalar_type = "A", id = -129, bytes = 1 }
dtype { "b", scalar_type = "B", id = 128, bytes = 1 }
dtype { "c", scalar_type = "C", id = 200, bytes = 1 }
