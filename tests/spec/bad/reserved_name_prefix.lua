framework { "Bad", enum = "Kind", prefix = "int8", ids = "int8", undefined = { "Undefined" } }
dtype { "a", scalar_type = "MAX", id = 0, bytes = 1 }
