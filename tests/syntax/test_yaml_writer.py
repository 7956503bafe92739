"""What the writer of YAML makes is the same with and without libyaml."""

from __future__ import annotations

import pytest
import yaml

from hotlint.syntax.yaml_writer import Tagged, dump

DATA = {
    "tags": [
        Tagged("!predicted", value) for value in ("10.1.0.0/24", 5, "a: b", "", "'x'", [1, "y"], {"k": None}, "l\nm\n")
    ],
    "values": ["yes", "0x1", "a # b", "é", "\u2028", "x" * 200, " lead", True, None, 1.5, [], {}],
}


@pytest.mark.parametrize("compact", [False, True])
def test_libyaml_changes_nothing(monkeypatch: pytest.MonkeyPatch, compact: bool) -> None:
    written = dump(DATA, compact=compact)
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    assert dump(DATA, compact=compact) == written
