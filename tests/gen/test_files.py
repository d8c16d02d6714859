"""Which files a run touches: never what it read, never twice, and how it names them to shells and make."""

import os
import re
import shlex
import subprocess

import pytest
from conftest import compile_c, dlpack_include, snapshot

HEADER = "generated/dltab_dtypes.h"
README = "README.md"
MARKERS = "<!-- dltab:begin dtypes -->\n<!-- dltab:end dtypes -->\n"


def refused(dltab, tree, *arguments):
    """The one sentence of a run that is refused and touches nothing."""
    before = snapshot(tree)
    result = dltab("gen", *arguments, cwd=tree)
    assert result.code == 2 and result.out == "" and result.err.count("\n") == 1, result
    assert snapshot(tree) == before
    return result.err


# --- Never over what was read, nor twice

@pytest.mark.parametrize("option", ["--depfile", "--stamp"])
@pytest.mark.parametrize("path, role", [
    ("spec/dtypes.lua", "the spec"),
    ("spec/../spec/dlpack.lua", "a file that the spec includes"),
    ("gen/outputs.lua", "the outputs list"),
    ("gen/templates/dtypes.json", "a template"),
    (README, "an output"),
    ("./generated/dtypes.json", "an output"),
])
def test_depfile_and_stamp_over_something_else(dltab, tree, option, path, role):
    said = refused(dltab, tree, option, path)
    written = {"--depfile": "the depfile", "--stamp": "the stamp"}[option]
    assert said.startswith(f"{path}: error: is to be written as {written}, but is {role}, ")


def test_depfile_as_stamp(dltab, tree):
    assert "as the stamp, but is the depfile, x.d;" in refused(
        dltab, tree, "--depfile", "x.d", "--stamp", "./x.d")


@pytest.mark.parametrize("target", ["spec/dtypes.lua", "own.tmpl", "spec/dlpack.lua"])
def test_template_over_an_input(dltab, tree, target):
    (tree / "own.tmpl").write_text("text\n")
    assert "is to be written as an output, but is " in refused(
        dltab, tree, "--template", "own.tmpl", "-o", target)


@pytest.mark.parametrize("link", [os.symlink, os.link], ids=["symbolic", "hard"])
def test_links_to_an_input(dltab, tree, link):
    link(tree / "spec/dtypes.lua", tree / "other.lua")
    assert "but is the spec, " in refused(dltab, tree, "--depfile", "other.lua")


def test_two_outputs_that_are_one_file(dltab, tree):
    os.remove(tree / "generated/dtypes.json")
    os.link(tree / HEADER, tree / "generated/dtypes.json")
    assert "is to be written as an output, but is an output, " in refused(dltab, tree)


def test_devices_are_no_files_to_spoil(dltab, tree):
    (tree / "own.tmpl").write_text("text\n")
    assert dltab.right("gen", "--template", "own.tmpl", "-o", "/dev/stdout", "--stamp", "/dev/null",
                       "--quiet", cwd=tree).out == "text\n"


@pytest.mark.parametrize("option", ["-o", "--depfile", "--stamp"])
def test_a_folder_where_a_file_is_needed(dltab, tree, option):
    (tree / "own.tmpl").write_text("text\n")
    more = [] if option == "-o" else ["-o", "x"]
    said = refused(dltab, tree, "--template", "own.tmpl", *more, option, "new/")
    assert said.startswith(f"dltab: error: {option} new/: a file is needed, not a folder;")
    assert not (tree / "new").exists()


def test_regions_of_one_file_come_together_with_o(dltab, tree):
    (tree / "a.tmpl").write_text("a\n")
    (tree / "b.tmpl").write_text("b\n")
    (tree / "gen/outputs.lua").write_text(
        'region { "README.md", name = "one", template = "a.tmpl" }\n'
        'region { "README.md", name = "two", template = "b.tmpl" }\n')
    dltab.right("gen", "--only", README, "-o", "both.txt", cwd=tree)
    assert (tree / "both.txt").read_text() == "a\nb\n"
    assert dltab.right("gen", "--only", README, "-o", "-", cwd=tree).out == "a\nb\n"


# --- A root without a list of its own

def own_root(tree, tmp_path, readme):
    root = tmp_path / "root"
    (root / "spec").mkdir(parents=True)
    (root / "spec/dtypes.lua").write_text((tree / "spec/dtypes.lua").read_text())
    (root / README).write_text(readme)
    return root


def test_readme_of_a_stranger_is_left_alone(dltab, tree, tmp_path):
    root = own_root(tree, tmp_path, "# Mine\n")
    dltab.right("gen", "--root", "root", cwd=tmp_path)
    assert (root / README).read_text() == "# Mine\n"
    assert dltab.right("check", "--root", "root", cwd=tmp_path).out == (
        "dltab: 4 outputs are up to date\n")


