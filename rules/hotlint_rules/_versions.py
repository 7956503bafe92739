"""What a template uses that its version lacks, and the finding that tells it."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language import functions, versions
from hotlint.rule import Call, Diagnostic, Entry, Function, Mapping, RuleContext, Target, Template, version_cause


def version_causes(ctx: RuleContext) -> list[str]:
    """Return the cause of all that the version of the template lacks.

    HOT118 tells it where Heat refuses a part, else the call (HOT401) of the newest function.
    """
    return ctx.memoize("version_causes", lambda: _version_causes(ctx))


def _version_causes(ctx: RuleContext) -> list[str]:
    template, node = ctx.template, ctx.template.version_node
    start = node.start if node is not None else 0
    if all(since <= ctx.version for _, since in refused_parts(template)):
        future = {function.since: entry.key.start for function, entry in future_calls(template)}
        start = future[max(future)] if future else start
    return [version_cause(ctx.template_context.path, start)]


def later_part(part: str, since: str, entry: Entry, ctx: RuleContext, *, is_ignored: bool = False) -> Diagnostic:
    """Return the finding about an entry that only later versions have; `is_ignored`: Heat does not refuse it."""
    has = versions.display_name(ctx.version)
    end = f"in version {has} Heat ignores it" if is_ignored else f"this template has version {has}"
    message = f"{part} requires version {since} or later; {end}"
    return ctx.report(Target(entry, "key"), message, causes=version_causes(ctx))


def refused_parts(template: Template) -> Iterator[tuple[str, str]]:
    """Yield what a template uses that Heat refuses in versions that lack it: its name, and the version that brought it."""
    for name in template.sections:
        if name in versions.SECTIONS:
            yield f"section '{name}'", versions.SECTIONS[name]
    for name in dict.fromkeys(name for parameter in template.parameters.values() for name in parameter.fields):
        if name in versions.PARAMETER_KEYS:
            yield f"key '{name}' of a parameter", versions.PARAMETER_KEYS[name]
    for name in dict.fromkeys(name for resource in template.resources.values() for name in resource.fields):
        if name in versions.RESOURCE_KEYS:
            yield f"key '{name}' of a resource", versions.RESOURCE_KEYS[name]
    for part, entry in template.suspects:
        function = functions.get(entry.name)
        whole = part.node.items() if isinstance(part.node, Mapping) else ()
        if part.field == "condition" and function is not None and any(e is entry for e in whole):
            yield f"function '{function.name}' in a condition", function.condition_since or function.since


def future_calls(template: Template) -> Iterator[tuple[Function, Entry]]:
    """Yield the functions of later versions of HOT that a template calls, with the keys that name them."""
    for _, entry in template.suspects:
        function = future_function(entry, template)
        if function is not None:
            yield function, entry


def future_function(entry: Entry, template: Template) -> Function | None:
    """Return the function of a later version of HOT that the only key of a mapping names; None for any other key."""
    function = functions.get(str(entry.name))
    if function is None or not function.value or function.since <= template.version:
        return None
    if functions.status(function.name, versions.NEWEST) is None:
        return None  # no version of HOT has it
    call = Call(function, function.name, template.read(entry.value), None)
    is_other = any(
        True for _ in function.check_form(call.args, function.since)
    )  # a mapping that happens to have such a key
    return None if is_other else function
