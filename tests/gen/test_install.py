"""What `make install` brings, used as its owner would: far from this source tree."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT, Dltab, dlpack_include

CMAKE = pathlib.Path(sys.executable).parent / "cmake"


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    """Installed by make, staged by DESTDIR and then moved: nothing may depend on where it lay."""
    stage = tmp_path_factory.mktemp("stage")
    run("make", "install", f"DESTDIR={stage}", "PREFIX=/opt/somewhere", cwd=ROOT)
    prefix = tmp_path_factory.mktemp("installed") / "prefix"
    shutil.move(stage / "opt/somewhere", prefix)
    return prefix


def run(*command, cwd, env=None, code=0):
    done = subprocess.run([str(word) for word in command], cwd=cwd, env=env or clean_environment(),
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == code, (command, done)
    return done.stdout + done.stderr


def clean_environment():
    """Nothing of what `make check` tells its tests, such as DLTAB, which dltab.mk would listen to."""
    own = ("DLTAB", "DLTAB_SANITIZED", "FAILING_ALLOCATIONS", "DLPACK_INCLUDE", "DLPACK_DEPS")
    return {name: value for name, value in os.environ.items() if name not in own}


def environment(prefix):
    """A user's: the installed program first in PATH, and a dlpack.h that the compiler finds."""
    env = clean_environment()
    return {**env, "PATH": f"{prefix}/bin:{env['PATH']}", "CPATH": str(dlpack_include())}


def hacking_lines():
    text = (ROOT / "HACKING.md").read_text()
    return re.search(r"in ten lines.*?```sh\n(.*?)```", text, re.S).group(1)


USER = """#include "dltab_dtypes.h"
exa_scalar_type use(DLDataType dtype) { return exa_scalar_type_from_dlpack(dtype); }
"""


@pytest.fixture
def project(prefix, tmp_path):
    """What HACKING's ten lines make of an empty folder."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "tensor.c").write_text(USER)
    run("sh", "-euc", hacking_lines(), cwd=folder, env=environment(prefix))
    return folder


def test_ten_lines(prefix, project):
    assert hacking_lines().count("\n") == 10
    assert (project / "tensor.o").exists()
    assert "EXA_E4M3 = 2," in (project / "generated/dltab_dtypes.h").read_text()
    assert sorted(path.name for path in project.iterdir()) == ["generated", "spec", "tensor.c",
                                                               "tensor.o"]
    for path in (project / "generated").iterdir():
        assert str(prefix) not in path.read_text() and str(ROOT) not in path.read_text()
    installed = Dltab(f"{prefix}/bin/dltab")
    assert installed.right("check", cwd=project).out == "dltab: 4 outputs are up to date\n"


LIBRARY = {"include/dltab.h", "include/dltab_dtypes.h", "include/dltab_framework.h",
           "lib/libdltab.a", "lib/libdltab.so", "lib/libdltab.so.0", "lib/libdltab.so.0.1.0",
           "lib/pkgconfig/dltab.pc", "lib/cmake/dltab/dltabConfig.cmake",
           "lib/cmake/dltab/dltabConfigVersion.cmake"}


def test_installed_files(prefix):
    files = {str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file()}
    templates = {f"share/dltab/gen/templates/{path.name}"
                 for path in (ROOT / "gen/templates").iterdir()}
    assert files == templates | LIBRARY | {
        "bin/dltab", "share/man/man1/dltab.1", "share/dltab/dltab.mk", "share/dltab/dltab.cmake",
        "share/dltab/gen/outputs.lua", "share/dltab/spec/dlpack.lua"}
    assert str(ROOT).encode() not in (prefix / "share/man/man1/dltab.1").read_bytes()


def test_called_through_a_link_and_from_path(prefix, project, tmp_path):
    link = tmp_path / "other-name"
    link.symlink_to(prefix / "bin/dltab")
    run(link, "check", cwd=project)
    run("dltab", "check", cwd=project, env=environment(prefix))


def test_uninstall(tmp_path):
    (tmp_path / "usr/share/man/man1").mkdir(parents=True)
    (tmp_path / "usr/share/man/man1/other.1").write_text("not ours\n")
    for goal in ("install", "uninstall"):
        run("make", goal, f"DESTDIR={tmp_path}", "PREFIX=/usr", cwd=ROOT)
    left = [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()]
    assert left == ["usr/share/man/man1/other.1"]


def change_spec(project):
    path = project / "spec/dtypes.lua"
    path.write_text(path.read_text().replace('"float32"', '"single"'))


def age(*folders):
    """Everything equally old, so that the next write is newer on any clock."""
    for folder in folders:
        for path in folder.rglob("*"):
            os.utime(path, (10**9, 10**9))


def has(project, name):
    return f'"{name}"' in (project / "generated/dltab_dtypes.h").read_text()


def test_make_snippet(prefix, project):
    (project / "Makefile").write_text(f"""
