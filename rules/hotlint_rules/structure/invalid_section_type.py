from __future__ import annotations

from hotlint.analysis.template import Template
from hotlint.language import versions
from hotlint.linter.rule import Checked, Context, Example, Rule
from hotlint.syntax.nodes import Mapping, Sequence
from hotlint_rules.structure._nodes import is_empty, is_lost, place, sort

_HOLDS = {"parameters": "parameters", "conditions": "conditions", "resources": "resources", "outputs": "outputs"}


class InvalidSectionType(Rule):
    """A section is not the map or list that it has to be.

    parameters, conditions, resources and outputs are maps of names, parameter_groups is a list. An empty section does
    no harm, but for `conditions`: Heat wants a map there, if only an empty one.
    """

    code = "HOT105"
    name = "invalid-section-type"
    renamed = ("section-type",)
    severity = "error"
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

    def check_template(self, template: Template, ctx: Context) -> Checked:
        for name in _HOLDS:
            entry = template.sections.get(name)
            if entry is None or isinstance(entry.value, Mapping) or is_lost(entry.value, ctx):
                continue
            if name == "conditions":
                if versions.SECTIONS[name] > ctx.version:
                    continue
                hint = "; leave the section out, or write {}" if is_empty(entry.value) else ""
            elif is_empty(entry.value):
                continue
            else:
                hint = ""
            message = f"The section '{name}' is a map of {name} by their names, not {sort(entry.value)}{hint}."
            yield ctx.report(place(entry), message)
        groups = template.sections.get("parameter_groups")
        if groups is not None and not isinstance(groups.value, Sequence) and not is_empty(groups.value):
            message = f"The section 'parameter_groups' is a list of groups, not {sort(groups.value)}."
            yield ctx.report(place(groups), message)
