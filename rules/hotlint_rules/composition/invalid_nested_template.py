from __future__ import annotations

from collections.abc import Sequence

from hotlint.analysis.template import Resource
from hotlint.analysis.uses import Use
from hotlint.linter.diagnostic import Related
from hotlint.linter.rule import Checked, Context, Example, Rule, Target
from hotlint_rules.composition._nested import (
    AT_CREATE,
    called,
    child_faults,
    file_of,
    keeps_from_loading,
    use_template,
    used,
)


class InvalidNestedTemplate(Rule):
    """Something is wrong in a nested template, with the values that it gets here.

    Validation of the template passes, as Heat looks into nested templates only when it creates the stack; then it
    refuses it. The first fault is named here, and shown in the nested template.
    """

    code = "HOT607"
    name = "invalid-nested-template"
    renamed = ("faulty-nested-template",)
    severity = "warning"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: web.yaml
          ^^^^^^^^
""",
            files={"web.yaml": "heat_template_version: 2018-08-31\nresources: {one: {type: 'disks.yaml', depends_on: two}}\n",
                   "disks.yaml": "heat_template_version: 2018-08-31\n"},
        )
    ]  # fmt: skip
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: web.yaml
""",
            files={"web.yaml": "heat_template_version: 2018-08-31\nresources: {one: {type: OS::Heat::RandomString}}\n"},
        )
    ]

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: Context) -> Checked:
        for use in used(uses):
            found = child_faults(resource, use, ctx)
            template, path = use_template(use, ctx), file_of(use)
            if not found or template is None or keeps_from_loading(found[0], template, use):
                continue
            first = found[0]
            said = first.message.replace(f" {AT_CREATE}.", "")
            if first.rule == self.name:  # a template in that one is at fault
                message = f"In {called(use)}, {said[0].lower()}{said[1:]} {AT_CREATE}."
                steps = [Related("by way of this resource", first.span, path)] if path is not None else []
                yield ctx.report(Target(use.node), message, related=[*steps, *first.related])
                continue
            more = f" (the first of {len(found)} faults)" if len(found) > 1 else ""
            related = [Related(d.message, d.span, path) for d in found[:3] if path is not None]
            yield ctx.report(Target(use.node), f"In {called(use)}{more}: {said} {AT_CREATE}.", related=related)
