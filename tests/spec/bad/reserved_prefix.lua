framework { "Bad", enum = "Kind", prefix = "int8", ids = "int8", undefined = { "Undefined" } }
framework { "Bad", enum = "Kind", prefix = "Size", ids = "int8", undefined = { "Undefined" } }
framework { "Bad", enum = "Kind", prefix = "uint_least16", ids = "int8", undefined = { "U" } }
framework { "Bad", enum = "Kind", prefix = "_bad", ids = "int8", undefined = { "Undefined" } }
framework { "Bad", enum = "Kind", prefix = "int8x", ids = "int8", undefined = { "Undefined" } }
dtype { "a", scalar_type = "A", id = 0, bytes = 1 }
