"""Takes files out of a wheel: fetch_header.py WHEEL MEMBER FOLDER SHA256 (see headers.txt).

FOLDER appears whole or not at all, with a file .wheel in it that names where it came from.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

PIP = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "--require-hashes"]
ONE_WHEEL = ["--only-binary=:all:", "--implementation=cp", "--python-version=3.11"]
PLATFORMS = ["manylinux_2_28", "manylinux_2_17", "manylinux2014"]


def download(wheel, sha256, folder):
    """The wheel for x86-64, unless its name begins with the machine it is for."""
    machine, _, wheel = wheel.rpartition(":")
    platforms = [f"--platform={platform}_{machine or 'x86_64'}" for platform in PLATFORMS]
    requirement = folder / "requirement.txt"
    requirement.write_text(f"{wheel} --hash=sha256:{sha256}\n", encoding="utf-8")
    command = PIP + ONE_WHEEL + platforms + ["-d", str(folder), "-r", str(requirement)]
    if subprocess.run(command).returncode != 0:
        sys.exit(f"deps: {wheel} cannot be had from PyPI (sha256 {sha256})")
    return next(folder.glob("*.whl"))


def extract(path, member, folder):
    """Copies a file by its name, or all files below a folder by their paths in it."""
    with zipfile.ZipFile(path) as wheel:
        for name in wheel.namelist():
            if name == member:
                target = folder / pathlib.PurePosixPath(name).name
            elif name.startswith(member + "/") and not name.endswith("/"):
                target = folder / name[len(member) + 1 :]
            else:
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(wheel.read(name))
    if not any(folder.iterdir()):
        sys.exit(f"deps: {path.name} holds no {member}")


def main(wheel, member, folder, sha256):
    target = pathlib.Path(folder)
    target.parent.mkdir(parents=True, exist_ok=True)
    # Beside the target, so that the last step is a rename.
    with tempfile.TemporaryDirectory(prefix=".fetch-", dir=target.parent) as work:
        fresh = pathlib.Path(work, "fresh")
        fresh.mkdir()
        extract(download(wheel, sha256, pathlib.Path(work)), member, fresh)
        (fresh / ".wheel").write_text(f"{wheel} {sha256}\n", encoding="utf-8")
        if target.exists():
            shutil.rmtree(target)
        fresh.rename(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
