include "included_cycle_two.lua"
