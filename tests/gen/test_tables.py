"""The other forms of the table, JSON, CSV and the README's, against the hand-kept lists."""

import csv
import io
import json
import re

import pytest
from conftest import ROOT

from expected import CODES, DTYPES, RELEASES

MAPPED = [row for row in DTYPES if row.code is not None]
CODE_NAMES = {code.value: code.name for code in CODES}


@pytest.fixture(scope="module")
def model():
    return json.loads((ROOT / "generated/dtypes.json").read_text())


def version(pair):
    return "{}.{}".format(*pair)


def newest():
    return max(tuple(map(int, row.since.split("."))) for row in MAPPED)


def test_lists_are_whole():
    assert len(DTYPES) == 30 and len(MAPPED) == 20 and len(CODES) == 18


@pytest.mark.parametrize("row", DTYPES, ids=lambda row: row.scalar_type)
def test_json_row(model, row):
    got = next(dtype for dtype in model["dtypes"] if dtype["scalar_type"] == row.scalar_type)
    form = got["form"] or {"code": None, "code_value": None, "bits": None, "lanes": None}
    assert (got["name"], got["id"], got["itemsize"]) == (row.dtype, row.id, row.bytes)
    assert (form["code_value"], form["bits"], form["lanes"]) == (row.code, row.bits, row.lanes)
    assert form["code"] == CODE_NAMES.get(row.code)
    assert (got["since"] and version(got["since"])) == row.since
    assert got["export_only"] is False and got["also_import"] == [] and got["storage"] is None
    assert got["imports_as"] == (row.scalar_type if row.code is not None else None)


def test_json_as_a_whole(model):
    assert [row["id"] for row in model["dtypes"]] == [row.id for row in DTYPES]
    assert model["framework"] == "ExecuTorch" and model["enum"] == "ScalarType"
    assert model["prefix"] == "dlt" and model["ids"] == "int8"
    assert model["undefined"] == {"scalar_type": "Undefined", "id": 30}
    assert tuple(model["dlpack_version"]) == newest() == (1, 1)


def test_json_codes(model):
    got = [(code["name"], code["value"], version(code["since"]), code["bits"])
           for code in model["codes"]]
    assert got == [(code.name, code.value, code.since, code.bits) for code in CODES]


def test_json_releases(model):
    assert [version(release) for release in model["dlpack_releases"]] == RELEASES


def as_text(value):
    return "" if value is None else str(value)


def test_csv(dltab):
    out = dltab.right("list", "--format", "csv", cwd=ROOT).out
    got = list(csv.DictReader(io.StringIO(out)))
    assert len(got) == len(DTYPES)
    for cells, row in zip(got, DTYPES):
        assert cells["name"] == row.dtype and cells["scalar_type"] == row.scalar_type
        assert cells["id"] == str(row.id) and cells["itemsize"] == str(row.bytes)
        assert cells["code"] == CODE_NAMES.get(row.code, "")
        assert cells["code_value"] == as_text(row.code) and cells["bits"] == as_text(row.bits)
        assert cells["lanes"] == as_text(row.lanes) and cells["since"] == as_text(row.since)


def test_list_as_json_says_what_csv_says(dltab):
    rows = json.loads(dltab.right("list", "--format", "json", cwd=ROOT).out)
    cells = csv.DictReader(io.StringIO(dltab.right("list", "--format", "csv", cwd=ROOT).out))
    assert [{key: as_text(value) for key, value in row.items()} for row in rows] == list(cells)


def test_list_as_a_table(dltab):
    lines = dltab.right("list", cwd=ROOT).out.splitlines()
    assert lines[0].split() == ["name", "scalar_type", "id", "code", "code_value", "bits", "lanes",
                                "since", "itemsize"]
    assert len(lines) == len(DTYPES) + 2
    for line, row in zip(lines[1:], DTYPES):
        form = [CODE_NAMES.get(row.code), row.code, row.bits, row.lanes, row.since]
        cells = [row.dtype, row.scalar_type, row.id, *form, row.bytes]
        assert line.split() == ["-" if cell is None else str(cell) for cell in cells]
    assert lines[-1].startswith("30 dtypes of ExecuTorch, 20 with a DLPack form")


