from __future__ import annotations

from collections.abc import Sequence

from hotlint.rule import Checked, Example, Resource, Rule, RuleContext, Use
from hotlint_rules._deployed_files import use_template
from hotlint_rules.composition._nested import (
    child_problems,
    is_of_service,
    keeps_from_loading,
    nested_finding,
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
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: server.yaml
          ^^^^^^^^^^^
""",
            files={"server.yaml": "heat_template_version: 2018-08-31\nresources: {one: {type: OS::Nova::Server, "
                   "properties: {flavor: f, image: i, metadata: {a: {str_split: [',', 7]}}}}}\n"},
        ),
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
            found = [d for d in child_problems(resource, use, ctx) if not is_of_service(d)]
            template = use_template(use, ctx)
            if found and template is not None and not keeps_from_loading(found[0], template, use):
                yield nested_finding(found, use, ctx)
