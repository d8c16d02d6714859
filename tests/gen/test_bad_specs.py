"""Broken specs: every rule fires, at the right line, in the right words, and nothing is written."""

import os
import pathlib
import re
import resource
import stat
import subprocess
from typing import NamedTuple

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BAD = ROOT / "tests/spec/bad"
SPECS = sorted(path.stem for path in BAD.glob("*.lua") if not path.stem.startswith("included_"))

HEAD = 'framework { "F", enum = "E", prefix = "f", ids = "int8", undefined = { "U" } }\n'
DLPACK = 'include "dlpack.lua"\n'
ROW = 'dtype { "a", scalar_type = "A", id = 0, bytes = 1 }\n'
WRONG_ROW = 'dtype { "a", scalar_type = "A", id = 0, bytes = 0 }\n'
RANGE = 'dtype "a": bytes = 0 is out of range; 1 to 65535 is legal [out-of-range]\n'
MIB = 1024 * 1024

MEMORY = "needs more than 32 MiB of memory [memory-limit]"
STEPS = r"runs for more than \d+ (instructions|milliseconds of processor time) \[step-limit\]"


class Result(NamedTuple):
    code: int
    out: str
    err: str


def program():
    """The sanitized build where there is one: a leak or a bad access is a failure then."""
    places = [os.environ.get("DLTAB_SANITIZED"), os.environ.get("DLTAB")]
    places += [ROOT / "build/sanitized/dltab", ROOT / "build/dltab"]
    found = [place for place in places if place and pathlib.Path(place).exists()]
    assert found, "dltab is not built; make check builds it"
    return str(pathlib.Path(found[0]).resolve())


