framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
for _ = 0, 2 do
  dtype { "a", scalar_type = "A", id = "0", bytes = 0 }
end
