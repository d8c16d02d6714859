-- Type codes that DLPack does not have.
code { "kForgePosit", value = 200, since = "1.2", bits = 16 }
code { "kForgeNibble", value = 129, since = "1.0" }
code { "kForgeFlag", value = 130, since = "1.3" }
code { "kForgeLast", value = 255, since = "1.0" }
