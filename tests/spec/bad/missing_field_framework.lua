framework {}
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
