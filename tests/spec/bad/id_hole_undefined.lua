framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined", id = 9 } }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
