"""The fast path beside the switches: found or not, it says the same."""

import os
import random
import re
import subprocess

import pytest
from conftest import compile_c, dlpack_include

COMPARE = r"""
#include <stdio.h>
#include "dltab_dtypes.h"

static int differs(uint32_t key) {
  DLDataType form = {(uint8_t)key, (uint8_t)(key >> 8), (uint16_t)(key >> 16)};
  return x_scalar_type_from_dlpack(form) != x_scalar_type_from_dlpack_fast(form);
}

int main(void) {
  long found = 0, different = 0;
  for (uint32_t lanes = 0; lanes < 2048; lanes++) /* every triple of these specs, and their neighbours */
    for (uint32_t low = 0; low < 0x10000; low += lanes < 4 ? 1 : 0x3f) {
      DLDataType form = {(uint8_t)low, (uint8_t)(low >> 8), (uint16_t)lanes};
      found += x_scalar_type_from_dlpack(form) != X_None;
      different += differs(low + lanes * 0x10000u);
    }
  for (uint32_t i = 0, key = 1; i < 1000000; i++, key = key * 1664525u + 1013904223u)
    different += differs(key);
  printf("%ld %ld\n", found, different);
  return 0;
}
"""


def spec_of(rows, ids="int32"):
    return (f'framework {{ "X", enum = "E", prefix = "x", ids = "{ids}", undefined = {{ "None" }} }}\n'
            'include "dlpack.lua"\n' + rows)


def row(i, id_, lanes, extra=""):
    return (f'dtype {{ "d{i}", scalar_type = "D{i}", id = {id_}, code = "kDLUInt", bits = 8, '
            f'lanes = {lanes}, since = "0.2"{extra} }}\n')


def header_of(dltab, folder, text):
    (folder / "spec").mkdir(parents=True)
    (folder / "spec/dtypes.lua").write_text(text)
    dltab.right("gen", cwd=folder)
    return (folder / "generated/dltab_dtypes.h").read_text()


def compare(folder):
    (folder / "compare.c").write_text(COMPARE)
    built = compile_c(folder / "compare.c", folder / "compare", "-O1", "-std=c11", "-Wall", "-Wextra",
                      "-Wconversion", "-Werror", f"-I{folder}/generated")
    assert built.code == 0, built.err
    return subprocess.run([folder / "compare"], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("count, slots", [(1, 2), (2, 2), (20, 64), (100, 1024), (400, 1024), (1100, 0)])
def test_sizes(dltab, tmp_path, count, slots):
    """Slots at most, 0 for none: then the switch stands alone."""
    header = header_of(dltab, tmp_path, spec_of("".join(row(i, i, i + 1) for i in range(count))))
    table = re.search(r"static const uint32_t keys\[(\d+)\]", header)
    assert bool(table) == bool(slots)
    assert not table or count <= int(table.group(1)) <= slots
    found, different = compare(tmp_path).split()
    assert int(different) == 0 and int(found) > 0


def test_where_no_multiplier_is_found_the_switch_stands_alone(dltab, tmp_path):
    lanes = random.Random(1).sample(range(1, 65536), 900)
    header = header_of(dltab, tmp_path, spec_of("".join(row(i, i, n) for i, n in enumerate(lanes))))
    assert "keys[" not in header and "return x_scalar_type_from_dlpack(dtype);" in header
    assert compare(tmp_path).split()[1] == "0"


def test_further_triples_and_ids_of_all_kinds(dltab, tmp_path):
    also = ', also_import = { { code = "kDLInt", bits = 8, lanes = 3 } }'
    rows = (row(0, -2147483648, 3, also) + row(1, 7, 3, ", export_only = true, hole_before = true")
            + row(2, 2147483646, 5, ", hole_before = true"))
    header = header_of(dltab, tmp_path, spec_of(rows))
    assert "forms[" not in header  # such ids make no table
    assert compare(tmp_path).split()[1] == "0"
    suite = tmp_path / "suite"
    built = compile_c(tmp_path / "generated/test_roundtrip.c", suite, "-O1",
                      f"-I{tmp_path}/generated", dlpack=dlpack_include())
    assert built.code == 0, built.err
    assert subprocess.run([suite], env={**os.environ, "CK_RUN_CASE": "rows"}).returncode == 0


def test_negative_ids_have_a_table(dltab, tmp_path):
    rows = "".join(row(i, i - 3, i + 1) for i in range(6))
    header = header_of(dltab, tmp_path, spec_of(rows, "int8"))
    assert "static const DLDataType forms[7]" in header
    assert compare(tmp_path).split()[1] == "0"
    suite = tmp_path / "suite"
    built = compile_c(tmp_path / "generated/test_roundtrip.c", suite, "-O1", "-Wall", "-Wextra",
                      "-Wconversion", "-Werror", f"-I{tmp_path}/generated", dlpack=dlpack_include())
    assert built.code == 0, built.err
    assert subprocess.run([suite], env={**os.environ, "CK_RUN_CASE": "rows"}).returncode == 0
