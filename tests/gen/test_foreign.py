"""Another framework's spec: everything that the default one does not have."""

import json
import os
import re

import pytest
from conftest import ROOT, build_suite, compile_c, run_suite

SPEC = ROOT / "tests/spec/foreign/dtypes.lua"
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wswitch", "-Werror"]


@pytest.fixture(scope="module")
def foreign(dltab, tmp_path_factory):
    """A folder in which nothing but dltab's own data and the spec are used."""
    root = tmp_path_factory.mktemp("foreign")
    dltab.right("gen", "--root", root, "--spec", SPEC, cwd=root)
    return root / "generated"


# Typed from the spec's text: what each row has to be, and what its size is by arithmetic.
FACTS = r"""
#include "GENERATED/dltab_dtypes.h"
#include "FOREIGN/dltab_dtypes.h"
#include <limits.h>
#include <stdio.h>

static int wrong;

static void expect(bool right, const char *what) {
  if (right) return;
  printf("wrong: %s\n", what);
  wrong++;
}
#define EXPECT(condition) expect((condition), #condition)

static forge_scalar_type import(unsigned code, unsigned bits, unsigned lanes) {
  DLDataType dtype;
  dtype.code = CAST(uint8_t, code);
  dtype.bits = CAST(uint8_t, bits);
  dtype.lanes = CAST(uint16_t, lanes);
  return forge_scalar_type_from_dlpack(dtype);
}

static bool exports(forge_scalar_type t, int code, int bits, int lanes) {
  DLDataType dtype;
  return forge_scalar_type_to_dlpack(t, &dtype) && dtype.code == code && dtype.bits == bits &&
         dtype.lanes == lanes;
}

static int64_t nbytes(forge_scalar_type t, int64_t elements) {
  int64_t out = -77;
  bool right = forge_nbytes(t, elements, &out);
  EXPECT(right || out == -77);
  return right ? out : -1;
}

static void check_directions(void) {
  EXPECT(import(6, 8, 1) == FORGE_Flag && exports(FORGE_Flag, 6, 8, 1));
  EXPECT(import(130, 8, 1) == FORGE_Flag);
  EXPECT(import(1, 1, 8) == FORGE_Flag);
  EXPECT(import(1, 8, 1) == FORGE_U8);
  EXPECT(import(0, 64, 1) == FORGE_I64);
  EXPECT(exports(FORGE_I64, 0, 64, 1) && exports(FORGE_I64Long, 0, 64, 1));
  EXPECT(import(2, 64, 4) == FORGE_F64x4 && import(2, 64, 1) == FORGE_None);
  EXPECT(import(2, 32, 65535) == FORGE_F32xV && exports(FORGE_F32xV, 2, 32, 65535));
  EXPECT(import(2, 32, 65534) == FORGE_None && import(2, 32, 0) == FORGE_None);
  EXPECT(import(0, 4, 1) == FORGE_I4 && import(129, 4, 1) == FORGE_I4Pad);
  EXPECT(import(17, 4, 2) == FORGE_F4x2 && import(17, 4, 1) == FORGE_None);
  EXPECT(import(17, 8, 1) == FORGE_None);
  EXPECT(import(200, 16, 1) == FORGE_Posit && exports(FORGE_Posit, 200, 16, 1));
  EXPECT(import(255, 255, 65535) == FORGE_Widest && exports(FORGE_Widest, 255, 255, 65535));
}

static void check_sizes(void) {
  EXPECT(forge_itemsize(FORGE_I4) == 0 && forge_itemsize(FORGE_I4Pad) == 1);
  EXPECT(forge_itemsize(FORGE_F6) == 0 && forge_itemsize(FORGE_F4x2) == 1);
  EXPECT(forge_itemsize(FORGE_I3x3) == 2 && forge_itemsize(FORGE_F64x4) == 32);
  EXPECT(forge_itemsize(FORGE_F32xV) == 262140 && forge_itemsize(FORGE_Text) == 24);
  EXPECT(nbytes(FORGE_I4, 0) == 0 && nbytes(FORGE_I4, 1) == 1 && nbytes(FORGE_I4, 3) == 2);
  EXPECT(nbytes(FORGE_F6, 1) == 1 && nbytes(FORGE_F6, 4) == 3 && nbytes(FORGE_F6, 5) == 4);
  EXPECT(nbytes(FORGE_F4x2, 16) == 16 && nbytes(FORGE_I4Pad, 3) == 3);
  EXPECT(nbytes(FORGE_I4, INT64_MAX) == INT64_MAX / 2 + 1);
  EXPECT(nbytes(FORGE_F6, INT64_MAX) == 6917529027641081856); /* ceil((2^63 - 1) * 6 / 8) */
  EXPECT(nbytes(FORGE_I3x3, INT64_MAX) == -1 && nbytes(FORGE_I3x3, INT64_MAX / 2) == INT64_MAX - 1);
  EXPECT(nbytes(FORGE_Widest, INT64_MAX) == -1);
  EXPECT(nbytes(FORGE_Widest, 8) == 16711425 && nbytes(FORGE_Widest, 1) == 2088929);
  EXPECT(nbytes(FORGE_I4, -1) == -1 && nbytes(FORGE_None, 1) == -1);
}

static void check_names(void) {
  static const int ids[] = {-2, 11, 127, 130, 200, 32766, 32768, 65535, INT_MIN, INT_MAX};
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
    forge_scalar_type t = CAST(forge_scalar_type, ids[i]);
    DLDataType dtype;
    EXPECT(!forge_scalar_type_to_dlpack(t, &dtype) && forge_itemsize(t) == 0);
    EXPECT(!forge_scalar_type_name(t) && !forge_dtype_name(t) && nbytes(t, 1) == -1);
  }
  EXPECT(FORGE_None == -1 && FORGE_Posit == 128 && FORGE_Text == 32767);
  EXPECT(forge_scalar_type_from_name("long") == FORGE_I64Long);
  EXPECT(forge_scalar_type_from_name("I64Long") == FORGE_I64Long);
  EXPECT(forge_scalar_type_from_name("float32") == FORGE_None);
  EXPECT(strcmp(forge_scalar_type_name(FORGE_None), "None") == 0 && !forge_dtype_name(FORGE_None));
  EXPECT(strcmp(forge_dlpack_code_name(200), "kForgePosit") == 0);
  EXPECT(strcmp(forge_dlpack_code_name(14), "kDLFloat8_e8m0fnu") == 0);
  EXPECT(!forge_dlpack_code_name(18) && !forge_dlpack_code_name(201));
}

int main(void) {
  DLDataType dtype;
  check_directions();
  check_sizes();
  check_names();
  EXPECT(FORGE_DLPACK_MAJOR == 1 && FORGE_DLPACK_MINOR == 3);
  EXPECT(dlt_scalar_type_to_dlpack(DLT_Float8_e5m2, &dtype) && dtype.code == 12);
  EXPECT(dlt_scalar_type_from_name("long") == DLT_Undefined);
  return wrong != 0;
}
"""


