-- The dtypes of ExecuTorch and their DLPack forms: the only place where one is written down.
-- `make gen` writes the importer, the exporter, the version constant, the table in README.md and
-- the round-trip tests from it.
--
-- A new dtype is one line, at the end of the rows: ids count up without holes, and the outputs keep
-- the order of this file.
--
--   dtype { "NAME", ... }   one row
--     "NAME"         the dtype's name, as users write it. Not the ScalarType of another row.
--     scalar_type    the enumerator in the framework's enum
--     id             its number there, within `ids`
--     code           the DLPack form: a type code of dlpack.lua ...
--     bits           ... the width of one element or vector component, 1 to 255; both halves of a
--                    complex number count ...
--     lanes          ... and the number of vector components, 1 to 65535; 1 for a scalar
--     since          the oldest DLPack release that has this form; never older than the code
--     bytes          instead of the last four: the storage of one element, 1 to 65535, of a dtype
--                    that has no DLPack form. Such a tensor can be held, wrapped and read; exchange
--                    is refused.
--   Optional:
--     also_import    a list of { code = ..., bits = ..., lanes = ... }: further forms of the same
--                    size that are read as this dtype and never written
--     export_only    true: another row imports this form (two C names for one integer)
--     storage        "packed" or "padded", needed where bits * lanes is no whole number of bytes:
--                    without gaps from bit 0 of the first byte on, or each element in bytes of its
--                    own
--     hole_before    true: ids are left out right before this row's
--
--   framework { "NAME", ... }   the one framework that this spec describes
--     enum           the name of its enum of dtypes
--     prefix         of every name in the generated C, in capitals for macros and enumerators; not
--                    one that C makes names from, such as int8 (INT8_MAX) or size (SIZE_MAX)
--     ids            the integer type that holds an id: int8, uint8, int16, uint16, int32
--     undefined      the enumerator for "no dtype"; id = N and hole_before = true are possible
--
--   include "FILE"   runs a file beside this one, or in dltab's own spec folder; once. A regular
--                    file: a link could lead anywhere, and is refused
--
-- Derived, never typed: the id of Undefined (the largest id + 1, unless given), the version constant
-- (the largest `since` of anything that can be imported or exported, at least 1.0), the bytes of an
-- element with a form, and every name in the generated code (PREFIX_ScalarType).
--
-- A key given twice in one row cannot be seen once Lua has read it: the last one counts. `make lint`
-- finds it (luacheck W314).

framework { "ExecuTorch", enum = "ScalarType", prefix = "dlt", ids = "int8", undefined = { "Undefined" } }

include "dlpack.lua"

dtype { "uint8",           scalar_type = "Byte",             id =  0, code = "kDLUInt",             bits =   8, lanes = 1, since = "0.2" }
dtype { "int8",            scalar_type = "Char",             id =  1, code = "kDLInt",              bits =   8, lanes = 1, since = "0.2" }
dtype { "int16",           scalar_type = "Short",            id =  2, code = "kDLInt",              bits =  16, lanes = 1, since = "0.2" }
dtype { "int32",           scalar_type = "Int",              id =  3, code = "kDLInt",              bits =  32, lanes = 1, since = "0.2" }
dtype { "int64",           scalar_type = "Long",             id =  4, code = "kDLInt",              bits =  64, lanes = 1, since = "0.2" }
dtype { "float16",         scalar_type = "Half",             id =  5, code = "kDLFloat",            bits =  16, lanes = 1, since = "0.2" }
dtype { "float32",         scalar_type = "Float",            id =  6, code = "kDLFloat",            bits =  32, lanes = 1, since = "0.2" }
dtype { "float64",         scalar_type = "Double",           id =  7, code = "kDLFloat",            bits =  64, lanes = 1, since = "0.2" }
dtype { "complex32",       scalar_type = "ComplexHalf",      id =  8, code = "kDLComplex",          bits =  32, lanes = 1, since = "0.4" }
dtype { "complex64",       scalar_type = "ComplexFloat",     id =  9, code = "kDLComplex",          bits =  64, lanes = 1, since = "0.4" }
dtype { "complex128",      scalar_type = "ComplexDouble",    id = 10, code = "kDLComplex",          bits = 128, lanes = 1, since = "0.4" }
dtype { "bool",            scalar_type = "Bool",             id = 11, code = "kDLBool",             bits =   8, lanes = 1, since = "0.8" }
dtype { "qint8",           scalar_type = "QInt8",            id = 12, bytes = 1 }
dtype { "quint8",          scalar_type = "QUInt8",           id = 13, bytes = 1 }
dtype { "qint32",          scalar_type = "QInt32",           id = 14, bytes = 4 }
dtype { "bfloat16",        scalar_type = "BFloat16",         id = 15, code = "kDLBfloat",           bits =  16, lanes = 1, since = "0.3" }
dtype { "quint4x2",        scalar_type = "QUInt4x2",         id = 16, bytes = 1 }
dtype { "quint2x4",        scalar_type = "QUInt2x4",         id = 17, bytes = 1 }
dtype { "bits1x8",         scalar_type = "Bits1x8",          id = 18, bytes = 1 }
dtype { "bits2x4",         scalar_type = "Bits2x4",          id = 19, bytes = 1 }
dtype { "bits4x2",         scalar_type = "Bits4x2",          id = 20, bytes = 1 }
dtype { "bits8",           scalar_type = "Bits8",            id = 21, bytes = 1 }
dtype { "bits16",          scalar_type = "Bits16",           id = 22, bytes = 2 }
dtype { "float8_e5m2",     scalar_type = "Float8_e5m2",      id = 23, code = "kDLFloat8_e5m2",      bits =   8, lanes = 1, since = "1.1" }
dtype { "float8_e4m3fn",   scalar_type = "Float8_e4m3fn",    id = 24, code = "kDLFloat8_e4m3fn",    bits =   8, lanes = 1, since = "1.1" }
dtype { "float8_e5m2fnuz", scalar_type = "Float8_e5m2fnuz",  id = 25, code = "kDLFloat8_e5m2fnuz",  bits =   8, lanes = 1, since = "1.1" }
dtype { "float8_e4m3fnuz", scalar_type = "Float8_e4m3fnuz",  id = 26, code = "kDLFloat8_e4m3fnuz",  bits =   8, lanes = 1, since = "1.1" }
dtype { "uint16",          scalar_type = "UInt16",           id = 27, code = "kDLUInt",             bits =  16, lanes = 1, since = "0.2" }
dtype { "uint32",          scalar_type = "UInt32",           id = 28, code = "kDLUInt",             bits =  32, lanes = 1, since = "0.2" }
dtype { "uint64",          scalar_type = "UInt64",           id = 29, code = "kDLUInt",             bits =  64, lanes = 1, since = "0.2" }
