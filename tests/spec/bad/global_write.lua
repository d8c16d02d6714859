framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
width = 8
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
