framework { "Bad", enum = "Kind", prefix = "bad", ids = "uint16", undefined = { "Undefined" } }
dtype { "a", scalar_type = "A", id = -1, bytes = 1 }
dtype { "b", scalar_type = "B", id = 65536, bytes = 1 }
