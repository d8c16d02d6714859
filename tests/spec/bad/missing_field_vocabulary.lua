framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
release {}
code {}
code { "kMine", since = "1.0" }
code { "kYours", value = 201 }
release { "1.0" }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
