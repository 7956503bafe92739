"""Limits of suites: patterns, combinations, snapshots and templates that are more than a test may have."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from suite_fixture import SuiteFolder, folder, suite

from hotlint.dry_run.stack_preview import Preview
from hotlint.formats.reader import FieldProblem
from hotlint.language.sandbox import client
from hotlint.operations.scope import SettingsScope
from hotlint.operations.surroundings import ConfiguredSurroundings
from hotlint.output.formats import renderer
from hotlint.suites import coverage, dry_runs, reader, runner, snapshots
from hotlint.suites.model import CaseInputs, Suite
from hotlint.suites.reader import read_suite
from hotlint.suites.results import SuiteTestResult, totals
from hotlint.suites.runner import RunOptions, SuiteRunner
from hotlint.suites.selection import SelectionError, selection

__all__ = ["folder"]

SLOW = "the regular expression '(a)*(b)*' takes longer than a test may"
NESTED = (
    "heat_template_version: 2018-08-31\nresources:\n  a: {type: t.yaml}\n  b: {type: t.yaml}\n  c: {type: t.yaml}\n"
)


def problems(folder: SuiteFolder, text: str) -> list[str]:
    """Return the mistakes in a suite."""
    return [problem.message for problem in folder.run(text).suite.problems]


def failures(folder: SuiteFolder, *lines: str) -> list[str]:
    """Return why the one test of these lines fails."""
    return [failure.message for failure in folder.run(suite(*lines)).tests[0].failures]


@pytest.mark.parametrize(
    ("line", "messages"),
    [
        ("assert: {outputs.image: {match: '(a)*(b)*'}}", [f"outputs.image cannot be matched: {SLOW}"]),
        ("assert: {outputs.image: {not_match: '(a)*(b)*'}}", [f"outputs.image cannot be matched: {SLOW}"]),
        ("assert: {outputs.ip: {unknown: '(a)*(b)*'}}", [f"outputs.ip cannot be matched: {SLOW}"]),
        ("assert: {outputs.fails: {error: '(a)*(b)*'}}", [f"outputs.fails cannot be matched: {SLOW}"]),
        ("errors: [{message: '(a)*(b)*'}, {code: HOT301, message: '(a)*(b)*'}]", [
            SLOW, "the template has no error with code HOT301, message (a)*(b)*; it has "
            "HOT405 at line 38 (str_replace needs a mapping of placeholders and values as params, not a number: 5)"]),
        ("update: {parameters: {count: 99}, refused: '(a)*(b)*'}", [SLOW]),
        ("update: {parameters: {count: 3}, refused: '(a)*(b)*'}", ["Heat does not refuse the update"]),
    ],
)  # fmt: skip
def test_a_pattern_that_takes_too_long_is_a_failure_of_its_test(
    folder: SuiteFolder, monkeypatch: pytest.MonkeyPatch, line: str, messages: list[str]
) -> None:
    monkeypatch.setattr(client, "match", lambda pattern, text: None)
    assert failures(folder, line) == messages


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("a" * 1_000, None),
        ("a" * 1_001, "a regular expression must not have more than 1,000 characters"),
        ("(" + "b" * 70, f"'({'b' * 59}' is not a regular expression: missing ), unterminated subpattern at position 0"),
        ("a{99999999999999999999}",
         "'a{99999999999999999999}' is not a regular expression: it is too large or nested too deeply"),
    ],
)  # fmt: skip
def test_a_pattern_is_short_and_is_one(folder: SuiteFolder, pattern: str, message: str | None) -> None:
    expected = [message] if message is not None else []
    for lines in (
        f"assert: {{outputs.number: 1, outputs.image: {{match: '{pattern}'}}}}",
        f"errors: [{{code: A, message: '{pattern}'}}]",
        f"update: {{expect: {{server: none}}, refused: '{pattern}'}}",
    ):
        assert problems(folder, suite(lines)) == expected


def test_an_expression_that_chooses_tests_is_short() -> None:
    words = "a or " * 199
    assert selection(f"{words}{'b' * 5}")("b" * 5) is True
    with pytest.raises(SelectionError) as caught:
        selection(f"{words}{'b' * 6}")
    assert str(caught.value) == "-k takes at most 1,000 characters"


def test_tests_beyond_the_limit_are_one_mistake(folder: SuiteFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "TEST_LIMIT", 3)
    two = "{name: NAME, matrix: {parameters: {image: [a, b]}}, skip: later}"
    tests = "".join(f"- {two.replace('NAME', name)}\n" for name in "ab")
    result = folder.run(f"template: t.yaml\ntests:\n- {{name: first, skip: later}}\n{tests}- {{name: last}}\n")
    assert [test.id for test in result.tests] == ["first", "a [image=a]", "a [image=b]"]
    assert [problem.message for problem in result.suite.problems] == [
        "a suite must not have more than 3 tests, combinations counted"
    ]


def test_a_suite_that_expands_to_too_much_is_one_mistake(folder: SuiteFolder) -> None:
    values = f"flavor: &list [{', '.join(['x'] * 999)}], image: [{', '.join(['*list'] * 100)}]"
    result = folder.run(f"template: t.yaml\nparameters: {{{values}}}\ntests: []\n")
    assert [(problem.message, problem.span.start) for problem in result.suite.problems] == [
        ("a suite must not expand to more than 100,000 values; aliases repeat too much here", 0)
    ]


def test_a_test_that_is_nested_too_deeply_fails(folder: SuiteFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def deep(*_: object, **__: object) -> None:
        raise RecursionError

    monkeypatch.setattr(dry_runs, "Preview", deep)
    result = folder.run(suite("assert: {outputs.image: cirros}", "errors: [{line: 1}, {line: 2}]", "snapshot: true"))
    (test,) = result.tests
    assert [failure.message for failure in test.failures] == ["the template or the test is nested too deeply to be run"]
    assert (test.failures[0].span, test.state, test.assertions) == (test.span, "failed", 4)


def test_a_preview_larger_than_a_snapshot_fails(folder: SuiteFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    text = suite("snapshot: true")
    assert folder.run(text, update=True).snapshots == 1
    stored = (folder.folder / "__snapshots__" / "t.hot-test.yaml.snap").read_text(encoding="utf-8")
    size = len(renderer("preview", "yaml")(folder_preview(folder)))
    monkeypatch.setattr(runner, "SIZE_LIMIT", size)
    assert folder.run(text).ok
    monkeypatch.setattr(runner, "SIZE_LIMIT", size - 1)
    result = folder.run(text, update=True)
    assert [failure.message for failure in result.tests[0].failures] == [
        f"the preview has {size:,} characters, more than the {size - 1:,} of a snapshot"
    ]
    assert (result.snapshots, stored.count("one:")) == (0, 1)


def folder_preview(folder: SuiteFolder) -> Preview:
    """Return the preview of the template of a folder, with hidden values redacted."""
    runs = dry_runs.DryRuns(ConfiguredSurroundings(SettingsScope(use_config=False)))
    return runs.redacting(runs.preview(CaseInputs(str(folder.folder / "t.yaml"))))


def test_too_many_snapshots_are_not_written(folder: SuiteFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "NODE_LIMIT", 2)
    two = suite("snapshot: true") + "- {name: two, snapshot: true}\n"
    path = folder.folder / "__snapshots__" / "t.hot-test.yaml.snap"
    result = folder.run(two, update=True)
    assert [problem.message for problem in result.suite.problems] == [
        f"the snapshots cannot be written: {path}: they are more than can be read again: split the suite"
    ]
    assert (result.snapshots, path.exists(), result.unused) == (0, False, ())
    assert folder.run(suite("snapshot: true"), update=True).snapshots == 1


def test_templates_beyond_the_limit_are_not_covered(folder: SuiteFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write("outer.yaml", NESTED)
    monkeypatch.setattr(coverage, "TEMPLATE_LIMIT", 3)
    folder.run(suite("snapshot: true").replace("t.yaml", "outer.yaml"), update=True)
    outer, inner = folder.coverage.templates()
    assert [set(one.hits.values()) for one in (outer,)] == [{1}]
    assert {point.name: count for point, count in inner.hits.items() if point.kind == "output"} == {
        "ip": 2, "url": 2, "image": 2, "number": 2, "both": 2, "group": 2, "big": 0, "fails": 2,
    }  # fmt: skip
    assert {inner.assertions(point) for point in inner.points("output")} == {1}


@pytest.mark.parametrize(
    ("content", "why"), [(None, "No such file or directory"), (b"a: \xff", "it is not UTF-8 text (line 1)")]
)
def test_a_suite_that_cannot_be_read_is_one_mistake(folder: SuiteFolder, content: bytes | None, why: str) -> None:
    path = folder.folder / "x.hot-test.yaml"
    if content is not None:
        path.write_bytes(content)
    options = RunOptions(renderer("preview", "yaml"))
    result = SuiteRunner(ConfiguredSurroundings(SettingsScope(use_config=False)), options).run_file(str(path))
    (problem,) = result.suite.problems
    assert problem.message == f"suite '{path}' cannot be read: {why}"
    assert (result.suite.document.text, result.suite.path, result.tests) == ("", str(path), ())
    assert result.seconds >= 0 and not result.ok


def test_a_text_counts_instead_of_the_file(folder: SuiteFolder) -> None:
    path = folder.write("x.hot-test.yaml", suite("assert: {outputs.image: other}"))
    run = SuiteRunner(ConfiguredSurroundings(SettingsScope(use_config=False)), RunOptions(renderer("preview", "yaml")))
    assert not run.run_file(path).ok
    assert run.run_file(path, suite("assert: {outputs.image: cirros}")).ok


def test_the_files_of_a_run_are_all_that_its_result_depends_on(folder: SuiteFolder) -> None:
    folder.write(
        "outer.yaml", "heat_template_version: 2018-08-31\nresources: {a: {type: t.yaml}, b: {type: gone.yaml}}\n"
    )
    folder.write("one.env", "parameters: {}\n")
    test = suite("environments: one.env", "parameters: {x: 1}", "assert: {resources.a: {absent: false}}")
    found = folder.run(test.replace("t.yaml", "outer.yaml")).files
    assert {Path(path).relative_to(folder.folder).as_posix() for path in found} == {
        "outer.yaml", "t.yaml", "gone.yaml", "one.env",
    }  # fmt: skip
    assert all(map(os.path.isabs, found))


def test_a_matrix_has_a_limit() -> None:
    def suite_of(*sizes: int) -> Suite:
        values = ", ".join(f"p{size}: {list(range(size))}" for size in sizes)
        return read_suite("s.yaml", f"tests: [{{name: a, skip: later, matrix: {{parameters: {{{values}}}}}}}]")

    def messages(suite: Suite) -> list[str]:
        return [problem.message for problem in suite.problems if "template" not in problem.message]

    most, more = suite_of(8, 5, 25), suite_of(7, 11, 13)
    assert (len(most.planned()), messages(most)) == (1_000, [])
    assert [(one.id, one.inputs) for one in more.planned()] == [("a", CaseInputs(""))]
    assert messages(more) == ["a matrix must not have more than 1,000 combinations; this one has 1,001"]


def test_a_snapshot_has_at_most_four_million_characters(folder: SuiteFolder) -> None:
    path = folder.write("s.hot-test.yaml", suite("snapshot: true"))
    for size, message in (
        (
            4_000_000,
            "there is no stored snapshot; write it with --update-snapshots (pytest: --hot-update-snapshots), and review it",
        ),
        (4_000_001, "the preview has 4,000,001 characters, more than the 4,000,000 of a snapshot"),
    ):
        text = "x" * size
        surroundings = ConfiguredSurroundings(SettingsScope(use_config=False))
        run = SuiteRunner(surroundings, RunOptions(lambda preview, text=text: text))  # type: ignore[misc]
        (failure,) = run.run_file(path).tests[0].failures
        assert failure.message == message


def test_coverage_of_a_deep_tree_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    covered: list[int] = []
    monkeypatch.setattr(coverage.Coverage, "add_context", lambda self, context: covered.append(context))
    top: Any = SimpleNamespace(context=600, previews=list)
    for number in reversed(range(600)):
        top = SimpleNamespace(context=number, previews=lambda below=top: [below])
    coverage.Coverage().add(top)
    assert covered == list(range(500))


def test_the_time_of_a_run_is_that_of_its_tests(folder: SuiteFolder) -> None:
    result = folder.run(suite("errors: [{at: outputs.fails}]") + "- {name: two, skip: later}\n")
    first, second = result.tests
    assert 0 < first.seconds <= result.seconds < 60
    assert second == SuiteTestResult("two", "two", "skipped", second.span, 0.0, (), "later", 0)
    assert first == SuiteTestResult("one", "one", "passed", first.span, first.seconds, (), "", 1)
    twice = totals([result, result])
    assert twice == (2, 2, 0, 2, 0, result.seconds * 2)
    assert result.ok and not result._replace(suite=result.suite._replace(problems=(FieldProblem("m", first.span),))).ok


def test_only_some_errors_and_changes_are_listed(folder: SuiteFolder) -> None:
    folder.write("t.yaml", "heat_template_version: 2018-08-31\nparameters: {p: {type: string, default: a}}\nresources:\n" + "".join(
        f"  r{n}: {{type: OS::Heat::Value, properties: {{value: {{str_split: ['-', {{get_param: p}}, {n}]}}}}}}\n" for n in range(7)
    ))  # fmt: skip
    one = "str_split finds one item in 'a', so none has the index"
    listed = "; ".join(f"HOT701 at line {n + 4} ({one} {n} (default of parameter 'p'))" for n in (1, 2, 3))
    assert failures(folder, "errors: []") == [f"the template has {listed} and 3 more; expected no errors"]
    folder.write("t.yaml", "heat_template_version: 2018-08-31\nparameters: {p: {type: string, default: a}}\nresources:\n" + "".join(
        f"  r{n}: {{type: OS::Heat::Value, properties: {{value: {{get_param: p}}}}}}\n" for n in range(7)
    ))  # fmt: skip
    changed = ", ".join(f"'r{n}' (update)" for n in range(1, 6))
    assert failures(folder, "update: {parameters: {p: b}, expect: {r0: none}, others: none}") == [
        "the effect on 'r0' is update (value changes); expected none",
        f"other resources change, too: {changed} and 1 more",
    ]
    assert failures(folder, "update: {parameters: {p: a}, expect: {r0: update, r1: none}, others: none}") == [
        "the effect on 'r0' is 'none'; expected update"
    ]


def test_a_long_value_is_cut(folder: SuiteFolder) -> None:
    folder.write(
        "t.yaml",
        f"heat_template_version: 2018-08-31\noutputs: {{image: {{value: {'a' * 81}}}, flavor: {{value: {'a' * 80}}}}}\n",
    )
    assert failures(
        folder, "assert: {outputs.image: {not_equal: " + "a" * 81 + "}, outputs.flavor: {not_equal: " + "a" * 80 + "}}"
    ) == [
        f"outputs.image is '{'a' * 79}…'",
        f"outputs.flavor is '{'a' * 80}'",
    ]
