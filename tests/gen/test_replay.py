"""The change that started this project, replayed: float8 loses its DLPack form and gets it back."""

import json
import re

import pytest

from conftest import build_suite, compile_c, dlpack_include, run_suite, snapshot

FLOAT8 = ["Float8_e5m2", "Float8_e4m3fn", "Float8_e5m2fnuz", "Float8_e4m3fnuz"]
OUTPUTS = {"generated/dltab_dtypes.h", "generated/dltab_framework.h", "generated/test_roundtrip.c",
           "generated/dtypes.json", "README.md"}


def without_form(line):
    """The row with `bytes` in place of code, bits, lanes and since."""
    return re.sub(r"code = .* }", "bytes = 1 }", line)


def float8_lines(spec):
    return [line for line in spec.splitlines() if any(f'"{name}"' in line for name in FLOAT8)]


def changed_files(before, after):
    assert before.keys() == after.keys()
    return {name for name in before if before[name] != after[name]}


def take_away(tree):
    """Removes the four forms from the spec; returns the four rows as they were."""
    path = tree / "spec/dtypes.lua"
    spec = path.read_text()
    rows = float8_lines(spec)
    assert len(rows) == 4 and all("kDLFloat8" in row for row in rows)
    for row in rows:
        spec = spec.replace(row, without_form(row))
    path.write_text(spec)
    return rows


def model_of(tree):
    return json.loads((tree / "generated/dtypes.json").read_text())


def mapped(tree):
    return [row["scalar_type"] for row in model_of(tree)["dtypes"] if row["form"]]


def assert_float8_is_absent(tree):
    header = (tree / "generated/dltab_dtypes.h").read_text()
    assert "#define DLT_DLPACK_MAJOR 1\n#define DLT_DLPACK_MINOR 0\n" in header
    assert "kDLFloat8" not in re.sub(r'"kDLFloat8\w+"', "", header)
    for name in FLOAT8:
        assert re.search(rf"case DLT_{name}: +return false;", header)
        assert f"DLT_{name} = " in header
    table = (tree / "README.md").read_text()
    assert "carries version 1.0" in table
    for name in FLOAT8:
        assert f"| `{name}` |" not in table and f"`{name}`" in table
    model = model_of(tree)
    assert model["dlpack_version"] == [1, 0]
    assert len(mapped(tree)) == 16 and not set(FLOAT8) & set(mapped(tree))


REFUSAL = r"""
#include <stdio.h>
#include "dltab_dtypes.h"
int main(void) {
  int refused = 0;
  for (int code = 10; code <= 13; code++) {
    DLDataType dtype = {(uint8_t)code, 8, 1};
    refused += dlt_scalar_type_from_dlpack(dtype) == DLT_Undefined;
  }
  for (int id = 23; id <= 26; id++) {
    DLDataType dtype;
    refused += !dlt_scalar_type_to_dlpack((dlt_scalar_type)id, &dtype);
    puts(dlt_scalar_type_name((dlt_scalar_type)id));
  }
  printf("%d\n", refused);
  return 0;
}
"""


def assert_refused_by_name(tree, tmp_path):
    source, program = tmp_path / "refusal.c", tmp_path / "refusal"
    source.write_text(REFUSAL)
    built = compile_c(source, program, "-std=c11", f"-I{tree / 'generated'}",
                      dlpack=dlpack_include("1.0"))
    assert built.code == 0, built.err
    assert run_suite(program).out.split() == [*FLOAT8, "8"]


def assert_suite_passes(tree, program, accepted, dlpack=None):
    result = run_suite(build_suite(tree / "generated", program, dlpack=dlpack))
    assert result.code == 0, result.out
    assert f"visited 4294967296 accepted {accepted}\n" in result.out
    assert "100%" in result.out


def test_float8_goes_and_comes_back(dltab, tree, tmp_path):
    original = snapshot(tree)
    rows = take_away(tree)
    dltab.right("gen", cwd=tree)
    taken = snapshot(tree)
    assert changed_files(original, taken) == OUTPUTS | {"spec/dtypes.lua"}
    assert_float8_is_absent(tree)
    for name in FLOAT8:
        shown = dltab.right("show", name, cwd=tree).out
        assert f"refused: dtype {name} cannot be represented by DLPack" in shown
    assert_refused_by_name(tree, tmp_path)
    assert_suite_passes(tree, tmp_path / "without", 16, dlpack=dlpack_include("1.0"))

    for count, row in enumerate(rows, 1):
        path = tree / "spec/dtypes.lua"
        path.write_text(path.read_text().replace(without_form(row), row))
        before = snapshot(tree)
        dltab.right("gen", cwd=tree)
        assert changed_files(before, snapshot(tree)) == OUTPUTS
        assert model_of(tree)["dlpack_version"] == [1, 1]
        assert len(mapped(tree)) == 16 + count
    # Byte for byte what is committed, whose suite `make check` runs; and once more from here.
    assert snapshot(tree) == original
    assert_suite_passes(tree, tmp_path / "with", 20)


def test_header_of_an_older_release_is_refused_with_advice(tree, tmp_path):
    source = tmp_path / "user.c"
    source.write_text('#include "dltab_dtypes.h"\nint main(void) { return 0; }\n')
    built = compile_c(source, tmp_path / "user", f"-I{tree / 'generated'}",
                      dlpack=dlpack_include("1.0"))
    assert built.code != 0
    assert "put the folder of DLPack 1.1 or a later 1.x first" in built.err


