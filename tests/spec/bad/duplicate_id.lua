framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
dtype { "complex32", scalar_type = "ComplexHalf", id = 0, bytes = 4 }
dtype { "complex64", scalar_type = "ComplexFloat", id = 1, bytes = 8 }
dtype { "bool", scalar_type = "Bool", id = 1, bytes = 1 }
