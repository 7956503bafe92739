from __future__ import annotations

from hotlint.rule import Checked, Example, Mapping, Rule, RuleContext, Sequence, Template
from hotlint_rules.structure._nodes import describe, is_empty, is_lost, place

_HOLDS = {"parameters": "parameters", "conditions": "conditions", "resources": "resources", "outputs": "outputs"}


class InvalidSectionType(Rule):
    """A section is not of its type.

    parameters, conditions, resources and outputs are mappings, parameter_groups is a list. Heat accepts an empty section,
    except for `conditions`, which must be a mapping.
    """

    code = "HOT105"
    name = "invalid-section-type"
    severity = "error"
    looks_at = frozenset({"odd shapes"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
^^^^^^^^^
  - web
"""),
        Example("""\
heat_template_version: 2018-08-31
conditions:
^^^^^^^^^^
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameter_groups: []
parameters:
resources: {}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for name in _HOLDS:
            entry = template.sections.get(name)
            if entry is None or isinstance(entry.value, Mapping) or is_lost(entry.value, ctx):
                continue
            if name == "conditions":
                if name not in template.dialect.sections:
                    continue
                hint = "; remove the section, or write {}" if is_empty(entry.value) else ""
            elif is_empty(entry.value):
                continue
            else:
                hint = ""
            word = template.dialect.word(name)
            message = f"section '{word}' must be a mapping of names to {name}, not {describe(entry.value)}{hint}"
            yield ctx.report(place(entry), message)
        groups = template.sections.get("parameter_groups")
        if groups is not None and not isinstance(groups.value, Sequence) and not is_empty(groups.value):
            message = f"section 'parameter_groups' must be a list of groups, not {describe(groups.value)}"
            yield ctx.report(place(groups), message)
