-- DLPack's own vocabulary, as its releases defined it. Facts about DLPack only: what a framework
-- makes of them stands in its own spec, which includes this file.
--
--   release { "X.Y" }      a release of DLPack, oldest first. `since` may name these and no others.
--                          Releases before 0.2 are left out: 0.2 is the first whose codes carry
--                          these names and that has managed tensors.
--   code { "NAME", ... }   a type code, in the order of the values:
--     "NAME"               the enumerator in dlpack.h
--     value                its number, 0 to 255
--     since                the first release that has it
--     bits                 where DLPack fixes the width of an element: that width. A row with
--                          another one is refused, as a consumer has to refuse it.
--
-- Codes in the file that declares the releases are dlpack.h's own if they are named kDL...:
-- generated C spells those that rows use as dlpack.h does. A code that a framework adds, in any
-- other file or under any other name, is written as its number.
--
-- A new release is one line at the end of the first block; a new code one at the end of the second.
-- A key given twice in one table is invisible here (the last one counts): `make lint` finds it.

release { "0.2" }
release { "0.3" }
release { "0.4" }
release { "0.5" }
release { "0.6" }
release { "0.7" }
release { "0.8" }
release { "1.0" }
release { "1.1" }
release { "1.2" }
release { "1.3" }

code { "kDLInt",               value =  0, since = "0.2" }
code { "kDLUInt",              value =  1, since = "0.2" }
code { "kDLFloat",             value =  2, since = "0.2" }
code { "kDLOpaqueHandle",      value =  3, since = "0.4" }
code { "kDLBfloat",            value =  4, since = "0.3" }
code { "kDLComplex",           value =  5, since = "0.4" } -- bits counts both halves
code { "kDLBool",              value =  6, since = "0.8", bits = 8 }
code { "kDLFloat8_e3m4",       value =  7, since = "1.1", bits = 8 }
code { "kDLFloat8_e4m3",       value =  8, since = "1.1", bits = 8 }
code { "kDLFloat8_e4m3b11fnuz", value = 9, since = "1.1", bits = 8 }
code { "kDLFloat8_e4m3fn",     value = 10, since = "1.1", bits = 8 }
code { "kDLFloat8_e4m3fnuz",   value = 11, since = "1.1", bits = 8 }
code { "kDLFloat8_e5m2",       value = 12, since = "1.1", bits = 8 }
code { "kDLFloat8_e5m2fnuz",   value = 13, since = "1.1", bits = 8 }
code { "kDLFloat8_e8m0fnu",    value = 14, since = "1.1", bits = 8 }
code { "kDLFloat6_e2m3fn",     value = 15, since = "1.1", bits = 6 }
code { "kDLFloat6_e3m2fn",     value = 16, since = "1.1", bits = 6 }
code { "kDLFloat4_e2m1fn",     value = 17, since = "1.1", bits = 4 }
