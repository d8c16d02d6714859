-- The error is in this file, and its line is told.


local width = )
