"""Templates: what they insert, what they refuse, and that errors carry the template's own line."""

import pytest
from conftest import snapshot


@pytest.fixture
def render(dltab, tree, tmp_path):
    """Renders a template's text to standard output."""

    def run(text, *arguments):
        template = tmp_path / "own.tmpl"
        template.write_bytes(text if isinstance(text, bytes) else text.encode())
        return dltab("gen", "--template", template, "-o", "-", *arguments, cwd=tree)

    return run


@pytest.mark.parametrize("text, wanted", [
    ("plain\n", "plain\n"),
    ("no newline at the end", "no newline at the end"),
    ("", ""),
    ("\n\n", "\n\n"),
    ("${framework.name}\n", "ExecuTorch\n"),
    ("<${framework.prefix}><${framework.PREFIX}>\n", "<dlt><DLT>\n"),
    ("${1 + 2} ${'a' .. 'b'} ${#dtypes}\n", "3 ab 30\n"),
    ("${({ x = 'in braces }' }).x}\n", "in braces }\n"),
    ("$${kept} $ {} } %\n", "${kept} $ {} } %\n"),
    ("%% kept\n  %% kept too\n", "% kept\n  % kept too\n"),
    ('quotes " and \\ and \t tab\n', 'quotes " and \\ and \t tab\n'),
    ("umlaut ä\n", "umlaut ä\n"),
    ("% for i = 1, 3 do\n  ${i}\n  % end\nend\n", "  1\n  2\n  3\nend\n"),
    ("% local t = {}\n% t.x = 4\n${t.x}\n", "4\n"),
    ("% if dtypes[31] == nil then\nbeyond\n% end\n", "beyond\n"),
    ("${pad('ab', 4)}|${json('\"')}|${version.text}\n", 'ab  |"\\""|1.1\n'),
    ("${width(dtypes, function(row) return row.name end)}\n", "15\n"),
    ("${dtypes[24].form.code.value} ${dtypes[24].since.minor}\n", "12 1\n"),
    ("% local x = 1 -- a comment\n${x} ${'--'} ${[[--]]} ${[=[ ]] ]=]}\n", "1 -- --  ]] \n"),
    ("${tostring(nil)} ${tostring(1)} ${tostring(true)} ${('%s|%5.2f|%%p'):format(false, 1)}\n",
     "nil 1 true false| 1.00|%p\n"),
    ("% local a = { 1 }\n${a[a[1]]} ${('ab'):rep(2)}\n", "1 abab\n"),
    ("a\n% (pad)('x', 1)\nb\n", "a\nb\n"),
    ("a\rb\n", "a\rb\n"),
])
def test_renders(render, text, wanted):
    assert render(text) == (0, wanted, "")


def test_carriage_returns_of_a_check_out_are_no_output(render):
    assert render(b"a\r\n% local x = 1\r\n${x}\r\n") == (0, "a\n1\n", "")