@pytest.mark.parametrize("readme", [MARKERS.splitlines()[0], MARKERS.splitlines()[1], MARKERS * 2],
                         ids=["begin", "end", "two"])
def test_half_a_region_is_an_error_there_too(dltab, tree, tmp_path, readme):
    own_root(tree, tmp_path, readme + "\n")
    assert dltab("gen", "--root", "root", cwd=tmp_path).code == 2


# --- What no output makes any more

def take_off(tree, name):
    path = tree / "gen/outputs.lua"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if f'"{name}"' not in line))


def test_region_taken_off_the_list_is_no_file_to_remove(dltab, tree):
    (tree / README).write_text("# Title\n\n" + MARKERS)
    dltab.right("gen", cwd=tree)
    take_off(tree, README)
    result = dltab("check", cwd=tree)
    assert result.code == 1 and "rm " not in result.out
    assert result.out == ("orphaned: the region dtypes of README.md\ndltab: 1 orphaned regions; to mend: "
                          "remove the two markers and what is between them, or list what fills it in "
                          "the outputs list\n")


def test_orphan_in_a_folder_that_has_no_output_left(dltab, tree):
    (tree / "gen/outputs.lua").write_text(
        'file { "deep/er/a.json", template = "gen/templates/dtypes.json" }\n')
    dltab.right("gen", cwd=tree)
    (tree / "gen/outputs.lua").write_text(
        'file { "b.json", template = "gen/templates/dtypes.json" }\n')
    dltab.right("gen", cwd=tree)
    out = dltab("check", cwd=tree).out
    assert "orphaned: deep/er/a.json\n" in out and f"orphaned: {HEADER}\n" in out


@pytest.mark.parametrize("folder", [".hidden", "build", "node_modules"])
def test_folders_that_are_not_looked_into(dltab, tree, folder):
    (tree / folder).mkdir()
    (tree / folder / "old.h").write_text((tree / HEADER).read_text())
    dltab.right("check", cwd=tree)


def test_a_root_below_is_its_own(dltab, tree, tmp_path):
    own_root(tree, tree, "")
    dltab.right("gen", "--root", "root", cwd=tree)
    dltab.right("check", cwd=tree)


def test_what_a_template_or_another_list_made_is_nobodys_orphan(dltab, tree):
    (tree / "own.tmpl").write_text("// ${banner[1]}\n// ${banner[2]}\n")
    dltab.right("gen", "--template", "own.tmpl", "-o", "own.h", cwd=tree)
    (tree / "list.lua").write_text('file { "listed.h", template = "own.tmpl" }\n')
    dltab.right("gen", "--outputs", "list.lua", cwd=tree)
    dltab.right("check", cwd=tree)
    # To the other list it is one, and this root's are not.
    (tree / "list.lua").write_text('file { "other.h", template = "own.tmpl" }\n')
    dltab.right("gen", "--outputs", "list.lua", cwd=tree)
    out = dltab("check", "--outputs", "list.lua", cwd=tree).out
    assert re.findall(r"^orphaned: (.*)$", out, re.M) == ["listed.h"]


def test_text_that_speaks_of_a_banner_is_none(dltab, tree):
    (tree / "notes.h").write_text('#define START "Generated by dltab from "\n')
    dltab.right("check", cwd=tree)


# --- Commands to paste

def shell(line, cwd):
    return subprocess.run(["sh", "-c", line], cwd=cwd, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL)


@pytest.mark.parametrize("arguments", [
    ["--root", "the root"],
    ["--root", "the root", "--only", HEADER],
    ["--root", "the root", "--max-dlpack", "1.0"],
    ["--root", "the root", "--spec", "the root/spec/dtypes.lua", "--outputs", "the root/gen/outputs.lua"],
    ["--spec", "the root/spec/dtypes.lua", "--template", "it's.tmpl", "--define", "A=b c", "-o", "out put.h"],
], ids=["root", "only", "max", "lists", "template"])
def test_the_command_that_check_prints_mends(dltab, tree, tmp_path, arguments):
    tree.rename(tmp_path / "the root")
    (tmp_path / "it's.tmpl").write_text("${define('A')}\n")
    (tmp_path / "the root" / HEADER).write_text("edited\n")
    result = dltab("check", *arguments, cwd=tmp_path)
    assert result.code == 1
    command = re.search(r"stale or missing; to mend: (.*)$", result.out, re.M).group(1)
    assert shlex.split(command) == [dltab.path, "gen", *arguments]
    assert shell(command, tmp_path).returncode == 0
    assert dltab("check", *arguments, cwd=tmp_path).code == 0


