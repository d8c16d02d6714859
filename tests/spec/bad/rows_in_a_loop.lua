framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }
for i = 0, 2 do
  dtype { "a", scalar_type = "A" .. i, id = i }
end
