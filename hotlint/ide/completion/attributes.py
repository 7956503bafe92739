"""Completion in get_attr: the resource, and its attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.analysis.symbols import is_file
from hotlint.ide.completion import usage_stats
from hotlint.ide.completion.declared_names import Declared, DeclaredNames
from hotlint.ide.completion.item import CompletionItem
from hotlint.ide.completion.relevance import context_of, fit, foreign, nearby, nearness, undeclared
from hotlint.ide.completion.request import CompletionRequest
from hotlint.ide.completion.schema_location import SchemaLocation
from hotlint.ide.completion.similarity import best
from hotlint.resource_types.schema import ResourceType


def attribute_resources(request: CompletionRequest, location: SchemaLocation, bare: bool) -> Iterator[CompletionItem]:
    """Yield resources with attributes; `bare`: the list of get_attr's arguments is not open yet."""
    context = context_of(request)
    own = (
        str(request.position.path[1])
        if len(request.position.path) > 1 and request.position.path[0] == "resources"
        else ""
    )
    uses = request.names.uses["attribute"]
    near = request.text[max(0, request.position.start - 400) : request.position.start]
    before = re.findall(r"get_attr[\"']?\s*:\s*\[\s*[\"']?([\w.-]+)", near)
    for rank, (name, declared) in enumerate(nearby(request, request.names.resources)):
        if name == own:
            continue
        counts = sum(usage_stats.attributes(declared.type or "").values())
        score = fit(name, context) + min(counts, 20) * 0.04 + 0.01 * rank + (0.6 if name not in uses else 0.0)
        score += (
            0.6 * nearness(declared, request.offset)
            + 0.15 * min(uses.get(name, 0), 6)
            + (0.5 if before and before[-1] == name else 0.0)
        )
        if declared.type and context:
            score += 0.8 * best((declared.type or "").rpartition("::")[2], context)
        text = f"[{name}, ${{1}}]" if bare else None
        yield CompletionItem(
            name, "resource", score, declared.type or "", f"[{name}, " if bare else None, text, ("resource", name)
        )
    yield from undeclared(request, ("attribute", "resource", "depends"), request.names.resources, "resource", own)
    yield from foreign(request, request.environment.neighbors().resources, request.names.resources, "resource")


def attributes(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the attributes of the resource that get_attr names, in the order of their use."""
    before = request.text[: request.position.start]
    found = re.search(
        r"[\[-]\s{0,40}[\"']?([\w.-]{1,200})[\"']?\s{0,40}(?:,|\n\s{0,40}-)\s{0,40}[\"']?$", before[-300:]
    )
    declared = request.names.resources.get(found.group(1)) if found else None
    context = context_of(request)
    if declared is None or declared.type is None:
        for name, n in usage_stats.all_attributes().items():
            yield CompletionItem(name, "attribute", n * 0.01 + 0.8 * fit(name, context), "of some resource")
        return
    if is_file(declared.type):
        nested = request.environment.nested(declared.type)
        yield from _outputs(nested, context) if nested is not None else ()
        return
    kind = request.locator.type_named(declared.type)
    counts = usage_stats.attributes(declared.type)
    if kind is None and (nested := request.environment.nested(declared.type)) is not None:
        yield from _outputs(nested, context)  # an environment maps it to a template
        return
    if kind is not None:
        yield from _of_type(kind, counts, context)
    if kind is None or kind.dynamic or kind.any_attributes:
        most = max(counts.values(), default=0) + 1
        for name, n in counts.items():
            if kind is None or name not in kind.attributes:
                yield CompletionItem(
                    name, "attribute", 2.0 * n / most + 0.8 * fit(name, context), "seen in other templates"
                )
        yield from _of_members(request, declared, context)
        yield from _config_outputs(request, declared)


def _of_type(kind: ResourceType, counts: dict[str, int], context: list[str]) -> Iterator[CompletionItem]:
    most = max(counts.values(), default=0) + 1
    for rank, (name, attribute) in enumerate(kind.attributes.items()):
        old = attribute.support.status in ("DEPRECATED", "HIDDEN", "UNSUPPORTED")
        score = 2.0 * counts.get(name, 0) / most + 0.8 * fit(name, context) - rank * 0.01 - (1.0 if old else 0.0)
        yield CompletionItem(
            name, "attribute", score, attribute.type or "", about=("attribute", kind.name, name), deprecated=old
        )


def _of_members(request: CompletionRequest, declared: Declared, context: list[str]) -> Iterator[CompletionItem]:
    """Yield the attributes of group members: for all as a list, and for one as resource.<index>.<name>."""
    if not declared.inner:
        return
    kind = None if is_file(declared.inner) else request.locator.type_named(declared.inner)
    nested = request.environment.nested(declared.inner) if kind is None else None
    found = (
        list(_outputs(nested, context))
        if nested
        else list(_of_type(kind, usage_stats.attributes(declared.inner), context))
        if kind
        else []
    )
    for item in found:
        yield item._replace(detail="of every member, as a list")
        for index in (0, 1, 2):
            label = f"resource.{index}.{item.label}"
            yield item._replace(label=label, score=item.score - 0.5 - index * 0.3, detail="of one member")


def _config_outputs(request: CompletionRequest, declared: Declared) -> Iterator[CompletionItem]:
    """Yield the outputs of the software configs in this text, which are attributes of their deployments."""
    if declared.type and "Deployment" in declared.type:
        for name in dict.fromkeys(re.findall(r"outputs:[ \t\r]*+\n\s*+- name:\s*+([\w.-]+)", request.text)):
            yield CompletionItem(name, "attribute", 1.5 + fit(name, context_of(request)), "output of a config")


def _outputs(nested: DeclaredNames, context: list[str]) -> Iterator[CompletionItem]:
    for rank, name in enumerate(nested.outputs):
        yield CompletionItem(name, "output", 1.0 + fit(name, context) - rank * 0.01, "output of the nested template")
    for name in nested.resources:
        yield CompletionItem(
            f"resource.{name}", "attribute", -1.0 + fit(name, context), "a resource of the nested template"
        )