def facts(tmp_path, foreign, cast):
    text = FACTS.replace("GENERATED", str(ROOT / "generated")).replace("FOREIGN", str(foreign))
    source = tmp_path / "facts.c"
    source.write_text(f"#define CAST(type, value) {cast}\n{text}")
    return source


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("standard", ["c11", "c17"])
def test_beside_the_default_header_in_c(foreign, tmp_path, compiler, standard):
    source = facts(tmp_path, foreign, "((type)(value))")
    undefined = ["-fsanitize=undefined", "-fno-sanitize-recover=all"] if compiler == "gcc" else []
    built = compile_c(source, tmp_path / "facts", f"-std={standard}", *STRICT, *undefined,
                      compiler=compiler)
    assert built.code == 0, built.err
    result = run_suite(tmp_path / "facts")
    assert result == (0, "", "")


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
@pytest.mark.parametrize("standard", ["c++17", "c++20"])
def test_beside_the_default_header_in_cxx(foreign, tmp_path, compiler, standard):
    source = facts(tmp_path, foreign, "static_cast<type>(value)")
    undefined = ["-fsanitize=undefined", "-fno-sanitize-recover=all"] if compiler == "g++" else []
    built = compile_c(source, tmp_path / "facts", f"-std={standard}", *STRICT, "-Wold-style-cast",
                      *undefined, compiler=f"{compiler} -x c++")
    assert built.code == 0, built.err
    assert run_suite(tmp_path / "facts") == (0, "", "")


def test_its_own_suite(foreign, tmp_path):
    result = run_suite(build_suite(foreign, tmp_path / "suite"))
    assert result.code == 0, result.out
    # 12 rows that import their form, and two forms more that import as Flag
    assert "visited 4294967296 accepted 14\n" in result.out


def test_prefix_renames_everything(foreign):
    for name in ("dltab_dtypes.h", "test_roundtrip.c"):
        text = (foreign / name).read_text()
        assert not re.findall(r"\bdlt_\w+|\bDLT_\w+", text)
    header = (foreign / "dltab_dtypes.h").read_text()
    assert "#ifndef FORGE_DTYPES_H\n#define FORGE_DTYPES_H\n" in header


