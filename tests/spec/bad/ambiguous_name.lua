framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
dtype { "Char", scalar_type = "Byte", id = 0, bytes = 1 }
dtype { "int8", scalar_type = "Char", id = 1, bytes = 1 }
dtype { "Byte", scalar_type = "Short", id = 2, bytes = 1 }
