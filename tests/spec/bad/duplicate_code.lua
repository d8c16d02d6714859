framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
release { "1.0" }
code { "kA", value = 200, since = "1.0" }
code { "kA", value = 201, since = "1.0" }
code { "kB", value = 200, since = "1.0" }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
