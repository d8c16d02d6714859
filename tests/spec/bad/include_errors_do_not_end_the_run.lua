framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
include "nowhere.lua"
include "../dlpack.lua"
include "include_errors_do_not_end_the_run.lua"
include "included_broken.lua"
include(7)
dtype { "a", scalar_type = "A", id = 0, code = "kDLInt", bits = 8, lanes = 1, since = "0.2" }
dtype { "b", scalar_type = "B", id = 1, bytes = 0 }
