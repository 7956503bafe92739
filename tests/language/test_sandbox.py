"""Sandbox: yaql expressions have their values in Heat, and hostile expressions and patterns are stopped."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from for_each import for_each
from time_limits import HANG_SECONDS

from hotlint.language import jinja_rendering as jinja_client
from hotlint.language.origins import ValueSource
from hotlint.language.sandbox import client, jinja_rendering
from hotlint.language.sandbox.client import Sandbox
from hotlint.language.values import EvaluationError, PartialText, Unknown

FORK = hasattr(os, "fork")
UNKNOWN = Unknown("only the cloud knows", "string", ValueSource("attribute", "server", ("name",)))


@pytest.fixture(scope="module", params=["fork", "stay"] if FORK else ["stay"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    # Without fork it is the clock that counts, and the machine of the tests may be busy.
    made = Sandbox() if request.param == "fork" else Sandbox(fork=False, seconds=1.5)
    yield made
    made.close()


@pytest.fixture(scope="module", params=["fork", "stay"] if FORK else ["stay"])
def patient_sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox for expressions that end by themselves, and need some seconds of the clock on a busy machine."""
    made = Sandbox() if request.param == "fork" else Sandbox(fork=False, seconds=HANG_SECONDS)
    yield made
    made.close()


def slug(sandbox: Sandbox, expression: str, data: object = None) -> str:
    with pytest.raises(EvaluationError) as caught:
        sandbox.yaql(expression, data)
    return caught.value.slug


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("$.data.x", 1),
        ("$.data.l.select(int($)).max()", 3),
        ("dict($.data.l.select([$, 1]))", {"3": 1, "1": 1}),
        ("dict([[1, a]])", {1: "a"}),
        ("$.data.m.keys()", {"k"}),
        ("[$.data.x, null, true, 1.5]", [1, None, True, 1.5]),
        ("$.data.l.orderBy($)", ["1", "3"]),
        ("datetime(2024, 1, 2).year", 2024),
        ("datetime(2024, 1, 2)", "2024-01-02 00:00:00+00:00"),
    ],
)
def test_values(patient_sandbox: Sandbox, expression: str, expected: object) -> None:
    value = patient_sandbox.yaql(expression, {"x": 1, "l": ["3", "1"], "m": {"k": "v"}})
    assert value == expected and type(value) is type(expected)


@for_each(
    ("expression", "expected"),
    [
        ("$.data.(", "yaql-syntax"),
        ("'", "yaql-syntax"),
        ("'\\xzz'", "yaql-error"),
        ("$.data.nope", "yaql-error"),
        ("nope()", "yaql-error"),
        ("1/0", "yaql-error"),
        ("[].first()", "yaql-error"),
        ("range(0, 201)", "yaql-limit"),
        ("'a' * 20000", "yaql-limit"),
        ("(" * 5000 + "1" + ")" * 5000, "yaql-error"),
        ("shiftBitsLeft(1, 20000).toString()", "yaql-error"),
    ],
)
def test_errors(patient_sandbox: Sandbox, expression: str, expected: str) -> None:
    assert slug(patient_sandbox, expression, {"x": 1}) == expected


@pytest.mark.parametrize(
    "expression",
    [
        "$.data.matches('(a+)+$')",
        "regex('((a*)*)*$').search($.data)",
        "pow(9, pow(9, 8))",
        "range(0, 150).select(range(0, 150).select(range(0, 150).select(1).sum()).sum()).sum()",
        "def(rec, rec($) + rec($)) -> rec(1)",
        "shiftBitsLeft(1, 20000000000)",
        "[1] * 1000000000",
        "(" * 5000,
    ],
    ids=["matches", "regex", "pow", "range", "def", "shift", "repetition", "brackets"],
)
def test_hostile_expressions_are_stopped(sandbox: Sandbox, expression: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "seconds", client.SECONDS)
    assert slug(sandbox, expression, "a" * 40 + "b") in ("budget", "yaql-error", "yaql-syntax", "yaql-limit")
    monkeypatch.undo()
    assert sandbox.yaql("$.data", 1) == 1


def test_data_nested_too_deeply(sandbox: Sandbox) -> None:
    data: object = 1
    for _ in range(5000):
        data = [data]
    assert slug(sandbox, "$.data", data) == "yaql-error"


