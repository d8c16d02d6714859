"""Writing that fails: a sentence, exit code 2, and the old outputs whole."""

import os
import signal
import subprocess
import threading

import pytest
from conftest import snapshot

HEADER = "generated/dltab_dtypes.h"
TEMPORARIES = "**/.*.dltab-new"


def make_all_stale(tree):
    path = tree / "spec/dtypes.lua"
    path.write_text(path.read_text().replace('"uint8", ', '"byte8", '))


def assert_fails(dltab, tree, said, **keywords):
    before = snapshot(tree)
    result = dltab("gen", cwd=tree, **keywords)
    assert result.code == 2 and result.out == ""
    assert said in result.err
    assert snapshot(tree) == before


def test_folder_in_place_of_an_output(dltab, tree):
    make_all_stale(tree)
    (tree / "generated/dtypes.json").unlink()
    (tree / "generated/dtypes.json").mkdir()
    assert_fails(dltab, tree, "generated/dtypes.json: error: is a folder")


def test_file_in_place_of_a_folder(dltab, tree):
    for path in (tree / "generated").iterdir():
        path.unlink()
    (tree / "generated").rmdir()
    (tree / "generated").write_text("a file\n")
    make_all_stale(tree)
    assert_fails(dltab, tree, "generated/")


def test_file_size_limit(dltab, tree):
    """The first output would fit, the second does not: neither is replaced."""
    make_all_stale(tree)
    before = snapshot(tree)
    done = subprocess.run(["sh", "-c", 'ulimit -f 16; "$0" gen', dltab.path], cwd=tree,
                          capture_output=True, text=True)
    assert done.returncode == 2 and "File too large" in done.stderr
    assert snapshot(tree) == before


def test_leftover_temporary_is_taken_over(dltab, tree):
    make_all_stale(tree)
    leftover = tree / "generated/.dltab_dtypes.h.dltab-new"
    leftover.write_text("of a run that was killed\n")
    dltab.right("gen", cwd=tree)
    assert not list(tree.glob(TEMPORARIES))
    assert dltab("check", cwd=tree).code == 0


def test_leftover_temporary_of_a_fresh_output_goes(dltab, tree):
    leftover = tree / "generated/.dtypes.json.dltab-new"
    leftover.write_text("of a run that was killed\n")
    assert dltab.right("gen", cwd=tree) == (0, "", "")
    assert not leftover.exists()


def test_link_in_place_of_a_temporary_is_not_followed(dltab, tree, tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("precious\n")
    (tree / "generated/.dltab_dtypes.h.dltab-new").symlink_to(victim)
    make_all_stale(tree)
    dltab.right("gen", cwd=tree)
    assert victim.read_text() == "precious\n" and not (tree / HEADER).is_symlink()


def test_two_runs_at_once(dltab, tree):
    make_all_stale(tree)
    results = []
    runs = [threading.Thread(target=lambda: results.append(dltab("gen", cwd=tree)))
            for _ in range(6)]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    assert [result.code for result in results] == [0] * 6
    # Under the lock one of them finds everything stale, and the others nothing.
    assert sorted(result.out.count("wrote ") for result in results) == [0, 0, 0, 0, 0, 4]
    assert dltab("check", cwd=tree).code == 0 and not list(tree.glob(TEMPORARIES))


@pytest.mark.parametrize("delay", [0.0, 0.002, 0.004, 0.008, 0.016, 0.03])
def test_killed_run_tears_no_file(dltab, tree, delay):
    make_all_stale(tree)
    old = snapshot(tree)
    process = subprocess.Popen([dltab.path, "gen"], cwd=tree, stdout=subprocess.DEVNULL)
    try:
        process.wait(timeout=delay)
    except subprocess.TimeoutExpired:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    left = {name: text for name, text in snapshot(tree).items() if not name.endswith(".dltab-new")}
    dltab.right("gen", cwd=tree)
    new = snapshot(tree)
    for name, text in left.items():
        assert text in (old[name], new[name])
    assert not list(tree.glob(TEMPORARIES)) and dltab("check", cwd=tree).code == 0
