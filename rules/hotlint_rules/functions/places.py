"""The rules on where functions may stand."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.template import argument, span_of
from hotlint.common.suggestions import did_you_mean
from hotlint.language import functions, versions
from hotlint.language.functions.base import Snippet, as_written
from hotlint.language.values import show
from hotlint.rule import (
    Call,
    Checked,
    Condition,
    Entry,
    Example,
    Mapping,
    Node,
    Parameter,
    Part,
    Rule,
    RuleContext,
    Target,
    Template,
    Use,
)

_PLAIN = ("default", "description", "label", "constraints")


class MisplacedFunction(Rule):
    """A function is used in a parameter's definition, where Heat does not call functions.

    Heat reads parameters first, so their defaults and constraints are plain data, and a function there is a plain mapping.
    Compute the value where the parameter is used, or in an OS::Heat::Value resource.
    """

    code = "HOT410"
    name = "misplaced-function"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  labels:
    type: json
    default: {get_file: labels.json}
              ^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  labels:
    type: json
    default: {owner: me}
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        for name, field in parameter.fields.items():
            entry = misplaced_call(field.value, ctx) if name in _PLAIN else None
            if entry is not None and not (name == "default" and any(_spelled_uses(parameter.name, ctx))):
                message = f"'{entry.name}' is not called in '{name}' of parameter '{parameter.name}'; Heat treats it as a plain key"
                yield ctx.report(Target(entry, "key"), message)


def misplaced_call(node: Node, ctx: RuleContext) -> Entry | None:
    """Return the entry that looks like the call of a function in a parameter's definition, if a node has just one."""
    if isinstance(node, Mapping) and len(node.entries) == 1:
        name = node.entries[0].name
        if (
            isinstance(name, str)
            and ("_" in name or "::" in name)
            and functions.status(name, ctx.version) == "available"
        ):
            return node.entries[0]
    return None


def _spelled_uses(name: str, ctx: RuleContext) -> Iterator[Use]:
    """Yield the uses of members that get a parameter and whose values spell calls: Heat makes those in their template."""
    for resource in ctx.template.resources.values():
        part = ctx.template.part(resource, "properties")
        targets = [target for call in part.calls for target in call.targets] if part is not None else []
        if ("parameter", name) in ((target.kind, target.name) for target in targets):
            yield from (use for use in ctx.template_context.uses(resource) if use.spelled is not None)


class NotInConditions(Rule):
    """A function is used in a condition that Heat does not allow there.

    Heat evaluates conditions before it creates any resource, so it allows only a few functions in them: get_param, equals,
    not, and, or; from 2017-09-01 also yaql and contains. Heat refuses the stack.
    """

    code = "HOT403"
    name = "not-in-conditions"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
conditions:
  known: {equals: [{list_join: ["", [a]]}, a]}
                    ^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: string}
conditions:
  known: {equals: [{get_param: size}, a]}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for part, call in _in_conditions(template):
            if functions.status(call.name, ctx.version, "condition") != "not-in-conditions":
                continue
            _, entry = argument(call)
            assert entry is not None
            allowed = ", ".join(functions.available(ctx.version, "condition"))
            message = f"'{call.name}' is not allowed in a condition; only {allowed} are"
            yield ctx.report(Target(entry, "key"), message, severity=ctx.call_severity(part, call, "parse"))


def _in_conditions(template: Template) -> list[tuple[Part, Call]]:
    return [(part, call) for part in template.parts for call in part.calls if call.context == "condition"]


class MisplacedConditionFunction(Rule):
    """A condition function (equals, not, and, or) is used outside of conditions.

    These functions work only in conditions: in the section `conditions`, under `condition`, and as the first argument of
    `if`. Anywhere else Heat treats them as a plain mapping.
    """

    code = "HOT408"
    name = "misplaced-condition-function"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: string}
outputs:
  small:
    value: {equals: [{get_param: size}, small]}
            ^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: string}
conditions:
  small: {equals: [{get_param: size}, small]}
outputs:
  small:
    value: {if: [small, "yes", "no"]}
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  alarm:
    type: OS::Aodh::CompositeAlarm
    properties:
      composite_rule:
        or:
          - {type: gnocchi_resources_threshold, metric: cpu_util, threshold: 80, resource_type: instance, resource_id: a}
          - {type: gnocchi_resources_threshold, metric: mem_util, threshold: 90, resource_type: instance, resource_id: a}
"""),
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if template.version < versions.SECTIONS["conditions"]:
            return
        for _, entry in template.suspects:
            function = functions.get(entry.name)
            if function is None or function.value:
                continue
            args = template.read(entry.value)
            if function.takes("condition") and not all(
                map(_may_be_condition, args if isinstance(args, list) else [args])
            ):
                continue  # the rule language of a service: alarms have 'and' and 'or', too
            if not any(True for _ in function.check_form(args, template.version)):
                message = f"'{entry.name}' works only in conditions; here Heat treats it as a plain mapping"
                yield ctx.report(Target(entry, "key"), message)


def _may_be_condition(snippet: Snippet) -> bool:
    """Return whether a snippet looks like a condition: a name, a boolean, or a call of a function."""
    if isinstance(snippet, dict):
        return len(snippet) == 1 and functions.get(next(iter(snippet))) is not None
    return isinstance(snippet, str | bool | Call)


class InvalidCondition(Rule):
    """A condition is neither a boolean nor a function that returns one.

    Heat refuses the stack. The name of another condition is not enough: write {not: {not: other}}, or use the other
    condition itself.
    """

    code = "HOT411"
    name = "invalid-condition"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
conditions:
  always: "yes"
          ^^^^^
  list: [true]
        ^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
conditions:
  always: true
  never: {not: always}
""")
    ]

    def check_condition(self, condition: Condition, ctx: RuleContext) -> Checked:
        part = ctx.template.part(condition, "condition")
        if part is None or isinstance(part.snippet, bool | Call):
            return
        place = span_of(condition.node) if condition.node.end > condition.node.start else span_of(condition.key)
        hint = ""
        if isinstance(part.snippet, dict) and len(part.snippet) == 1:
            from hotlint.language import functions

            hint = did_you_mean(next(iter(part.snippet)), functions.available(ctx.version, "condition"))
        message = f"condition '{condition.name}' must be true, false or a function such as equals, not {show(_plain(part.snippet))}{hint}"
        yield ctx.report(place, message)


def _plain(snippet: object) -> object:
    return as_written(snippet)
