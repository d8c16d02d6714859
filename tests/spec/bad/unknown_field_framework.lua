framework { "Bad", enum = "Kind", prefx = "bad", prefix = "bad", ids = "int8", undefined = { "Undefined", di = 1, reason = "none" }, version = "1.1" }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
