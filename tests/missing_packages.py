"""Prints which of the named packages this Python lacks at the pin of requirements.txt."""

import pathlib
import re
import sys
from importlib import metadata

REQUIREMENTS = pathlib.Path(__file__).with_name("requirements.txt")
PIN = re.compile(r'^([\w.-]+)==([\w.]+)(?: ; python_version (<|>=) "3\.11")?$', re.MULTILINE)


def pins():
    for name, version, marker in PIN.findall(REQUIREMENTS.read_text(encoding="utf-8")):
        if not marker or (marker == "<") == (sys.version_info < (3, 11)):
            yield name, version


def installed(name):
    try:
        return metadata.version(name).partition("+")[0]  # 2.13.0+cpu is 2.13.0
    except metadata.PackageNotFoundError:
        return None


wanted = dict(pins())
print(*[name for name in sys.argv[1:] if installed(name) != wanted[name]])
