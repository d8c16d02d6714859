framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
dtype { "int8", scalar_type = "A", id = 0, bytes = 1 }
dtype { "int16", scalar_type = "B", id = 1, bytes = 1 }
dtype { "int8", scalar_type = "C", id = 2, bytes = 1 }
dtype { "int8", scalar_type = "D", id = 3, bytes = 1 }
