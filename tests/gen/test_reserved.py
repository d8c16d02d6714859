"""Prefixes and enumerators against the macros that the generated C is compiled among."""

import re
import subprocess

import pytest
from conftest import ROOT, compile_c, dlpack_include, pkg_config

STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
COMPILERS = {"gcc": "c", "clang": "c", "g++": "c++", "clang++": "c++"}


def includes(language):
    """What stands before the enumerators: in C those of the suite too, which comes first there."""
    header = (ROOT / "generated/dltab_dtypes.h").read_text()
    suite = (ROOT / "generated/test_roundtrip.c").read_text()
    lines = re.findall(r"^#(?:define _POSIX|include <).*$", suite if language == "c" else "", re.M)
    return "\n".join(lines + re.findall(r"^#include <.*$", header, re.M)) + "\n"


def macros(compiler, language):
    command = [compiler, "-dM", "-E", "-x", language, "-", "-isystem", str(dlpack_include())]
    done = subprocess.run(command + pkg_config("--cflags", "check"), input=includes(language),
                          check=True, capture_output=True, text=True)
    return set(re.findall(r"^#define ([A-Z]\w*_\w+)", done.stdout, re.M))


def splits(names):
    """The words that would make a macro behind each prefix: behind int8, MAX makes INT8_MAX."""
    found = {}
    for name in names:
        for match in re.finditer("_", name):
            prefix, word = name[:match.start()], name[match.end():]
            if prefix == prefix.upper() and re.fullmatch(r"[A-Za-z_]\w*", word):
                found.setdefault(prefix.lower(), []).append(word)
    return found


def spec(prefix, words):
    rows = "".join(f'dtype {{ "d{i}", scalar_type = "{word}", id = {i}, bytes = 1 }}\n'
                   for i, word in enumerate(words))
    return (f'framework {{ "F", enum = "E", prefix = "{prefix}", ids = "int16", '
            f'undefined = {{ "Undefined" }} }}\n{rows}')


def test_no_enumerator_is_a_macro(dltab, tmp_path):
    names = set().union(*(macros(*each) for each in COMPILERS.items()))
    assert {"INT8_MAX", "DLPACK_MAJOR_VERSION", "EXIT_FAILURE", "R_OK"} <= names
    for prefix, words in sorted(splits(names).items()):
        (tmp_path / "x.lua").write_text(spec(prefix, sorted(words)))
        result = dltab("lint", "--spec", "x.lua", cwd=tmp_path)
        refused = r"^x\.lua:(\d+): .* \[(?:reserved-name|keyword)\]$"
        lines = set(re.findall(refused, result.err, re.M))
        every_row = {str(line) for line in range(2, len(words) + 2)}
        assert "1" in lines or lines == every_row, (prefix, words, result)


@pytest.mark.parametrize("prefix", ["sizes", "int8s", "f", "p", "l", "rand", "end", "big", "kdl"])
def test_prefix_that_only_looks_so(dltab, tmp_path, prefix):
    (tmp_path / "x.lua").write_text(spec(prefix, ["MAXIMUM", "A"]))
    assert dltab("lint", "--spec", "x.lua", cwd=tmp_path).code == 0


@pytest.mark.parametrize("compiler", COMPILERS)
def test_two_underscores_do_no_harm(dltab, tmp_path, compiler):
    """C++ reserves such names, but no compiler warns and none of ours is one of theirs."""
    (tmp_path / "x.lua").write_text(spec("a__b_", ["_x", "__y", "z_"]))
    dltab.right("gen", "--root", ".", "--spec", "x.lua", cwd=tmp_path)
    user = tmp_path / "user.c"
    user.write_text('#include "generated/dltab_dtypes.h"\n'
                    "int main(void) { return A__B____y == 1 ? 0 : 1; }\n")
    language = COMPILERS[compiler]
    standard = "-std=c11" if language == "c" else "-std=c++17"
    built = compile_c(user, tmp_path / "user", standard, *STRICT,
                      compiler=f"{compiler} -x {language}")
    assert built.code == 0 and built.err == ""
