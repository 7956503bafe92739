from __future__ import annotations

from hotlint.analysis.environments.file import SECTIONS
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.rule import Checked, EnvironmentFile, Example, Rule, RuleContext, Target


class UnknownEnvironmentSection(Rule):
    """An environment has an unknown section.

    Heat's client refuses it. The usual cause is a typo, or lines that should be indented more.
    """

    code = "HOT631"
    name = "unknown-environment-section"
    severity = "error"
    bad = [
        Example("""\
parameter_defaults:
  flavor: m1.small
parameter:
^^^^^^^^^
  image: cirros
""")
    ]
    good = [Example("parameter_defaults:\n  flavor: m1.small\nparameters:\n  image: cirros\n")]

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        missing = [s for s in SECTIONS if s not in environment.sections]
        for name, entry in environment.sections.items():
            if name not in SECTIONS:
                target = Target(entry, "key")
                message = f"unknown environment section '{name}'{did_you_mean(name, missing)}; the sections are {', '.join(SECTIONS)}"
                fix = ctx.rename_fix(target, unambiguous_match(name, missing)) if isinstance(name, str) else None
                yield ctx.report(target, message, fix=fix)
