from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.evaluator import calls_in
from hotlint.heat_types.heat.resource_group import ResourceGroup
from hotlint.language.values import MARKS, EvaluationError
from hotlint.rule import Call, Checked, Example, Related, Resource, Rule, RuleContext


class IndexInPath(Rule):
    """The path of `get_param` contains the index of a group, which Heat has not replaced yet.

    Heat resolves the functions in `resource_def` once, for the whole group, and then replaces `%index%` in the texts that they
    yield. So it looks for an item named `%index%`, finds none, and gives every member an empty text. Pass the list and the index
    to a nested template, and let that select the item.
    """

    code = "HOT616"
    name = "index-in-path"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  sizes: {type: comma_delimited_list, default: "1,2"}
resources:
  volumes:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def:
        type: OS::Heat::Value
        properties:
          value: {get_param: [sizes, "%index%"]}
                                     ^^^^^^^^^
""")
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  sizes: {type: comma_delimited_list, default: "1,2"}
resources:
  volumes:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def:
        type: volume.yaml
        properties: {sizes: {get_param: sizes}, index: "%index%"}
""",
            files={
                "volume.yaml": "heat_template_version: 2018-08-31\n"
                "parameters: {sizes: {type: comma_delimited_list}, index: {type: number}}\n"
                "resources:\n"
                "  value: {type: 'OS::Heat::Value', properties: {value: {get_param: [sizes, {get_param: index}]}}}\n"
            },
        )
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        part = ctx.template.part(resource, "properties")
        is_group = resource.type in ResourceGroup.types and ctx.has_type(resource, ResourceGroup.types)
        if not is_group or part is None or not isinstance(part.snippet, dict):
            return
        index = part.snippet.get("index_var", "%index%")
        definition = part.snippet.get("resource_def")
        if not isinstance(index, str) or not index:
            return
        found = [
            (name, ctx.argument(call, (place,)))
            for call in calls_in(definition)
            for place, name in _paths(call, index)
            if _gives_nothing(call, name, ctx)
        ]
        if found:
            (name, place), *others = sorted(found, key=lambda one: one[1].span())
            message = (
                f"get_param: Heat looks up '{index}' in parameter '{name}' before it replaces '{index}' with the index of a member, "
                "so that each member gets an empty string; select the item in a nested template"
            )
            related = [Related(f"the same for parameter '{other}'", at.span()) for other, at in others]
            yield ctx.report(place, message, related=related)


def _paths(call: Call, index: str) -> Iterator[tuple[int, str]]:
    """Yield the place of the index in the path of a call, and the name of the parameter; nothing without one."""
    if call.function.takes("parameter") and isinstance(call.args, list) and call.args:
        name, *path = call.args
        place = next((n for n, step in enumerate(path, 1) if isinstance(step, str) and index in step), 0)
        if place and isinstance(name, str):
            yield place, name


def _gives_nothing(call: Call, name: str, ctx: RuleContext) -> bool:
    """Return whether a call yields the empty text that stands for a missing item, whatever value a list has."""
    try:
        value = ctx.template_context.evaluation.resolve(call)
    except EvaluationError:
        return False
    parameter = ctx.template.parameters.get(name)
    is_list = parameter is not None and parameter.type == "comma_delimited_list"
    return value == "" or (is_list and isinstance(value, MARKS))
