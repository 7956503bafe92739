"""Completion in get_attr: the resource, and its attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.analysis.symbols import is_file
from hotlint.ide.completion import usage_stats
from hotlint.ide.completion.declared_names import Declared, DeclaredNames
from hotlint.ide.completion.nearby_names import NearbyNames, habits_of, nearby, nearby_names, nearness, owner_of, share
from hotlint.ide.completion.other_names import foreign, undeclared
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionItem, CompletionRequest
from hotlint.ide.completion.schema_location import SchemaLocation
from hotlint.ide.completion.similarity import best
from hotlint.resource_types.schema import ResourceType

_RESOURCE = re.compile(r"(?:get_attr|Fn::GetAtt)[\"']?\s*:\s*\[\s*[\"']?([\w.-]+)")
_CONFIG_OUTPUTS = re.compile(
    r"^([ \t]+)outputs:[ \t\r]*+(\[[^\n]*+|(?:\n(?:[ \t]*+(?:#[^\n]*+)?(?=\n)|\1[ \t]*+-[^\n]*+|\1[ \t][^\n]*+))*+)",
    re.M,
)
"""The outputs of a software config, which is a list below the key or behind it."""
_NAME = re.compile(r"\bname:[ \t]*+[\"']?([\w.-]+)")
_OFTEN = 6
"""The number of uses of a resource from which on more make no difference."""
_SMOOTHING = 2
"""What is added to the greatest count, so that a type that was seen once or twice says little about its attributes."""
_PER_MEMBER = 30
"""The ranks that each member of a group is behind the attributes of all members."""
_POPULAR = 20
"""The number of published uses of a type's attributes from which on more make no difference."""


def attribute_resources(request: CompletionRequest, location: SchemaLocation, bare: bool) -> Iterator[CompletionItem]:
    """Yield resources with attributes; `bare`: the list of get_attr's arguments is not open yet."""
    around, own, habits = nearby_names(request), owner_of(request), habits_of(request, "attribute")
    before = _RESOURCE.findall(request.text, max(0, request.position.start - 400), request.position.start)
    for name, declared in nearby(request, request.names.resources):
        if name == own:
            continue
        relevance = _of_resource(request, around, declared)._replace(
            is_repeated=before[-1:] == [name], **habits.of(name)
        )
        text = f"[{name}, ${{1}}]" if bare else None
        yield CompletionItem(
            name, "resource", relevance, declared.type or "", f"[{name}, " if bare else None, text, ("resource", name)
        )
    yield from undeclared(
        request, ("attribute", "resource", "depends"), request.names.resources, "resource", habits, own
    )
    yield from foreign(request, request.environment.neighbors().resources, request.names.resources, "resource", habits)


def _of_resource(request: CompletionRequest, around: NearbyNames, declared: Declared) -> Relevance:
    uses, type_ = request.names.uses["attribute"], declared.type or ""
    return Relevance(
        like_type=best(type_.rpartition("::")[2], around.names),
        nearness=nearness(declared, request.offset),
        is_unused=declared.name not in uses,
        reuse=share(uses.get(declared.name, 0), _OFTEN),
        popularity=share(sum(usage_stats.attributes(type_).values()), _POPULAR),
        **around.likeness(declared.name),
    )