def dltab(*arguments, cwd):
    done = subprocess.run(
        [program(), *map(str, arguments)],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=30,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def lint(folder, text, name="x.lua"):
    """Checks a spec made for the occasion."""
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return dltab("lint", "--spec", name, cwd=folder)


def state(folder):
    """What would differ if a file were made, removed or written."""
    return {path: (path.lstat().st_mtime_ns, path.lstat().st_size) for path in folder.rglob("*")}


def rules_named(text):
    return set(re.findall(r"\[([a-z-]+)\]$", text, re.MULTILINE))


# --- Specs that are files ------------------------------------------------------------------------


@pytest.mark.parametrize("name", SPECS)
def test_broken_spec(name):
    before = state(BAD)
    result = dltab("lint", "--spec", f"{name}.lua", cwd=BAD)
    assert result.err.splitlines() == (BAD / f"{name}.expected").read_text().splitlines()
    assert (result.code, result.out) == (2, "")
    assert state(BAD) == before


def test_each_spec_has_its_expected_lines_and_each_include_a_user():
    assert SPECS == sorted(path.stem for path in BAD.glob("*.expected"))
    text = "".join(path.read_text() for path in BAD.glob("*.lua"))
    unused = [path.name for path in BAD.glob("included_*.lua") if f'"{path.name}"' not in text]
    assert not unused


def test_expected_lines_are_sorted_and_counted():
    for path in BAD.glob("*.expected"):
        lines = path.read_text().splitlines()
        errors = [line for line in lines if ": error: " in line]
        last = [f"dltab: {len(errors)} errors; nothing was written"] if len(errors) > 1 else []
        assert lines == errors + last, path.name
        places = [re.match(r"([^:]*)(?::(\d+))?: error: ", line).groups("0") for line in errors]
        assert places == sorted(places, key=lambda place: (place[0], int(place[1]))), path.name


def test_every_rule_has_a_broken_spec():
    rules = set(re.findall(r'^RULE\(\w+, "([^"]+)"', (ROOT / "gen/rules.def").read_text(), re.M))
    shown = rules_named("".join(path.read_text() for path in BAD.glob("*.expected")))
    made_here = {rule for *_, rule in UNREADABLE} | {"memory-limit", "step-limit"}
    assert len(rules) > 10
    assert rules - shown - made_here == set(), "no broken spec shows these rules"
    assert shown - rules == set(), "no such rules"


@pytest.mark.parametrize("command", [("gen",), ("check",), ("list",), ("show", "int8")])
def test_no_command_goes_on_with_a_broken_spec(command, tmp_path):
    result = dltab(*command, "--root", tmp_path, "--spec", "several.lua", cwd=BAD)
    assert result == (2, "", (BAD / "several.expected").read_text())
    assert list(tmp_path.iterdir()) == []


# --- Boundaries from the inside: what is just legal ----------------------------------------------


def framework(ids="int8", name="F", prefix="f", undefined='"U"'):
    return (
        f'framework {{ "{name}", enum = "E", prefix = "{prefix}", ids = "{ids}", '
        f"undefined = {{ {undefined} }} }}\n"
    )


def row(name="a", scalar_type="A", id=0, more="bytes = 1"):
    return f'dtype {{ "{name}", scalar_type = "{scalar_type}", id = {id}, {more} }}\n'


def form(code="kDLInt", bits=8, lanes=1, since="0.2", more=""):
    return f'code = "{code}", bits = {bits}, lanes = {lanes}, since = "{since}"{more}'


def with_form(**columns):
    return HEAD + DLPACK + row(more=form(**columns))


def with_code(value=200, version="1.0", more=""):
    return (
        f'{HEAD}release {{ "{version}" }}\n'
        f'code {{ "kMine", value = {value}, since = "{version}"{more} }}\n'
        + row(more=form(code="kMine", since=version))
    )


def lowest_and_highest(ids, lowest, highest):
    undefined = f'"U", id = {highest}, hole_before = true'
    return framework(ids, undefined=undefined) + row(id=lowest) + row("b", "B", lowest + 1)


PACKED, PADDED = ', storage = "packed"', ', storage = "padded"'
ALSO = ', also_import = { { code = "kDLUInt", bits = 4, lanes = 2 } }'
ONLY = ", export_only = true"

RIGHT = {
    "bits_1": with_form(bits=1, more=PACKED),
    "bits_255": with_form(bits=255, more=PADDED),
    "lanes_65535": with_form(lanes=65535),
    "bits_255_lanes_65535": with_form(bits=255, lanes=65535, more=PADDED),
    "bytes_1": HEAD + row(more="bytes = 1"),
    "bytes_65535": HEAD + row(more="bytes = 65535"),
    "bits_in_hexadecimal": with_form(bits="0x10"),
    "code_value_0": with_code(0),
    "code_value_255": with_code(255),
    "code_bits_8_kept": with_code(more=", bits = 8"),
    "ids_int8": lowest_and_highest("int8", -128, 127),
    "ids_uint8": lowest_and_highest("uint8", 0, 255),
    "ids_int16": lowest_and_highest("int16", -32768, 32767),
    "ids_uint16": lowest_and_highest("uint16", 0, 65535),
    "ids_int32": lowest_and_highest("int32", -2147483648, 2147483647),
    "id_127_beside_undefined": framework(undefined='"U", id = 0')
    + row(id=127, more="bytes = 1, hole_before = true"),
    "undefined_first": framework(undefined='"U", id = 0') + row(id=1),
    "undefined_after_126": HEAD + row(id=126, more="bytes = 1, hole_before = true"),
    "negative_ids": HEAD + row(id=-2) + row("b", "B", -1) + row("c", "C", 0),
    "undefined_after_negative_ids": HEAD + row(id=-2),
    "rows_not_in_order_of_ids": HEAD + row(id=1) + row("b", "B", 0),
    "hole_before_a_row": HEAD + row() + row("b", "B", 9, "bytes = 1, hole_before = true"),
    "hole_before_undefined": framework(undefined='"U", id = 9, hole_before = true') + row(),
    "version_0_0": with_code(version="0.0"),
    "version_1_10": with_code(version="1.10"),
    "version_10_0": with_code(version="10.0"),
    "version_of_six_digits": with_code(version="999999.999999"),
    "since_newer_than_the_code": with_form(since="1.3"),
    "since_1_10_for_a_code_of_1_9": HEAD
    + 'release { "1.9" } release { "1.10" } code { "kMine", value = 9, since = "1.9" }\n'
    + row(more=form(code="kMine", since="1.10")),
    "keywords_as_dtype_names": HEAD + row("double") + row("int", "B", 1) + row("bool", "C", 2),
    "one_letter_dtype_name": HEAD + row("_"),
    "dtype_name_with_digits": HEAD + row("f8_e4m3"),
    "one_word_for_name_and_scalar_type": HEAD + row("Int", "Int"),
    "scalar_types_that_differ_in_case": HEAD + row("a", "Int") + row("b", "INT", 1),
    "scalar_type_like_a_keyword": HEAD + row("a", "Double"),
    "scalar_type_itemsize": HEAD + row("a", "itemsize"),
    "scalar_type_like_a_macro": HEAD + row("a", "KEYS"),
    "framework_name_of_60": framework(name="n" * 60) + row(),
    "framework_name_of_all_kinds": framework(name="A b.c_d+e-9") + row(),
    "prefix_in_capitals": framework(prefix="F") + row(),
    "storage_packed": with_form(bits=4, more=PACKED),
    "storage_padded": with_form(bits=4, lanes=3, more=PADDED),
    "two_lanes_are_a_byte": with_form(bits=4, lanes=2),
    "fixed_bits_kept": with_form(code="kDLFloat6_e2m3fn", bits=6, since="1.1", more=PACKED),
    "also_import": with_form(more=ALSO),
    "export_only": with_form() + row("b", "B", 1, form(more=ONLY)),
    "export_only_before_the_importer": with_form(more=ONLY) + row("b", "B", 1, form()),
    "export_only_of_what_is_also_imported": with_form(more=ALSO)
    + row("b", "B", 1, form(code="kDLUInt", bits=4, lanes=2, more=ONLY)),
    "export_only_false": with_form(more=", export_only = false"),
    "framework_last": row() + HEAD,
    "codes_last": HEAD + row(more=form()) + DLPACK,
    "includes_twice": HEAD + DLPACK + DLPACK + row(),
    "loop": HEAD
    + 'for i = 0, 9 do dtype { "d" .. i, scalar_type = "D" .. i, id = i, bytes = 1 } end\n',
    "local_function": HEAD
    + "local function opaque(name, id) dtype { name, scalar_type = name, id = id, bytes = 1 } end\n"
    + 'opaque("A", 0) opaque("B", 1)\n',
    "returns_a_call": HEAD + "return " + row(),
    "returns_a_number": HEAD + row() + "return 42\n",
    "name_for_a_declaration": HEAD + "local row = dtype\nrow" + row().removeprefix("dtype"),
    "no_newline_at_the_end": HEAD + row().rstrip(),
    "carriage_returns": (HEAD + DLPACK + row()).replace("\n", "\r\n"),
    "byte_order_mark": "\ufeff" + HEAD + row(),
    "interpreter_line": "#!/usr/bin/env dltab\n" + HEAD + row(),
    "byte_order_mark_and_interpreter_line": "\ufeff#!/usr/bin/env dltab\n" + HEAD + row(),
    "interpreter_line_with_carriage_return": ("#!dltab\n" + HEAD + row()).replace("\n", "\r\n"),
    "umlaut_in_a_comment": "-- \u00e4\n" + HEAD + row(),
    "eight_mib": HEAD + row() + "-- \n" * ((8 * MIB - len(HEAD + row())) // 4),
}


@pytest.mark.parametrize("name", RIGHT)
def test_legal_spec(name, tmp_path):
    result = lint(tmp_path, RIGHT[name])
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("dltab: x.lua is right: ")


# --- Keywords, as the standards list them (C23 6.4.1; C++20 5.11 and 5.5) -------------------------

KEYWORDS_OF_C = """
    alignas alignof auto bool break case char const constexpr continue default do double else
    enum extern false float for goto if inline int long nullptr register restrict return short
    signed sizeof static static_assert struct switch thread_local true typedef typeof
    typeof_unqual union unsigned void volatile while _Alignas _Alignof _Atomic _BitInt _Bool
    _Complex _Decimal128 _Decimal32 _Decimal64 _Generic _Imaginary _Noreturn _Static_assert
    _Thread_local
"""
KEYWORDS_OF_CXX = """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
    char32_t class compl concept const consteval constexpr constinit const_cast continue
    co_await co_return co_yield decltype default delete do double dynamic_cast else enum
    explicit export extern false float for friend goto if inline int long mutable namespace new
    noexcept not not_eq nullptr operator or or_eq private protected public register
    reinterpret_cast requires return short signed sizeof static static_assert static_cast struct
    switch template this thread_local throw true try typedef typeid typename union unsigned
    using virtual void volatile wchar_t while xor xor_eq
"""


def test_every_keyword_is_refused(tmp_path):
    words = sorted({*KEYWORDS_OF_C.split(), *KEYWORDS_OF_CXX.split()})
    rows = "".join(row(f"a{i}", word, i) for i, word in enumerate(words))
    lines = lint(tmp_path, HEAD + rows).err.splitlines()
    said = 'error: dtype "a{}": scalar_type "{}" is a keyword of C or C++ [keyword]'
    wanted = [f"x.lua:{i + 2}: {said.format(i, word)}" for i, word in enumerate(words)]
    assert lines[:-1] == wanted


def test_words_that_are_keywords_in_places_alone_are_names(tmp_path):
    words = ["final", "override", "import", "module", "pre", "post", "fortran"]
    rows = "".join(row(f"a{i}", word, i) for i, word in enumerate(words))
    assert lint(tmp_path, HEAD + rows).code == 0


# --- Lines are counted as an editor counts them ------------------------------------------------


@pytest.mark.parametrize("lead, line", [
    ("", 2),
    ("\ufeff", 2),
    ("#!/usr/bin/env dltab\n", 3),
    ("#!/usr/bin/env dltab\r\n", 3),
    ("\ufeff#!dltab\n\n", 4),
    ("\n\n\n", 5),
    ("--[[\n\n]]\n", 5),
])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_line_numbers(lead, line, line_end, tmp_path):
    result = lint(tmp_path, lead + (HEAD + WRONG_ROW).replace("\n", line_end))
    assert result == (2, "", f"x.lua:{line}: error: {RANGE}")


def test_line_numbers_of_a_syntax_error(tmp_path):
    result = lint(tmp_path, "\ufeff#!dltab\n" + HEAD + "x = = 1\n")
    assert result == (2, "", "x.lua:3: error: unexpected symbol near '=' [syntax]\n")


def test_a_zero_byte_in_the_text(tmp_path):
    result = lint(tmp_path, (HEAD + "\0\n").encode())
    assert result == (2, "", "x.lua:2: error: unexpected symbol [syntax]\n")


def test_files_are_named_as_the_user_would_open_them(tmp_path):
    folder = tmp_path / "sub"
    folder.mkdir()
    (folder / "x.lua").write_text(HEAD + 'include "y.lua"\n' + row("b", more="bytes = 1"))
    (folder / "y.lua").write_text("\n" + WRONG_ROW)
    result = dltab("lint", "--spec", "sub/x.lua", cwd=tmp_path)
    where = 'sub/x.lua:3: error: dtype "b": '
    assert result.code == 2
    assert result.err.splitlines() == [
        where + 'the ScalarType "A" is taken by a at sub/y.lua:2 [duplicate-scalar-type]',
        where + "id 0 is taken by a at sub/y.lua:2 [duplicate-id]",
        f"sub/y.lua:2: error: {RANGE}".rstrip(),
        "dltab: 3 errors; nothing was written",
    ]


def test_a_clash_with_the_own_vocabulary_names_its_file(tmp_path):
    result = lint(tmp_path, HEAD + DLPACK + 'code { "kDLInt", value = 250, since = "1.0" }\n' + ROW)
    pattern = r'x\.lua:3: error: code "kDLInt": the name "kDLInt" is taken by kDLInt at (.+):(\d+) \[duplicate-code\]\n'
    match = re.fullmatch(pattern, result.err)
    assert match, result
    lines = pathlib.Path(match[1]).read_text().splitlines()
    assert lines[int(match[2]) - 1].startswith('code { "kDLInt", ')


def test_the_folder_of_the_spec_comes_before_our_own(tmp_path):
    (tmp_path / "dlpack.lua").write_text('release { "1.0" }\nrelease { "1.0" }\n')
    result = lint(tmp_path, HEAD + DLPACK + ROW)
    message = 'release "1.0" is declared at dlpack.lua:1 already [duplicate-release]'
    assert result == (2, "", f"dlpack.lua:2: error: {message}\n")


# --- What cannot be committed as text -----------------------------------------------------------


def nothing(path):
    assert not path.exists()


def folder(path):
    path.mkdir()


def pipe(path):
    os.mkfifo(path)


def link_to_device(path):
    path.symlink_to("/dev/null")


def too_large(path):
    path.write_bytes(b"-" * (8 * MIB + 1))


def endless_zeros(path):
    with path.open("wb") as file:
        file.truncate(1 << 40)


def bytecode(path):
    path.write_bytes(b"\x1bLua\x54\x00\x19\x93\r\n\x1a\n")


def bytecode_after_a_mark(path):
    path.write_bytes(b"\xef\xbb\xbf\x1bLua")


def bytecode_after_a_line(path):
    path.write_bytes(b"#!dltab\n\x1bLua")


# What makes the file; what is said of it as the spec, and as an included file; the rule.
NOWHERE = "is neither beside the spec nor in dltab's own spec folder"
REGULAR = "; a regular file is needed"
DEVICE = "the spec is a device or socket" + REGULAR
CHUNK = "a precompiled Lua chunk; only Lua text is run"
UNREADABLE = [
    (nothing, "there is no such spec", NOWHERE, "read"),
    (folder, "the spec is a folder" + REGULAR, "is a folder" + REGULAR, "read"),
    (pipe, "the spec is a pipe" + REGULAR, "is a pipe" + REGULAR, "read"),
    (link_to_device, DEVICE, "is a symbolic link" + REGULAR, "read"),
    (too_large, "the spec is larger than 8 MiB", "is larger than 8 MiB", "read"),
    (endless_zeros, "the spec is larger than 8 MiB", "is larger than 8 MiB", "read"),
    (bytecode, CHUNK, None, "bytecode"),
    (bytecode_after_a_mark, CHUNK, None, "bytecode"),
]
CASES = [pytest.param(*case, id=case[0].__name__) for case in UNREADABLE]


@pytest.mark.parametrize("make, as_spec, as_include, rule", CASES)
def test_spec_that_cannot_be_read(make, as_spec, as_include, rule, tmp_path):
    make(tmp_path / "x.lua")
    before = state(tmp_path)
    result = dltab("lint", "--spec", "x.lua", cwd=tmp_path)
    assert result == (2, "", f"x.lua: error: {as_spec} [{rule}]\n")
    assert state(tmp_path) == before


@pytest.mark.parametrize("make, as_spec, as_include, rule", CASES)
def test_include_that_cannot_be_read(make, as_spec, as_include, rule, tmp_path):
    make(tmp_path / "y.lua")
    result = lint(tmp_path, HEAD + ROW + 'include "y.lua"\n')
    wanted = f"x.lua:3: error: included file 'y.lua' {as_include} [{rule}]\n"
    if make is nothing:
        wanted = wanted.replace("[read]", "[include-missing]")
    if as_include is None:
        wanted = f"y.lua: error: {as_spec} [{rule}]\n"
    assert result == (2, "", wanted)


def test_bytecode_after_an_interpreter_line_is_not_run(tmp_path):
    bytecode_after_a_line(tmp_path / "x.lua")
    result = dltab("lint", "--spec", "x.lua", cwd=tmp_path)
    assert (result.code, result.out) == (2, "")
    assert rules_named(result.err) <= {"bytecode", "syntax"} and result.err.count("\n") == 1


def test_a_link_is_followed_to_the_spec_but_not_to_an_include(tmp_path):
    (tmp_path / "y.lua").write_text(HEAD + ROW)
    (tmp_path / "x.lua").symlink_to("y.lua")
    assert dltab("lint", "--spec", "x.lua", cwd=tmp_path).code == 0
    result = lint(tmp_path, 'include "x.lua"\n', name="z.lua")
    message = "included file 'x.lua' is a symbolic link; a regular file is needed [read]"
    assert result == (2, "", f"z.lua:1: error: {message}\n")


def test_a_folder_on_the_way_that_is_none(tmp_path):
    (tmp_path / "x.lua").write_text(HEAD + ROW)
    result = dltab("lint", "--spec", "x.lua/x.lua", cwd=tmp_path)
    assert result == (2, "", "x.lua/x.lua: error: there is no such spec [read]\n")


# --- Limits --------------------------------------------------------------------------------------

GREEDY = {
    "string": 'local s = "x"\nfor i = 1, 40 do s = s .. s end\n',
    "table": "local t = {}\nfor i = 1, 1 << 40 do t[i] = i end\n",
    "recursion": "local function f() return 1 + f() end\nf()\n",
    "rows": f"while true do {ROW.strip()} end\n",
    "wide_row": 'local t = {}\nfor i = 1, 1 << 19 do t[i] = "" end\ndtype(t)\n',
    "long_names": 'local s = "x"\nfor i = 1, 22 do s = s .. s end\n'
    "for i = 1, 99 do dtype { s .. i, s .. i } end\n",
}
ENDLESS = {
    "while": "while true do end\n",
    "for": "for i = 1, 1 << 62 do end\n",
    "goto": "::again:: goto again\n",
    "tail_calls": "local function f() return f() end f()\n",
    "closures": "local function g() end while true do g() end\n",
    "slow_steps": 'local s = "x" for i = 1, 20 do s = s .. s end '
    'while true do local t = s .. "y" end\n',
    "calls": "while true do dtype() end\n",
}


@pytest.mark.parametrize("name", GREEDY)
def test_memory_limit(name, tmp_path):
    result = lint(tmp_path, HEAD + ROW + GREEDY[name])
    assert (result.code, result.out) == (2, "")
    stops = [line for line in result.err.splitlines() if MEMORY in line]
    assert len(stops) == 1 and re.match(r"x\.lua(:\d+)?: error: ", stops[0]), result.err


@pytest.mark.parametrize("name", ENDLESS)
def test_step_limit(name, tmp_path):
    result = lint(tmp_path, HEAD + ROW + ENDLESS[name])
    assert (result.code, result.out) == (2, "")
    assert re.search(rf"^x\.lua:3: error: {STEPS}$", result.err, re.MULTILINE), result.err


def test_memory_that_lua_finds_again_is_no_limit(tmp_path):
    """8 MiB of each concatenation are garbage, which has to be collected before the next one fits."""
    garbage = 'local s = "x" for i = 1, 23 do s = s .. s end for i = 1, 9 do local t = s .. "y" end\n'
    result = lint(tmp_path, HEAD + ROW + garbage)
    assert result == (0, "dltab: x.lua is right: 1 dtypes, 0 with a DLPack form, version 1.0\n", "")


@pytest.mark.parametrize("inside", [True, False])
def test_limits_name_the_file_that_reached_them(inside, tmp_path):
    greedy, endless = GREEDY["string"], ENDLESS["while"]
    (tmp_path / "y.lua").write_text(greedy if inside else "-- nothing here\n")
    (tmp_path / "z.lua").write_text(endless if inside else "-- nothing here\n")
    memory = lint(tmp_path, HEAD + ROW + 'include "y.lua"\n' + ("" if inside else greedy))
    steps = lint(tmp_path, HEAD + ROW + 'include "z.lua"\n' + ("" if inside else endless))
    memory_file, steps_file = ("y.lua", "z.lua") if inside else ("x.lua", "x.lua")
    assert re.fullmatch(rf"{memory_file}(:\d+)?: error: {re.escape(MEMORY)}\n", memory.err), memory
    assert re.fullmatch(rf"{steps_file}:\d+: error: {STEPS}\n", steps.err), steps


@pytest.mark.parametrize("text", [
    "local x = " + "(" * 300 + "1" + ")" * 300 + "\n",
    "local x = " + "{" * 300 + "}" * 300 + "\n",
    "do " * 300 + "end " * 300 + "\n",
    "local x = " + "- " * 300 + "1\n",
    'local x = "" ' + '.. "" ' * 300 + "\n",
], ids=["parentheses", "tables", "blocks", "signs", "dots"])
def test_nesting_ends_in_an_error_or_not_at_all(text, tmp_path):
    result = lint(tmp_path, HEAD + ROW + text)
    assert result.code in (0, 2)
    if result.code == 2:
        assert re.fullmatch(r"x\.lua(:3)?: error: [^\n]+ \[(syntax|runtime)\]\n", result.err)


def test_reading_many_files_is_limited_too(tmp_path):
    """Parsing runs no instruction: the time it takes is looked at around each include."""
    text = "local t = {" + "1," * 300_000 + "}\n"
    for i in range(200):
        (tmp_path / f"f{i}.lua").write_text(text)
    result = lint(tmp_path, HEAD + "".join(f'include "f{i}.lua"\n' for i in range(200)) + ROW)
    assert result.code == 2
    assert re.fullmatch(rf"(x|f\d+)\.lua:\d+: error: ({STEPS}|{re.escape(MEMORY)})\n", result.err), result.err


def test_texts_of_includes_do_not_stay_in_memory(tmp_path):
    """Forty times 7 MiB: each is given back once Lua has taken it in."""
    for i in range(40):
        (tmp_path / f"f{i}.lua").write_text("--" + "-" * (7 * MIB))
    (tmp_path / "x.lua").write_text(HEAD + "".join(f'include "f{i}.lua"\n' for i in range(40)) + ROW)

    def limited():
        resource.setrlimit(resource.RLIMIT_AS, (128 * MIB, 128 * MIB))

    plain = os.environ.get("DLTAB") or ROOT / "build/dltab"  # sanitizers take terabytes of addresses
    done = subprocess.run([plain, "lint", "--spec", "x.lua"], cwd=tmp_path, preexec_fn=limited,
                          capture_output=True, text=True)
    assert "memory" not in done.stderr.split("[")[0], done.stderr
    assert done.returncode == 0 or re.search(STEPS, done.stderr)


def test_includes_nest_to_an_end(tmp_path):
    for i in range(250):
        (tmp_path / f"y{i}.lua").write_text(f'include "y{i + 1}.lua"\n')
    (tmp_path / "y250.lua").write_text("-- the last\n")
    result = lint(tmp_path, HEAD + ROW + 'include "y0.lua"\n')
    assert result.code in (0, 2)
    if result.code == 2:
        assert re.fullmatch(r"[xy]\d*\.lua(:\d+)?: error: [^\n]+ \[runtime\]\n", result.err)


def test_messages_come_in_one_order_whatever_lua_makes_of_it(tmp_path):
    keys = "[{}] = 1, [function() end] = 2, [{ 1 }] = 3, [1.5] = 4, [true] = 5"
    text = HEAD + f'dtype {{ "a", {keys}, scalar_type = "A", id = 0, bytes = 1 }}\n'
    assert len({lint(tmp_path, text) for _ in range(12)}) == 1


def test_errors_are_told_in_order_however_many(tmp_path):
    rows = "".join(row(f"a{i}", f"A{i}", i, "bytes = 0") for i in range(100))
    lines = lint(tmp_path, HEAD + rows).err.splitlines()
    assert [int(line.split(":")[1]) for line in lines[:-1]] == list(range(2, 102))
    assert lines[-1] == "dltab: 100 errors; nothing was written"


def test_committed_specs_are_plain_files():
    assert all(stat.S_ISREG(path.lstat().st_mode) for path in BAD.iterdir())
    assert all(path.suffix in (".lua", ".expected") for path in BAD.iterdir())
