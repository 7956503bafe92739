"""Rules of other packs: what counts as a finding, what is said about the rest, and how much time they have."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from time import monotonic
from types import SimpleNamespace
from typing import Any

import pytest
from for_each import for_each

from hotlint.linter.checking.run import crash
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.packs import pack_rules
from hotlint.linter.packs.pack_rules import RULE_SECONDS, PackRule, failure_of
from hotlint.linter.rules.rule import Rule
from hotlint.syntax.source import Span


class Foreign(Rule):
    """A rule of another pack."""

    code, name, severity = "P1", "foreign", "info"


def context(text: str = "abc") -> Any:
    """Return what a guard needs of a context."""
    return SimpleNamespace(pack_seconds={}, document=SimpleNamespace(text=text))


def told(hook: Callable[..., Any], ctx: Any) -> list[str]:
    """Return the messages of a hook under guard, without the beginning of those about a failure."""
    beginning = "rule P1 (foreign) failed on this file; please report it: "
    return [d.message.replace(beginning, "FAILED: ") for d in PackRule(Foreign(), hook, crash)("first", ctx)]


def finding(**changes: Any) -> Diagnostic:
    """Return a valid finding with these changes."""
    return Diagnostic("P1", "info", "m", Span(0, 1), rule="foreign")._replace(**changes)


NO_TEXT = "it reports a message, code or name that is no text"


@for_each(
    ("found", "problem"),
    [
        (finding(), None),
        (finding(span=Span(3, 3)), None),
        (finding(span=Span(0, 3)), None),
        (finding(span=Span(0, 4)), "it reports a place outside of the file (Span(start=0, end=4))"),
        (finding(span=Span(-1, 1)), "it reports a place outside of the file (Span(start=-1, end=1))"),
        (finding(span=Span(2, 1)), "it reports a place outside of the file (Span(start=2, end=1))"),
        (finding(span=(0, 1)), "it reports a place outside of the file ((0, 1))"),
        (finding(severity="bad"), "it reports the severity 'bad', which is none of error, warning, info"),
        (finding(message=None), NO_TEXT),
        (finding(code=1), NO_TEXT),
        (finding(rule=b""), NO_TEXT),
        ("m", "it reports str, which is no Diagnostic"),
        (None, "it reports NoneType, which is no Diagnostic"),
    ],
)
def test_what_counts_as_a_finding(found: Any, problem: str | None) -> None:
    assert told(lambda *_: [found], context()) == (["m"] if problem is None else [f"FAILED: {problem}"])


def test_the_start_of_an_empty_file_is_a_place() -> None:
    assert told(lambda *_: [finding()], context("")) == ["m"]
    assert told(lambda *_: [finding(span=Span(0, 2))], context(""))[0].startswith("FAILED: it reports a place")


def test_the_first_failure_is_told_and_what_is_valid_stays() -> None:
    def some(*_: object) -> Iterator[object]:
        yield finding(message="one")
        yield 1
        yield finding(message="two")
        yield "2"

    def fails(*_: object) -> Iterator[object]:
        print("noise")
        yield finding(message="one")
        yield 1
        raise ValueError("no more")

    def prints(*_: object) -> Iterator[object]:
        yield finding(message="one")
        print("noise")

    assert told(some, context()) == ["one", "two", "FAILED: it reports int, which is no Diagnostic"]
    assert told(fails, context()) == ["one", "FAILED: ValueError: no more"]
    noise = "it prints to standard output, which belongs to the report"
    assert told(prints, context()) == ["one", f"FAILED: {noise}"]


def test_a_rule_that_failed_is_not_called_again_for_the_file() -> None:
    called = []

    def fails(*arguments: object) -> list[object]:
        called.append(arguments)
        raise KeyError("x")

    ctx, other = context(), context()
    assert [told(fails, ctx), told(fails, ctx)] == [["FAILED: KeyError: 'x'"], []]
    assert told(fails, other) == ["FAILED: KeyError: 'x'"]
    assert called == [("first", ctx), ("first", other)]
    ctx.pack_seconds = {"P2": 0.0}
    assert len(told(fails, ctx)) == 1


def test_an_invalid_finding_or_output_does_not_stop_a_rule() -> None:
    ctx = context()
    assert len(told(lambda *_: [1], ctx)) == len(told(lambda *_: [1], ctx)) == 1


def test_the_hooks_of_a_rule_share_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, given = [100.0], []

    def work_for_long(work: Callable[[], object], seconds: float, printed: io.StringIO) -> None:
        given.append(seconds)
        clock[0] += 0.75
        work()

    monkeypatch.setattr(pack_rules, "monotonic", lambda: clock[0])
    monkeypatch.setattr(pack_rules, "failure_of", work_for_long)
    ctx = context()
    assert [told(lambda *_: [finding()], ctx) for _ in range(4)] == [["m"], ["m"], ["m"], []]
    assert given == [RULE_SECONDS, 1.25, 0.5]
    assert ctx.pack_seconds == {"P1": -0.25}


def test_what_is_said_about_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    def nest() -> None:
        nest()

    def leave() -> None:
        sys.exit(2)

    def loop() -> None:
        while True:
            pass

    def wrong() -> None:
        print("printed")
        raise LookupError("a", 1)

    printed = io.StringIO()
    assert failure_of(lambda: print("fine"), 5, printed) is None
    assert failure_of(nest, 5, printed) == "it is nested too deeply"
    assert failure_of(leave, 5, printed) == "it ends the process (SystemExit)"
    assert failure_of(wrong, 5, printed) == "LookupError: ('a', 1)"
    assert failure_of(loop, 0.06, printed) == "it takes more than 0.1 seconds"
    assert printed.getvalue() == "fine\nprinted\n"
    assert capsys.readouterr().out == ""
    with pytest.raises(KeyboardInterrupt):
        failure_of(lambda: (_ for _ in ()).throw(KeyboardInterrupt), 5, printed)


def test_what_ended_in_time_is_not_interrupted_afterwards() -> None:
    assert failure_of(lambda: None, 0.02, io.StringIO()) is None
    end = monotonic() + 0.1
    while monotonic() < end:
        pass
