framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
dtype { "8bit", scalar_type = "A", id = 0, bytes = 1 }
dtype { "a-b", scalar_type = "B", id = 1, bytes = 1 }
dtype { "x\"; system(1); //", scalar_type = "C", id = 2, bytes = 1 }
dtype { "A\nB", scalar_type = "D", id = 3, bytes = 1 }
dtype { "", scalar_type = "E", id = 4, bytes = 1 }
dtype { "Foo|Bar", scalar_type = "F", id = 5, bytes = 1 }
dtype { "int8\0", scalar_type = "G", id = 6, bytes = 1 }
dtype { "\xc3\xa4", scalar_type = "H", id = 7, bytes = 1 }
