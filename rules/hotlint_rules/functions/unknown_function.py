from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.common.suggestions import unambiguous_match
from hotlint.language import functions
from hotlint.rule import (
    ArgumentError,
    Call,
    Checked,
    Entry,
    Example,
    Part,
    Resource,
    Rule,
    RuleContext,
    Target,
    Template,
    member_problems,
)
from hotlint_rules._misspelled_calls import misspelled_argument, misspelled_call, possible_functions
from hotlint_rules.functions._arguments import OTHER_RULES

_NAMING = frozenset({"yaql", "str_replace", "str_replace_strict", "str_replace_vstrict", "repeat"})
"""Functions with an argument whose keys the author names."""


class UnknownFunction(Rule):
    """The only key of a mapping is a misspelled function name.

    Heat has no such function and treats the call as a plain mapping, so that the property gets the mapping itself instead
    of its value. Where the property or the function around it takes no mapping, that is the error (HOT505, HOT613, HOT405), whose
    message names the function.
    """

    code = "HOT404"
    name = "unknown-function"
    severity = "warning"
    looks_at = frozenset({"suspects"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
outputs:
  size:
    value: {get_parm: flavor}
            ^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
outputs:
  size:
    value: {get_well: soon}
  levels:
    value: {yaql: {expression: $.data.filters.flatten(), data: {filters: [[a], [b]]}}}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for part, entry in template.suspects:
            names = functions.available(template.version, part.context)
            near = possible_functions(part, entry, ctx)
            if near and not _is_own_name(part, entry, ctx) and not _is_refused(part, entry, ctx):
                message = (
                    f"unknown function '{entry.name}' (did you mean '{near[0]}'?); Heat treats it as a plain mapping"
                )
                target = Target(entry, "key")
                yield ctx.report(
                    target, message, fix=ctx.rename_fix(target, unambiguous_match(entry.name, names), "unsafe")
                )


def _is_own_name(part: Part, entry: Entry, ctx: RuleContext) -> bool:
    """Return whether an entry defines a name for the call around it, which uses it: `data: {filters: ...}`, `$.data.filters`."""
    name = rf"(?<!\w){re.escape(str(entry.name))}(?!\w)"
    calls = (call.node for call in part.calls if call.name in _NAMING and call.node is not None)
    around = (node for node in calls if node.start <= entry.key.start < node.end)
    return any(len(re.findall(name, ctx.document.text[node.start : node.end])) > 1 for node in around)


def _is_refused(part: Part, entry: Entry, ctx: RuleContext) -> bool:
    """Return whether the property or the function around it refuses the mapping: the message names the function that is meant."""
    parts = [other for other, suspect in ctx.template.suspects if suspect is entry]  # an alias repeats it
    if any(misspelled_argument(e, call, other, ctx) is entry for other in parts for call, e in _errors(other, ctx)):
        return True
    resource = part.owner
    if not isinstance(resource, Resource) or part.field != "properties":
        return False
    checked = ctx.template_context.properties(resource)
    if any(misspelled_call(p, resource, ctx) == (part, entry) for p in (checked.problems if checked else ())):
        return True
    members = (
        (use, p)
        for use in ctx.template_context.uses(resource)
        if use.member
        for p in member_problems(resource, use, ctx)
    )
    return any(misspelled_call(p, resource, ctx, use.path) == (part, entry) for use, p in members)


def _errors(part: Part, ctx: RuleContext) -> Iterator[tuple[Call, ArgumentError]]:
    """Yield the errors in the arguments of a part's calls that are reported as wrong arguments (HOT405)."""
    for call in part.calls:
        for error in ctx.argument_errors(call):
            if error.slug not in OTHER_RULES:
                yield call, error
