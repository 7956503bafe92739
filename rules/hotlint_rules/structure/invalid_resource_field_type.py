from __future__ import annotations

from hotlint.analysis.template import span_of
from hotlint.language.functions.base import Snippet
from hotlint.rule import Call, Checked, Entry, Example, Output, Resource, Rule, RuleContext, Scalar, Sequence
from hotlint_rules.structure._nodes import describe, is_empty, is_lost, is_string, place

_FORMS: dict[str, tuple[frozenset[type], str]] = {
    "type": (frozenset({str}), "a string, not computed"),
    "properties": (frozenset({dict, Call}), "a mapping"),
    "metadata": (frozenset({dict, Call}), "a mapping"),
    "update_policy": (frozenset({dict, Call}), "a mapping"),
    "deletion_policy": (frozenset({str, Call}), "a string"),
    "external_id": (frozenset({str, Call}), "a string"),
    "condition": (
        frozenset({str, bool, Call}),
        "the name of a condition, true, false or a condition function",
    ),
}


class InvalidResourceFieldType(Rule):
    """The value of a resource's key has the wrong type.

    type, description, deletion_policy and external_id are strings, properties, metadata and update_policy are mappings,
    depends_on is a name or a list of names, condition is the name of a condition, a boolean or a function. Remove a key
    instead of leaving its value empty.
    """

    code = "HOT110"
    name = "invalid-resource-field-type"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::Value
    properties:
    ^^^^^^^^^^
    metadata: [a]
              ^^^
    depends_on: [db, 1]
                     ^
    description: 5
                 ^
    condition: 1
               ^
  db: {type: "OS::Heat::Value"}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  labels: {type: json}
resources:
  web:
    type: OS::Heat::Value
    properties: {}
    metadata: {get_param: labels}
    depends_on: [db]
    description: ""
    condition: true
  db: {type: "OS::Heat::Value"}
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        for part in ctx.template.parts_of(resource):
            classes, form = _FORMS[part.field]
            entry = resource.fields[part.field]
            if part.snippet.__class__ not in classes and not (part.field == "type" and is_empty(entry.value)):
                yield from _finding(entry, part.field, form, part.snippet, ctx)
            elif (
                part.field == "update_policy"
                and isinstance(part.snippet, Call)
                and not ctx.is_never_validated(resource)
            ):
                message = "'update_policy' must be a mapping, not a function; functions can be used inside it"
                yield ctx.report(place(entry), message, severity=ctx.owner_severity(resource))
        entry = resource.fields.get("description")  # type: ignore[assignment]
        if entry is not None and not is_string(entry.value):
            yield from _finding(entry, "description", "a string", None, ctx)
        entry = resource.fields.get("depends_on")  # type: ignore[assignment]
        if entry is not None:
            yield from _depends_on(entry, ctx)

    def check_output(self, output: Output, ctx: RuleContext) -> Checked:
        part = ctx.template.part(output, "condition") if "condition" in output.fields else None
        if part is not None and part.snippet is not None and part.snippet.__class__ not in _FORMS["condition"][0]:
            yield from _finding(output.fields["condition"], "condition", _FORMS["condition"][1], part.snippet, ctx)


def _finding(entry: Entry, field: str, form: str, snippet: Snippet, ctx: RuleContext) -> Checked:
    if is_lost(entry.value, ctx):
        return
    actual = "a function" if isinstance(snippet, Call) else describe(entry.value)
    hint = "; remove the key, or write {}" if form == "a mapping" and actual.startswith("empty") else ""
    yield ctx.report(place(entry), f"'{field}' must be {form}, not {actual}{hint}")


def _depends_on(entry: Entry, ctx: RuleContext) -> Checked:
    node = entry.value
    if isinstance(node, Sequence):
        for item in node.items:
            if not is_string(item) and not is_lost(item, ctx):
                message = f"item of 'depends_on' must be the name of a resource, not {describe(item)}"
                yield ctx.report(span_of(item), message)
    elif not isinstance(node, Scalar) or not isinstance(node.value, str):
        yield from _finding(entry, "depends_on", "the name of a resource or a list of names", None, ctx)
