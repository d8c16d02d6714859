"""Specs of strangers: what may not be done, and what would not end."""

import re

import pytest
from conftest import snapshot
from hostile_specs import HOSTILE

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
