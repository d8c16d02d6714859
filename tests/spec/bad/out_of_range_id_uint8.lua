framework { "Bad", enum = "Kind", prefix = "bad", ids = "uint8", undefined = { "Undefined" } }
dtype { "a", scalar_type = "A", id = -1, bytes = 1 }
dtype { "b", scalar_type = "B", id = 256, bytes = 1 }
