/* Every type code of DLPack, typed by hand from the releases of dlpack.h. Like expected_dtypes.h a
 * second source, to be kept apart from spec/.
 *
 * name          the enumerator of DLDataTypeCode
 * value         its number
 * major, minor  the first release that has it under this name; releases are counted from 0.2, the
 *               first with managed tensors
 * bits          the only width that the code may have, 0 where several are legal
 *
 * One row a line: tests in Python read this file too.
 */
#ifndef EXPECTED_CODES_H
#define EXPECTED_CODES_H

/* clang-format off */
/* X(name,              value, major, minor, bits) */
#define EXPECTED_CODES(X) \
  X(kDLInt,                 0, 0, 2, 0) \
  X(kDLUInt,                1, 0, 2, 0) \
  X(kDLFloat,               2, 0, 2, 0) \
  X(kDLOpaqueHandle,        3, 0, 4, 0) \
  X(kDLBfloat,              4, 0, 3, 0) \
  X(kDLComplex,             5, 0, 4, 0) \
  X(kDLBool,                6, 0, 8, 8) \
  X(kDLFloat8_e3m4,         7, 1, 1, 8) \
  X(kDLFloat8_e4m3,         8, 1, 1, 8) \
  X(kDLFloat8_e4m3b11fnuz,  9, 1, 1, 8) \
  X(kDLFloat8_e4m3fn,      10, 1, 1, 8) \
  X(kDLFloat8_e4m3fnuz,    11, 1, 1, 8) \
  X(kDLFloat8_e5m2,        12, 1, 1, 8) \
  X(kDLFloat8_e5m2fnuz,    13, 1, 1, 8) \
  X(kDLFloat8_e8m0fnu,     14, 1, 1, 8) \
  X(kDLFloat6_e2m3fn,      15, 1, 1, 6) \
  X(kDLFloat6_e3m2fn,      16, 1, 1, 6) \
  X(kDLFloat4_e2m1fn,      17, 1, 1, 4)
/* clang-format on */

#endif
