framework { "Bad", enum = "class", prefix = "inline", ids = "int8", undefined = { "void" } }
release { "1.0" }
code { "float", value = 200, since = "1.0" }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
