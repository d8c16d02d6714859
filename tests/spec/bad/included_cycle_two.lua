-- back to where it came from
include "included_cycle_one.lua"
