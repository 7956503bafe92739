from __future__ import annotations

from hotlint.analysis.environments.file import SECTIONS
from hotlint.rule import Checked, EnvironmentFile, Example, Rule, RuleContext, Scalar, Target

_LISTS = ("encrypted_param_names", "event_sinks")


class EmptyEnvironmentSection(Rule):
    """A section of an environment is empty.

    Heat reads it as null and refuses the environment. Remove the section, or write {} or [].
    """

    code = "HOT632"
    name = "empty-environment-section"
    severity = "error"
    bad = [
        Example("""\
parameter_defaults:
  flavor: m1.small
resource_registry:
^^^^^^^^^^^^^^^^^
""")
    ]
    good = [Example("parameter_defaults:\n  flavor: m1.small\nresource_registry: {}\n")]

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        for name, entry in environment.sections.items():
            if name in SECTIONS and isinstance(entry.value, Scalar) and entry.value.value is None:
                message = (
                    f"environment section '{name}' is empty; remove it, or write {'[]' if name in _LISTS else '{}'}"
                )
                yield ctx.report(Target(entry, "key"), message)
