from __future__ import annotations

from hotlint.analysis.environments.file import STRATEGIES
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.rule import Checked, EnvironmentFile, Example, Rule, RuleContext, Scalar, Target


class UnknownMergeStrategy(Rule):
    """A merge strategy in parameter_merge_strategies is unknown.

    Heat then overwrites, which is the default. The strategies are overwrite, merge and deep_merge.
    """

    code = "HOT637"
    name = "unknown-merge-strategy"
    severity = "warning"
    bad = [
        Example("""\
parameter_merge_strategies:
  default: deep-merge
           ^^^^^^^^^^
parameter_defaults: {tags: {team: web}}
""")
    ]
    good = [Example("parameter_merge_strategies:\n  default: deep_merge\nparameter_defaults: {tags: {team: web}}\n")]

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        for entry in environment.entries("parameter_merge_strategies").values():
            value = entry.value
            found = value.value if isinstance(value, Scalar) else None
            if found not in STRATEGIES:
                hint = f" '{found}'{did_you_mean(found, STRATEGIES)}" if isinstance(found, str) else ""
                message = f"unknown merge strategy{hint}; use {', '.join(STRATEGIES[:-1])} or {STRATEGIES[-1]}"
                fix = (
                    ctx.rename_fix(Target(entry), unambiguous_match(found, STRATEGIES))
                    if isinstance(found, str)
                    else None
                )
                yield ctx.report(Target(entry), message, fix=fix)
