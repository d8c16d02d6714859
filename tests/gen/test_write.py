"""Writing that fails: a sentence, exit code 2, and the old outputs whole."""

import os
import random
import re
import signal
import subprocess
import threading
import time

import pytest
from conftest import ROOT, Dltab, snapshot

HEADER = "generated/dltab_dtypes.h"
OUTPUTS = [HEADER, "generated/test_roundtrip.c", "generated/dtypes.json", "README.md"]
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


@pytest.mark.parametrize("subset", range(1, 2 ** len(OUTPUTS)))
def test_every_mix_of_old_and_new_is_reported(dltab, tree, subset):
    """What a kill between two renames leaves: some outputs new, the others old."""
    make_all_stale(tree)
    stale = [name for i, name in enumerate(OUTPUTS) if subset >> i & 1]
    old = {name: (tree / name).read_bytes() for name in stale}
    dltab.right("gen", cwd=tree)
    for name, text in old.items():
        (tree / name).write_bytes(text)
    result = dltab("check", cwd=tree)
    assert result.code == 1 and result.err == ""
    assert re.findall(r"^stale: (.*)$", result.out, re.M) == stale
    dltab.right("gen", cwd=tree)
    assert dltab("check", cwd=tree).code == 0


def many_rows(count):
    """A spec whose outputs take a while to write."""
    rows = "".join(f'dtype {{ "{{prefix}}{i}", scalar_type = "D{i}", id = {i}, code = "kDLUInt", '
                   f'bits = 8, lanes = {i + 1}, since = "0.2" }}\n' for i in range(count))
    return ('framework { "Big", enum = "E", prefix = "big", ids = "int32", undefined = { "None" } }\n'
            'include "dlpack.lua"\n' + rows)


def kill_after(delay, program, cwd):
    """Starts gen and kills it; true when it was killed before its end."""
    process = subprocess.Popen([program, "gen"], cwd=cwd, stdout=subprocess.DEVNULL)
    time.sleep(delay)
    process.kill()
    return process.wait() == -signal.SIGKILL


def assert_whole(before, after, new):
    for name in OUTPUTS:
        assert after[name] in (before[name], new[name]), f"{name} is torn"


def test_killed_at_400_random_points(tree):
    """The product itself, not the slower sanitized build: the more points lie among its writes."""
    dltab = Dltab(os.environ.get("DLTAB") or str(ROOT / "build/dltab"))
    spec, text = tree / "spec/dtypes.lua", many_rows(200)
    versions = [text.replace("{prefix}", prefix) for prefix in ("one", "other")]
    news = []
    for version in versions:
        spec.write_text(version)
        start = time.monotonic()
        dltab.right("gen", cwd=tree)
        length = time.monotonic() - start
        news.append(snapshot(tree))
    random.seed(1)
    killed = mixed = 0
    for point in range(400):
        spec.write_text(versions[point % 2])
        before = snapshot(tree)
        was_killed = kill_after(random.uniform(0.0, 1.1) * length, dltab.path, tree)
        after, new = snapshot(tree), news[point % 2]
        assert_whole(before, after, new)
        killed += was_killed
        length *= 1.01 if was_killed else 0.97  # however busy the machine is by now, most are killed
        if was_killed and any(after[name] != new[name] for name in OUTPUTS):
            mixed += any(after[name] == new[name] for name in OUTPUTS)
            assert dltab("check", cwd=tree).code == 1
        dltab.right("gen", cwd=tree)
        assert snapshot(tree) == new  # and no temporary is left
    print(f"killed {killed} of 400 runs, {mixed} between two renames")
    assert killed > 100


def test_every_allocation_of_the_loader_fails_in_turn(tree):
    """Alone and from there on; under the sanitizers, so that a leak is a wrong exit code."""
    program = os.environ.get("FAILING_ALLOCATIONS") or ROOT / "build/sanitized/failing_allocations"
    spec = ROOT / "tests/spec/foreign/dtypes.lua"
    done = subprocess.run([program, "lint", "--spec", spec], cwd=tree, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert re.search(r"failing allocations: \d{4,} tried", done.stdout)


NO_LOCKS = """
#include <errno.h>
int flock(int file, int operation) {
  (void)file, (void)operation;
  errno = ERROR;
  return -1;
}
"""


@pytest.mark.parametrize("error, code", [("ENOLCK", 0), ("EOPNOTSUPP", 0), ("EBADF", 0), ("EIO", 2)])
def test_file_system_without_locks(tree, tmp_path, error, code):
    """Some over a network have none: the run goes on. Any other failure is one."""
    plain = os.environ.get("DLTAB") or ROOT / "build/dltab"  # sanitizers load nothing before themselves
    (tmp_path / "flock.c").write_text(NO_LOCKS.replace("ERROR", error))
    compiler = (os.environ.get("CC") or "cc").split()
    subprocess.run([*compiler, "-shared", "-fPIC", "-o", tmp_path / "flock.so", tmp_path / "flock.c"],
                   check=True)
    done = subprocess.run([plain, "check"], cwd=tree, capture_output=True, text=True,
                          env={**os.environ, "LD_PRELOAD": str(tmp_path / "flock.so")})
    assert done.returncode == code, done
    assert code == 0 or "the root cannot be locked: " in done.stderr
