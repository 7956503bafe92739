"""The rules on what a template defines and never uses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Set
from functools import lru_cache

from hotlint.common.suggestions import closest_matches
from hotlint.rule import (
    Call,
    Checked,
    Document,
    Example,
    Mapping,
    Rule,
    RuleContext,
    Scalar,
    Sequence,
    Target,
    Template,
)
from hotlint_rules._text_calls import text_calls

COMPARED = 200
"""Undefined names that are compared with the defined ones: of more, the first ones in order."""


def meant_names(undefined: Iterable[str], known: Iterable[str]) -> set[str]:
    """Return the names that undefined ones are probably misspellings of."""
    names = list(known)
    return {near[0] for name in sorted(set(undefined))[:COMPARED] if (near := closest_matches(name, names))}


def written_names(ctx: RuleContext, keys: tuple[str, ...]) -> set[str]:
    """Return the names below one of `keys`, or a misspelling of it, anywhere in the document: in misspelled sections, too.

    The value of a key is a name, or a list that begins with one. Nothing is returned where all of them are in calls that the template
    knows: the caller has seen these.
    """
    others = ctx.document.key_names - ctx.template.resources.keys()  # the entry of a resource is no call
    meant = {name for name in others if isinstance(name, str) and _is_one_of(name, keys)}
    meant -= {name for name in meant if _is_section_alone(ctx, name)}
    if not meant or (meant <= set(keys) and _are_all_calls(ctx, meant)):
        return set()
    return set(_written(ctx.document, meant))


def _is_section_alone(ctx: RuleContext, name: str) -> bool:
    """Return whether a name is that of a section, and appears nowhere else in the text: `conditions` looks like `condition`."""
    section = ctx.template.sections.get(name)
    return section is not None and isinstance(section.value, Mapping) and ctx.document.text.count(name) == 1


def _are_all_calls(ctx: RuleContext, keys: Collection[str]) -> bool:
    """Return whether every occurrence of `keys` in the text is a call that the template knows."""
    if ctx.document.aliases:
        return False
    called = sum(call.function.name in keys for part in ctx.template.parts for call in part.calls)
    return called == sum(map(ctx.document.text.count, keys))


@lru_cache(maxsize=10_000)  # the same keys come again and again
def _is_one_of(key: str, keys: tuple[str, ...]) -> bool:
    """Return whether a key is one of `keys` or a misspelling of it."""
    return key in keys or (any(abs(len(key) - len(k)) <= 2 for k in keys) and bool(closest_matches(key, keys)))


def _written(document: Document, keys: Set[str]) -> Iterator[str]:
    for mapping in document.mappings:
        for entry in () if keys.isdisjoint(mapping.named) else mapping.entries:
            if entry.name not in keys:
                continue
            first = entry.value.items[0] if isinstance(entry.value, Sequence) and entry.value.items else entry.value
            if isinstance(first, Scalar) and isinstance(first.value, str):
                yield first.value


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
        used = used_parameters(template)
        if used is None:
            return
        used.update(target.name for text in text_calls(ctx) if text.call is not None for target in text.call.targets)
        unused = template.parameters.keys() - used
        if unused:
            written = written_names(ctx, _REFERENCES)
            unused -= written | meant_names(_undefined(used | written, template, ctx), template.parameters)
        for parameter in template.parameters.values():
            if parameter.name in unused:
                message = f"parameter '{parameter.name}' is never used"
                yield ctx.report(Target(parameter.key), message, tags=("unused",))


def used_parameters(template: Template) -> set[str] | None:
    """Return the names that a template uses as those of parameters; None where a function returns one, which may be any."""
    used: set[str] = set()
    for _, call in template.calls():
        if call.function.kinds.isdisjoint(_NAMES_A_PARAMETER):
            continue
        named = [t.name for t in call.targets]
        if not named and _is_computed(call):
            return None
        used.update(named)
    return used


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


_USERS = ("condition", "if", "Fn::If")
"""The keys and functions that take the name of a condition first."""


class UnusedCondition(Rule):
    """A condition is never used.

    Remove it, or use it: in `condition: NAME` of a resource or an output, in `{if: [NAME, ..., ...]}`, or in another
    condition.
    """

    code = "HOT802"
    name = "unused-condition"
    severity = "info"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
conditions:
  never: false
  ^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
conditions:
  never: false
outputs:
  nothing: {value: x, condition: never}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if ctx.document.broken or not template.conditions:
            return
        used = {t.name for _, call in template.calls() for t in call.targets if t.kind == "condition"}
        used |= {p.snippet for p in template.parts if p.context == "condition" and isinstance(p.snippet, str)}
        if template.conditions.keys() - used:
            used |= written_names(ctx, _USERS)
            used |= meant_names(used - template.conditions.keys(), template.conditions)
        for condition in template.conditions.values():
            if condition.name not in used:
                message = f"condition '{condition.name}' is never used"
                yield ctx.report(Target(condition.key), message, tags=("unused",))
