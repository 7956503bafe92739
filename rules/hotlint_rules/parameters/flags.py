"""The rules on the fields of a parameter that are not its type, default or constraints."""

from __future__ import annotations

from hotlint.language import versions
from hotlint.rule import Checked, Example, Mapping, Parameter, Rule, RuleContext, Scalar, Sequence
from hotlint_rules.parameters.unknown_parameter_key import is_misspelled
from hotlint_rules.structure._misplaced import misplaced_causes
from hotlint_rules.structure._nodes import describe, is_empty, is_lost, place


class FlagNotBoolean(Rule):
    """`hidden` or `immutable` of a parameter is not a boolean.

    Heat does not convert it: any string counts as true, even "false".
    """

    code = "HOT213"
    name = "flag-not-boolean"
    severity = "warning"
    fields = ("hidden", "immutable")
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  password: {type: string, hidden: "false"}
                                   ^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  password: {type: string, hidden: true}
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        for name in ("hidden", "immutable") if ctx.template.dialect.is_hot else ():
            entry = parameter.fields.get(name)
            if entry is None or (isinstance(entry.value, Scalar) and isinstance(entry.value.value, bool)):
                continue
            value = "false" if is_empty(entry.value) else "true"
            subject = f"'{name}' of parameter '{parameter.name}'"
            message = f"{subject} must be true or false, not {describe(entry.value)}; Heat reads it as {value}"
            yield ctx.report(place(entry), message)


class TagsNotList(Rule):
    """The tags of a parameter are not a list.

    Heat refuses the template. Write a list, even for one tag.
    """

    code = "HOT214"
    name = "tags-not-list"
    severity = "error"
    fields = ("tags",)
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: string, tags: web}
                             ^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: string, tags: [web]}
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        entry = parameter.fields["tags"]
        if versions.PARAMETER_KEYS["tags"] > ctx.version or isinstance(entry.value, Sequence):
            return
        if not is_lost(entry.value, ctx):
            yield ctx.report(
                place(entry), f"'tags' of parameter '{parameter.name}' must be a list, not {describe(entry.value)}"
            )


class MissingParameterType(Rule):
    """A parameter has no type.

    Heat refuses the template. The type is string, number, boolean, json or comma_delimited_list.
    """

    code = "HOT201"
    name = "missing-parameter-type"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size:
  ^^^^
    default: small
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size:
    type: string
    default: small
  image: {Type: string}  # the misspelled key is the mistake
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        if not isinstance(parameter.node, Mapping) or "type" in parameter.fields:
            return
        if not is_misspelled("type", parameter, ctx):
            message = f"parameter '{parameter.name}' has no type; add one, such as '{_example(ctx)}'"
            yield ctx.report(parameter.key, message, causes=misplaced_causes(parameter, ctx))


def _example(ctx: RuleContext) -> str:
    dialect = ctx.template.dialect
    return f"{dialect.word('type')}: {next(iter(dialect.parameter_types))}"
