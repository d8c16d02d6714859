"""Specs of strangers: what may not be done, and what would not end."""

import os
import re
import subprocess

import pytest
from conftest import ROOT, snapshot

HOSTILE = {
    "endless": "while true do end",
    "endless_in_a_function": "local function f() return f() end f()",
    "endless_in_a_condition": "repeat until false",
    "endless_comparison": 'local s = "x" for _ = 1, 22 do s = s .. s end '
                          'local a, b = s .. "a", s .. "b" while true do local _ = a < b end',
    "many_arguments": "local function f(...) return f(1, ...) end f()",
    "caught_by_a_close": "local t = {} while true do goto on ::on:: t = { t } end",
    "memory": "local t = {} for i = 1, 1e9 do t[i] = { i } end",
    "strings": 'local s = "x" while true do s = s .. s end',
    "deep_tables": "local t = " + "{" * 100000,
    "deep_parentheses": "local t = " + "(" * 100000 + "1",
    "deep_functions": "local f = " + "function() return " * 5000,
    "deep_calls": "local function f() return 1 + f() end f()",
    "pattern": "local s = ('a'):rep(30000) s:find(('.-'):rep(40) .. 'b')",
    "io": 'io.open("/etc/passwd")',
    "os": 'os.execute("touch x")',
    "require": 'require "io"',
    "load": 'load("return 1")()',
    "debug": "debug.sethook()",
    "pcall": "pcall(error)",
    "coroutine": "coroutine.wrap(error)()",
    "setmetatable": "setmetatable({}, { __gc = error })",
    "string": 'string.rep("x", 1e9)',
    "write_global": "x = 1",
    "write_function": "dtype = nil",
    "write_environment": "_ENV.dtype = nil",
    "write_G": "_G.dtype = nil",
    "rawset": "rawset(_G, 'dtype', nil)",
    "index_function": "dtype.x = 1",
    "rows_without_end": 'while true do dtype { "x", scalar_type = "X", id = 0, bytes = 1 } end',
    "large_rows": "local t = {} for i = 1, 100000 do t[i] = i end while true do dtype(t) end",
    "recursive_row": "local t = {} t.t = t t[t] = t dtype(t) error()",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_spec(dltab, tree, name):
    """Ends soon, with exit code 2 and one clean message, and no file is touched."""
    path = tree / "spec/dtypes.lua"
    path.write_text(path.read_text() + HOSTILE[name] + "\n")
    before = snapshot(tree)
    result = dltab("gen", cwd=tree, timeout=20)
    assert result.code == 2 and result.out == ""
    assert re.fullmatch(r"(spec/dtypes\.lua(:\d+)?: error: [ -~]{5,300} \[[a-z-]+\]\n)+(dltab: \d+ "
                        r"errors; nothing was written\n)?", result.err), result.err
    assert result.err.count("\n") == 1 or name == "recursive_row"
    assert snapshot(tree) == before


def test_hostile_specs_end_within_a_second(tmp_path):
    """The slowest kinds, in processor time of the product itself, to be apart from other load."""
    program = os.environ.get("DLTAB") or str(ROOT / "build/dltab")
    head = 'framework { "F", enum = "E", prefix = "f", ids = "int8", undefined = { "U" } }\n'
    for name, text in HOSTILE.items():
        spec = tmp_path / "dtypes.lua"
        spec.write_text(head + text)
        before = os.times()
        subprocess.run([program, "lint", "--spec", spec], capture_output=True, timeout=20)
        after = os.times()
        spent = after.children_user + after.children_system - before.children_user \
            - before.children_system
        assert spent < 1.0, (name, spent)
