from __future__ import annotations

from hotlint.analysis.template import span_of
from hotlint.language.functions.base import Path, Snippet
from hotlint.rule import Call, Checked, Example, Related, Rule, RuleContext, Span, Target, Template, schema_problems


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
        wrong = _wrong_uses(template, ctx)
        if not wrong:
            return
        uses: dict[str, int] = {}
        for _, call in template.calls():
            for target in call.targets:
                if target.kind == "parameter":
                    uses[target.name] = uses.get(target.name, 0) + 1
        for name, (spans, needs) in wrong.items():
            parameter = template.parameters.get(name)
            if parameter is not None and "type" in parameter.fields and len(spans) == uses.get(name):
                kind = parameter.type
                message = f"type {kind} of parameter '{name}' is wrong for all of its uses: {needs}"
                related = [Related("used here", span) for span in spans]
                yield ctx.report(Target(parameter.fields["type"]), message, related=related)


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
