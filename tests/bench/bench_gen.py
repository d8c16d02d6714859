"""Time and memory of whole runs of the generator: bench_gen.py DLTAB MEASURE

The default spec beside the start of the interpreter that a generator script would run in, and made-up
specs of 1,000 and 10,000 rows beside each other, to show how cost grows. Outputs are generated, not
compiled. Rounds are interleaved; figures are medians. Last, the hostile specs of the tests, of which
the slowest has to end within a second.
"""

import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/gen"))
from hostile_specs import HOSTILE  # noqa: E402
ROUNDS = 11


def spec_of(count):
    rows = "".join(
        f'dtype {{ "d{i}", scalar_type = "D{i}", id = {i}, code = "kDLUInt", bits = 8, '
        f'lanes = {i + 1}, since = "0.2" }}\n' for i in range(count))
    return ('framework { "Big", enum = "E", prefix = "big", ids = "int32", undefined = { "None" } }\n'
            'include "dlpack.lua"\n' + rows)


def measure(program, command, cwd, code=0):
    """Milliseconds of wall time and MB of peak memory of one process that ends with the exit code."""
    done = subprocess.run([program, str(code), *command], cwd=cwd, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))} failed")
    milliseconds, kilobytes = done.stdout.split()
    return float(milliseconds), int(kilobytes) / 1e3


def tree_of(folder, spec):
    (folder / "spec").mkdir(parents=True)
    (folder / "spec/dtypes.lua").write_text(spec)
    return folder


def remove_outputs(folder):
    shutil.rmtree(folder / "generated", ignore_errors=True)


def slowest_hostile(program, dltab, work):
    head = 'framework { "F", enum = "E", prefix = "f", ids = "int8", undefined = { "U" } }\n'
    figures = {}
    for name, text in HOSTILE.items():
        tree = tree_of(work / name, head + text)
        figures[name] = statistics.median(
            measure(program, [dltab, "lint"], tree, code=2)[0] for _ in range(3))
    slowest = max(figures, key=figures.get)
    print(f"slowest of {len(HOSTILE)} hostile specs: {slowest}")
    return figures[slowest]


def line(name, ours, peer, theirs, unit, aim):
    print(f"bench: {name} ours={ours:.2f} peer={peer} theirs={theirs:.2f} unit={unit} "
          f"ratio={ours / theirs:.2f} aim={aim}")


def main(dltab, program):
    dltab, program = pathlib.Path(dltab).resolve(), pathlib.Path(program).resolve()
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        default = (ROOT / "spec/dtypes.lua").read_text()
        trees = {"default": tree_of(work / "default", default),
                 "1000": tree_of(work / "1000", spec_of(1000)),
                 "10000": tree_of(work / "10000", spec_of(10000))}
        runs = {name: [] for name in (*trees, "python")}
        for round_ in range(ROUNDS):
            if sys.stderr.isatty():
                print(f"\rbench: round {round_ + 1} of {ROUNDS}", end="\r", file=sys.stderr)
            for name, tree in trees.items():
                remove_outputs(tree)
                runs[name].append(measure(program, [dltab, "gen"], tree))
            runs["python"].append(measure(program, [sys.executable, "-c", "import json, string"], work))
        hostile = slowest_hostile(program, dltab, work)
    time_of = {name: statistics.median(run[0] for run in each) for name, each in runs.items()}
    memory_of = {name: statistics.median(run[1] for run in each) for name, each in runs.items()}
    print("dltab gen, outputs absent before:   rows        ms        MB")
    for name in trees:
        print(f"{name:>40}  {time_of[name]:>8.2f}  {memory_of[name]:>8.1f}")
    line("gen_default", time_of["default"], "python_startup", time_of["python"], "ms", 1)
    line("gen_default_limit", time_of["default"], "limit", 20, "ms", 1)
    line("gen_10000_rows", time_of["10000"], "ten_times_1000_rows", 10 * time_of["1000"], "ms", 1.2)
    line("gen_10000_rows_limit", time_of["10000"], "limit", 1000, "ms", 1)
    line("gen_10000_rows_memory", memory_of["10000"], "ten_times_1000_rows", 10 * memory_of["1000"],
         "MB", 1.2)
    line("hostile_slowest", hostile, "limit", 1000, "ms", 1)
    line("gen_10000_rows_memory_limit", memory_of["10000"], "limit", 200, "MB", 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
