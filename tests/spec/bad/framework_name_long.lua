framework { "0123456789012345678901234567890123456789012345678901234567890", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
