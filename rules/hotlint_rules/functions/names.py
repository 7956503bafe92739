"""The rules on the names of functions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.analysis.template import argument
from hotlint.common.suggestions import unambiguous_match
from hotlint.language import functions, versions
from hotlint.rule import (
    ArgumentError,
    Call,
    Checked,
    Entry,
    Example,
    Function,
    Part,
    Resource,
    Rule,
    RuleContext,
    Target,
    Template,
    member_problems,
)
from hotlint_rules._misspelled_calls import misspelled_argument, misspelled_call, possible_functions
from hotlint_rules._versions import future_function, version_causes
from hotlint_rules.functions.arguments import OTHER_RULES, successor

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
        refused = _refused_arguments(template, ctx)
        for part, entry in template.suspects:
            names = functions.available(template.version, part.context)
            near = possible_functions(part, entry, ctx)
            if (
                near
                and id(entry) not in refused
                and not _is_own_name(part, entry, ctx)
                and not _is_refused(part, entry, ctx)
            ):
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


def _refused_arguments(template: Template, ctx: RuleContext) -> set[int]:
    """Return the identities of the entries that a function around them refuses: its message names the function that is meant."""
    parts = [part for part in template.parts if part.suspects]
    errors = ((part, call, error) for part in parts for call, error in _errors(part, ctx))
    return {id(misspelled_argument(error, call, part, ctx)) for part, call, error in errors}


def _is_refused(part: Part, entry: Entry, ctx: RuleContext) -> bool:
    """Return whether the property around it refuses the mapping: its message names the function that is meant."""
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


class FutureFunction(Rule):
    """A function is used that this version of HOT does not have yet.

    Heat treats the call as a plain mapping, so that the property gets the mapping itself instead of its value. Raise
    `heat_template_version`, or avoid the function. (Heat reports nothing; this is an error because the result is always
    wrong.)
    """

    code = "HOT401"
    name = "future-function"
    refused_by = "nobody"
    stricter = "Heat treats a function of a later HOT version as plain data, and deploys the text of the call"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2015-04-30
outputs:
  parts:
    value: {str_split: [",", "a,b"]}
            ^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2015-10-15
outputs:
  parts:
    value: {str_split: [",", "a,b"]}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for part, entry in template.suspects:
            function = future_function(entry, template)
            if function is None:
                continue
            since = versions.display_name(function.since)
            message = f"'{function.name}' requires version {since} or later; in {template.version} Heat treats it as a plain mapping"
            severity = ctx.call_severity(part, None, "parse")
            yield ctx.report(Target(entry, "key"), message, severity=severity, causes=version_causes(ctx))


class RemovedFunction(Rule):
    """A function is used that this version of HOT no longer has.

    Most functions that HOT took over from CloudFormation (Fn::Join, Ref, ...) exist only in version 2013-05-23, and
    Fn::Select only until 2015-04-30. Heat refuses the stack; each function has a successor.
    """

    code = "HOT402"
    name = "removed-function"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
resources:
  size:
    type: OS::Heat::Value
    properties:
      value: {Ref: flavor}
              ^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
resources:
  size:
    type: OS::Heat::Value
    properties:
      value: {get_param: flavor}
""")
    ]

    def looks_at(self, function: Function) -> bool:
        return function.until is not None

    def check_call(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        until = call.function.until
        assert until is not None
        if functions.status(call.name, ctx.version, call.context) != "removed":
            yield from self._broken(call, part, ctx)
            return
        _, entry = argument(call)
        assert entry is not None
        instead = f"; use {new}" if (new := successor(call.function)) else ""
        gone = versions.VERSIONS[versions.VERSIONS.index(until) + 1]
        message = f"'{call.name}' was removed in version {versions.display_name(gone)}{instead}"
        yield ctx.report(Target(entry, "key"), message, severity=ctx.call_severity(part, call))

    def _broken(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        """Report Ref where the target release is older than Stein: it has the function, but cannot parse any use of it."""
        if call.name != "Ref" or ctx.template_context.catalog.is_reached("12"):
            return
        _, entry = argument(call)
        if entry is not None:
            message = (
                "'Ref' fails in Heat until Stein, which the target release precedes; use get_param or get_resource"
            )
            yield ctx.report(Target(entry, "key"), message, severity=ctx.call_severity(part, call))
