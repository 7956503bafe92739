from __future__ import annotations

from collections.abc import Iterator

from hotlint.rule import Call, Checked, Example, Mapping, Rule, RuleContext, Scalar, Sequence, Target, Template

_REFERENCES = ("get_param", "Ref")
"""The functions that refer to a parameter."""

_NAMES_A_PARAMETER = frozenset({"parameter", "ref"})


class UnusedParameter(Rule):
    """A parameter is never used.

    Its value changes nothing in the stack. Remove the parameter, or use it. hotlint does not report parameters of a template that
    others in its source tree nest, since the parameters are an interface. It does not report a parameter either if a misspelled
    reference seems to mean it: the reference is an error of its own.
    """

    code = "HOT801"
    name = "unused-parameter"
    severity = "info"
    looks_at = frozenset({"parameters"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
  image: {type: string}
  ^^^^^
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: {get_param: flavor}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: {get_param: flavor}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if ctx.document.broken or _is_nested_in_its_folder(ctx):
            return
        used: set[str] = set()
        for part in template.parts:
            for call in part.calls:
                if call.function.kinds.isdisjoint(_NAMES_A_PARAMETER):
                    continue
                named = [t.name for t in call.targets]
                if not named and _is_computed(call):
                    return  # a function returns the name, so it may be any parameter
                used.update(named)
        unused = template.parameters.keys() - used
        if unused:
            from hotlint_rules.advice._misspelled import meant_names, written_names

            written = written_names(ctx, _REFERENCES)
            unused -= written | meant_names(_undefined(used | written, template, ctx), template.parameters)
        for parameter in template.parameters.values():
            if parameter.name in unused:
                message = f"parameter '{parameter.name}' is never used"
                yield ctx.report(Target(parameter.key), message, tags=("unused",))


def _is_nested_in_its_folder(ctx: RuleContext) -> bool:
    """Return whether the template is checked with its folder, and others of that nest it, with or without an environment."""
    in_folder = ctx.template_context.project.open_world is not None
    return ctx.is_supplied or (in_folder and ctx.template_context.parent is not None)


def _undefined(used: set[str], template: Template, ctx: RuleContext) -> Iterator[str]:
    """Yield the names that are used as those of parameters, and are not defined."""
    known = {*template.parameters, *template.resources, *template.dialect.pseudo_parameters}
    yield from used - known
    for group in template.groups:
        listed = group.node.get("parameters") if isinstance(group.node, Mapping) else None
        for node in listed.items if isinstance(listed, Sequence) else ():
            if isinstance(node, Scalar) and isinstance(node.value, str) and node.value not in known:
                yield node.value


def _is_computed(call: Call) -> bool:
    args = call.args
    return isinstance(args, Call) or (isinstance(args, list) and bool(args) and isinstance(args[0], Call))
