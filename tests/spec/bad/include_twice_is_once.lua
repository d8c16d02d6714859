framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "included_codes.lua"
include "included_codes.lua"
dtype { "a", scalar_type = "A", id = 0, code = "kFirst", bits = 8, lanes = 1, since = "1.1" }
