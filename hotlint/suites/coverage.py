"""Coverage: what of a template the dry runs of the tests reach, and which of its resources and outputs they assert."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.symbols import name_span
from hotlint.analysis.template import Output, Part, Resource, argument, span_of
from hotlint.dry_run.stack_preview import Preview
from hotlint.language.functions.base import Call
from hotlint.language.values import EvaluationError
from hotlint.suites.model import SuiteTest
from hotlint.suites.paths import looked_at, split_path
from hotlint.syntax.source import Span

KINDS = ("condition", "branch", "resource", "output")
"""What is counted, in the order of reports."""
ASSERTED_KINDS = ("resource", "output")
"""What an assertion can look at."""
TEMPLATE_LIMIT = 500
"""Previews that one test may add: a deep tree of nested templates has thousands."""


class CoverPoint(NamedTuple):
    """One thing that tests should reach, at a place of its template.

    `kind` is one of KINDS; `name` a condition, resource or output, or the condition of an `if`; `outcome` is "true" or
    "false" for a condition or a branch, "" for a resource or an output, which is reached when it is enabled.
    """

    kind: str
    name: str
    outcome: str
    span: Span

    @property
    def what(self) -> str:
        """The point in words, such as "condition 'large' is never true"."""
        if self.kind == "condition":
            return f"condition '{self.name}' is never {self.outcome}"
        if self.kind == "branch":
            return f"the {'first' if self.outcome == 'true' else 'second'} value of if [{self.name}, ...] is never used"
        return f"{self.kind} '{self.name}' is never enabled"


class TemplateCoverage(NamedTuple):
    """The coverage of one template: how often each of its points was reached, by the number of tests.

    `asserted` counts the tests whose assertions look at a resource or output, by its kind and name.
    """

    path: str
    text: str
    hits: dict[CoverPoint, int]
    asserted: dict[tuple[str, str], int]

    def points(self, kind: str | None = None) -> list[CoverPoint]:
        """Return the points in the order of the text; those of one kind, or all."""
        return sorted((p for p in self.hits if kind in (None, p.kind)), key=lambda p: (p.span, p.outcome == "false"))

    def missed(self) -> list[CoverPoint]:
        """Return the points that no test reaches, in the order of the text."""
        return [point for point in self.points() if not self.hits[point]]

    def assertions(self, point: CoverPoint) -> int | None:
        """Return how many tests assert something of a resource or output; None for another point."""
        return self.asserted.get((point.kind, point.name), 0) if point.kind in ASSERTED_KINDS else None

    def not_asserted(self) -> list[CoverPoint]:
        """Return the points that tests reach and no assertion looks at, in the order of the text."""
        return [point for point in self.points() if self.hits[point] and self.assertions(point) == 0]

    def asserted_share(self) -> tuple[int, int]:
        """Return how many resources and outputs assertions look at, and how many there are."""
        counts = [count for point in self.points() if (count := self.assertions(point)) is not None]
        return sum(count > 0 for count in counts), len(counts)

    def share(self, kind: str | None = None) -> tuple[int, int]:
        """Return how many points were reached, and how many there are."""
        points = self.points(kind)
        return sum(self.hits[point] > 0 for point in points), len(points)


class Coverage:
    """Collects the coverage of all templates, nested ones included."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._hits: dict[str, Counter[CoverPoint]] = {}
        self._asserted: dict[str, Counter[tuple[str, str]]] = {}

    def add(self, preview: Preview) -> None:
        """Add what one dry run reaches. Raises nothing."""
        for one in _with_nested(preview):
            self.add_context(one.context)

    def add_assertions(self, preview: Preview, test: SuiteTest) -> None:
        """Add what the assertions of one test look at: a stored preview holds all of it."""
        paths = [assertion.path for assertion in test.assertions]
        paths += [str(assertion.expected) for assertion in test.assertions if assertion.operator == "same_as"]
        found = {place for path in paths for place in looked_at(preview, split_path(path))}
        effects = test.update.effects if test.update is not None else {}
        found.update(place for name in effects for place in looked_at(preview, _of_effect(preview, name)))
        for one in _with_nested(preview) if test.snapshot is not None else ():
            template = one.context.template
            found.update((one.context.path, "resource", name) for name in template.resources)
            found.update((one.context.path, "output", name) for name in template.outputs)
        for path, kind, name in {(os.path.abspath(path), kind, name) for path, kind, name in found}:
            self._asserted.setdefault(path, Counter())[kind, name] += 1

    def add_context(self, context: TemplateContext) -> None:
        """Add what the evaluation of one template reaches, without those nested in it."""
        path = os.path.abspath(context.path)
        self._texts.setdefault(path, context.document.text)
        hits = self._hits.setdefault(path, Counter())
        for point, reached in _points(context):
            hits[point] += reached

    def merge(self, other: Coverage) -> None:
        """Add the coverage that another process has collected."""
        for path, hits in other._hits.items():
            self._texts.setdefault(path, other._texts[path])
            self._hits.setdefault(path, Counter()).update(hits)
        for path, counts in other._asserted.items():
            self._asserted.setdefault(path, Counter()).update(counts)

    def templates(self) -> list[TemplateCoverage]:
        """Return the coverage of each template, by path."""
        asserted = self._asserted
        return [
            TemplateCoverage(path, self._texts[path], hits, dict(asserted.get(path, {})))
            for path, hits in sorted(self._hits.items())
        ]


