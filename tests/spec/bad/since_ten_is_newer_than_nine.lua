framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
release { "1.9" }
release { "1.10" }
code { "kOld", value = 200, since = "1.9" }
code { "kNew", value = 201, since = "1.10" }
dtype { "a", scalar_type = "A", id = 0, code = "kOld", bits = 8, lanes = 1, since = "1.10" }
dtype { "b", scalar_type = "B", id = 1, code = "kNew", bits = 8, lanes = 1, since = "1.9" }
