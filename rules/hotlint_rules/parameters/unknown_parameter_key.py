from __future__ import annotations

from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.language import constraints, versions
from hotlint.rule import Checked, Example, Parameter, Rule, RuleContext, Scalar, Target
from hotlint.syntax.nodes import key_name
from hotlint_rules._versions import later_part
from hotlint_rules.structure._misplaced import misplaced_causes

_CFN = {"NoEcho": "hidden", "AllowedValues": "constraints", "AllowedPattern": "constraints", "required": "default"}
_IN_CONSTRAINTS = frozenset(constraints.NAMES)
_WITHOUT_EFFECT = "schema"
"""A key that Heat has for properties and accepts in parameters."""


class UnknownParameterKey(Rule):
    """A parameter has an unknown key.

    Heat refuses the template. The keys are type, label, description, default, hidden, immutable, constraints and, from
    2018-03-02, tags; limits and allowed values belong in the list `constraints`.
    """

    code = "HOT203"
    name = "unknown-parameter-key"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  size:
    type: string
    defualt: small
    ^^^^^^^
""",
            fixed="""\
heat_template_version: 2018-08-31
parameters:
  size:
    type: string
    default: small
""",
        ),
        Example("""\
heat_template_version: 2016-10-14
parameters:
  size:
    type: string
    tags: [web]
    ^^^^
    allowed_values: [small, large]
    ^^^^^^^^^^^^^^
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size:
    type: string
    tags: [web]
    constraints:
      - allowed_values: [small, large]
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        dialect = ctx.template.dialect
        keys = dialect.parameter_keys
        for name, entry in parameter.fields.items():
            if name in keys or not isinstance(entry.key, Scalar):
                continue
            if name == "constraints" and not dialect.is_hot:
                continue  # what several keys of CloudFormation's format are read as
            since = versions.PARAMETER_KEYS.get(name) if dialect.is_hot else None
            place = Target(entry, "key")
            if since is not None:
                yield later_part(f"key '{name}' of a parameter", since, entry, ctx)
            elif name == _WITHOUT_EFFECT:
                yield ctx.report(place, "key 'schema' has no effect in a parameter", severity="warning")
            else:
                written = key_name(entry.key)
                free = [word for k, word in keys.items() if k not in parameter.fields]
                fix = ctx.rename_fix(place, unambiguous_match(written, free))
                hint = _hint(written, free) if dialect.is_hot else did_you_mean(written, free)
                message = f"unknown key '{entry.key.text}' in parameter '{parameter.name}'{hint}"
                yield ctx.report(place, message, fix=fix, causes=misplaced_causes(parameter, ctx))


def is_misspelled(key: str, parameter: Parameter, ctx: RuleContext) -> bool:
    """Return whether a key that the parameter lacks is probably one of its unknown keys, misspelled."""
    keys = ctx.template.dialect.parameter_keys
    free = [word for k, word in keys.items() if k not in parameter.fields]
    unknown = (e.key for name, e in parameter.fields.items() if name not in keys)
    return any(
        keys[key] in (unambiguous_match(key_name(k), free), _CFN.get(k.text)) for k in unknown if isinstance(k, Scalar)
    )


def _hint(name: object, free: list[str]) -> str:
    if name in _IN_CONSTRAINTS:
        return f"; write it as a constraint, 'constraints: [{{{name}: ...}}]'"
    return f" (did you mean '{_CFN[name]}'?)" if isinstance(name, str) and name in _CFN else did_you_mean(name, free)
