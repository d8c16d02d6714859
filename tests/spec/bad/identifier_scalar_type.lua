framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
dtype { "a", scalar_type = "8bit", id = 0, bytes = 1 }
dtype { "b", scalar_type = "a-b", id = 1, bytes = 1 }
dtype { "c", scalar_type = "x\"; system(1); //", id = 2, bytes = 1 }
dtype { "d", scalar_type = "A\nB", id = 3, bytes = 1 }
dtype { "e", scalar_type = "", id = 4, bytes = 1 }
dtype { "f", scalar_type = "Foo|Bar", id = 5, bytes = 1 }
dtype { "g", scalar_type = "A\0B", id = 6, bytes = 1 }
dtype { "h", scalar_type = "\xc3\x84", id = 7, bytes = 1 }
dtype { "i", scalar_type = "back\\slash", id = 8, bytes = 1 }
