-- Specs and the list of outputs run in a Lua without a library: only their own functions exist.
std = "none"
max_line_length = 160

-- A key given twice in one row is lost before the generator can see it; luacheck sees it (W314).
enable = { "314" }

files["spec"] = { read_globals = { "code", "dtype", "framework", "include", "release" } }
files["gen/outputs.lua"] = { read_globals = { "command", "file", "region" } }
