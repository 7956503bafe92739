"""PyYAML is imported without compiling a pattern of its pure parser, which still works."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from hotlint.syntax.pyyaml import DeferredPattern

_PROGRAM = """
import re
compile = re.compile
from hotlint.syntax.pyyaml import yaml
assert re.compile is compile
pattern = yaml.reader.Reader.NON_PRINTABLE
assert type(pattern).__name__ == "DeferredPattern" and "_compiled" not in vars(pattern)
assert yaml.load("a: [b, 1]", yaml.CSafeLoader) == {"a": ["b", 1]} and "_compiled" not in vars(pattern)
assert yaml.load("a: [b, 1]", yaml.SafeLoader) == {"a": ["b", 1]} and "_compiled" in vars(pattern)
try:
    yaml.load("a: \\x01", yaml.SafeLoader)
except yaml.reader.ReaderError as exc:
    assert exc.position == 3
else:
    raise AssertionError("a control character was read")
"""


def test_the_pattern_of_the_pure_parser_is_compiled_when_it_reads() -> None:
    subprocess.run([sys.executable, "-c", _PROGRAM], check=True)


def test_a_deferred_pattern_is_used_as_a_pattern() -> None:
    pattern = DeferredPattern("b+")
    assert pattern.pattern == "b+"
    assert pattern.sub("x", "abba") == "axa"
    assert pattern.search("aca") is None


def test_a_deferred_pattern_that_is_wrong_fails_when_it_is_used() -> None:
    with pytest.raises(re.error):
        DeferredPattern("(").search("")
