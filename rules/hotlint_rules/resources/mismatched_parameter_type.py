from __future__ import annotations

from collections import Counter

from hotlint.analysis.template import span_of
from hotlint.language.functions.base import Path, Snippet
from hotlint.rule import (
    Call,
    Checked,
    Example,
    Output,
    Part,
    PropertyProblem,
    Related,
    Resource,
    Rule,
    RuleContext,
    Span,
    Target,
    Template,
    finding_cause,
    schema_problems,
)

_SINGLE = tuple(f" must be {kind}, but " for kind in ("an integer", "a number", "a boolean", "a string"))


class MismatchedParameterType(Rule):
    """A parameter's type is wrong for all of its uses.

    Every property that uses the parameter requires another type: Heat refuses the stack with any value. Change the type of
    the parameter.
    """

    code = "HOT516"
    name = "mismatched-parameter-type"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  sizes: {type: comma_delimited_list, default: "10"}
                ^^^^^^^^^^^^^^^^^^^^
resources:
  volume:
    type: OS::Cinder::Volume
    properties:
      size: {get_param: sizes}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  sizes: {type: comma_delimited_list, default: "10,20"}
resources:
  volume:
    type: OS::Cinder::Volume
    properties:
      size: {get_param: [sizes, 0]}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for name, (spans, needs) in mismatched(ctx).items():
            parameter = template.parameters[name]
            message = f"type {parameter.type} of parameter '{name}' is wrong for all of its uses: {needs}"
            related = [Related("used here", span) for span in spans]
            yield ctx.report(Target(parameter.fields["type"]), message, related=related)


def cause_of(problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> str | None:
    """Return the finding that a property has the type of a parameter which is wrong for all of its uses, if it is so."""
    part = ctx.template.part(resource, "properties")
    call = _at(part.snippet, problem.path) if part is not None and problem.kind == "wrong-type" else None
    if call is None or call.node is None or not _is_whole_parameter(call):
        return None
    if span_of(call.node) not in mismatched(ctx).get(call.args, ([], ""))[0]:
        return None
    place = Target(ctx.template.parameters[call.args].fields["type"])
    return finding_cause(ctx.template_context.path, MismatchedParameterType.code, place.span())


def mismatched(ctx: RuleContext) -> dict[str, tuple[list[Span], str]]:
    """Return the parameters whose type is wrong for all of their uses, with these uses and what is wrong with one of them."""
    return ctx.memoize("mismatched_parameters", lambda: _mismatched(ctx))


def _mismatched(ctx: RuleContext) -> dict[str, tuple[list[Span], str]]:
    wrong = _wrong_uses(ctx.template, ctx)
    uses = Counter(
        target.name
        for part, call in (ctx.template.calls() if wrong else ())
        for target in call.targets
        if target.kind == "parameter" and _wants_a_type(part, call, ctx)
    )
    parameters = ctx.template.parameters
    return {
        name: found
        for name, found in wrong.items()
        if name in parameters and "type" in parameters[name].fields and len(found[0]) == uses[name]
    }


def _wants_a_type(part: Part, call: Call, ctx: RuleContext) -> bool:
    """Return whether a call may be one that needs the type of its parameter: no output that shows it, and none that is left out."""
    shows = isinstance(part.owner, Output) and _is_whole_parameter(call)
    return not shows and ctx.is_enabled(part.owner)


def _wrong_uses(template: Template, ctx: RuleContext) -> dict[str, tuple[list[Span], str]]:
    """Return for each parameter the properties whose whole value it is and whose type differs: (spans, message)."""
    found: dict[str, tuple[list[Span], str]] = {}
    for resource in template.resources.values():
        part = template.part(resource, "properties")
        if part is None or not any(_is_whole_parameter(call) for call in part.calls):
            continue  # most resources, whose properties this rule needs not look at
        for problem in schema_problems(resource, ctx) if ctx.is_enabled(resource) else ():
            if problem.kind != "wrong-type" or problem.severity != "error" or problem.later:
                continue
            if problem.message.endswith("' is a string") and any(kind in problem.message for kind in _SINGLE):
                continue  # the value is wrong: Heat converts single values to each other where it can
            call = _at(part.snippet, problem.path)
            if call is not None and _is_whole_parameter(call) and call.node is not None:
                spans, _ = found.setdefault(call.args, ([], problem.message))
                spans.append(span_of(call.node))
    return found


def _is_whole_parameter(call: Call) -> bool:
    return call.function.takes("parameter") and isinstance(call.args, str)


def _at(snippet: Snippet, path: Path) -> Call | None:
    """Return the call at a path, or None where the value there is not a call."""
    for step in path:
        if isinstance(snippet, dict):
            snippet = snippet.get(step)
        elif isinstance(snippet, list) and isinstance(step, int) and step < len(snippet):
            snippet = snippet[step]
        else:
            return None
    return snippet if isinstance(snippet, Call) else None
