"""The file of modules that makes the command start fast: it changes how modules are loaded, and nothing else."""

from __future__ import annotations

import collections
import os
import re
import subprocess
import sys
import typing
from pathlib import Path
from typing import Any

import pytest

from hotlint import startup

TEMPLATE = "heat_template_version: 2018-08-31\ndescription: d\nresources: {a: {type: OS::Heat::Valeu}}\n"


def check(folder: Path, program: str | None = None) -> str:
    environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache")}
    call = ["-c", program] if program else ["-m", "hotlint", "check", "--no-cache", "a.yaml"]
    done = subprocess.run([sys.executable, *call], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    return done.stdout


def kept(folder: Path) -> list[Path]:
    return list((folder / "cache" / "hotlint").glob("modules-*.bin"))


def test_runs_with_and_without_it_say_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    first = check(tmp_path)
    assert "HOT501" in first
    assert len(kept(tmp_path)) == 1
    assert [check(tmp_path) for _ in range(3)] == [first] * 3


def test_modules_come_from_it(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    check(tmp_path)
    check(tmp_path)
    program = (
        "import sys; from hotlint.cli import main; main(['check', '--no-cache', '-q', 'a.yaml']);"
        "mine = [m for n, m in sys.modules.items() if n.startswith('hotlint_rules.')];"
        "print(len(mine) > 50, {type(m.__spec__.loader).__name__ for m in mine}, mine[0].__file__.endswith('.py'))"
    )
    assert check(tmp_path, program).splitlines()[-1] == "True {'KeptLoader'} True"


def test_a_broken_file_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    first = check(tmp_path)
    for content in (b"", b"nonsense", b"\xff" * 64, kept(tmp_path)[0].read_bytes()[:1000]):
        kept(tmp_path)[0].write_bytes(content)
        assert check(tmp_path) == first


def test_nothing_is_left_changed(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    check(tmp_path)
    program = (
        "import collections, re, sys, typing; before = (collections.namedtuple, re.compile, typing._type_check);"
        "from hotlint.cli import main; main(['check', '-q', 'a.yaml']);"
        "print(before == (collections.namedtuple, re.compile, typing._type_check), len(sys.meta_path))"
    )
    plain = check(tmp_path, "import sys; print(len(sys.meta_path))").strip()
    assert check(tmp_path, program).splitlines()[-1] == f"True {plain}"


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> Any:
    """NamedTuple as it is while the file is in use."""
    monkeypatch.setattr(startup, "_named_tuple", collections.namedtuple)
    monkeypatch.setattr(startup, "_getter", collections._tuplegetter)  # type: ignore[attr-defined]
    monkeypatch.setattr(collections, "namedtuple", startup.named_tuple)
    monkeypatch.setattr(typing, "_type_check", lambda annotation, *rest, **more: annotation)
    return typing.NamedTuple


def test_named_tuples_are_what_they_are_otherwise(fast: Any) -> None:
    class Made(fast):  # type: ignore[misc]
        """A record."""

        a: int
        b: str = "x"

        @property
        def twice(self) -> int:
            return int(self.a) * 2

    made = Made(1)
    assert (made, made.a, made.b, made.twice) == ((1, "x"), 1, "x", 2)
    assert repr(made) == "Made(a=1, b='x')"
    assert made._replace(b="y") == Made(a=1, b="y")
    assert made._asdict() == {"a": 1, "b": "x"}
    assert (Made._fields, Made._field_defaults, Made.__doc__) == (("a", "b"), {"b": "x"}, "A record.")
    assert Made._make([1, 2]) == (1, 2)
    assert Made.__module__ == __name__
    assert hash(made) == hash((1, "x"))
    for wrong in (lambda: Made(), lambda: Made(1, 2, 3), lambda: Made(1, c=2), lambda: Made._make([1])):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(ValueError, match="unexpected"):
        made._replace(c=1)
    with pytest.raises(AttributeError):
        made.a = 2
    match made:
        case Made(a, b):
            assert (a, b) == (1, "x")



def test_other_named_tuples_go_the_usual_way(fast: Any) -> None:
    assert collections.namedtuple("A", "x _y", rename=True)._fields == ("x", "_1")
    with pytest.raises(ValueError, match="underscore"):
        collections.namedtuple("A", "_x")
    assert collections.namedtuple("A", [])() == ()


def test_patterns_are_compiled_when_they_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup, "_compile_at_once", re.compile)
    pattern = startup.Deferred(r"a(b+)", re.I)
    assert pattern.match("ABB").group(1) == "BB"
    assert pattern.pattern == "a(b+)"
