"""The steps of a check, and what rules report about a text that cannot be read."""

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.files.project import Project
from hotlint.analysis.template import Output, Template
from hotlint.linter.checking.run import Linter, drained
from hotlint.linter.diagnostic import Related
from hotlint.linter.rules.rule import Checked, Rule, RuleContext
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.nodes import Document
from hotlint.syntax.source import Source, Span

TEXT = "heat_template_version: 2018-08-31\noutputs:\n  a: {value: 1}\n  b: {value: 2}\n"


def opened(text: str = TEXT) -> TemplateContext:
    project = Project(Catalog(), {"t.yaml": Source("t.yaml", text)})
    return TemplateContext.open(project, "t.yaml", Environment(), Meter(Budget()))


class Twice(Rule):
    """A rule that reports a place both for the document and for the template."""

    code, name, severity = "X8", "twice", "info"

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        yield ctx.report(Span(len(document.text) - 3, len(document.text)), "document")

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        yield ctx.report(Span(len(ctx.document.text) - 3, len(ctx.document.text)), "template")
        yield ctx.report(Span(0, 1), "related", related=[Related("here", Span(len(ctx.document.text) - 3, 1000))])
        yield ctx.report(
            Span(0, 1), "elsewhere", related=[Related("there", Span(len(ctx.document.text) - 3, 1000), "x")]
        )

    def check_output(self, output: Output, ctx: RuleContext) -> Checked:
        if output.name == "a":
            yield ctx.report(Span(len(ctx.document.text) - 3, len(ctx.document.text)), "output")


def test_places_in_what_cannot_be_read_are_only_for_rules_on_the_document() -> None:
    found = Linter([Twice()]).lint(opened(TEXT + "  c: [\n"))
    assert sorted(d.message for d in found) == ["document", "elsewhere"]
    found = Linter([Twice()]).lint(opened())
    assert sorted(d.message for d in found) == ["document", "elsewhere", "output", "related", "template"]


def test_each_rule_on_the_file_and_each_part_is_a_step() -> None:
    steps = Linter([Twice()]).steps(opened())
    assert len([*steps]) == 4  # the document, the template, and two outputs
    assert len(drained(Linter([Twice()]).steps(opened()))) == 5
