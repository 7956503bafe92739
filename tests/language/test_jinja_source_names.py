"""The names of Jinja sources are data: jinja2, which puts names into the code that it makes, never gets them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hotlint.language.sandbox import jinja_rendering
from hotlint.language.sandbox.jinja_rendering import render

EVIL = "x' + __import__('os').system('touch ran') + '.j2"


@pytest.mark.parametrize("name", [EVIL, 'a\n"""\nb.j2', "source 1", "{{ 1 }}.j2", "\\N{DIGIT ONE}\\.j2"])
@pytest.mark.parametrize("statement", ["{%% include %s %%}", "{%% import %s as m %%}", "{%% extends %s %%}"])
def test_no_name_gets_into_code(name: str, statement: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[Any] = []
    own = jinja_rendering._Environment.compile

    def compiled(self: Any, source: Any, name: Any = None, filename: Any = None, *more: Any, **named: Any) -> Any:
        names.append((name, filename))
        return own(self, source, name, filename, *more, **named)

    monkeypatch.setattr(jinja_rendering._Environment, "compile", compiled)
    (tmp_path / name).write_text("included\n") if "\\" not in name else None
    path = str(tmp_path / f"main-{name}")
    render(path, statement % repr(name).replace("\n", "\\n"), {}, [str(tmp_path)], False, False, None)
    assert set(names) <= {("source 0", "source 0"), ("source 1", "source 1")} and names


def test_places_and_mistakes_have_the_file(tmp_path: Path) -> None:
    (tmp_path / "part.j2").write_text("a\n{{ 1 }}\n")
    path = str(tmp_path / "t.j2")
    found = render(path, "x\n{% include 'part.j2' %}\n", {}, [str(tmp_path)], False, False, None)
    assert found[0] == "value" and {file for _, file, _, _ in found[4]} == {path, str(tmp_path / "part.j2")}
    (tmp_path / "part.j2").write_text("a\n{% if %}\n")
    failed = render(path, "x\n{% include 'part.j2' %}\n", {}, [str(tmp_path)], False, False, None)
    assert (failed[1], failed[3], failed[4]) == ("syntax", 1, str(tmp_path / "part.j2"))
    assert render(path, "x\n{{ y }}\n", {}, [], False, False, None)[1:5] == ("undefined", "'y' is undefined", 1, path)