def total_share(templates: Iterable[TemplateCoverage], kind: str | None = None) -> tuple[int, int]:
    """Return how many points of several templates were reached, and how many there are."""
    return _sum(template.share(kind) for template in templates)


def total_asserted(templates: Iterable[TemplateCoverage]) -> tuple[int, int]:
    """Return how many resources and outputs of several templates assertions look at, and how many there are."""
    return _sum(template.asserted_share() for template in templates)


def _sum(shares: Iterable[tuple[int, int]]) -> tuple[int, int]:
    counts = [*shares]
    return sum(reached for reached, _ in counts), sum(count for _, count in counts)


def percent(share: tuple[int, int]) -> float:
    """Return a share as a percentage; 100 where there is nothing to reach."""
    reached, count = share
    return 100.0 * reached / count if count else 100.0


def _with_nested(preview: Preview) -> Iterator[Preview]:
    """Yield a preview and those nested in it, up to a limit."""
    waiting, left = [preview], TEMPLATE_LIMIT
    while waiting and left:
        left -= 1
        one = waiting.pop()
        yield one
        waiting += one.previews()


def _of_effect(preview: Preview, name: str) -> list[str | int]:
    """Return the path to the resource whose effect an update expects, such as `group` or `group.0`."""
    first = name if name in preview.resources() else name.partition(".")[0]
    return ["resources", first]


def _points(context: TemplateContext) -> Iterator[tuple[CoverPoint, bool]]:
    """Yield each point of a template, and whether this evaluation reaches it."""
    template = context.template
    for name, condition in template.conditions.items():
        value = _outcome(context.evaluation.named_condition, name)
        span = name_span(condition.key)
        yield CoverPoint("condition", name, "true", span), value is True
        yield CoverPoint("condition", name, "false", span), value is False
    for part, call in template.calls():
        if call.function.macro and isinstance(call.args, list) and len(call.args) in (2, 3) and call.node is not None:
            yield from _branches(context, part, call)
    owners: list[Resource | Output] = [*template.resources.values(), *template.outputs.values()]
    for owner in owners:
        kind = "resource" if isinstance(owner, Resource) else "output"
        yield CoverPoint(kind, owner.name, "", name_span(owner.key)), _is_enabled(context, owner)


def _branches(context: TemplateContext, part: Part, call: Call) -> Iterator[tuple[CoverPoint, bool]]:
    """Yield the two branches of an `if`; both are missed where Heat does not come to it."""
    reached = not isinstance(part.owner, Resource | Output) or _is_enabled(context, part.owner)
    is_taken = reached and context.evaluation.is_taken(call)
    value = _outcome(context.evaluation.condition, call.args[0]) if is_taken else None
    name = call.args[0] if isinstance(call.args[0], str) else "..."
    for index, outcome in ((1, "true"), (2, "false")):
        node = argument(call, (index,))[0] if index < len(call.args) else call.node
        assert node is not None
        yield CoverPoint("branch", name, outcome, span_of(node)), value is (outcome == "true")


def _is_enabled(context: TemplateContext, owner: Resource | Output) -> bool:
    """Return whether a resource or output is known to be enabled."""
    return _outcome(context.evaluation.condition_value, owner) is True


def _outcome(evaluate: Callable[[Any], Any], subject: Any) -> Any:
    """Return the outcome of a condition; None for one that fails."""
    try:
        return evaluate(subject)
    except EvaluationError:
        return None
