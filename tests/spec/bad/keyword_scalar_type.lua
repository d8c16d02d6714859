framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
dtype { "a", scalar_type = "double", id = 0, bytes = 1 }
dtype { "b", scalar_type = "int", id = 1, bytes = 1 }
dtype { "c", scalar_type = "co_await", id = 2, bytes = 1 }
dtype { "d", scalar_type = "_Bool", id = 3, bytes = 1 }
dtype { "e", scalar_type = "xor_eq", id = 4, bytes = 1 }
dtype { "f", scalar_type = "nullptr", id = 5, bytes = 1 }
