"""The rules on files that are empty, or no template."""

from __future__ import annotations

from hotlint.analysis.template import VERSION_KEY, kind_of, span_of
from hotlint.rule import Checked, Document, Example, Mapping, Rule, RuleContext, Sequence, Span, Target
from hotlint_rules.structure.missing_version import TELLING, misspelled


class EmptyFile(Rule):
    """The file is empty.

    Heat refuses it. A template has at least `heat_template_version`, and usually `resources`.
    """

    code = "HOT010"
    name = "empty-file"
    severity = "error"
    bad = [Example("# to be written\n^\n")]
    good = [Example("heat_template_version: 2018-08-31\n")]

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        if kind_of(document) == "empty" and not document.broken and not document.problems:
            yield ctx.report(Span(0, 1), "file is empty; a template starts with 'heat_template_version'")


class NotATemplate(Rule):
    """The file is neither a Heat template nor an environment.

    A template is a mapping with `heat_template_version`, an environment one with `parameters`, `parameter_defaults`
    or `resource_registry`. Heat refuses anything else.
    """

    code = "HOT008"
    name = "not-a-template"
    severity = "error"
    bad = [
        Example("""\
- hosts: all
^
  roles: [web]
"""),
        Example("""\
services:
^^^^^^^^
  web: {image: nginx}
"""),
        Example("""\
heat_template_version: 2018-08-31
^^^^^^^^^^^^^^^^^^^^^
stack_name: web
flavor: m1.small
"""),
    ]
    good = [Example("heat_template_version: 2018-08-31\n"), Example("parameter_defaults: {flavor: small}\n")]

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        root = document.root
        if root is None or kind_of(document) != "other" or ctx.may_be_in_unparsed_text(VERSION_KEY):
            return
        if ctx.template_context.path in ctx.template_context.environment.files:
            return  # it is used as an environment
        if not isinstance(root, Mapping):
            if document.broken:
                return
            what = "a list" if isinstance(root, Sequence) else "a single scalar"
            start = span_of(root).start
            message = (
                f"file is not a Heat template: a template is a mapping that starts with '{VERSION_KEY}', not {what}"
            )
            yield ctx.report(Span(start, start + 1), message)
            return
        version = root.entry(VERSION_KEY)
        if version is not None:
            why = f"the value of '{VERSION_KEY}' is a mapping"
            if not isinstance(version.value, Mapping):
                why = f"it has values next to '{VERSION_KEY}', and no section of a template, such as 'resources'"
            yield ctx.report(Target(version, "key"), f"file is not a Heat template: {why}")
        elif misspelled(root) is None and not any(e.name in TELLING for e in root.items()):
            place = Target(root.entries[0], "key") if root.entries else Span(root.start, root.start + 1)
            why = f"it has no '{VERSION_KEY}'"
            yield ctx.report(place, f"file is not a Heat template: {why}")
