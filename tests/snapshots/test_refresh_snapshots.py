"""Files of YAML that are brought up to date: the whole text after it, its order and comments included."""

from __future__ import annotations

from typing import Any

import pytest
from snapshot_files import RecordedAnswers

from hotlint.syntax.yaml_refresh import refreshed

REFRESHED = RecordedAnswers("refreshed")
ITEMS = "a:\n- {id: 1, name: x}  # first\n# of the second\n- {id: 2, name: y}\n# of the third\n- {id: 3, name: z}\n"
BETWEEN = "a:\n# c1\n- {name: x}\n# c2\n- {name: y}\n# c3\nb: 1\n"
CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "new entries": ("a: 1\nb: 2\n", {
        "b": 3, "a": 1, "c": {"x": 1, "y": "0x1F"}, "d": [1, "true"], "e": {"f": [{"g": 1}]}, "h": [[1], {"i": []}], "j": {},
        "k": "a: b", "l": None, "m": True, "n": 1.5, "o": {"p": {}}, "q": [[]], "r": {"s": 1, "t": [1]}, "u": [1, {"v": 2}],
    }),
    "an entry less": ("# top\na: 1  # one\n# two\nb: 2  # two too\n# end\n", {"b": 2}),
    "an inner entry less": ("# top\na:\n  # of x\n  x: 1\n  # of y\n  y: 2\n\n# of b\nb: 2\n# end\n", {"a": {"y": 1}, "b": 2}),
    "items by id": (ITEMS, {"a": [{"id": 3, "name": "zz"}, {"id": 1, "name": "x"}, {"id": 4, "name": "x"}]}),
    "the first and last item less": (ITEMS, {"a": [{"id": 2, "name": "y"}]}),
    "items by name": ("a:\n- {name: x, size: 1}\n- {name: y, size: 2}\n", {"a": [{"name": "y", "size": 3}, {"name": "z", "size": 1}]}),
    "items by name and version": (
        "a:\n- {name: x, version: 1}\n- {name: x, version: 2}\n", {"a": [{"name": "x", "version": 2, "n": 1}]},
    ),
    "items by resource and note": (
        "a:\n- {resource: x, note: 1}\n- {resource: x, note: 2}\n",
        {"a": [{"resource": "x", "note": 2, "n": 1}, {"resource": "y", "note": 2}]},
    ),
    "an empty id": ("a:\n- {id: '', name: x, k: 1}\n- {id: '', name: y, k: 1}\n", {"a": [{"id": "", "name": "y", "k": 2}]}),
    "an id of another type": ("a:\n- {id: 1, name: x}\n", {"a": [{"id": "1", "name": "y"}]}),
    "plain items": ("a: [1, 2, 3]\nb:\n- p\n# q\n- q\n- r\n", {"a": [3, 4, 1], "b": ["r", "p"]}),
    "scalars as they are written": (
        "a: '1'\nb: \"x\"\nc: 1.0\nd: yes\ne: 0x10\nf: 1_000\ng: |\n  x\nh: ~\n",
        {"a": "1", "b": "x", "c": 1.0, "d": True, "e": 16, "f": 1000, "g": "x\n", "h": None},
    ),
    "scalars of other types": (
        "a: '1'\nb: 1\nc: true\nd: 1\ne: 1.0\nf: ~\n", {"a": 1, "b": "1", "c": 1, "d": True, "e": 1, "f": False},
    ),
    "other kinds": ("a: {x: 1}\nb: [1]\nc: 5\nd: [1]\n", {"a": [1], "b": {"x": 1}, "c": {"y": [1]}, "d": 5}),
    "between comments, the second": (BETWEEN, {"a": [{"name": "y"}], "b": 1}),
    "between comments, the first": (BETWEEN, {"a": [{"name": "x"}], "b": 1}),
    "between comments, neither": (BETWEEN, {"a": [], "b": 1}),
    "between comments, another": (BETWEEN, {"a": [{"name": "z"}], "b": 1}),
    "the last inner entry less": ("a:\n  x: 1\n  # of y\n  y: 2\n# of b\nb: 2\n", {"a": {"x": 1}, "b": 2}),
    "the last entry less": ("a: 1\n# of b\nb: 2\n# end\n", {"a": 1}),
    "a list that becomes a number": ("a:\n- 1\n# in a\n- 2\n# of b\nb: 2\n", {"a": 1, "b": 2}),
    "deep lists, less": (
        "a:\n- name: x\n  p:\n  - 1\n  - 2\n  # of q\n  q: 3\n# of b\nb: 2\n",
        {"a": [{"name": "x", "p": [1], "q": 3}], "b": 2},
    ),
    "a comment in an item": ("a:\n  p: 1  # of p\n  # below\n\n  q: 2\n", {"a": {"q": 2}}),
    "comments deep in an item": (
        "a:\n- name: x\n  list:\n  - 1\n  # in it\n  - 2\n  # after it\n- name: y  # yes\n", {"a": [{"name": "y"}]},
    ),
    "long lines": ("a: x\n", {"a": {"name": "n" * 150, "other": "words " * 30}}),
    "nothing left": ("a: 1\n", {}),
    "a list": ("- a\n", {"a": 1}),
    "no document": ("", {"a": 1}),
    "broken": ("a: [\n", {"a": 1}),
    "an alias that would change with its anchor": ("a: &x [1]\nb: *x\n", {"a": [1], "b": [2]}),
    "a duplicate key": ("a: 1\na: 2\n", {"a": 1}),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_refreshed(name: str) -> None:
    text, data = CASES[name]
    REFRESHED.check(f"texts: {name}", f"{text}-- {data}\n{refreshed(text, data)}")


def test_nothing_else_is_recorded() -> None:
    REFRESHED.keep_only({f"texts: {name}" for name in CASES})
