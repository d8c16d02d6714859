framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
dtype "int8"
dtype()
dtype({ "a", scalar_type = "A", id = 0, bytes = 1 }, 1)
release "1.1"
code(10)
framework(nil)
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