def test_nothing_of_this_machine_is_in_the_outputs(foreign):
    for path in foreign.iterdir():
        text = path.read_text()
        assert str(ROOT) not in text and str(foreign.parent) not in text
        assert os.path.expanduser("~") not in text


def test_codes_that_dlpack_lacks_are_numbers(foreign):
    header = (foreign / "dltab_dtypes.h").read_text()
    assert "FORGE_KEY(200, 16, 1):" in header and "// kForgePosit" in header
    assert not re.search(r"\(kForge|, kForge", header)


def test_json_shows_the_asymmetries(foreign):
    rows = {row["scalar_type"]: row
            for row in json.loads((foreign / "dtypes.json").read_text())["dtypes"]}
    assert rows["I64Long"]["export_only"] and rows["I64Long"]["imports_as"] == "I64"
    also = [(form["code_value"], form["bits"], form["lanes"])
            for form in rows["Flag"]["also_import"]]
    assert also == [(130, 8, 1), (1, 1, 8)]
    assert [rows[name]["storage"] for name in ("I4", "I4Pad", "F4x2")] == ["packed", "padded", None]
    assert rows["Text"]["form"] is None and rows["Text"]["imports_as"] is None


def test_table_shows_the_asymmetries(dltab, tmp_path):
    out = dltab.right("gen", "--root", ROOT, "--spec", SPEC, "--only", "README.md", "-o", "-",
                      cwd=tmp_path).out
    assert "| dtype | `ElementType` | DLPack code | bits | lanes | needs DLPack | differs |" in out
    assert "| exported only; imports as `I64` |" in out
    assert "also imports (`kForgeFlag` (130), 8, 1); also imports (`kDLUInt` (1), 1, 8) |" in out
    assert "| packed |" in out and "| padded |" in out
    assert "where the last column says otherwise" in out
    assert "`Text` has no DLPack form." in out


ROWS = {
    "mapped": 'dtype { "a", scalar_type = "A", id = 0, code = "kDLInt", bits = 8, lanes = 1, since = "0.2" }\n',
    "formless": 'dtype { "b", scalar_type = "B", id = 1, bytes = 1 }\n',
    "also": 'dtype { "a", scalar_type = "A", id = 0, code = "kDLInt", bits = 8, lanes = 1, since = "0.2", '
            'also_import = { { code = "kDLFloat8_e5m2", bits = 8, lanes = 1 } } }\n',
}


@pytest.mark.parametrize("rows, said, not_said", [
    (["mapped"], ["Every dtype of F has a DLPack form.", "carries version 1.0.\n"], ["refused"]),
    (["mapped", "formless"],
     ["`B` has no DLPack form. Such a tensor", "A DLPack tensor never imports as it."], ["Every"]),
    (["formless"],
     ["No dtype of F has a DLPack form: no triple is accepted, and none is exported.",
      "`dtype B cannot be represented by DLPack`"], ["| dtype |", "Both directions"]),
    (["also"],
     ["carries version 1.1, which (`kDLFloat8_e5m2` (12), 8, 1) needs.", "| differs |"], []),
])
def test_sentences_of_the_readme(dltab, tmp_path, rows, said, not_said):
    (tmp_path / "spec").mkdir()
    text = "".join(ROWS[row] for row in rows)
    if "mapped" not in rows and "also" not in rows:
        text = text.replace("id = 1", "id = 0")
    (tmp_path / "spec/dtypes.lua").write_text(
        'framework { "F", enum = "E", prefix = "f", ids = "int8", undefined = { "No" } }\n'
        'include "dlpack.lua"\n' + text)
    out = dltab.right("gen", "--only", "README.md", "-o", "-", cwd=tmp_path).out
    for words in said:
        assert words in out
    for words in not_said:
        assert words not in out


