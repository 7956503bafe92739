"""Why values of a dry run are predicted: they read attributes that follow from the properties of a resource."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.evaluator import calls_in
from hotlint.analysis.template import Resource
from hotlint.language.functions.base import Snippet


def reasons_in(context: TemplateContext, snippet: Snippet, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield why values that a snippet reads are predicted, also where another resource or an output hands them on.

    `seen` are the names of the resources that have handed it on.
    """
    for call in calls_in(snippet):
        if call.function.takes("attribute") and isinstance(call.args, list) and len(call.args) > 1:
            wanted = call.args[1]
            owner = next((context.template.resources.get(target.name) for target in call.targets), None)
            if owner is not None and isinstance(wanted, str) and context.evaluation.succeeded(call):
                reason = context.prediction(owner.name, wanted)
                if reason is not None:
                    yield reason
                elif owner.name not in seen:
                    yield from _handed_on(context, owner, wanted, seen | {owner.name})


def _handed_on(context: TemplateContext, owner: Resource, wanted: str, seen: frozenset[str]) -> Iterator[str]:
    """Yield why an attribute is predicted that shows a property or an output, of a group that of the first member."""
    use = next(iter(context.uses(owner)), None)
    if use is None:
        part = context.template.part(owner, "properties")
        if part is not None and isinstance(part.snippet, dict) and wanted in part.snippet:
            yield from reasons_in(context, part.snippet[wanted], seen)
        return
    member = next(iter(use.names(1)), None) if use.member else None
    if use.kind.location is None or (use.member and member is None):
        return
    child = context.child_of(owner, use, member)
    name = wanted.split(".", 2)[2] if wanted.startswith("resource.") and wanted.count(".") > 1 else wanted
    output = child.template.outputs.get(name) if child is not None else None
    found = child.template.part(output, "value") if child is not None and output is not None else None
    if child is not None and found is not None:
        yield from reasons_in(child, found.snippet)
