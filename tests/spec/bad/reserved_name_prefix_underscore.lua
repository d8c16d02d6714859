framework { "Bad", enum = "Kind", prefix = "_bad", ids = "int8", undefined = { "Undefined" } }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
