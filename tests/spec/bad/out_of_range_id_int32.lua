framework { "Bad", enum = "Kind", prefix = "bad", ids = "int32", undefined = { "Undefined" } }
dtype { "a", scalar_type = "A", id = -2147483649, bytes = 1 }
dtype { "b", scalar_type = "B", id = 2147483648, bytes = 1 }
