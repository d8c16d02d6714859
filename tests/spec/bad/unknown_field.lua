framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
release { "1.0", since = "0.2" }
code { "kMine", value = 200, sice = "1.0", since = "1.0" }
dtype { "a", scalar_type = "A", id = 0, Bytes = 1, bytes = 1 }
dtype { "b", scalar_type = "B", id = 1, bytes = 1, min_version = { 1 } }
dtype { "c", scalar_type = "C", id = 2, bytes = 1, ["two words"] = true }
