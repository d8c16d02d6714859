framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
release { "1" }
release { "1.0" }
code { "kMine", value = 200, since = "1,0" }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