DLTAB_OUTPUTS := generated/dltab_dtypes.h generated/dtypes.json
include {prefix}/share/dltab/dltab.mk
tensor.o: tensor.c $(DLTAB_OUTPUTS)
	$(CC) -Igenerated -c -o $@ $<
""")

    def make():
        return run("make", "tensor.o", cwd=project, env=environment(prefix))

    def rests():
        said = make()
        return "dltab gen" not in said and "-Igenerated" not in said

    assert "dltab gen" in make()
    age(prefix, project)
    assert rests()
    change_spec(project)
    said = make()
    assert "dltab gen" in said and "-Igenerated" in said and has(project, "single")
    assert rests()
    # A comment changes no output: the generator runs once more, the compiler does not.
    age(prefix, project)
    with open(project / "spec/dtypes.lua", "a") as spec:
        spec.write("-- a comment\n")
    said = make()
    assert "dltab gen" in said and "-Igenerated" not in said
    (project / "generated/dltab_dtypes.h").unlink()
    make()
    assert has(project, "single")


def test_make_snippet_survives_a_removed_input(prefix, project):
    (project / "Makefile").write_text(f"""
DLTAB_OUTPUTS := generated/dltab_dtypes.h
include {prefix}/share/dltab/dltab.mk
all: $(DLTAB_OUTPUTS)
""")
    spec = project / "spec/dtypes.lua"
    (project / "spec/more.lua").write_text("-- nothing\n")
    text = spec.read_text()
    spec.write_text(text + 'include "more.lua"\n')
    env = environment(prefix)
    run("make", "all", cwd=project, env=env)
    assert "spec/more.lua" in (project / ".dltab.stamp.d").read_text()
    age(prefix, project)
    (project / "spec/more.lua").unlink()
    spec.write_text(text)
    assert "dltab gen" in run("make", "all", cwd=project, env=env)
    assert "more.lua" not in (project / ".dltab.stamp.d").read_text()


def test_make_snippet_fails_with_the_spec(prefix, project):
    (project / "Makefile").write_text(
        f"DLTAB_OUTPUTS := generated/dltab_dtypes.h\ninclude {prefix}/share/dltab/dltab.mk\n"
        "all: $(DLTAB_OUTPUTS)\n")
    with open(project / "spec/dtypes.lua", "a") as spec:
        spec.write("dtype {}\n")
    assert "[missing-field]" in run("make", "all", cwd=project, env=environment(prefix), code=2)
    assert not (project / ".dltab.stamp").exists()


def test_cmake_snippet(prefix, project):
    assert CMAKE.exists(), "cmake is missing in build/venv; make deps check brings it"
    (project / "CMakeLists.txt").write_text(f"""
