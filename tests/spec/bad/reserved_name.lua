framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "INLINE" } }
dtype { "a", scalar_type = "KEY", id = 0, bytes = 1 }
dtype { "b", scalar_type = "DLPACK_MAJOR", id = 1, bytes = 1 }
dtype { "c", scalar_type = "DTYPES_H", id = 2, bytes = 1 }
dtype { "d", scalar_type = "itemsize", id = 3, bytes = 1 }
