/* Every ScalarType of ExecuTorch, typed by hand from runtime/core/portable_type/scalar_type.h, and
 * its DLPack form, from dlpack.h. This list is a second source: never derive it from spec/, and
 * never let anything be generated from it. A change here is a change of what dltab promises.
 *
 * scalar_type   the enumerator
 * dtype         the name users know
 * id            the enumerator's number
 * form          1 when DLPack can carry it; without a form the next five columns are 0
 * code          DLDataTypeCode as a number
 * bits, lanes   as in DLDataType
 * major, minor  the first DLPack release with this code
 * bytes         sizeof one element, of the C++ type that the header names
 *
 * One row a line: tests in Python read this file too.
 */
#ifndef EXPECTED_DTYPES_H
#define EXPECTED_DTYPES_H

#define EXPECTED_UNDEFINED_ID 30

/* clang-format off */
/* X(scalar_type,   dtype,           id, form, code, bits, lanes, major, minor, bytes) */
#define EXPECTED_DTYPES(X) \
  X(Byte,            uint8,            0, 1,  1,   8, 1, 0, 2,  1) \
  X(Char,            int8,             1, 1,  0,   8, 1, 0, 2,  1) \
  X(Short,           int16,            2, 1,  0,  16, 1, 0, 2,  2) \
  X(Int,             int32,            3, 1,  0,  32, 1, 0, 2,  4) \
  X(Long,            int64,            4, 1,  0,  64, 1, 0, 2,  8) \
  X(Half,            float16,          5, 1,  2,  16, 1, 0, 2,  2) \
  X(Float,           float32,          6, 1,  2,  32, 1, 0, 2,  4) \
  X(Double,          float64,          7, 1,  2,  64, 1, 0, 2,  8) \
  X(ComplexHalf,     complex32,        8, 1,  5,  32, 1, 0, 4,  4) \
  X(ComplexFloat,    complex64,        9, 1,  5,  64, 1, 0, 4,  8) \
  X(ComplexDouble,   complex128,      10, 1,  5, 128, 1, 0, 4, 16) \
  X(Bool,            bool,            11, 1,  6,   8, 1, 0, 8,  1) \
  X(QInt8,           qint8,           12, 0,  0,   0, 0, 0, 0,  1) \
  X(QUInt8,          quint8,          13, 0,  0,   0, 0, 0, 0,  1) \
  X(QInt32,          qint32,          14, 0,  0,   0, 0, 0, 0,  4) \
  X(BFloat16,        bfloat16,        15, 1,  4,  16, 1, 0, 3,  2) \
  X(QUInt4x2,        quint4x2,        16, 0,  0,   0, 0, 0, 0,  1) \
  X(QUInt2x4,        quint2x4,        17, 0,  0,   0, 0, 0, 0,  1) \
  X(Bits1x8,         bits1x8,         18, 0,  0,   0, 0, 0, 0,  1) \
  X(Bits2x4,         bits2x4,         19, 0,  0,   0, 0, 0, 0,  1) \
  X(Bits4x2,         bits4x2,         20, 0,  0,   0, 0, 0, 0,  1) \
  X(Bits8,           bits8,           21, 0,  0,   0, 0, 0, 0,  1) \
  X(Bits16,          bits16,          22, 0,  0,   0, 0, 0, 0,  2) \
  X(Float8_e5m2,     float8_e5m2,     23, 1, 12,   8, 1, 1, 1,  1) \
  X(Float8_e4m3fn,   float8_e4m3fn,   24, 1, 10,   8, 1, 1, 1,  1) \
  X(Float8_e5m2fnuz, float8_e5m2fnuz, 25, 1, 13,   8, 1, 1, 1,  1) \
  X(Float8_e4m3fnuz, float8_e4m3fnuz, 26, 1, 11,   8, 1, 1, 1,  1) \
  X(UInt16,          uint16,          27, 1,  1,  16, 1, 0, 2,  2) \
  X(UInt32,          uint32,          28, 1,  1,  32, 1, 0, 2,  4) \
  X(UInt64,          uint64,          29, 1,  1,  64, 1, 0, 2,  8)
/* clang-format on */

#endif
