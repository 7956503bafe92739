"""custom_constraint: check that Heat knows by a name, such as ip_addr or nova.flavor.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#custom-constraint
Heat: heat.engine.constraints.CustomConstraint
"""

from __future__ import annotations

from hotlint.common.annotations import Any
from hotlint.common.printable import code_span
from hotlint.language.constraints import custom
from hotlint.language.constraints.model import ConstraintKind, ConstraintProblem, did_you_mean, nearest
from hotlint.language.values import Value, describe_type, is_known, show


def check_form(args: object, parameter_type: str | None) -> list[ConstraintProblem]:
    """Return problems: Heat accepts any name until there is a value to check, and refuses every value for an unknown one."""
    where = ("custom_constraint",)
    if not isinstance(args, str):
        message = f"'custom_constraint' must be the name of a constraint, not {describe_type(args)}"
        return [ConstraintProblem(where, "value", "custom-constraint-not-text", message)]
    if custom.get(args) is not None:
        return []
    guess = nearest(args, custom.everything())
    message = f"unknown custom constraint {show(args)}{did_you_mean(guess)}; Heat refuses every value"
    return [ConstraintProblem(where, "value", "unknown-custom-constraint", message, suggestion=guess)]


def check_value(args: object, value: Value, value_type: str | None) -> str | None:
    """Return the message of a custom constraint that needs no cloud; None for the others and for unknown ones."""
    constraint = custom.get(args) if isinstance(args, str) else None
    if constraint is None or constraint.check is None or not is_known(value):
        return None
    reason = constraint.check(value)
    return None if reason is None else f"{reason} (custom constraint {args})"


def describe(args: Any) -> str:
    """Return a short description of the constraint, in Markdown."""
    return f"custom constraint {code_span(str(args))}"


KIND = ConstraintKind(
    name="custom_constraint",
    since="2013-05-23",
    types=("string", "number", "boolean", "comma_delimited_list"),
    form=check_form,
    value=check_value,
    doc=(
        "Has Heat run a check that it knows by name. Some look at the value alone (ip_addr, net_cidr, mac_addr, "
        "cron_expression, timezone, ...); the others ask the cloud whether such a thing exists (nova.flavor, "
        "glance.image, neutron.network, ...) and can only be checked there."
    ),
    example="""\
key_name:
  type: string
  constraints:
    - custom_constraint: nova.keypair
      description: a key pair that exists
""",
    snippet="custom_constraint: ${1}",
    describe=describe,
    heat_class="CustomConstraint",
    heat_arguments=("name",),
    ranks={"string": 1},
    synonyms=("custom",),
)
