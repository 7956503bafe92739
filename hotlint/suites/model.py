"""A suite as it is written: tests, the values that they are run with, and what they assert."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from hotlint.formats.reader import FieldProblem
from hotlint.syntax.nodes import Document
from hotlint.syntax.source import Span


class CaseInputs(NamedTuple):
    """The values that a template is run with. Paths are ready to open; `attributes` is as in `hotlint preview`."""

    template: str = ""
    environments: tuple[str, ...] = ()
    parameters: Mapping[str, Any] = {}
    attributes: Mapping[str, Mapping[str, Any]] = {}

    def changed(self, other: CaseInputs) -> CaseInputs:
        """Return these values with those of `other` on top; attributes are merged by resource."""
        merged = {name: dict(values) for name, values in self.attributes.items()}
        for name, values in other.attributes.items():
            merged.setdefault(name, {}).update(values)
        return CaseInputs(
            other.template or self.template,
            self.environments + other.environments,
            {**self.parameters, **other.parameters},
            merged,
        )


class Assertion(NamedTuple):
    """One operator, and what it expects of the value at a path; `span` is where it is written."""

    path: str
    operator: str
    expected: Any
    span: Span


class ExpectedError(NamedTuple):
    """An error that the template must have: all that is not None must hold."""

    span: Span
    code: str | None = None
    at: str | None = None
    line: int | None = None
    message: str | None = None


class ExpectedUpdate(NamedTuple):
    """What an update with other values does. `effects` holds, by resource path, the effect and where it is written."""

    span: Span
    inputs: CaseInputs
    effects: Mapping[str, tuple[str, Span]]
    others: bool
    refused: bool | str | None


class Combination(NamedTuple):
    """One combination of a matrix: a label such as "small, count=3" ("" for the only one), and its values."""

    label: str
    inputs: CaseInputs


class SuiteTest(NamedTuple):
    """One test. `errors` is None where the test says nothing of errors; `skip` is the reason not to run it."""

    name: str
    span: Span
    inputs: CaseInputs
    combinations: tuple[Combination, ...]
    assertions: tuple[Assertion, ...]
    errors: tuple[ExpectedError, ...] | None
    errors_span: Span
    update: ExpectedUpdate | None
    snapshot: Span | None
    skip: str | None


class PlannedTest(NamedTuple):
    """A test with one combination of its matrix. `id` identifies it in the suite."""

    id: str
    test: SuiteTest
    inputs: CaseInputs


class Suite(NamedTuple):
    """A suite that was read. `problems` are its mistakes; what is valid is in `tests` all the same.

    `looked_for` are the absolute paths of the files that it names.
    """

    path: str
    document: Document
    inputs: CaseInputs
    tests: tuple[SuiteTest, ...]
    problems: tuple[FieldProblem, ...]
    template_span: Span
    looked_for: frozenset[str]

    def planned(self) -> list[PlannedTest]:
        """Return every test with every combination of its matrix, in order."""
        return [
            PlannedTest(
                f"{test.name} [{one.label}]" if one.label else test.name,
                test,
                test.inputs.changed(one.inputs),
            )
            for test in self.tests
            for one in test.combinations
        ]
