"""What the rules on defaults share: how a default is judged, and whether it counts here."""

from __future__ import annotations

from hotlint.analysis.environment import to_plain
from hotlint.analysis.template import Parameter
from hotlint.language.parameter_types import ValueProblem, check_default
from hotlint.linter.diagnostic import Severity
from hotlint.linter.rule import Context
from hotlint_rules.parameters._constraints import entries


def problems(parameter: Parameter, ctx: Context) -> list[ValueProblem]:
    """What is wrong with a parameter's default."""
    node = parameter.field("default")
    if node is None or parameter.type is None:
        return []
    return check_default(parameter.type, to_plain(node), entries(parameter), ctx.version)


def severity(problem: ValueProblem, parameter: Parameter, ctx: Context) -> Severity:
    """Error where Heat looks at the default: some faults always count, the others where no other value is given."""
    return "error" if problem.always or ctx.unit.evaluation.given(parameter.name) is None else "warning"