def test_the_list_says_how_where_nothing_was_asked_for(dltab, tree):
    (tree / HEADER).write_text("edited\n")
    assert "to mend: make gen\n" in dltab("check", cwd=tree).out


def test_orphans_are_removed_from_where_the_user_is(dltab, tree, tmp_path):
    tree.rename(tmp_path / "the root")
    orphan = tmp_path / "the root/it's old.h"
    orphan.write_text((tmp_path / "the root" / HEADER).read_text())
    out = dltab("check", "--root", "the root", cwd=tmp_path).out
    command = re.search(r"orphaned; to mend: (rm .*), or list what", out).group(1)
    assert shell(command, tmp_path).returncode == 0 and not orphan.exists()


# --- Names in rules of make

def test_depfile_needs_something_to_name(dltab, tree):
    said = refused(dltab, tree, "--only", HEADER, "-o", "-", "--depfile", "x.d")
    assert "with -o - it needs --stamp" in said
    dltab.right("gen", "--only", HEADER, "-o", "-", "--depfile", "x.d", "--stamp", "s", cwd=tree)
    assert (tree / "x.d").read_text().startswith("s: ")


AWKWARD = ["a b", "a#b", "a$b", "a:b", "a%b", "a|b", "a*b", "a?b", "a[b]", "a\\b", "a\\ b",
           "a'b", "a~b", "ä"]


def made_by_make(tree, target):
    done = subprocess.run(["make", "-s", "-f", "Makefile", target], cwd=tree, capture_output=True,
                          text=True, env={"PATH": os.environ["PATH"]})
    return done.stdout, done.stderr


@pytest.mark.parametrize("name", AWKWARD)
def test_make_reads_the_rule(dltab, tree, name):
    """make itself says whether the rule names both files: touched, the spec is newer."""
    spec = tree / f"spec/{name}.lua"
    spec.write_text((tree / "spec/dtypes.lua").read_text())
    (tree / "own.tmpl").write_text("text\n")
    dltab.right("gen", "--spec", spec.relative_to(tree), "--template", "own.tmpl", "-o", name,
                "--depfile", "d", cwd=tree)
    (tree / "Makefile").write_text((tree / "d").read_text() + "\t@echo made\n")
    for path in tree.rglob("*"):
        os.utime(path, (10, 10))
    assert "made" not in made_by_make(tree, name)[0]
    os.utime(spec, (20, 20))
    assert made_by_make(tree, name) == ("made\n", "")


@pytest.mark.parametrize("name", ["a;b", "a=b", "~a", "a\nb", "a\tb", "a(b)"])
def test_what_make_cannot_name(dltab, tree, name):
    (tree / "own.tmpl").write_text("text\n")
    before = snapshot(tree)
    result = dltab("gen", "--template", "own.tmpl", "-o", name, "--depfile", "d", cwd=tree)
    assert result.code == 2 and "no rule of make can name " in result.err
    assert snapshot(tree) == before


# --- Names in comments

@pytest.mark.parametrize("name", ["*/ int x; /*", "a --> b", "<!-- a", "a\nint x;", "a\\", "??/", "\x1b[2J"])
def test_names_of_files_stay_in_the_comment(dltab, tree, tmp_path, name):
    spec = tree / f"spec/{name}"
    try:
        spec.write_text((tree / "spec/dtypes.lua").read_text())
    except FileNotFoundError:  # a name with a slash is two
        spec.parent.mkdir(parents=True)
        spec.write_text((tree / "spec/dtypes.lua").read_text())
        (spec.parent / "dlpack.lua").write_text((tree / "spec/dlpack.lua").read_text())
    (tree / "gen/templates/block.h").write_text("/* ${banner[1]}\n   ${banner[2]} */\nint block;\n")
    (tree / "gen/outputs.lua").write_text(
        (tree / "gen/outputs.lua").read_text() + 'file { "block.h", template = "gen/templates/block.h" }\n')
    dltab.right("gen", "--spec", spec.relative_to(tree), cwd=tree)
    (tmp_path / "use.c").write_text(
        f'#include "{tree}/{HEADER}"\n#include "{tree}/block.h"\nint x;\nint main(void) {{ return 0; }}\n')
    built = compile_c(tmp_path / "use.c", tmp_path / "use", "-std=c11", "-Wall", "-Wextra", "-Werror",
                      dlpack=dlpack_include())
    assert built.code == 0, built.err
    region = (tree / README).read_text().split("<!-- dltab:begin dtypes -->\n")[1]
    lines = region.splitlines()
    assert re.fullmatch(r"<!-- Generated by dltab from (?!.*-->.*-->).* -->", lines[0])
    assert lines[1].count("-->") == 1 and lines[1].endswith(" -->") and lines[2] == ""
    assert dltab.right("check", "--spec", spec.relative_to(tree), cwd=tree)