def test_syntax(sandbox: Sandbox) -> None:
    assert sandbox.yaql_syntax("$.data.x + 1") is None
    assert "position 3" in (sandbox.yaql_syntax("1 ) 2") or "")
    assert "is incomplete" in (sandbox.yaql_syntax("1 +") or "")
    assert "'#'" in (sandbox.yaql_syntax("1 # 2") or "")


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [("[a-z]+", "abc", True), ("a|ab", "ab", False), ("a$", "a\n", False), ("(a+)+$", "a" * 40 + "b", None)],
)
def test_match(
    sandbox: Sandbox, pattern: str, text: str, expected: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if expected is None:
        monkeypatch.setattr(sandbox, "seconds", client.SECONDS)
    assert sandbox.match(pattern, text) is expected


@for_each(
    ("expression", "expected"),
    [
        ("$.data.l.len()", 2),
        ("$.data.l", ["a", "b"]),
        ("$.data.len()", 3),
        ("[$.data.part].any()", True),
        ("$.data.x", UNKNOWN),
        ("$.data.x = 1", UNKNOWN),
        ("isString($.data.x)", UNKNOWN),
        ("coalesce($.data.x, 1)", UNKNOWN),
        ("$.data.l.where($ = $.data.x)", UNKNOWN),
        ("1/0", UNKNOWN),
    ],
)
def test_unknown_data(sandbox: Sandbox, expression: str, expected: object) -> None:
    """Return a known value only where it does not depend on the unknown part."""
    data = {"x": UNKNOWN, "l": ["a", "b"], "part": PartialText(("a", UNKNOWN))}
    value = sandbox.yaql(expression, data)
    if expression == "[$.data.part].any()":
        assert value is True or isinstance(value, Unknown)
    elif isinstance(expected, Unknown):
        assert isinstance(value, Unknown) and value.reason == expected.reason
    else:
        assert value == expected


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("now()", "it is the time of the deployment"),
        ("[1, 2].select($ + random())", "it is left to chance"),
        ("[randomInteger(1, 5)]", "it is left to chance"),
        ("{a => [1, now()]}", "it is the time of the deployment"),
    ],
)
def test_time_and_chance_are_unknown(sandbox: Sandbox, expression: str, reason: str) -> None:
    value = sandbox.yaql(expression, {})
    assert isinstance(value, Unknown) and value.reason == reason


@pytest.mark.parametrize(("length", "kind"), [(99, "value"), (100, "value"), (101, "failed")])
def test_an_included_file_has_a_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, length: int, kind: str) -> None:
    monkeypatch.setattr(jinja_rendering, "LONGEST", 100)
    (tmp_path / "part").write_text("b" * length)
    text = "{% import 'part' as part %}x"
    assert jinja_rendering.render("t.j2", text, {}, [str(tmp_path)], False, False, None)[0] == kind


def test_many_threads(sandbox: Sandbox) -> None:
    found: list[object] = []

    def ask(number: int) -> None:
        found.append((number, sandbox.yaql("$.data + 1", number)))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [(number, number + 1) for number in range(8)]  # type: ignore[type-var]


def test_worker_that_dies_is_replaced(sandbox: Sandbox) -> None:
    assert sandbox.yaql("1", None) == 1
    process = sandbox._process
    assert process is not None
    process.kill()
    process.wait()
    assert sandbox.yaql("2", None) == 2
    assert process.stdin is not None and process.stdin.closed and process.stdout is not None and process.stdout.closed
    sandbox.close()
    assert sandbox.yaql("3", None) == 3


def test_no_process_is_left() -> None:
    made = Sandbox()
    made.yaql("1", None)
    process = made._process
    assert process is not None
    made.close()
    assert process.returncode is not None


@pytest.mark.skipif(not FORK, reason="there is no fork here")
def test_forked_process_gets_its_own_worker() -> None:
    made = Sandbox()
    made.yaql("1", None)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if made.yaql("2", None) == 2 else 2
            made.close()
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert made.yaql("3", None) == 3
    made.close()


