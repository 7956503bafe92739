"""hotlint imports PyYAML without compiling its regular expressions, and leaves it working."""

from __future__ import annotations

import subprocess
import sys

COUNTED = """
import re._compiler as compiler
made, compiled = [], compiler.compile
compiler.compile = lambda pattern, flags=0: (made.append(pattern), compiled(pattern, flags))[1]
import {module}
seen = set(made)
import yaml
print({{yaml.reader.Reader.NON_PRINTABLE.pattern, yaml.constructor.SafeConstructor.timestamp_regexp.pattern}} & seen != set())
"""


def run(script: str) -> str:
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_import_compiles_no_expression_of_pyyaml() -> None:
    assert run(COUNTED.format(module="yaml")) == "True"
    assert run(COUNTED.format(module="hotlint.syntax")) == "False"


def test_pyyaml_works_as_without_hotlint() -> None:
    script = """
import datetime, hotlint.syntax, re, yaml
print(type(re.compile("a")).__name__, yaml.load("a: 2020-01-02", yaml.SafeLoader), yaml.safe_dump({"a": "1", "b": "yes", "c": "x"}))
try:
    yaml.load("a: \\x01", yaml.SafeLoader)
except yaml.reader.ReaderError as exc:
    print(exc.reason)
"""
    printed = run(script)
    assert run(script.replace("hotlint.syntax, ", "")) == printed
    assert printed.startswith("Pattern {'a': datetime.date(2020, 1, 2)}")
    assert printed.endswith("special characters are not allowed")
