from __future__ import annotations

from collections.abc import Sequence

from hotlint.rule import Checked, Example, Related, Resource, Rule, RuleContext, Target, Use
from hotlint_rules.composition._nested import (
    called,
    child_problems,
    file_of,
    keeps_from_loading,
    severity_of,
    use_template,
    validated,
)


class InvalidNestedTemplate(Rule):
    """A nested template has an error with the values that it gets here.

    Heat validates nested templates before it creates anything, and refuses the stack. It leaves some checks for later:
    missing required properties, and values of the wrong type or against a constraint, are warnings in a nested template.
    The message has the first error; its place in the nested template is shown as well.
    """

    code = "HOT607"
    name = "invalid-nested-template"
    severity = "error"
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

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Checked:
        for use in validated(uses, resource, ctx):
            if use.kind.location is None:
                continue
            found = child_problems(resource, use, ctx)
            template, path = use_template(use, ctx), file_of(use)
            if not found or template is None or keeps_from_loading(found[0], template, use):
                continue
            first = found[0]
            severity = severity_of(use, ctx)
            causes = [c for d in found for c in d.causes_in(path)] if path is not None else []
            if first.rule == self.name:  # the error is in a template that this one uses
                message = f"{called(use)}: {first.message}"
                steps = [Related("used by this resource", first.span, path)] if path is not None else []
                yield ctx.report(
                    Target(use.node), message, severity=severity, related=[*steps, *first.related], causes=causes
                )
                continue
            count = f" has {len(found)} errors, the first" if len(found) > 1 else ""
            related = [Related(d.message, d.span, path) for d in found[:3] if path is not None]
            message = f"{called(use)}{count}: {first.message}"
            yield ctx.report(Target(use.node), message, severity=severity, related=related, causes=causes)
