framework { "Bad", enum = "my kind", prefix = "1st", ids = "int8", undefined = { "Un-defined" } }
release { "1.0" }
code { "kMine!", value = 200, since = "1.0" }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
