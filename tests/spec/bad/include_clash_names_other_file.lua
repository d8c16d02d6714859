framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "included_codes.lua"
code { "kFirst", value = 201, since = "1.0" }
code { "kThird", value = 200, since = "1.0" }
release { "1.0" }
dtype { "a", scalar_type = "A", id = 0, code = "kFirst", bits = 8, lanes = 1, since = "1.0" }
