"""Tests rules with their examples. A line of ^^^ marks each reported place.

from hotlint.linter.checking.testing import failures
def test_examples(): assert not failures(MyRule())
"""

from __future__ import annotations

import os
import re
import tempfile
import textwrap
from collections.abc import Iterable
from typing import NamedTuple

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.cloud.facts import CloudFacts
from hotlint.cloud.snapshot_reader import plain_snapshot
from hotlint.heat_types.base import HeatType
from hotlint.linter.checking.run import Linter
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.packs import registry
from hotlint.linter.rules.rule import Example, Rule
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.edits import apply_edits
from hotlint.syntax.source import Span

_MARKS = re.compile(r"^[ ]*\^[ ^]*$")
FILE = "template.yaml"
ENVIRONMENT = "environment.yaml"
SNAPSHOT = "cloud.yaml"
HEADER = ("heat_template_version: 2018-08-31", "resources:", "  it:")


class MarkedText(NamedTuple):
    """A text without its mark lines, and the spans that were marked."""

    text: str
    spans: list[Span]


def parse_marks(example: str) -> MarkedText:
    """Return an example without its lines of ^^^, and the places that these mark in the line above."""
    lines: list[str] = []
    spans: list[Span] = []
    at = 0
    for line in example.splitlines(keepends=True):
        if _MARKS.match(line.rstrip("\n")) and lines:
            start = at - len(lines[-1])
            spans += [Span(start + m.start(), start + m.end()) for m in re.finditer(r"\^+", line)]
        else:
            lines.append(line)
            at += len(line)
    return MarkedText("".join(lines), sorted(spans))


def type_examples(own: HeatType, shown: Iterable[Example | str], *, is_bad: bool = False) -> list[Example]:
    """Return the `bad` or `good` examples of a resource type's own rules, with a whole template in place of properties."""
    return [e if isinstance(e, Example) else Example(_template(own, e, is_bad), target=own.shown_in) for e in shown]


def _template(own: HeatType, properties: str, is_bad: bool) -> str:
    """Return a template with one resource; a bad one without a mark marks the type."""
    kind = own.types[0]
    lines = [*HEADER, f"    type: {kind}"]
    if is_bad and "^" not in properties:
        lines.append(" " * len("    type: ") + "^" * len(kind))
    if properties.startswith("{"):
        lines.append(f"    properties: {properties}")
    else:
        body = textwrap.dedent(properties).strip("\n").rstrip()
        lines += ["    properties:", textwrap.indent(body, " " * 6)]
    return "\n".join([*lines, ""])


def example_diagnostics(rule: Rule, example: Example) -> list[Diagnostic]:
    """Return the diagnostics of one rule in an example, with the example's environment and files."""
    with tempfile.TemporaryDirectory() as folder:
        files = {FILE: parse_marks(example.text).text, **example.files}
        if example.environment is not None:
            files[ENVIRONMENT] = example.environment
        for name, text in files.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        template = os.path.join(folder, FILE)
        users = {os.path.abspath(template): tuple(os.path.join(folder, n) for n in example.files)}
        cloud = CloudFacts(plain_snapshot(example.cloud), SNAPSHOT) if example.cloud is not None else None
        project = Project(Catalog(target=example.target, cloud=cloud), users=users)
        given = [os.path.join(folder, ENVIRONMENT)] if example.environment is not None else []
        context = TemplateContext.open(project, template, project.environment(given), Meter(Budget()))
        registered = registry.load()
        found = Linter([rule], Linter(registered.rules, type_rules=registered.type_rules), registered.type_rules).lint(
            context
        )
        return [_with_example_paths(d, os.path.join(folder, "")) for d in found]


def _with_example_paths(found: Diagnostic, folder: str) -> Diagnostic:
    """Return a finding with the file names of the example, without the temporary folder."""
    related = tuple(r._replace(path=r.path.removeprefix(folder)) if r.path else r for r in found.related)
    return found._replace(message=found.message.replace(folder, ""), related=related)


def fixed_text(rule: Rule, example: Example) -> str:
    """Return the text of an example after the first fix of each finding."""
    edits = [e for d in example_diagnostics(rule, example) for f in d.fixes[:1] for e in f.edits]
    return apply_edits(parse_marks(example.text).text, edits)


def failures(rule: Rule) -> list[str]:
    """Return a message for each example whose marks differ from the rule's findings; empty if all agree."""
    found = []
    for example in rule.bad:
        want = parse_marks(example.text)
        got = sorted({d.span for d in example_diagnostics(rule, example)})
        if not want.spans:
            found.append(f"{rule.code}: a bad example marks nothing")
        elif got != want.spans:
            found.append(f"{rule.code}: marked {_cut(want.text, want.spans)}, reported {_cut(want.text, got)}")
        if example.fixed is not None and (text := fixed_text(rule, example)) != example.fixed:
            found.append(f"{rule.code}: its fixes give {text!r}")
    for example in rule.good:
        found += [f"{rule.code}: a good example is reported: {d.message}" for d in example_diagnostics(rule, example)]
    return found


def _cut(text: str, spans: list[Span]) -> list[str]:
    return [f"{s.start}:{text[s.start : s.end]!r}" for s in spans]
