"""Read a document as a suite; every mistake is a problem at its place, and the rest still applies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hotlint.analysis.environments.inputs import Given
from hotlint.analysis.template import node_at, span_of
from hotlint.formats.reader import FieldProblem, FieldReader, TooLargeError, Word, entries_of
from hotlint.formats.suite import EFFECTS, ERROR, MATRIX, SUITE, TEST, UPDATE
from hotlint.suites.matrix import ALONE, Axis, alternative, combinations
from hotlint.suites.model import (
    Assertion,
    CaseInputs,
    Combination,
    ExpectedError,
    ExpectedUpdate,
    Suite,
    SuiteTest,
)
from hotlint.suites.operators import pattern_problem, read_assertions
from hotlint.suites.paths import PathError, split_path
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

TEST_LIMIT = 20_000
"""Tests of one suite, every combination counted."""
_TOLD = ("assert", "errors", "update", "snapshot")
"""What a test says of its template."""


def read_suite(path: str, text: str) -> Suite:
    """Return the suite in a text. Raises nothing, whatever the text holds."""
    document = parse(Source(path, text))
    return SuiteReader(path, document).read()


class SuiteReader(FieldReader):
    """Reads one suite."""

    def read(self) -> Suite:
        """Return the suite."""
        root = self.document.root
        inputs, at = CaseInputs(), Span(0, 1)
        tests: tuple[SuiteTest, ...] = ()
        if not isinstance(root, Mapping):
            self.problems.append(FieldProblem("a suite must be a mapping with 'template' and 'tests'", at))
        else:
            try:
                at, inputs, tests = self._suite(root)
            except (TooLargeError, RecursionError):
                self.report(root, "a suite must not expand to more than 100,000 values; aliases repeat too much here")
        return Suite(self.path, self.document, inputs, tests, self.sorted_problems(), at, frozenset(self.looked_for))

    def _suite(self, root: Mapping) -> tuple[Span, CaseInputs, tuple[SuiteTest, ...]]:
        found = self.fields(root, SUITE.top)
        at = span_of(found["template"]) if "template" in found else Span(0, 1)
        read = self.values(found, SUITE.top)
        inputs, shared = _inputs(read), read.get("matrix", ALONE)
        tests: dict[str, SuiteTest] = {}
        count = 0
        for item in read.get("tests", ()):
            test = self._test(item, inputs, shared)
            if test is None:
                continue
            if test.name in tests:
                self.report(item, f"test '{test.name}' has the name of an earlier test; the names of tests must differ")
                continue
            count += len(test.combinations)
            if count > TEST_LIMIT:
                self.report(item, f"a suite must not have more than {TEST_LIMIT:,} tests, combinations counted")
                break
            tests[test.name] = test
        return at, inputs, tuple(tests.values())

    # -- tests -------------------------------------------------------------------------------------------------------

    def tests(self, node: Node, key: str) -> Iterable[Node]:
        """Return the nodes of tests, which are read once all values of the suite are."""
        return self.items(node, "'tests' must be a list of tests, such as '- name: the address is shown'")

    def _test(self, node: Node, inputs: CaseInputs, shared: tuple[Combination, ...]) -> SuiteTest | None:
        found = self.fields(node, TEST)
        if "name" not in found:
            return None
        told = {name: found.pop(name) for name in _TOLD if name in found}
        read = self.values(found, TEST)
        if "name" not in read:
            return None
        mistakes = len(self.problems)
        read |= self.values(told, TEST)
        own, several = _inputs(read), read.get("matrix")
        if several is not None:
            inputs = inputs.changed(own)
        else:  # the values of a test take precedence over a matrix of its suite
            several = tuple(one._replace(inputs=one.inputs.changed(own)) for one in shared)
        name, assertions, errors = read["name"], read.get("assert", ()), read.get("errors")
        is_told = assertions or errors is not None or "update" in told or read.get("snapshot") or "skip" in found
        if not is_told and len(self.problems) == mistakes and not self.is_broken(node):
            self.report(found["name"], f"test '{name}' asserts nothing: add assert, errors, update or snapshot")
        return SuiteTest(
            name, span_of(found["name"]), inputs, several, assertions, errors,
            span_of(told["errors"]) if "errors" in told else Span(0, 0), read.get("update"),
            span_of(told["snapshot"]) if read.get("snapshot") else None, read.get("skip"),
        )  # fmt: skip

    def assertions(self, node: Node, key: str) -> tuple[Assertion, ...]:
        """Return the assertions on values."""
        return read_assertions(self, node)

    def errors(self, node: Node, key: str) -> tuple[ExpectedError, ...] | None:
        """Return the expected errors; None where there is none but a mistake, which does not mean that none is expected."""
        nodes = self.items(node, "'errors' must be a list, such as '[{code: HOT301}]', or [] for no errors")
        expected = []
        for item in nodes:
            found = self.fields(item, ERROR)
            read = self.values(found, ERROR)
            if any(name in found and name not in read for name in ("at", "message")):
                continue
            if read:
                expected.append(ExpectedError(span_of(item), **read))
            elif isinstance(item, Mapping) and not found and not self.is_broken(item):
                self.report(item, "an expected error must have code, at, line or message")
        return tuple(expected) if expected or (isinstance(node, Sequence) and not node.items) else None

    def update(self, node: Node, key: str) -> ExpectedUpdate:
        """Return what an update is expected to do."""
        found = self.fields(node, UPDATE)
        read = self.values(found, UPDATE)
        effects = {name: (effect, span_of(at)) for name, (effect, at) in read.get("expect", {}).items()}
        others, refused = read.get("others") != "none", read.get("refused")
        is_told = effects or not others or isinstance(found.get("refused"), Scalar)
        if not is_told and not self.is_broken(node):
            self.report(node, "an update must have 'expect', 'refused' or 'others: none'")
        return ExpectedUpdate(span_of(node), _inputs(read), effects, others, refused)

    rule = FieldReader.text

    def pattern(self, node: Node, key: str) -> str | None:
        """Return a regular expression; None, with a problem, for anything else."""
        text = self.text(node, key)
        problem = pattern_problem(text) if text is not None else None
        if problem is not None:
            self.report(node, problem)
        return text if problem is None else None

    def flag_or_pattern(self, node: Node, key: str) -> bool | str | None:
        """Return a boolean or a regular expression; None, with a problem, for anything else."""
        is_flag = isinstance(node, Scalar) and isinstance(node.value, bool)
        return self.boolean(node, key) if is_flag else self.pattern(node, key)

    def value_path(self, node: Node, key: str) -> str | None:
        """Return a text that is written as a path; None, with a problem, for anything else."""
        text = self.text(node, key)
        try:
            split_path(text or "")
        except PathError as exc:
            self.report(node, str(exc))
            return None
        return text

    def effects(self, node: Node, key: str) -> dict[str, tuple[str, Node]]:
        """Return expected effects by resource, each with its node."""
        return self.words_by_name(
            node, key, EFFECTS, "from resources to effects, such as {server: replace}", "effect on"
        )

    def choice(self, node: Node, key: str, words: tuple[Word, ...]) -> Word | None:
        """Return one of some words; None, with a problem, for anything else."""
        text = self.text(node, key)
        if text is not None and text not in words:
            self.report(node, f"'{key}' must be {' or '.join(reversed(words))}")
        return next((word for word in words if word == text), None)

    # -- values ------------------------------------------------------------------------------------------------------

    def attributes(self, node: Node, key: str) -> dict[str, dict[str, Given]]:
        """Return attributes by resource, with their places."""
        found = {}
        for name, values in self.mapping(node, key).items():
            if isinstance(values, dict):
                found[name] = {n: Given(v, self.path, node_at(node, (name, n))[0].start) for n, v in values.items()}
            else:
                message = f"the attributes of '{name}' must be a mapping, such as {{first_address: 10.0.0.5}}"
                self.report(node, message)
        return found

    def matrix(self, node: Node, key: str) -> tuple[Combination, ...]:
        """Return the combinations of a matrix."""
        read = self.values(self.fields(node, MATRIX), MATRIX)
        return combinations(self, node, [a for a in (read.get("environments"), *read.get("parameters", ())) if a])

    def named_files(self, node: Node, key: str) -> Axis:
        """Return the environments of a matrix by name."""
        named = entries_of(node)
        if not named:
            self.report(
                node, "'environments' of a matrix must be a mapping from names to files, such as {small: small.yaml}"
            )
        return [(name, CaseInputs("", self.files(files, key))) for name, _, files in named]

    def alternatives(self, node: Node, key: str) -> list[Axis]:
        """Return the values of each parameter of a matrix."""
        axes = []
        for name, _, values in entries_of(node):
            if isinstance(values, Sequence) and values.items:
                axes.append([alternative(name, self.plain(item)) for item in values.items])
            else:
                self.report(values, f"the values of '{name}' must be a list with at least one item")
        return axes


def _inputs(read: dict[str, Any]) -> CaseInputs:
    """Return the template, environments, parameters and attributes among the values of a mapping."""
    return CaseInputs(**{name: read[name] for name in CaseInputs._fields if name in read})
