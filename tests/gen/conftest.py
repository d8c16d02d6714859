"""What the tests of the generator share: the program, a copy of the tree, and a C compiler."""

import os
import pathlib
import shutil
import subprocess
from typing import NamedTuple

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
OWN_FILES = ["spec", "gen/outputs.lua", "gen/templates", "generated", "README.md"]


class Result(NamedTuple):
    code: int
    out: str
    err: str


class Dltab:
    """The program, run in a folder, with what it printed and its exit code."""

    def __init__(self, path):
        self.path = path

    def __call__(self, *arguments, cwd, env=None, timeout=60, program=None):
        done = subprocess.run(
            [program or self.path, *map(str, arguments)],
            cwd=cwd,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
        )
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode())

    def right(self, *arguments, **keywords):
        result = self(*arguments, **keywords)
        assert result.code == 0, result
        return result


@pytest.fixture(scope="session")
def dltab():
    """Under the sanitizers where that build is there: a leak or a bad access is a failure then."""
    path = os.environ.get("DLTAB_SANITIZED") or os.environ.get("DLTAB") or ROOT / "build/dltab"
    assert pathlib.Path(path).exists(), f"{path} is not built; make check builds it"
    return Dltab(str(path))


@pytest.fixture
def tree(tmp_path):
    """A copy of everything the generator reads and writes."""
    copy = tmp_path / "tree"
    for name in OWN_FILES:
        source, target = ROOT / name, copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy2(source, target)
    return copy


def snapshot(folder):
    """Every file below a folder, hidden ones too, and its bytes."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def dlpack_include(release=None):
    """The folder with dlpack/dlpack.h, of the release that the project is built with or another."""
    if release is None:
        return pathlib.Path(os.environ.get("DLPACK_INCLUDE") or ROOT / "build/deps/include")
    deps = pathlib.Path(os.environ.get("DLPACK_DEPS") or ROOT / "build/deps")
    return deps / f"dlpack-{release}/include"


def pkg_config(*arguments):
    return subprocess.run(
        ["pkg-config", *arguments], check=True, capture_output=True, text=True
    ).stdout.split()


def compile_c(source, program, *flags, compiler=None, dlpack=None):
    """Compiles one C file with Check; the result is what the compiler said."""
    compiler = (compiler or os.environ.get("CC") or "cc").split()
    command = [*compiler, *flags, "-isystem", str(dlpack or dlpack_include())]
    command += [*pkg_config("--cflags", "check"), "-o", str(program), str(source)]
    command += pkg_config("--libs", "check")
    done = subprocess.run(command, capture_output=True, text=True)
    return Result(done.returncode, done.stdout, done.stderr)


def build_suite(folder, program, dlpack=None):
    """Builds the round-trip suite of a generated folder, as it is, for its own header."""
    built = compile_c(
        folder / "test_roundtrip.c", program, "-std=c11", "-O2", "-Wall", "-Wextra", "-Wpedantic",
        "-Werror", f"-I{folder}", dlpack=dlpack,
    )
    assert built.code == 0, built.err
    return program


def run_suite(program, case=None):
    env = {**os.environ, **({"CK_RUN_CASE": case} if case else {})}
    done = subprocess.run([program], env=env, capture_output=True, text=True, timeout=900)
    return Result(done.returncode, done.stdout, done.stderr)
