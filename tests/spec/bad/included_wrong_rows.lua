-- One row wrong by itself, one that clashes with a row of the file that includes this one.
dtype { "b", scalar_type = "B", id = 1 }
dtype { "a", scalar_type = "C", id = 2, bytes = 1 }