cmake_minimum_required(VERSION 3.21)
project(tensor C)
include({prefix}/share/dltab/dltab.cmake)
dltab_generate(dtypes OUTPUTS generated/dltab_dtypes.h)
add_library(tensor OBJECT tensor.c)
target_include_directories(tensor PRIVATE generated)
add_dependencies(tensor dtypes)
""")
    env = environment(prefix)
    build = project.parent / "build"
    shutil.rmtree(project / "generated")
    run(CMAKE, "-G", "Unix Makefiles", "-S", project, "-B", build, cwd=project, env=env)

    def made():
        return run(CMAKE, "--build", build, cwd=project, env=env)

    assert "dltab gen, for dtypes" in made() and has(project, "float32")
    assert "dltab gen, for dtypes" not in made()
    change_spec(project)
    assert "dltab gen, for dtypes" in made() and has(project, "single")
    assert "dltab gen, for dtypes" not in made()


USER_PROGRAM = ROOT / "tests/runtime/user/user.c"
SAID = "user: float8_e4m3fn 0\n"


def words(*command, env):
    return run(*command, cwd=ROOT, env=env).split()


@pytest.mark.parametrize("static", [False, True], ids=["shared", "static"])
@pytest.mark.parametrize("compiler", ["CC", "CXX"])
def test_library_by_pkg_config(prefix, tmp_path, compiler, static):
    env = {**environment(prefix), "PKG_CONFIG_PATH": f"{prefix}/lib/pkgconfig"}
    flags = words("pkg-config", "--cflags", "dltab", env=env)
    libs = words("pkg-config", "--libs", *["--static"] * static, "dltab", env=env)
    if static:
        libs = [f"{prefix}/lib/libdltab.a" if lib == "-ldltab" else lib for lib in libs]
    language = ["-x", "c++"] if compiler == "CXX" else ["-std=c11"]
    default = {"CC": "cc", "CXX": "c++"}[compiler]
    run(env.get(compiler, default), *language, "-Wall", "-Wextra", "-Wpedantic", "-Werror", *flags,
        USER_PROGRAM, "-x", "none", *libs, f"-Wl,-rpath,{prefix}/lib", "-o", tmp_path / "user",
        cwd=tmp_path, env=env)
    assert run(tmp_path / "user", cwd=tmp_path, env=env) == SAID


@pytest.mark.parametrize("target", ["dltab", "static"])
@pytest.mark.parametrize("language", ["C", "CXX"])
def test_library_by_cmake(prefix, tmp_path, language, target):
    (tmp_path / "CMakeLists.txt").write_text(f"""
cmake_minimum_required(VERSION 3.21)
project(user C CXX)
find_package(dltab 0.1 REQUIRED)
add_executable(user {USER_PROGRAM})
set_source_files_properties({USER_PROGRAM} PROPERTIES LANGUAGE {language})
target_link_libraries(user dltab::{target})
""")
    env = environment(prefix)
    run(CMAKE, "-G", "Unix Makefiles", "-S", tmp_path, "-B", tmp_path / "build",
        f"-DCMAKE_PREFIX_PATH={prefix}", cwd=tmp_path, env=env)
    run(CMAKE, "--build", tmp_path / "build", cwd=tmp_path, env=env)
    assert run(tmp_path / "build/user", cwd=tmp_path, env=env) == SAID


def test_library_of_another_minor_version_is_not_found(prefix, tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.21)\nproject(user C)\nfind_package(dltab 9.1 REQUIRED)\n")
    run(CMAKE, "-G", "Unix Makefiles", "-S", tmp_path, "-B", tmp_path / "build",
        f"-DCMAKE_PREFIX_PATH={prefix}", cwd=tmp_path, env=environment(prefix), code=1)


def test_without_dlpack_the_program_alone(tmp_path):
    said = run("make", "install", f"DESTDIR={tmp_path}", "PREFIX=/usr", "DLPACK_INCLUDE=/nowhere",
               cwd=ROOT)
    assert "without the library: there is no dlpack.h" in said
    assert (tmp_path / "usr/bin/dltab").exists() and not (tmp_path / "usr/lib").exists()


def test_hook_definition(prefix, project):
    """Its entry, run as pre-commit runs it: from the project's folder, without file names."""
    hook = (ROOT / ".pre-commit-hooks.yaml").read_text()
    entry = re.search(r"^  entry: (.*)$", hook, re.M).group(1).split()
    files = re.search(r"^  files: (.*)$", hook, re.M).group(1)
    assert "  pass_filenames: false\n" in hook and "  language: system\n" in hook
    for name in ("spec/dtypes.lua", "generated/dltab_dtypes.h", "README.md", "gen/outputs.lua"):
        assert re.search(files, name)
    assert not re.search(files, "docs/README.md")
    run(*entry, cwd=project, env=environment(prefix))
    change_spec(project)
    run(*entry, cwd=project, env=environment(prefix), code=1)


def test_man_page_names_what_the_help_names(prefix):
    page = (prefix / "share/man/man1/dltab.1").read_text()
    said = Dltab(f"{prefix}/bin/dltab").right("--help", cwd=prefix).out
    options = set(re.findall(r"--([a-z-]+)", said))
    assert len(options) >= 13
    in_page = set(re.findall(r"Fl -([a-z-]+)", page))
    assert options == in_page
    assert set(re.findall(r"dltab (gen|check|list|show|lint)", said)) == set(
        re.findall(r"^\.It Cm (\w+)", page, re.M))
