from __future__ import annotations

import os

from hotlint.analysis.files.client_files import file_references, upload_blocker
from hotlint.rule import Checked, Example, Related, Rule, RuleContext, Template
from hotlint_rules.composition._nested import display_path


class TemplateCycle(Rule):
    """A template uses itself, directly or through other templates.

    Heat's client reads them endlessly and fails. A template cannot be nested in itself; inside a template, a type that a
    registry maps to the same template is Heat's own type.
    """

    code = "HOT605"
    name = "template-cycle"
    severity = "error"
    looks_at = frozenset({"file names"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  again:
    type: template.yaml
          ^^^^^^^^^^^^^
"""),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  elsewhere: {type: "https://example.org/web.yaml"}
  again: {type: template.yaml}
                ^^^^^^^^^^^^^
  web: {type: web.yaml}
              ^^^^^^^^
  more: {type: template.yaml, properties: {size: 1}}
               ^^^^^^^^^^^^^
""",
            files={"web.yaml": "heat_template_version: 2018-08-31\nresources: {back: {type: web.yaml}}\n"},
        ),
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: web.yaml
""",
            files={"web.yaml": "heat_template_version: 2018-08-31\n"},
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        project, own = ctx.template_context.project, os.path.abspath(ctx.template_context.path)
        for reference in file_references(project, ctx.document):
            target = reference.location.path
            if target is None:
                continue
            if os.path.abspath(target) == own:
                yield ctx.report(reference.node, f"template '{reference.node.value}' uses itself")
                continue
            found = upload_blocker(project, target)
            if found is not None and found.kind == "cycle":
                steps = [display_path(p, ctx) for p in (target, *found.steps)]
                way = " -> ".join([*steps, found.name]) if steps[-1] != found.name else " -> ".join(steps)
                related = [Related("reference back to the first template", found.span, found.file)]
                message = f"circular use of templates: {way}"
                yield ctx.report(reference.node, message, related=related)
