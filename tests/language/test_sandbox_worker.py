"""The sandbox's worker process, driven in this one: requests and replies are frames in memory."""

from __future__ import annotations

import io
import os
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from for_each import for_each

from hotlint.language.sandbox import worker
from hotlint.language.sandbox.worker import read_frame, write_frame


class _Stream:
    """Standard input or output, of which the worker uses the binary buffer alone."""

    def __init__(self, content: bytes = b"") -> None:
        self.buffer = io.BytesIO(content)


def answers(monkeypatch: pytest.MonkeyPatch, *requests: tuple[Any, ...], mode: str = "stay") -> list[Any]:
    """Return the replies of a worker to the requests, without the seconds that each took.

    Its memory is not limited, since it is this process.
    """
    frames = io.BytesIO()
    for request in requests:
        write_frame(frames, request)
    sink = _Stream()
    monkeypatch.setattr(worker, "_limit_memory", lambda memory: None)
    monkeypatch.setattr(sys, "argv", ["worker", mode, "5", str(1 << 30)])
    monkeypatch.setattr(sys, "stdin", _Stream(frames.getvalue()))
    monkeypatch.setattr(sys, "stdout", sink)
    worker.main()
    monkeypatch.undo()
    sink.buffer.seek(0)
    assert read_frame(sink.buffer) == ("ready",)
    replies = []
    while (frame := read_frame(sink.buffer)) is not None:
        replies.append(frame if frame[0] == "value" else frame[1])  # a request to load is answered without a time
    return replies


@for_each(
    ("pattern", "text", "expected"),
    [("a+", "aa", True), ("a+", "ab", False), ("a|ab", "ab", False), ("", "", True)],
)
def test_a_pattern_matches_a_whole_text(
    monkeypatch: pytest.MonkeyPatch, pattern: str, text: str, expected: bool
) -> None:
    assert answers(monkeypatch, ("match", pattern, text)) == [("value", expected)]


def test_an_invalid_pattern_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    [(kind, name, _)] = answers(monkeypatch, ("match", "(", ""))
    assert kind == "error" and name in ("error", "PatternError")


@for_each(
    ("expression", "data", "expected"),
    [
        ("$.data.a", {"a": 1}, 1),
        ("$.data.where($ > 1)", [1, 2, 3], [2, 3]),
        ("$.data.a + $.data.b", {"a": "x", "b": "y"}, "xy"),
        ("$.data.toSet()", [1, 1], {1}),
        ("dict(a => $.data)", 1.5, {"a": 1.5}),
        ("datetime(2020, 1, 2).year", None, 2020),
        ("str(datetime(2020, 1, 2))", None, "2020-01-02 00:00:00+00:00"),
    ],
)
def test_yaql_yields_plain_data(monkeypatch: pytest.MonkeyPatch, expression: str, data: Any, expected: Any) -> None:
    assert answers(monkeypatch, ("load",), ("yaql", expression, data, 0)) == [("value", True), ("value", expected)]


def test_a_result_that_is_not_plain_data_is_a_string(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answers(monkeypatch, ("yaql", "datetime(2020, 1, 2)", None, 0)) == [("value", "2020-01-02 00:00:00+00:00")]


def test_an_unknown_part_may_be_passed_on_but_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    data = {"a": 3j, "b": [1, 4j]}
    assert answers(monkeypatch, ("yaql", "$.data.b[0]", data, 2)) == [("value", 1)]
    assert answers(monkeypatch, ("yaql", "$.data.a + 1", data, 2))[0][0] == "unknown"
    assert answers(monkeypatch, ("yaql", "$.data.nothing.here", data, 2)) == [("unknown", 0)]


@pytest.mark.parametrize(("expression", "kind"), [("$.data.(", "word"), ("$.data ` 1", "character"), ("$.a +", "word")])
def test_syntax_errors_have_a_place(monkeypatch: pytest.MonkeyPatch, expression: str, kind: str) -> None:
    [reply, again] = answers(monkeypatch, ("syntax", expression), ("yaql", expression, None, 0))
    assert reply[:2] == ("syntax", kind) and again == reply


@for_each("expression", ["now()", "random()", "randomInteger(1, 2)", "$.data.select(random())"])
def test_a_value_of_chance_is_not_evaluated(monkeypatch: pytest.MonkeyPatch, expression: str) -> None:
    assert answers(monkeypatch, ("yaql", expression, [1], 0))[0][0] == "unsure"


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ("$.data.nothing.here", "NoFunctionRegisteredException"),
        ("range(0, 1000).toList()", "CollectionTooLargeException"),
        ("$.data.x.y.z", ""),
    ],
)
def test_a_failure_is_an_error(monkeypatch: pytest.MonkeyPatch, expression: str, name: str) -> None:
    [(kind, found, _)] = answers(monkeypatch, ("yaql", expression, [1], 0))
    assert kind == "error" and (not name or found == name)


def test_huge_results_stop_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answers(monkeypatch, ("yaql", "pow(10, 5000)", None, 0)) == [
        ("error", "OverflowError", "the number is too large to be written")
    ]
    monkeypatch.setattr(worker, "LARGEST_REPLY", 10)
    assert answers(monkeypatch, ("yaql", "$.data", "x" * 100, 0)) == [("stopped", "memory")]


def test_deep_nesting_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answers(monkeypatch, ("yaql", "(" * 5000, None, 0))[0][0] in ("error", "syntax")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_each_evaluation_in_a_child_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    requests = [("load",), ("yaql", "$.data", [1], 0), ("match", "a", "a")]
    assert answers(monkeypatch, *requests, mode="fork") == [("value", True), ("value", [1]), ("value", True)]


def test_a_frame_that_was_cut_off_is_the_end() -> None:
    frame = io.BytesIO()
    write_frame(frame, ("match", "a", "a"))
    assert read_frame(io.BytesIO(frame.getvalue()[:-1])) is None
    assert read_frame(io.BytesIO(b"\0\0")) is None


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="needs wait4")
@pytest.mark.parametrize(("user", "system"), [(0.25, 0.0), (0.0, 0.5), (0.25, 0.5)])
def test_processor_time_is_that_of_the_program_and_of_the_system(
    monkeypatch: pytest.MonkeyPatch, user: float, system: float
) -> None:
    ended: list[int] = []
    usage = SimpleNamespace(ru_utime=user, ru_stime=system)
    monkeypatch.setattr(os, "kill", lambda child, signal: ended.append(child))
    monkeypatch.setattr(os, "wait4", lambda child, options: (child, 0, usage))
    assert worker._end(7) == user + system and ended == [7]