@pytest.mark.parametrize("text, line, message", [
    ("a\n${dtypes[1].nmae}\n", 2, "dtype has no field 'nmae'; did you mean 'name'?"),
    ("${framework.nothing_like_it}\n", 1, "framework has no field 'nothing_like_it'"),
    ("a\nb\n${nil}\n", 3, "${nil} is nil; a string or an integer is needed"),
    ("${false}\n", 1, "${false} is boolean; a string or an integer is needed"),
    ("\n${1.0}\n", 2, "${1.0} is a float; a string or an integer is needed"),
    ("${8 / 2}\n", 1, "${8 / 2} is a float; a string or an integer is needed"),
    ("${dtypes}\n", 1, "${dtypes} is table; a string or an integer is needed"),
    ("${dtypes[31]}\n", 1, "${dtypes[31]} is nil; a string or an integer is needed"),
    ("% local x = 1\n\n${xx}\n", 3, "unknown name 'xx'"),
    ("${framwork.name}\n", 1, "unknown name 'framwork'; did you mean 'framework'?"),
    ("a\n% x = 1\n", 2, "global 'x' is written; write 'local x'"),
    ("% for _, v in pairs({}) do\n% end\n", 1,
     "'pairs' visits fields in an order that changes from run to run; use ipairs"),
    ("a\n\n% dtypes[1].name = 'x'\n", 3, "dtype is read-only"),
    ("% dtypes[1] = nil\n", 1, "dtypes is read-only"),
    ("a\n% error('stop')\n", 2, "stop"),
    ("% local x = nil\n${x.y}\n", 2, "attempt to index a nil value (local 'x')"),
    ("a\nb ${open\nc\n", 2,
     "'${' is not closed on its line; a '}' is needed, or '$${' for a plain '${'"),
    ("${ }\n", 1, "${} inserts nothing; an expression is needed"),
    ("a\n% if true then\nb\n", 4, "'end' expected (to close 'if' at line 2) near <eof>"),
    ("a\n${1 +}\n", 2, "unexpected symbol near ')'"),
    ("a\n\n% end\n", 3, "<eof> expected near 'end'"),
    ("% pad('x', -1)\n", 1, "bad argument #2 to 'pad' (a width from 0 to 1000 is needed)"),
    ("${define('NAME')}\n", 1, "'NAME' is not defined; pass --define NAME=VALUE"),
    ("a\n${1 -- one}\nb\n", 2, "${1 -- one} has a comment"),
    ("a\n${[[x}\nb]]}\n", 2, "${[[x} has a long bracket that is not closed on its line"),
    ("a\n% local x = [==[ ]] ]=]\nb\n% ]==]\n", 2,
     "a line of Lua has a long bracket that is not closed on its line"),
    ("% --[[\na\n% ]]\n", 1, "a line of Lua has a long bracket that is not closed on its line"),
    ("a\n% local x = 'y\\\nb'\n", 2, "a line of Lua has a string that is not closed on its line"),
    ("\n${width(1, pad)}\n", 2, "bad argument #1 to 'width' (table expected, got number)"),
    ("\n${width(dtypes, 1)}\n", 2, "bad argument #2 to 'width' (function expected, got number)"),
    ("\n${json({})}\n", 2, "bad argument #1 to 'json' (string expected, got table)"),
    ("\n% local function f() return pad({}, 1) end\n\n${f()}\n", 2,
     "bad argument #1 to 'pad' (string expected, got table)"),
    ("\n${tostring(dtypes)}\n", 2, "a table has no text of its own, only an address"),
    ("\n${tostring(pad)}\n", 2, "a function has no text of its own, only an address"),
    ("\n${('%s'):format(dtypes)}\n", 2, "a table has no text of its own, only an address"),
    ("\n${string.format('%% %-8p', 'x')}\n", 2,
     "%p shows an address, which is another one in each run"),
    ("a\n% local x = 1\r% local y\nb\n", 2, "a line of Lua has a carriage return in its middle"),
    ("a\n${1 +\r1}\n", 2, "${1 +\\x0d1} has a carriage return in its middle"),
    ("\n% getmetatable(_ENV).__index.pad = nil\n", 2, "attempt to index a boolean value"),
    ("\n% getmetatable('').__index.rep = nil\n", 2, "attempt to index a boolean value"),
])
def test_error_has_the_line_of_the_template(render, tmp_path, text, line, message):
    result = render(text)
    assert result.code == 2 and result.out == ""
    assert result.err == f"{tmp_path / 'own.tmpl'}:{line}: error: {message}\n"


@pytest.mark.parametrize("line", [1, 2, 17, 60])
def test_line_of_an_error_far_down(render, line):
    result = render("text ${1}\n" * (line - 1) + "${wrong}\n" + "text\n" * 20)
    assert f"own.tmpl:{line}: error: unknown name 'wrong'" in result.err


@pytest.mark.parametrize("raised", ["{}", "nil", "true"])
def test_error_that_is_no_text(render, tmp_path, raised):
    result = render(f"% error({raised})\n")
    assert result.code == 2
    assert result.err.startswith(
        f"{tmp_path / 'own.tmpl'}:1: error: stopped by an error that is a ")


@pytest.mark.parametrize("name", ["io", "os", "require", "load", "dofile", "debug", "next",
                                  "collectgarbage", "print"])
def test_what_would_make_runs_differ_is_not_there(render, name):
    result = render(f"a\n% local x = {name}\n")
    assert result.code == 2 and f":2: error: " in result.err and f"'{name}'" in result.err


SORTED = """\
% local rows = {}
% for i = 1, COUNT do rows[i] = { key = (i * 7919) % KEYS, i = i } end
% table.sort(rows, function(a, b) return a.key < b.key end)
% for i = 2, #rows do
%   local a, b = rows[i - 1], rows[i]
%   if a.key > b.key or (a.key == b.key and a.i > b.i) then error("not in order at " .. i) end
% end
% local numbers = { 5, 3, 9, 1 }
% table.sort(numbers)
${#rows} ${table.concat(numbers, " ")}
"""


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 1000, 5000])
@pytest.mark.parametrize("keys", [1, 3, 1000])
def test_sort_is_stable(render, count, keys):
    """What compares as equal stays in the order it had, in every run."""
    result = render(SORTED.replace("COUNT", str(count)).replace("KEYS", str(keys)))
    assert result == (0, f"{count} 1 3 5 9\n", "")


