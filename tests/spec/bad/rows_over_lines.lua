framework {
  "Bad",
  enum = "Kind",
  prefix = "bad",
  ids = "int7",
  undefined = { "Undefined" },
}

dtype {
  "a",
  scalar_type = "A",
  id = 0,
  bytes = 0,
}
dtype { "b",
        scalar_type = "B", id = 1,
        bytes = "1" } dtype { "c", scalar_type = "C", id = 2,
  bytes = 1.0 }
dtype {
  "a",
  scalar_type = "D", id = 3, bytes = 1 }
