framework { "Other", enum = "Kind", prefix = "other", ids = "int8", undefined = { "Undefined" } }