def test_standard_streams_are_left_alone() -> None:
    """A language server speaks on standard input and output: the worker must neither read nor write there."""
    code = (
        "import sys; from hotlint.language.sandbox import client; "
        "print(client.yaql('$.data', sys.stdin.readline().strip())); print(sys.stdin.readline().strip()); "
        "print('yaql' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input="first\nsecond\n", capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["first", "second", "False"] and done.stderr == ""


def test_worker_that_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Sandbox()
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    assert slug(made, "1") == "budget"
    assert made.yaql_syntax("1 +") is None
    assert made.match("a", "a") is None


def test_worker_that_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Sandbox()
    monkeypatch.setattr(client, "_BOOT", "raise SystemExit")
    assert made.ask(("match", "a", "a")) == ("missing",)
    monkeypatch.undo()
    assert made.match("a", "a") is True  # it is started again, since nothing of this is remembered
    made.close()


def test_a_worker_that_cannot_load_a_library_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Sandbox()
    monkeypatch.setattr(client, "_NEEDS", {"yaql": "nonsense"})
    assert made.match("a", "a") is True  # this needs nothing
    assert made.ask(("yaql", "1", None, 0)) == ("missing",) and made._process is None
    monkeypatch.undo()
    assert made.yaql("1", None) == 1
    made.close()


@pytest.mark.parametrize("fork", [True, False] if FORK else [False])
def test_a_worker_gets_more_time_by_the_clock_the_longer_it_may_work(
    monkeypatch: pytest.MonkeyPatch, fork: bool
) -> None:
    limits = []
    for seconds in (0.25, 2.0, 30.0):
        made = Sandbox(fork=fork, seconds=seconds)
        assert made.match("a", "a") is True

        def exchange(process: Any, request: Any, limit: float) -> Any:
            limits.append(limit)
            return (0.0, ("value", True))

        monkeypatch.setattr(made, "_exchange", exchange)
        assert made.match("b", "b") is True
        monkeypatch.undo()
        made.close()
    assert limits == sorted(limits) and len(set(limits)) == 3
    assert all(limit >= seconds for limit, seconds in zip(limits, (0.25, 2.0, 30.0), strict=True))


def test_what_was_stopped_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Sandbox(seconds=0.2)
    expression = "range(0, 150).select(range(0, 150).select(range(0, 150).select(1).sum()).sum()).sum()"
    first = slug(made, expression)
    monkeypatch.setattr(made, "_reply", lambda request: ("value", 7))
    assert slug(made, expression) == first
    assert made.yaql("$.data.x", {"x": 1}) == 7
    made.close()


def test_an_expression_is_charged_the_time_that_it_works(sandbox: Sandbox) -> None:
    before = sandbox.worked
    sandbox.yaql("range(0, 150).select($ * 2).sum()", None)
    took = sandbox.worked - before
    assert 0 < took < sandbox.seconds
    sandbox.yaql("range(0, 150).select($ * 2).sum()", None)
    assert sandbox.worked - before == took  # the reply is known


def test_a_thread_that_asked_nothing_has_worked_nothing(sandbox: Sandbox) -> None:
    sandbox.match("a", "a")
    worked: list[float] = []
    thread = threading.Thread(target=lambda: worked.append(sandbox.worked))
    thread.start()
    thread.join()
    assert worked == [0.0]


def test_waiting_is_not_working(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    exchange = sandbox._exchange

    def slow(process: subprocess.Popen[bytes], request: object, limit: float) -> tuple[Any, ...] | None:
        time.sleep(0.2)  # a busy machine
        return exchange(process, request, limit)

    sandbox.yaql("0", None)
    monkeypatch.setattr(sandbox, "_exchange", slow)
    before = sandbox.worked
    assert sandbox.yaql("1 + 41", None) == 42
    assert 0.01 <= sandbox.worked - before < 0.2


def test_replies_are_copies(sandbox: Sandbox) -> None:
    first, second = (sandbox.yaql("[1, 2].select($)", None) for _ in range(2))
    assert first == second == [1, 2]
    assert first is not second


@pytest.mark.parametrize("expression", ["regex('((a*)*)*$').search($.data)", "pow(9, pow(9, 8))"])
def test_without_a_limit_of_memory(expression: str) -> None:
    """As on macOS: the time of a fork is its limit."""
    sandbox = Sandbox(memory=1 << 46)
    assert sandbox.fork
    start = sandbox.worked
    assert slug(sandbox, expression, "a" * 40 + "!") == "budget"
    assert sandbox.worked - start < 4 * client.SECONDS
    sandbox.close()


def test_without_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows: the worker itself evaluates, and is ended when one evaluation takes too long. The next one gets another."""
    monkeypatch.setattr(client, "HAS_FORK", False)
    sandbox = Sandbox(seconds=0.1)
    monkeypatch.setattr(jinja_client, "_shared", lambda: sandbox)
    assert not sandbox.fork

    def rendered(source: str) -> tuple[object, ...]:
        return jinja_client.reply_of("a.j2", source, {}, [], False, False)[:2]

    numbers = "range(0, 190)"
    assert sandbox.match("(a+)+b", "a" * 40) is None
    loops = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
    assert rendered(loops) == ("stopped", "time")
    assert slug(sandbox, f"{numbers}.select({numbers}.select({numbers}.sum()).sum()).sum()") == "budget"
    sandbox.seconds = HANG_SECONDS
    assert sandbox.match("a+", "aa") is True
    assert rendered("{{ 1 + 1 }}")[0] != "stopped"
    assert sandbox.yaql("1 + 1", None) == 2
    sandbox.close()
