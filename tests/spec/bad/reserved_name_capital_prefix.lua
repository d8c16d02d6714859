framework { "Bad", enum = "Kind", prefix = "BAD", ids = "int8", undefined = { "Undefined" } }
dtype { "a", scalar_type = "itemsize", id = 0, bytes = 1 }
dtype { "b", scalar_type = "scalar_type", id = 1, bytes = 1 }