def test_export_only_goes_with_the_row_that_imports_it(dltab, tmp_path):
    """Where a limit takes the importing row's form, the other loses its own."""
    spec = tmp_path / "dtypes.lua"
    spec.write_text("""
framework { "F", enum = "E", prefix = "f", ids = "int8", undefined = { "No" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 0, code = "kDLInt", bits = 64, lanes = 1, since = "1.1" }
dtype { "b", scalar_type = "B", id = 1, code = "kDLInt", bits = 64, lanes = 1, since = "1.0", export_only = true, also_import = { { code = "kDLUInt", bits = 64, lanes = 1 }, { code = "kDLFloat", bits = 64, lanes = 1 } } }
dtype { "c", scalar_type = "C", id = 2, code = "kDLUInt", bits = 8, lanes = 1, since = "0.2", also_import = { { code = "kDLFloat8_e5m2", bits = 8, lanes = 1 } } }
""")
    rows = json.loads(dltab.right("list", "--spec", spec, "--format", "json", cwd=tmp_path).out)
    assert [row["code"] for row in rows] == ["kDLInt", "kDLInt", "kDLUInt"]
    assert rows[1]["asymmetry"] == (
        "export only, imports as A; also imports kDLUInt:64:1 kDLFloat:64:1")
    assert rows[2]["asymmetry"] == "also imports kDLFloat8_e5m2:8:1"
    limited = dltab.right("list", "--spec", spec, "--max-dlpack", "1.0", "--format", "json",
                          cwd=tmp_path).out
    rows = json.loads(limited)
    assert [row["code"] for row in rows] == [None, None, "kDLUInt"]
    assert [row["asymmetry"] for row in rows] == [None, None, None]


def test_version_is_compared_as_integers(dltab, tmp_path):
    spec = tmp_path / "dtypes.lua"
    spec.write_text("""
framework { "F", enum = "E", prefix = "f", ids = "int8", undefined = { "No" } }
release { "1.9" }
release { "1.10" }
code { "kDLInt", value = 0, since = "1.9" }
dtype { "a", scalar_type = "A", id = 0, code = "kDLInt", bits = 8, lanes = 1, since = "1.10" }
dtype { "b", scalar_type = "B", id = 1, code = "kDLInt", bits = 16, lanes = 1, since = "1.9" }
""")
    assert "version 1.10\n" in dltab.right("lint", "--spec", spec, cwd=tmp_path).out
    rows = dltab.right("list", "--spec", spec, "--max-dlpack", "1.9", "--format", "json",
                       cwd=tmp_path).out
    assert [row["code"] for row in json.loads(rows)] == [None, "kDLInt"]


def test_version_is_never_below_1_0(dltab, tmp_path):
    spec = tmp_path / "dtypes.lua"
    spec.write_text("""
framework { "F", enum = "E", prefix = "f", ids = "int8", undefined = { "No" } }
include "dlpack.lua"
dtype { "a", scalar_type = "A", id = 0, code = "kDLInt", bits = 8, lanes = 1, since = "0.2" }
""")
    assert "version 1.0\n" in dltab.right("lint", "--spec", spec, cwd=tmp_path).out


def test_spec_without_any_form(dltab, tmp_path):
    """Both switches empty: still C without a warning, and its suite passes."""
    spec = tmp_path / "dtypes.lua"
    spec.write_text("""
framework { "F", enum = "E", prefix = "f", ids = "int8", undefined = { "No" } }
dtype { "a", scalar_type = "A", id = 0, bytes = 3 }
""")
    dltab.right("gen", "--root", tmp_path, "--spec", spec, cwd=tmp_path)
    result = run_suite(build_suite(tmp_path / "generated", tmp_path / "suite"), case="rows")
    assert result.code == 0, result.out
    source = tmp_path / "user.cc"
    source.write_text('#include "generated/dltab_dtypes.h"\nint main() { return 0; }\n')
    built = compile_c(source, tmp_path / "user", "-std=c++17", *STRICT, "-Wold-style-cast",
                      compiler="g++")
    assert built.code == 0, built.err


def symbols(header, prefix):
    """What the header defines beside its enumerators, without the prefix."""
    found = set(re.findall(r"#define (\w+)", header))
    found |= set(re.findall(r"INLINE .*?(\w+)\(", header)) | {f"{prefix}_scalar_type"}
    return {name[len(prefix) + 1:] for name in found}


@pytest.mark.parametrize("folder, prefix", [("default", "dlt"), ("foreign", "forge")])
def test_enumerators_cannot_take_a_symbol_of_the_header(dltab, foreign, tmp_path, folder, prefix):
    """With a prefix in capitals the functions' names are in reach too."""
    path = foreign if folder == "foreign" else ROOT / "generated"
    names = symbols((path / "dltab_dtypes.h").read_text(), prefix)
    assert len(names) >= 12
    for name in sorted(names):
        spec = tmp_path / "dtypes.lua"
        spec.write_text(f"""
framework {{ "F", enum = "E", prefix = "{prefix.upper()}", ids = "int8", undefined = {{ "No" }} }}
dtype {{ "a", scalar_type = "{name}", id = 0, bytes = 1 }}
""")
        result = dltab("lint", "--spec", spec, cwd=tmp_path)
        assert result.code == 2 and "[reserved-name]" in result.err, (name, result)