def readme_rows():
    text = (ROOT / "README.md").read_text()
    region = re.search(r"<!-- dltab:begin dtypes -->\n(.*)<!-- dltab:end dtypes -->", text, re.S)
    return region.group(1), re.findall(r"^\| `.*$", region.group(1), re.MULTILINE)


def test_readme_table():
    region, rows = readme_rows()
    assert len(rows) == len(MAPPED)
    for line, row in zip(rows, MAPPED):
        assert line == (f"| `{row.dtype}` | `{row.scalar_type}` | `{CODE_NAMES[row.code]}` "
                        f"({row.code}) | {row.bits} | {row.lanes} | {row.since} |")
    for row in DTYPES:
        assert (f"| `{row.scalar_type}` |" in region) == (row.code is not None)
        assert f"`{row.scalar_type}`" in region
    assert "`dtype QInt8 cannot be represented by DLPack`" in region
    assert "A versioned capsule carries version 1.1" in region


@pytest.mark.parametrize("row", DTYPES, ids=lambda row: row.scalar_type)
def test_show_by_either_name(dltab, row):
    by_dtype = dltab.right("show", row.dtype, cwd=ROOT).out
    assert by_dtype == dltab.right("show", row.scalar_type, cwd=ROOT).out
    assert by_dtype.startswith(f"{row.dtype}\n") and f"{row.scalar_type} = {row.id}," in by_dtype


@pytest.mark.parametrize("row", MAPPED, ids=lambda row: row.scalar_type)
def test_show_by_triple(dltab, row):
    by_name = dltab.right("show", row.dtype, cwd=ROOT).out
    assert f"({CODE_NAMES[row.code]} = {row.code}, {row.bits} bits, 1 lane) -> {row.scalar_type}" in by_name
    assert f"DLPack {row.since}" in by_name
    for subject in (f"{row.code}:{row.bits}:{row.lanes}", f"{row.code}:{row.bits}",
                    f"{CODE_NAMES[row.code]}:{row.bits}"):
        assert dltab.right("show", subject, cwd=ROOT).out == by_name


# Cases of the field: what no dtype of ours may claim.
@pytest.mark.parametrize("triple", [
    "1:1:1", "5:64:2", "2:8:1", "2:64:4", "2:64:65532", "2:64:0", "17:8:1", "15:8:1", "16:4:1",
    "0:4:1", "17:4:1", "17:4:2", "4:32:1", "6:1:1", "3:64:1", "14:8:1", "18:32:1", "255:8:1",
])
def test_show_of_a_triple_nobody_imports(dltab, triple):
    result = dltab("show", triple, cwd=ROOT)
    code, bits, lanes = triple.split(":")
    assert result.code == 1 and result.out == ""
    assert result.err.startswith(f"dltab: error: no dtype imports ({code}, {bits}, {lanes})")


@pytest.mark.parametrize("subject, nearest", [
    ("flaot32", "float32"), ("Float8_e4m3", "Float8_e4m3fn"), ("quintt8", "quint8"), ("INT8", "int8"),
])
def test_show_of_an_unknown_name(dltab, subject, nearest):
    result = dltab("show", subject, cwd=ROOT)
    assert result.code == 1 and result.out == ""
    assert result.err == f'dltab: error: no dtype is called "{subject}"; did you mean {nearest}?\n'


def test_show_names_the_widths_that_a_code_has(dltab):
    assert dltab("show", "2:8", cwd=ROOT).err == (
        "dltab: error: no dtype imports (2, 8, 1), code kDLFloat; of that code there are "
        "float16 (2:16:1), float32 (2:32:1), float64 (2:64:1)\n")


@pytest.mark.parametrize("subject", ["256:8", "2:256", "2:8:65536", "2:", ":8", "2:8:", "2:8:1:1",
                                     "-1:8", "2: 8", "kDL None:8", "2:8.0", "0x2:8"])
def test_show_of_what_is_no_triple(dltab, subject):
    result = dltab("show", "--", subject, cwd=ROOT)
    assert result.code == 2 and result.out == ""
    assert "CODE:BITS[:LANES] is needed" in result.err
