"""The hand-kept lists of this folder, for tests in Python: DTYPES, CODES and RELEASES."""

import pathlib
import re
from typing import NamedTuple, Optional

HERE = pathlib.Path(__file__).resolve().parent


class Dtype(NamedTuple):
    scalar_type: str
    dtype: str
    id: int
    code: Optional[int]  # code, bits, lanes and since are None without a DLPack form
    bits: Optional[int]
    lanes: Optional[int]
    since: Optional[str]
    bytes: int


class Code(NamedTuple):
    name: str
    value: int
    since: str
    bits: Optional[int]  # None where DLPack does not fix the width


def _rows(file):
    text = (HERE / file).read_text(encoding="utf-8")
    rows = re.findall(r"^  X\((.+)\)(?: \\)?$", text, re.MULTILINE)
    if not rows:
        raise ValueError(f"{file} has no rows")
    return [[cell.strip() for cell in row.split(",")] for row in rows]


def _dtype(row):
    scalar_type, dtype, id_, form, code, bits, lanes, major, minor, nbytes = row
    if form == "1":
        exchange = (int(code), int(bits), int(lanes), f"{major}.{minor}")
    else:
        exchange = (None, None, None, None)
    return Dtype(scalar_type, dtype, int(id_), *exchange, int(nbytes))


def _code(row):
    name, value, major, minor, bits = row
    return Code(name, int(value), f"{major}.{minor}", int(bits) or None)


DTYPES = [_dtype(row) for row in _rows("expected_dtypes.h")]
CODES = [_code(row) for row in _rows("expected_codes.h")]

# DLPack's releases from the first whose codes have today's names, by its tags.
RELEASES = ["0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "1.0", "1.1", "1.2", "1.3"]