def test_max_dlpack_takes_forms_away_without_touching_the_spec(dltab, tree, tmp_path):
    output = tmp_path / "dltab_dtypes.h"
    dltab.right("gen", "--max-dlpack", "1.0", "--only", "generated/dltab_dtypes.h", "-o", output,
                cwd=tree)
    header = output.read_text()
    assert "#define DLT_DLPACK_MINOR 0\n" in header and "DLT_Float8_e5m2 = 23," in header
    listed = dltab.right("list", "--max-dlpack", "1.0", "--format", "json", cwd=tree).out
    assert sum(row["code"] is not None for row in json.loads(listed)) == 16
    source = tmp_path / "user.c"
    source.write_text('#include "dltab_dtypes.h"\nint main(void) { return 0; }\n')
    built = compile_c(source, tmp_path / "user", f"-I{tmp_path}", dlpack=dlpack_include("1.0"))
    assert built.code == 0, built.err


def test_suite_notices_a_removed_case(tree, tmp_path):
    """The sweep and the row's own test fail, and name the row."""
    path = tree / "generated/dltab_dtypes.h"
    header = path.read_text()
    case = re.search(r"^    case DLT_KEY\(kDLFloat8_e4m3fn, 8, 1\):.*\n", header, re.MULTILINE)
    path.write_text(header.replace(case.group(), ""))
    result = run_suite(build_suite(tree / "generated", tmp_path / "suite"))
    assert result.code != 0
    assert "visited 4294967296 accepted 19\n" in result.out
    assert re.search(r"exactly_the_listed_triples_are_accepted.*Float8_e4m3fn: \(10, 8, 1\) "
                     r"imports as 30 \(Undefined\)", result.out)
    assert re.search(r"row_exports_and_comes_back.*Float8_e4m3fn", result.out)


@pytest.mark.parametrize("old, new, said", [
    ("0x1080au", "0x1080bu", r"Float8_e4m3fn: \(10, 8, 1\) is 30 on the fast path, not 24"),
    ("DLT_Undefined,       DLT_Float8_e4m3fn, ", "DLT_Undefined,       DLT_Float8_e5m2, ",
     r"Float8_e4m3fn: \(10, 8, 1\) is 23 on the fast path, not 24"),
    ("{kDLInt, 16, 1}", "{kDLInt, 8, 1}", r"the table exports as \(0, 8, 1\), not \(0, 16, 1\)"),
], ids=["key", "value", "form"])
def test_suite_notices_a_wrong_cell_of_the_fast_path(tree, tmp_path, old, new, said):
    path = tree / "generated/dltab_dtypes.h"
    header = path.read_text()
    assert header.count(old) == 1
    path.write_text(header.replace(old, new))
    result = run_suite(build_suite(tree / "generated", tmp_path / "suite"), "rows")
    assert result.code != 0 and re.search(said, result.out), result.out


def test_sweep_notices_what_the_fast_path_takes_beside_the_rows(tree, tmp_path):
    """An empty slot that a key was put into: the rows are fine, and one triple too many is accepted."""
    path = tree / "generated/dltab_dtypes.h"
    header = path.read_text()
    multiplier, shift = map(int, re.search(r"\(key \* (\d+)u\) >> (\d+);", header).groups())
    table = re.search(r"keys\[\d+\] = \{(.*?)\};", header, re.S).group(1)
    keys = [int(key, 16) for key in re.findall(r"0x([0-9a-f]+)u", table)]
    slot, key = next((slot, key) for key in range(0x10100, 0x20000) if key not in keys
                     for slot in [(key * multiplier & 0xFFFFFFFF) >> shift] if keys[slot] == 0)
    keys[slot] = key
    header = header.replace(table, ", ".join(f"0x{key:x}u" for key in keys))
    values = re.search(r"values\[\d+\] = \{(.*?)\};", header, re.S).group(1)
    names = re.findall(r"DLT_\w+", values)
    names[slot] = "DLT_Byte"
    path.write_text(header.replace(values, ", ".join(names)))
    result = run_suite(build_suite(tree / "generated", tmp_path / "suite"))
    assert result.code != 0
    triple = rf"\({key & 255}, {key >> 8 & 255}, {key >> 16}\)"
    assert re.search(rf"disagree on 1 triples, first on {triple}: 30 and 0", result.out), result.out


def test_duplicate_case_does_not_compile(tree, tmp_path):
    path = tree / "generated/dltab_dtypes.h"
    header = path.read_text()
    path.write_text(header.replace("DLT_KEY(kDLInt, 8, 1): ", "DLT_KEY(kDLUInt, 8, 1): "))
    built = compile_c(tree / "generated/test_roundtrip.c", tmp_path / "suite",
                      f"-I{tree / 'generated'}")
    assert built.code != 0 and "duplicate case" in built.err


def test_forgotten_enumerator_is_a_warning(tree, tmp_path):
    path = tree / "generated/dltab_dtypes.h"
    header = path.read_text()
    case = re.search(r"^    case DLT_Half:.*set_dtype.*\n", header, re.MULTILINE)
    path.write_text(header.replace(case.group(), ""))
    built = compile_c(tree / "generated/test_roundtrip.c", tmp_path / "suite", "-Wswitch",
                      "-Werror", f"-I{tree / 'generated'}")
    assert built.code != 0 and "DLT_Half" in built.err