def test_sort_of_what_has_no_order(render):
    assert ":2: error: attempt to compare" in render("a\n% table.sort({ {}, {} })\n").err
    assert ":1: error: bad argument #2 to 'sort'" in render("% table.sort({}, 1)\n").err


def test_defines(render):
    text = "${define('NAME')} ${define('OTHER', 'default')} ${define('EMPTY')}.\n"
    result = render(text, "--define", "NAME=a=b", "--define=EMPTY=")
    assert result == (0, "a=b default .\n", "")


def test_misspelt_define_gets_a_hint(render):
    result = render("${define('NAME')}\n", "--define", "NAMES=x")
    assert "'NAME' is not defined, but 'NAMES' is" in result.err


@pytest.mark.parametrize("argument", ["NAME", "=x", "1A=x", "a-b=x", ""])
def test_malformed_define(render, argument):
    result = render("", "--define", argument)
    assert result.code == 2 and "KEY=VALUE is needed" in result.err


def test_own_template_to_a_file(dltab, tree, tmp_path):
    template = tree / "own.tmpl"
    template.write_text("// ${banner[1]}\n// ${banner[2]}\nnamespace ${define('NAMESPACE')}\n")
    arguments = ["--template", "own.tmpl", "-o", "sub/folder/own.h", "--define", "NAMESPACE=it's"]
    assert dltab.right("gen", *arguments, cwd=tree).out == (
        "wrote sub/folder/own.h\ndltab: 1 of 1 outputs written\n")
    assert (tree / "sub/folder/own.h").read_text() == (
        "// Generated by dltab from spec/dtypes.lua, spec/dlpack.lua and own.tmpl.\n"
        "// dltab gen --template own.tmpl --define 'NAMESPACE=it'\\''s' -o sub/folder/own.h\n"
        "namespace it's\n")
    assert dltab.right("gen", *arguments, cwd=tree) == (0, "", "")
    assert dltab.right("check", *arguments, cwd=tree).out == "dltab: 1 outputs are up to date\n"
    (tree / "sub/folder/own.h").write_text("edited\n")
    assert dltab("check", *arguments, cwd=tree).code == 1


def test_error_in_one_template_leaves_all_outputs(dltab, tree):
    path = tree / "gen/templates/dtypes.json"
    path.write_text(path.read_text().replace("${json(framework.enum)}", "${json(framework.enumm)}"))
    spec = tree / "spec/dtypes.lua"
    spec.write_text(spec.read_text().replace('"Byte",  ', '"Bite",  '))
    before = snapshot(tree)
    result = dltab("gen", cwd=tree)
    assert result.code == 2
    assert result.err == ("gen/templates/dtypes.json:5: error: framework has no field 'enumm'; did "
                          "you mean 'enum'?\n")
    assert snapshot(tree) == before


def test_errors_of_all_templates_are_reported(dltab, tree):
    for name in ("dtypes.json", "dtypes.md"):
        path = tree / "gen/templates" / name
        path.write_text("${wrong}\n" + path.read_text())
    assert dltab("gen", cwd=tree).err == (
        "gen/templates/dtypes.json:1: error: unknown name 'wrong'\n"
        "gen/templates/dtypes.md:1: error: unknown name 'wrong'\n"
        "dltab: 2 errors; nothing was written\n")


def test_missing_template(dltab, tree):
    (tree / "gen/outputs.lua").write_text('file { "a.txt", template = "gen/templates/none" }\n')
    result = dltab("gen", cwd=tree)
    assert result.code == 2 and "gen/templates/none: error: there is no such template" in result.err


def test_templates_do_not_see_each_other(dltab, tree):
    """What one does to the tables it shares would show in the next."""
    (tree / "a.tmpl").write_text("% string.format = nil\na\n")
    (tree / "gen/outputs.lua").write_text('file { "a.txt", template = "a.tmpl" }\n')
    result = dltab("gen", cwd=tree)
    assert result.code == 2 and "a.tmpl:1: error: string is read-only" in result.err
