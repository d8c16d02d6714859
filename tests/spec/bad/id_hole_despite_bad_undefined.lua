framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "void" } }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
dtype { "b", scalar_type = "B", id = 5, bytes = 1 }
