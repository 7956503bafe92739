"""Mutants: what each operator changes, what is left alone, the sample, the report."""

from __future__ import annotations

import ast
import gc
from functools import cache
from pathlib import Path

from for_each import for_each
from mutation import mutants, report
from mutation.contexts import ASKED_BY, Contexts
from mutation.mutants import Mutant
from mutation.runner import KILLED, SURVIVED, TIMEOUT, UNCOVERED, Verdict
from mutation.workspace import CORE, ROOT


@cache
def of_the_core() -> list[Mutant]:
    """All mutants of the core."""
    gc.disable()  # it would look through all trees and mutants again and again
    try:
        return mutants.of_tree(ROOT, CORE)
    finally:
        gc.enable()


def changes(text: str) -> set[str]:
    """The changed lines of all mutants of a text."""
    return {m.after for m in mutants.of_text("m.py", text) if mutants.is_viable(text, m)}


@for_each(
    ("code", "changed"),
    [
        ("a < b", {"a <= b"}),
        ("a not in b", {"a in b"}),
        ("a is not None", {"a is None"}),
        ("a == b != c", {"a != b != c", "a == b == c"}),
        ("a and b and c", {"a or b and c", "a and b or c"}),
        ("not a", {"a"}),
        ("-(a)", {"(a)"}),
        ("a + b", {"a - b"}),
        ("a += b", {"a = b"}),
        ("a = 1", {"a = 2"}),
        ("a = True", {"a = False"}),
        ("a = 'é' + b'x'", {"a = \"XX\" 'é' + b'x'", "a = 'é' + b\"XX\" b'x'", "a = 'é' - b'x'"}),
        ("a = f'{b}'", {"a = \"XX\" f'{b}'"}),
        ("a = f(b, c, d=e)", {"a = f(b, d=e)", "a = f(b, c)"}),
        ("a = f(b=c)", {"a = f()"}),
        ("a = f((b), **c)", set()),
        ("a = b.lower()", {"a = b.upper()"}),
        ("a = b if c else d", {"a = b if True else d", "a = b if False else d"}),
        ("a = [b for b in c if d]", {"a = [b for b in c if True]"}),
        ("f()", {"pass"}),
        ("a.b = c", {"pass"}),
        ("a = b", set()),
        ("'''A docstring.'''", set()),
        ("from a import b", set()),
        ("assert a < b", set()),
        ("a: Literal['x'] = b", set()),
        ("bad = [1]", set()),
        ("__all__ = ['a']", set()),
    ],
)
def test_operators(code: str, changed: set[str]) -> None:
    assert changes(code) == changed


def test_statements_of_functions() -> None:
    text = "def f(a=1):\n    for b in a:\n        if b:\n            continue\n    return b\n"
    assert {line.strip() for line in changes(text)} == {"def f(a=2):", "break", "if True:", "if False:", "return None"}


def test_arguments_on_several_lines() -> None:
    text = "a = f(\n    b,  # the first\n    c=d,\n    e=g,\n)\n"
    dropped = [m for m in mutants.of_text("m.py", text) if m.operator == "argument"]
    assert [ast.unparse(ast.parse(mutants.apply(text, m.edit))) for m in dropped] == ["a = f(b, e=g)", "a = f(b, c=d)"]


def test_every_mutant_of_the_core_is_where_its_line_says() -> None:
    for mutant in mutants.sample(of_the_core(), 200, seed=1):
        lines = (ROOT / mutant.file).read_text(encoding="utf-8").splitlines()
        assert lines[mutant.line - 1] == mutant.before.splitlines()[0]
        assert mutant.diff().startswith("-")


def test_a_sample_holds_each_line_once_and_is_the_same_each_time() -> None:
    found = list(mutants.of_text("m.py", "\n".join(f"a{n} = f(b, c=d, e=g) < {n}" for n in range(50))))
    drawn = mutants.sample(found, 20, seed=3)
    assert drawn == mutants.sample(found, 20, seed=3) != mutants.sample(found, 20, seed=4)
    assert len({m.line for m in drawn}) == 20


def test_the_quick_and_specific_tests_come_first() -> None:
    lines = {"m.py": {"1": [0, 1, 2], "2": [0, 1], "3": [0]}}
    contexts = Contexts(lines, ["t.py::slow", "t.py::quick", "t.py::specific", "t.py::x[HOT301]"], {"t.py::slow": 9.0})
    assert contexts.tests_of("m.py", range(1, 2)) == ["t.py::specific", "t.py::quick", "t.py::slow"]
    assert contexts.tests_of("m.py", range(3, 4)) == ["t.py::slow"]
    assert contexts.tests_of_file("m.py", 'code = "HOT301"')[0] == "t.py::x[HOT301]"


def test_a_line_that_runs_at_import_only_differs_from_one_that_never_runs() -> None:
    contexts = Contexts({"m.py": {"1": [], "2": [0]}}, ["t.py::a"], {})
    assert contexts.runs_at_import_only("m.py", range(1, 2))
    assert not contexts.runs_at_import_only("m.py", range(1, 3))
    assert not contexts.runs_at_import_only("m.py", range(3, 4))


def test_what_runs_in_the_sandbox_is_noticed_by_tests_of_what_asks_it() -> None:
    asking, asked = "hotlint/language/jinja_rendering.py", "hotlint/language/sandbox/jinja_filters.py"
    contexts = Contexts({asking: {"9": [1]}, asked: {"1": [], "2": [0]}}, ["t.py::a", "t.py::b"], {})
    assert contexts.tests_of(asked, range(2, 3)) == ["t.py::a", "t.py::b"]
    assert set(contexts.tests_of_file(asked, "")) == {"t.py::a", "t.py::b"}
    assert all((ROOT / file).exists() for pair in ASKED_BY.items() for file in pair)


def test_report() -> None:
    made: list[Mutant] = list(mutants.of_text("m.py", "a = b < c\nd = 1\ne = 2\nf = 3\n"))
    outcomes = (KILLED, SURVIVED, TIMEOUT, UNCOVERED)
    verdicts = [Verdict(mutant, outcome, "", 1) for mutant, outcome in zip(made, outcomes, strict=True)]
    known = {made[1].key: "nobody reads it"}
    counts = report.figures(verdicts, known)
    assert (counts.killed, counts.timeouts, counts.survived, counts.uncovered, counts.equivalent) == (2, 1, 2, 1, 1)
    assert (counts.share, round(counts.share_without_equivalents)) == (50, 67)
    text = "\n".join(report.lines(verdicts, known))
    assert "m.py:2: number in the module" in text and "-d = 1\n+d = 2" in text and "equivalent: nobody reads it" in text


def test_each_equivalent_mutant_is_of_the_code_as_it_is() -> None:
    files = [file for file in {key.partition(":")[0] for key in report.equivalents()} if (ROOT / file).is_file()]
    texts = {file: (ROOT / file).read_text(encoding="utf-8") for file in files}
    keys = {mutant.key for file, text in texts.items() for mutant in mutants.of_text(file, text)}
    assert [key for key in report.equivalents() if key not in keys] == []
    assert all(len(reason) > 20 for reason in report.equivalents(Path(report.EQUIVALENTS)).values())
