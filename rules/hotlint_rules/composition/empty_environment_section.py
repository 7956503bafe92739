from __future__ import annotations

from hotlint.analysis.environment import SECTIONS, EnvironmentFile
from hotlint.linter.rule import Checked, Context, Example, Rule, Target
from hotlint.syntax.nodes import Scalar

_FATAL = ("resource_registry", "event_sinks")


class EmptyEnvironmentSection(Rule):
    """A section of an environment is there, but empty.

    Heat takes that for null, and refuses the environment (older clients fill in what is missing, but for the registry
    and the event sinks: for those, this is an error). Leave the section out, or write {} or [].
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

    def check_environment(self, environment: EnvironmentFile, ctx: Context) -> Checked:
        for name, entry in environment.sections.items():
            if name in SECTIONS and isinstance(entry.value, Scalar) and entry.value.value is None:
                message = f"The section '{name}' is empty, which Heat refuses: leave it out, or give it something."
                yield ctx.report(Target(entry, "key"), message, severity="error" if name in _FATAL else "warning")
