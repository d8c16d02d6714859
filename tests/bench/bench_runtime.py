"""Nanoseconds and instructions of libdltab's calls: bench_runtime.py BENCH_RUNTIME

Times come from the program's own interleaved rounds, instructions from one run of it under callgrind.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

INSTRUCTION_RUNS = 1000  # of each operation, in bench_runtime.c


def nanoseconds(program):
    lines = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout
    return {name: float(value) for name, value in map(str.split, lines.splitlines())}


def instructions(program):
    """Of one call, by name; empty when there is no valgrind."""
    if not shutil.which("valgrind"):
        print("SKIP instructions: valgrind is missing; make deps bench brings it")
        return {}
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["valgrind", "-q", "--tool=callgrind",
                        f"--callgrind-out-file={work}/out", program], check=True)
        texts = [path.read_text() for path in pathlib.Path(work).iterdir()]
    found = {}
    for text in texts:
        name = re.search(r"^desc: Trigger: Client Request: (\w+)$", text, re.M)
        total = re.search(r"^(?:totals|summary): (\d+)$", text, re.M)
        if name and total:
            found[name.group(1)] = int(total.group(1)) / INSTRUCTION_RUNS
    return found


def line(name, ours, peer, theirs, unit, aim):
    print(f"bench: {name} ours={ours:.2f} peer={peer} theirs={theirs:.2f} unit={unit} "
          f"ratio={ours / theirs:.2f} aim={aim}")


# What is measured, beside what, and at most how many times as much it should be.
PAIRS = [
    ("import_one_fast", "import_one_nested", 1),
    ("import_mix_fast", "import_mix_nested", 0.25),
    ("import_mix_fast", "import_mix_switch", 0.25),
    ("import_invalid_fast", "import_invalid_nested", 0.25),
    ("export_mix_fast", "export_mix_switch", 1),
    *[(f"{what}_{ndim}", f"malloc_free_{ndim}", 1.5)
      for what in ("import_release", "export_delete") for ndim in (0, 2, 8)],
]


def report(figures, unit):
    print(f"{'':>24}{unit:>10}")
    for name, value in figures.items():
        print(f"{name:>24}{value:>10.2f}")


def main(program):
    program = pathlib.Path(program).resolve()
    times, counts = nanoseconds(program), instructions(program)
    report(times, "ns")
    if counts:
        report(counts, "instr")
    for unit, figures in (("ns", times), ("instr", counts)):
        for ours, theirs, aim in PAIRS if figures else []:
            name = ours if unit == "ns" else f"{ours}_{unit}"
            line(f"{name}_by_{theirs.rpartition('_')[2]}" if "mix_switch" in theirs else name,
                 figures[ours], theirs, figures[theirs], unit, aim)
    for ndim in (0, 2, 8):
        line(f"borrow_{ndim}", times[f"borrow_{ndim}"], "empty_call_and_10_ns",
             times[f"empty_call_{ndim}"] + 10, "ns", 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
