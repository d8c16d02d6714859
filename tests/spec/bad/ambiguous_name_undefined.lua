framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
dtype { "Undefined", scalar_type = "A", id = 0, bytes = 1 }