def attributes(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the attributes of the resource that get_attr names, in the order of their use."""
    before = request.text[: request.position.start]
    found = re.search(
        r"[\[-]\s{0,40}[\"']?([\w.-]{1,200})[\"']?\s{0,40}(?:,|\n\s{0,40}-)\s{0,40}[\"']?$", before[-300:]
    )
    resource = found.group(1) if found else ""
    declared = request.names.resources.get(resource)
    habits, seen = habits_of(request, "read", resource), set()
    for item in _attributes(request, declared):
        seen.add(item.label)
        yield item.adding(**habits.of(item.label))
    if declared is None or declared.type is None or not seen:
        for name in habits.after:
            if name not in seen:
                yield CompletionItem(name, "attribute", Relevance(**habits.of(name)), "read elsewhere")


def _attributes(request: CompletionRequest, declared: Declared | None) -> Iterator[CompletionItem]:
    around = nearby_names(request)
    if declared is None or declared.type is None:
        yield from _of_some_resource(around)
        return
    if is_file(declared.type):
        nested = request.environment.nested(declared.type)
        yield from _outputs(nested, around) if nested is not None else ()
        return
    kind = request.locator.type_named(declared.type)
    counts = usage_stats.attributes(declared.type)
    if kind is None and (nested := request.environment.nested(declared.type)) is not None:
        yield from _outputs(nested, around)  # an environment maps it to a template
        return
    if kind is not None:
        yield from _of_type(kind, counts, around)
    if kind is None or kind.dynamic or kind.any_attributes:
        most = max(counts.values(), default=0) + _SMOOTHING
        for name, n in counts.items():
            if kind is None or name not in kind.attributes:
                relevance = Relevance(usage=n / most, **around.likeness(name))
                yield CompletionItem(name, "attribute", relevance, "seen in other templates")
        yield from _of_members(request, declared, around)
        yield from _config_outputs(request, declared)
    if kind is None:
        yield from _used_elsewhere(request, declared.type, around)


def _of_some_resource(around: NearbyNames, remoteness: int = 0) -> Iterator[CompletionItem]:
    """Yield the attributes that published templates read, whatever the type is."""
    everywhere = usage_stats.all_attributes()
    total = sum(everywhere.values()) or 1
    for name, n in everywhere.items():
        relevance = Relevance(remoteness=remoteness, popularity=n / total, **around.likeness(name))
        yield CompletionItem(name, "attribute", relevance, "of some resource")


def _used_elsewhere(request: CompletionRequest, type_: str, around: NearbyNames) -> Iterator[CompletionItem]:
    """Yield the attributes of a type that nothing describes: those that the tree's templates read, then those of other types."""
    for name, (n, where) in request.used(type_, lambda names: names.attributes_of(type_)).items():
        relevance = Relevance(is_local_custom=True, reuse=share(n, _OFTEN), **around.likeness(name))
        yield CompletionItem(name, "attribute", relevance, f"used in {where}")
    yield from _of_some_resource(around, remoteness=1)


def _of_type(kind: ResourceType, counts: dict[str, int], around: NearbyNames) -> Iterator[CompletionItem]:
    most = max(counts.values(), default=0) + _SMOOTHING
    for rank, (name, attribute) in enumerate(kind.attributes.items()):
        old = attribute.support.status in ("DEPRECATED", "HIDDEN", "UNSUPPORTED")
        relevance = Relevance(is_deprecated=old, usage=counts.get(name, 0) / most, rank=rank, **around.likeness(name))
        yield CompletionItem(
            name, "attribute", relevance, attribute.type or "", about=("attribute", kind.name, name), deprecated=old
        )


def _of_members(request: CompletionRequest, declared: Declared, around: NearbyNames) -> Iterator[CompletionItem]:
    """Yield the attributes of group members: for all as a list, and for one as resource.<index>.<name>."""
    if not declared.inner:
        return
    kind = None if is_file(declared.inner) else request.locator.type_named(declared.inner)
    nested = request.environment.nested(declared.inner) if kind is None else None
    found = (
        list(_outputs(nested, around))
        if nested
        else list(_of_type(kind, usage_stats.attributes(declared.inner), around))
        if kind
        else []
    )
    for item in found:
        yield item._replace(detail="of every member, as a list")
        for index in (0, 1, 2):
            label = f"resource.{index}.{item.label}"
            yield item._replace(label=label, detail="of one member").adding(rank=_PER_MEMBER * (index + 1))


def _config_outputs(request: CompletionRequest, declared: Declared) -> Iterator[CompletionItem]:
    """Yield the outputs of the software configs in this text, which are attributes of their deployments."""
    if declared.type and "Deployment" in declared.type:
        blocks = (found.group(2) for found in _CONFIG_OUTPUTS.finditer(request.text))
        for name in dict.fromkeys(name for block in blocks for name in _NAME.findall(block)):
            relevance = Relevance(is_idiom=True, **nearby_names(request).likeness(name))
            yield CompletionItem(name, "attribute", relevance, "output of a config")


def _outputs(nested: DeclaredNames, around: NearbyNames) -> Iterator[CompletionItem]:
    for rank, name in enumerate(nested.outputs):
        relevance = Relevance(rank=rank, **around.likeness(name))
        yield CompletionItem(name, "output", relevance, "output of the nested template")
    for name in nested.resources:
        relevance = Relevance(remoteness=1, **around.likeness(name))
        yield CompletionItem(f"resource.{name}", "attribute", relevance, "a resource of the nested template")
