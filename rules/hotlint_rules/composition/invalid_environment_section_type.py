from __future__ import annotations

from hotlint.analysis.environments.file import LISTS, is_true
from hotlint.rule import Checked, EnvironmentFile, Example, Mapping, Rule, RuleContext, Scalar, Sequence, Target

_MAPPINGS = ("parameters", "parameter_defaults", "parameter_merge_strategies", "resource_registry")


class InvalidEnvironmentSectionType(Rule):
    """A section of an environment is not of its type.

    Heat fails on it. `parameters`, `parameter_defaults`, `parameter_merge_strategies` and `resource_registry` are mappings;
    `encrypted_param_names` and `event_sinks` are lists.
    """

    code = "HOT633"
    name = "invalid-environment-section-type"
    severity = "error"
    bad = [
        Example("""\
resource_registry: {}
parameter_defaults:
  - flavor: m1.small
  ^^^^^^^^^^^^^^^^^^
""")
    ]
    good = [Example("resource_registry: {}\nparameter_defaults: {flavor: m1.small}\n")]

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        root = environment.document.root
        if root is not None and not isinstance(root, Mapping) and not (isinstance(root, Scalar) and root.value is None):
            yield ctx.report(root, "environment must be a mapping of sections, such as 'parameters: {name: value}'")
        for name, entry in environment.sections.items():
            value = entry.value
            if isinstance(value, Scalar) and value.value is None:
                continue
            if name in _MAPPINGS and not isinstance(value, Mapping):
                ignored = not is_true(value) and name != "resource_registry"
                milder = ignored or name == "parameter_merge_strategies"  # see HOT641 unmergeable-environments
                message = f"environment section '{name}' must be a mapping of names to values"
            elif name in LISTS and not isinstance(value, Sequence):
                milder = not is_true(value) or name == "encrypted_param_names"
                message = f"environment section '{name}' must be a list"
            else:
                continue
            yield ctx.report(Target(entry), message, severity="warning" if milder else "error")
