"""Read a document as a suite; every mistake is a problem at its place, and the rest still applies."""

from __future__ import annotations

from collections.abc import Mapping

from hotlint.analysis.template import span_of
from hotlint.common.suggestions import did_you_mean
from hotlint.suites.keys import EFFECTS, ERROR, SUITE, TEST, UPDATE
from hotlint.suites.matrix import ALONE, combinations
from hotlint.suites.model import (
    CaseInputs,
    Combination,
    ExpectedError,
    ExpectedUpdate,
    Suite,
    SuiteTest,
)
from hotlint.suites.operators import pattern_problem, read_assertions
from hotlint.suites.paths import PathError, split_path
from hotlint.syntax.field_reader import FieldProblem, FieldReader, TooLargeError, entries_of
from hotlint.syntax.nodes import Mapping as MappingNode
from hotlint.syntax.nodes import Node, Scalar, Sequence
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

TEST_LIMIT = 20_000
"""Tests of one suite, every combination counted."""


def read_suite(path: str, text: str) -> Suite:
    """Return the suite in a text. Raises nothing, whatever the text holds."""
    document = parse(Source(path, text))
    return SuiteReader(path, document).read()


class SuiteReader(FieldReader):
    """Reads one suite."""

    def read(self) -> Suite:
        """Return the suite."""
        root = self.document.root
        inputs, at = CaseInputs(""), Span(0, 1)
        tests: tuple[SuiteTest, ...] = ()
        if not isinstance(root, MappingNode):
            self.problems.append(FieldProblem("a suite must be a mapping with 'template' and 'tests'", at))
        else:
            try:
                at, inputs, tests = self._suite(root)
            except (TooLargeError, RecursionError):
                self.report(root, "a suite must not expand to more than 100,000 values; aliases repeat too much here")
        return Suite(self.path, self.document, inputs, tests, self.sorted_problems(), at, frozenset(self.looked_for))

    def _suite(self, root: MappingNode) -> tuple[Span, CaseInputs, tuple[SuiteTest, ...]]:
        found = self.fields(root, SUITE, "a suite")
        template = self.file(found["template"], "template") if "template" in found else None
        at = span_of(found["template"]) if "template" in found else Span(0, 1)
        inputs = self.inputs(found, template or "")
        matrix = found.get("matrix")
        shared = combinations(self, matrix) if matrix is not None else ALONE
        node = found.get("tests")
        tests: dict[str, SuiteTest] = {}
        count = 0
        if node is not None and not isinstance(node, Sequence):
            self.report(node, "'tests' must be a list of tests, such as '- name: the address is shown'")
        for item in node.items if isinstance(node, Sequence) else ():
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

    def _test(self, node: Node, inputs: CaseInputs, shared: tuple[Combination, ...]) -> SuiteTest | None:
        found = self.fields(node, TEST, "a test")
        name = self.text(found["name"], "name") if "name" in found else None
        if name is None:
            return None
        own, matrix = self.inputs(found), found.get("matrix")
        if matrix is not None:
            inputs, several = inputs.changed(own), combinations(self, matrix)
        else:  # the values of a test take precedence over a matrix of its suite
            several = tuple(one._replace(inputs=one.inputs.changed(own)) for one in shared)
        mistakes = len(self.problems)
        assertions = read_assertions(self, found["assert"]) if "assert" in found else ()
        errors = self._errors(found["errors"]) if "errors" in found else None
        update = self._update(found["update"]) if "update" in found else None
        snapshot = found.get("snapshot")
        wants_snapshot = snapshot is not None and self.boolean(snapshot, "snapshot") is True
        tells = assertions or errors is not None or update or wants_snapshot or "skip" in found
        if not tells and len(self.problems) == mistakes and not self.is_broken(node):
            self.report(found["name"], f"test '{name}' asserts nothing: add assert, errors, update or snapshot")
        return SuiteTest(
            name,
            span_of(found["name"]),
            inputs,
            several,
            assertions,
            errors,
            span_of(found["errors"]) if "errors" in found else Span(0, 0),
            update,
            span_of(snapshot) if snapshot is not None and wants_snapshot else None,
            self.text(found["skip"], "skip") if "skip" in found else None,
        )

    def _errors(self, node: Node) -> tuple[ExpectedError, ...] | None:
        """Return the expected errors; None where there is none but a mistake, which does not mean that none is expected."""
        if not isinstance(node, Sequence):
            self.report(node, "'errors' must be a list, such as '[{code: HOT301}]', or [] for no errors")
            return None
        expected = []
        for item in node.items:
            found = self.fields(item, ERROR, "an expected error")
            line = self.number(found["line"], "line") if "line" in found else None
            texts = {name: self.text(found[name], name) for name in ("code", "at", "message") if name in found}
            if not self._is_pattern(found.get("message"), texts.get("message")):
                continue
            if not self._is_path(found.get("at"), texts.get("at")):
                continue
            if line is not None or any(text is not None for text in texts.values()):
                expected.append(ExpectedError(span_of(item), line=line, **texts))
            elif isinstance(item, MappingNode) and not found and not self.is_broken(item):
                self.report(item, "an expected error must have code, at, line or message")
        return tuple(expected) if expected or not node.items else None

    def _update(self, node: Node) -> ExpectedUpdate:
        found = self.fields(node, UPDATE, "an update")
        template = self.file(found["template"], "template") if "template" in found else None
        effects: dict[str, tuple[str, Span]] = {}
        for name, _, value in entries_of(found["expect"]) if "expect" in found else ():
            effect = value.text if isinstance(value, Scalar) else ""
            if effect in EFFECTS:
                effects[name] = (effect, span_of(value))
            else:
                hint = did_you_mean(effect, EFFECTS)
                self.report(value, f"the effect on '{name}' must be one of {', '.join(EFFECTS)}{hint}")
        if "expect" in found and not isinstance(found["expect"], MappingNode):
            self.report(
                found["expect"], "'expect' must be a mapping from resources to effects, such as {server: replace}"
            )
        others = self.text(found["others"], "others") if "others" in found else None
        if others not in (None, "any", "none"):
            self.report(found["others"], "'others' must be any or none")
        refused = self.flag_or_text(found["refused"], "refused") if "refused" in found else None
        if not self._is_pattern(found.get("refused"), refused):
            refused = None
        elif not effects and others != "none" and refused is None and not self.is_broken(node):
            self.report(node, "an update must have 'expect', 'refused' or 'others: none'")
        return ExpectedUpdate(span_of(node), self.inputs(found, template or ""), effects, others != "none", refused)

    def _is_pattern(self, node: Node | None, pattern: str | bool | None) -> bool:
        """Return whether a text can be used as a regular expression; one that cannot is a problem."""
        problem = pattern_problem(pattern) if isinstance(pattern, str) else None
        if node is not None and problem is not None:
            self.report(node, problem)
        return problem is None

    def _is_path(self, node: Node | None, path: str | None) -> bool:
        """Return whether a text is written as a path; one that is not is a problem."""
        try:
            split_path(path or "")
        except PathError as exc:
            if node is not None:
                self.report(node, str(exc))
            return False
        return True

    # -- values ------------------------------------------------------------------------------------------------------

    def inputs(self, found: Mapping[str, Node], template: str = "") -> CaseInputs:
        """Return the values in environments, parameters and attributes."""
        parameters = self.mapping(found["parameters"], "parameters") if "parameters" in found else {}
        attributes = self.mapping(found["attributes"], "attributes") if "attributes" in found else {}
        for name, values in attributes.items():
            if not isinstance(values, dict):
                message = f"the attributes of '{name}' must be a mapping, such as {{first_address: 10.0.0.5}}"
                self.report(found["attributes"], message)
        kept = {name: values for name, values in attributes.items() if isinstance(values, dict)}
        return CaseInputs(template, self.files(found.get("environments")), parameters, kept)
