framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
release { 1.0 }
release { 1 }
release { "1.0" }
code { 10, value = 200, since = "1.0" }
code { "kB", value = "201", since = 1.0, bits = "8" }
code { "kC", value = 202.0, since = "1.0", bits = 8.0 }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
