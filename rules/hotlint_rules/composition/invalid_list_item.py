from __future__ import annotations

from collections.abc import Sequence

from hotlint.analysis.composition.nested_values import invalid_item, list_parameters
from hotlint.analysis.composition.value_origins import property_snippet
from hotlint.analysis.template import node_at
from hotlint.language.values import describe_type
from hotlint.rule import Checked, Example, Resource, Rule, RuleContext, Target, Use
from hotlint_rules.composition._nested import parameter_place, used


class InvalidListItem(Rule):
    """An item of a list for a nested template's parameter is not a string.

    Heat joins a list with commas to pass it to a parameter of type comma_delimited_list, and fails on numbers, booleans and
    lists. Put the item in quotes, or declare the parameter as json.
    """

    code = "HOT642"
    name = "invalid-list-item"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: web.yaml
    properties:
      ports: ['80', 443]
                    ^^^
""",
            files={
                "web.yaml": "heat_template_version: 2018-08-31\nparameters: {ports: {type: comma_delimited_list}}\n",
            },
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: web.yaml
    properties:
      ports: ['80', '443']
""",
            files={
                "web.yaml": "heat_template_version: 2018-08-31\nparameters: {ports: {type: comma_delimited_list}}\n",
            },
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: web.yaml
    external_id: 0a9a9c3e-1f0f-4c57-9a5c-bc6d7a0cfe3e
    properties:
      ports: ['80', 443]
""",
            files={
                "web.yaml": "heat_template_version: 2018-08-31\nparameters: {ports: {type: comma_delimited_list}}\n",
            },
        ),
    ]

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Checked:
        for use in used(uses, resource, ctx):
            for name, items in list_parameters(use, use.values() or {}).items():
                index = invalid_item(items)
                if index is None:
                    continue
                wanted = "a mapping like the first item" if isinstance(items[0], dict) else "a string"
                message = (
                    f"item {index + 1} of list '{name}' must be {wanted}, not {describe_type(items[index])}:"
                    " Heat joins the list with commas to pass it to the nested template"
                )
                related = parameter_place(use, name, ctx)
                severity, place = ctx.owner_severity(resource), _place(resource, use, name, index)
                values = [property_snippet(ctx.template, resource, (*use.path, name, index))]
                yield ctx.report(place, message, severity=severity, related=related, values=values)


def _place(resource: Resource, use: Use, name: str, index: int) -> Target:
    """Return the item if it is written here, else the property, else the place of the type."""
    section = resource.fields.get("properties")
    if section is None:
        return Target(use.node)
    inside, _ = node_at(section.value, use.path)
    listed, entry = node_at(inside, (name,))
    if entry is None:
        return Target(use.node)
    item, _ = node_at(listed, (index,))
    return Target(entry) if item is listed else Target(item)
