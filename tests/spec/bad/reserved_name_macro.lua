framework { "Bad", enum = "Kind", prefix = "f", ids = "int8", undefined = { "OK" } }
dtype { "a", scalar_type = "LOCK", id = 0, bytes = 1 }
dtype { "b", scalar_type = "LOCKED", id = 1, bytes = 1 }
