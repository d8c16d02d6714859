framework { "Bad", enum = "Kind", prefix = "bad", ids = "int16", undefined = { "Undefined" } }
dtype { "a", scalar_type = "A", id = -32769, bytes = 1 }
dtype { "b", scalar_type = "B", id = 32768, bytes = 1 }
