framework { 1, enum = true, prefix = 2, ids = 8, undefined = "Undefined" }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
