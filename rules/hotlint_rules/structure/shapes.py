"""The rules on sections, entries and names of the wrong type."""

from __future__ import annotations

from hotlint.analysis.template import VERSION_KEY, span_of
from hotlint.rule import (
    Checked,
    Diagnostic,
    Edit,
    Entry,
    Example,
    Fix,
    Mapping,
    Named,
    Output,
    Parameter,
    Resource,
    Rule,
    RuleContext,
    Scalar,
    Sequence,
    Template,
)
from hotlint_rules.structure._nodes import describe, is_empty, is_lost, is_string, place


class VersionNotString(Rule):
    """The version of the template is not a string.

    Heat expects a string such as 2018-08-31 or rocky under `heat_template_version`, and finds no version in a number, a
    list or an empty value.
    """

    code = "HOT103"
    name = "version-not-string"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018
                       ^^^^
"""),
        Example("""\
heat_template_version:
^^^^^^^^^^^^^^^^^^^^^
resources: {}
"""),
    ]
    good = [Example("heat_template_version: 2018-08-31\n")]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        entry = template.sections[VERSION_KEY]
        if is_string(entry.value) or is_lost(entry.value, ctx):
            return
        message = f"version must be a string such as {template.dialect.versions[-1]}, not {describe(entry.value)}"
        yield ctx.report(place(entry), message)


_HOLDS = {"parameters": "parameters", "conditions": "conditions", "resources": "resources", "outputs": "outputs"}


class InvalidSectionType(Rule):
    """A section is not of its type.

    parameters, conditions, resources and outputs are mappings, parameter_groups is a list. Heat accepts an empty section,
    except for `conditions`, which must be a mapping.
    """

    code = "HOT105"
    name = "invalid-section-type"
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


_SUCH_AS = {
    "parameter": "{type: string}",
    "resource": "{type: 'OS::Heat::Value', properties: {...}}",
    "output": "{value: ...}",
}


class InvalidEntryType(Rule):
    """A parameter, resource or output is not a mapping.

    Each of them is a mapping: a parameter has at least a type, a resource a type, and an output a value.
    """

    code = "HOT106"
    name = "invalid-entry-type"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: string
        ^^^^^^
resources:
  web: OS::Heat::Value
       ^^^^^^^^^^^^^^^
outputs:
  id:
  ^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: string}
resources:
  web: {type: "OS::Heat::Value"}
outputs:
  id: {value: {get_resource: web}}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for named in (template.parameters, template.resources, template.outputs):
            for owner in named.values():
                node = owner.node
                if node.__class__ is Mapping or is_lost(node, ctx) or (isinstance(owner, Resource) and is_empty(node)):
                    continue
                yield self._finding(owner, ctx)

    def _finding(self, owner: Named, ctx: RuleContext) -> Diagnostic:
        node, kind = owner.node, owner.section[:-1]
        nothing = isinstance(node, Scalar) and node.end <= node.start
        actual = "empty" if nothing else describe(node)
        message = f"{kind} '{owner.name}' must be a mapping such as {_SUCH_AS[kind]}, not {actual}"
        return ctx.report(span_of(owner.key if nothing else node), message)


class NameNotString(Rule):
    """The name of a parameter, condition, resource or output is a number, a boolean or null.

    YAML reads 80, yes, on, off, no and ~ as such. Heat gets every name as a string, but not always as the one that is
    written: on becomes "true", 1.50 becomes "1.5". Put the name in quotes.
    """

    code = "HOT107"
    name = "name-not-string"
    severity = "warning"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  8080: {type: string}
  ^^^^
resources:
  on: {type: "OS::Heat::Value"}
  ^^
""",
            fixed="""\
heat_template_version: 2018-08-31
parameters:
  "8080": {type: string}
resources:
  "on": {type: "OS::Heat::Value"}
""",
        )
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  "8080": {type: string}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for named in (template.parameters, template.conditions, template.resources, template.outputs):
            for owner in named.values():
                if owner.key.value.__class__ is not str:
                    yield self._finding(owner, ctx)

    def _finding(self, owner: Named, ctx: RuleContext) -> Diagnostic:
        key, kind = owner.key, owner.section[:-1]
        fix = None
        if key.text and not key.style:
            fix = Fix(
                f'Change to "{key.text}"',
                (Edit(key.span, f'"{key.text}"'),),
                "safe" if owner.name == key.text else "unsafe",
            )
        message = (
            f"name of {kind} {key.text or '~'} is {describe(key)}, which Heat reads as '{owner.name}'; put it in quotes"
        )
        return ctx.report(key, message, fix=fix)


class DescriptionNotString(Rule):
    """A description or label is not a string.

    Heat accepts it, but displays something else. A string that starts with `[` or `{`, and words such as yes and no, need
    quotes.
    """

    code = "HOT115"
    name = "description-not-string"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
description: [web, db]
             ^^^^^^^^^
parameters:
  debug: {type: boolean, default: false, label: on}
                                                ^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
description: "[web, db]"
parameters:
  debug: {type: boolean, default: false, label: "on"}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        return _check(template.sections.get("description"), "description of the template", ctx)

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        for field in ("label", "description"):
            if field in parameter.fields and not is_string(parameter.fields[field].value):
                yield from _described(parameter, field, ctx)

    def check_output(self, output: Output, ctx: RuleContext) -> Checked:
        return _described(output, "description", ctx)


def _described(owner: Named, field: str, ctx: RuleContext) -> Checked:
    return _check(owner.fields.get(field), f"{field} of {owner.section[:-1]} '{owner.name}'", ctx)


def _check(entry: Entry | None, whose: str, ctx: RuleContext) -> Checked:
    if entry is None or is_string(entry.value) or (isinstance(entry.value, Scalar) and entry.value.value is None):
        return
    advice = "put it in quotes" if isinstance(entry.value, Scalar) else "put it in quotes, or after '|' if it is long"
    yield ctx.report(place(entry), f"{whose} must be a string, not {describe(entry.value)}; {advice}")
