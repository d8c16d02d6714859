framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
release { "1.0" }
code { "kA", value = -1, since = "1.0" }
code { "kB", value = 256, since = "1.0" }
code { "kC", value = 0x100000000, since = "1.0" }
code { "kD", value = 0xffffffffffffffff, since = "1.0" }
code { "kE", value = 200, since = "1.0", bits = 0 }
code { "kF", value = 201, since = "1.0", bits = 256 }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
