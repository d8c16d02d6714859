framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 0, code = "kDLInt", bits = 8, lanes = 1, since = "1" }
dtype { "b", scalar_type = "B", id = 1, code = "kDLInt", bits = 8, lanes = 2, since = "1." }
dtype { "c", scalar_type = "C", id = 2, code = "kDLInt", bits = 8, lanes = 3, since = ".1" }
dtype { "d", scalar_type = "D", id = 3, code = "kDLInt", bits = 8, lanes = 4, since = "01.1" }
dtype { "e", scalar_type = "E", id = 4, code = "kDLInt", bits = 8, lanes = 5, since = "1.1.0" }
dtype { "f", scalar_type = "F", id = 5, code = "kDLInt", bits = 8, lanes = 6, since = "1.x" }
dtype { "g", scalar_type = "G", id = 6, code = "kDLInt", bits = 8, lanes = 7, since = "" }
dtype { "h", scalar_type = "H", id = 7, code = "kDLInt", bits = 8, lanes = 8, since = "1.01" }
dtype { "i", scalar_type = "I", id = 8, code = "kDLInt", bits = 8, lanes = 9, since = " 1.1" }
dtype { "j", scalar_type = "J", id = 9, code = "kDLInt", bits = 8, lanes = 10, since = "1.1\n" }
dtype { "k", scalar_type = "K", id = 10, code = "kDLInt", bits = 8, lanes = 11, since = "v1.1" }
dtype { "l", scalar_type = "L", id = 11, code = "kDLInt", bits = 8, lanes = 12, since = "-1.1" }
dtype { "m", scalar_type = "M", id = 12, code = "kDLInt", bits = 8, lanes = 13, since = "1.4294967297" }
dtype { "n", scalar_type = "N", id = 13, code = "kDLInt", bits = 8, lanes = 14, since = "1.1\0" }
