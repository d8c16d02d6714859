framework { "Bad", enum = "Kind", prefix = "bad", ids = "int8", undefined = { "Undefined" } }

function row(name)
  dtype { name, scalar_type = name, id = 0, bytes = 1 }
end
