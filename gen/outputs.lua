-- What dltab writes. Each output is a template and where its text goes, below the root:
--
--   file   { "PATH", template = "TEMPLATE" }                  a whole file
--   region { "PATH", name = "NAME", template = "TEMPLATE" }   the lines between the two markers
--                                                             `dltab:begin NAME` and `dltab:end NAME`
--   command "COMMAND"                                         how a user writes them all again
--
-- A new output is a template in gen/templates and one line here.

command "make gen"

file { "generated/dltab_dtypes.h", template = "gen/templates/dltab_dtypes.h" }
file { "generated/dltab_framework.h", template = "gen/templates/dltab_framework.h" }
file { "generated/test_roundtrip.c", template = "gen/templates/test_roundtrip.c" }
file { "generated/dtypes.json", template = "gen/templates/dtypes.json" }
region { "README.md", name = "dtypes", template = "gen/templates/dtypes.md" }
