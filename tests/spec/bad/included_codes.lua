-- A vocabulary of two codes.
release { "1.0" }
code { "kFirst", value = 200, since = "1.0" }
code { "kSecond", value = 7, since = "1.0", bits = 6 }
