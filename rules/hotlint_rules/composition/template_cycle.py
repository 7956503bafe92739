from __future__ import annotations

import os

from hotlint.analysis.client_files import file_references, upload_blocker
from hotlint.analysis.template import Template
from hotlint.linter.diagnostic import Related
from hotlint.linter.rule import Checked, Context, Example, Rule
from hotlint_rules.composition._nested import shown


class TemplateCycle(Rule):
    """A template names itself, or a template through which it comes back to itself.

    Heat's client reads one after the other without end, and fails. To nest a template in itself is not possible; a type
    that a registry maps to the template does not mean the template again within it.
    """

    code = "HOT605"
    name = "template-cycle"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  again:
    type: template.yaml
          ^^^^^^^^^^^^^
""")
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

    def check_template(self, template: Template, ctx: Context) -> Checked:
        project, own = ctx.unit.project, os.path.abspath(ctx.unit.path)
        for pull in file_references(project, ctx.document):
            target = pull.location.path
            if target is None:
                continue
            if os.path.abspath(target) == own:
                yield ctx.report(pull.node, "This template names itself, so that reading it would never end.")
                continue
            found = upload_blocker(project, target)
            if found is not None and found.kind == "cycle":
                steps = [shown(p, ctx) for p in (target, *found.steps)]
                way = " -> ".join([*steps, found.name]) if steps[-1] != found.name else " -> ".join(steps)
                related = [Related("here the circle closes", found.span, found.file)]
                message = f"Templates name each other in a circle, so that reading them would never end: {way}."
                yield ctx.report(pull.node, message, related=related)
