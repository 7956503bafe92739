"""Completion of the names of parameters, resources and conditions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypedDict

from hotlint.ide.completion.declared_names import Declared
from hotlint.ide.completion.nearby_names import (
    NearbyNames,
    customs_of,
    habits_of,
    nearby,
    nearby_names,
    nearness,
    owner_of,
    share,
)
from hotlint.ide.completion.other_names import foreign, undeclared
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionItem, CompletionRequest
from hotlint.ide.completion.schema_location import SchemaLocation
from hotlint.ide.completion.similarity import affinity, best

_GROUPED = re.compile(r"^[ ]*-[ ]+[\"']?([\w.-]+)[\"']?[ \t]*\r?$", re.M)
_GROUPED_ABOVE = re.compile(r"^[ ]*-[ ]+[\"']?([\w.-]+)", re.M)
_PARAMETER = re.compile(r"get_param[\"']?\s*:\s*(?:\[\s*)?[\"']?([\w.-]+)")
_CONDITION = re.compile(r"(?:\bif[\"']?:\s*+(?:\[|-)|\bcondition[\"']?:)\s*+[\"']?([\w.-]++)")
_OFTEN = 6
"""The number of uses of a name from which on more make no difference."""
_FEW = 3
"""The number of parameters below which a text is still being begun, so that names of other templates are offered."""
_AWAITED: tuple[str, ...] = (
    "RouterInterface",
    "RouterGateway",
    "WaitCondition",
    "VolumeAttachment",
    "FloatingIPAssociation",
)
_AWAITED_BY_CONDITIONS: tuple[str, ...] = ("Server", "Instance", "ResourceGroup", "AutoScalingGroup")
"""The ends of the types that others wait for and seldom refer to: what connects things, and what a wait condition is signaled by."""
_CONFIGS = {"config": ("Config", "Mime"), "user_data": ("Mime",)}
"""The keys that take the resource of a software configuration, and the ends of its types."""


def group_parameters(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the parameters that are in no group yet, the next ones of their section first."""
    grouped = _GROUPED.findall(request.text)
    declared = list(request.names.parameters)
    above = _GROUPED_ABOVE.findall(request.text, max(0, request.offset - 600), request.position.start)
    last = next((declared.index(n) for n in reversed(above) if n in declared), -1)
    topic, used = _topic_of_group(request), request.names.uses["parameter"]
    for rank, (name, known) in enumerate(request.names.parameters.items()):
        relevance = Relevance(
            is_taken=name in grouped and name != request.position.prefix,
            is_idiom=bool(topic) and topic in _declaration(request.text, known).casefold(),
            is_unused=bool(topic) and name not in used,
            follows_last=1 / ((rank - last) % len(declared) or len(declared)),
        )
        yield CompletionItem(name, "parameter", relevance, about=("parameter", name))
    if len(declared) < _FEW:
        habits = habits_of(request, "parameter")
        yield from foreign(request, request.environment.neighbors().parameters, declared, "parameter", habits)


def _declaration(text: str, declared: Declared) -> str:
    """Return the text of a declaration with the comment above it, but not the one above the next declaration."""
    start = _comment_above(text, declared.at, max(0, declared.at - 600))
    return text[start : _comment_above(text, declared.end, declared.at)]


def _comment_above(text: str, at: int, start: int) -> int:
    """Return where the rows of comments above the row of an offset begin; the offset without such rows. Reads from `start` on."""
    found, row = at, text.rfind("\n", start, at) + 1
    while row > start:
        above = max(text.rfind("\n", start, row - 1) + 1, start)
        if not text[above:row].lstrip(" ").startswith("#"):
            break
        found = row = above
    return found


def _topic_of_group(request: CompletionRequest) -> str:
    """Return the word of the group's label or description that its parameters share; "" for none."""
    start = request.text.rfind("parameter_groups", 0, request.offset)
    entry = request.text[max(start, request.text.rfind("\n- ", 0, request.offset), 0) : request.offset].casefold()
    return next((word for word in ("deprecated", "advanced", "optional") if word in entry), "")


def dependencies(request: CompletionRequest, resource: str) -> Iterator[CompletionItem]:
    """Yield the resources that a resource may depend on."""
    left_out = {resource, *request.position.siblings}
    uses, own = request.names.uses["depends"], request.names.resources.get(resource)
    type_ = (own.type if own else None) or ""
    awaited = _AWAITED_BY_CONDITIONS if type_.endswith("WaitCondition") else _AWAITED
    awaited += ("Server",) if "Deployment" in type_ else ()
    habits = habits_of(request, "depends")
    for name, declared in nearby(request, request.names.resources):
        if name not in left_out:
            relevance = Relevance(
                like_owner=affinity(resource, name),
                is_idiom=(declared.type or "").endswith(awaited) or "Deployment" in (declared.type or ""),
                nearness=nearness(declared, request.offset),
                reuse=share(uses.get(name, 0), _OFTEN),
                **habits.of(name),
            )
            yield CompletionItem(name, "resource", relevance, declared.type or "", about=("resource", name))
    yield from undeclared(request, ("depends", "resource", "attribute"), request.names.resources, "resource", habits)
    yield from foreign(request, request.environment.neighbors().resources, request.names.resources, "resource", habits)


def conditions(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the conditions that may be used here."""
    path, names = request.position.path, nearby_names(request).names
    own = path[1] if len(path) > 1 and path[0] == "conditions" else None
    ranks = {name: rank for rank, name in enumerate(request.names.conditions)}
    used = [name for name in _CONDITION.findall(request.text, 0, request.position.start) if name in ranks]
    for name, rank in ranks.items():
        if name != own:
            ahead = rank - ranks[used[-1]] if used else 0
            relevance = Relevance(
                like_nearest=best(name, names),
                takes_name=own is None,
                is_unused=name not in used,
                follows_last=1 / ahead if ahead > 0 else 0,
                rank=rank,
            )
            yield CompletionItem(name, "condition", relevance, about=("condition", name))


def parameters(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    """Yield the parameters: those whose name fits, those not used yet, and the next of their section first."""
    around, customs, habits = nearby_names(request), customs_of(location), habits_of(request, "parameter")
    uses, declared = request.names.uses["parameter"], request.names.parameters
    used = _PARAMETER.findall(request.text, max(0, request.position.start - 500), request.position.start)
    ranks = {name: rank for rank, name in enumerate(declared)}
    last = ranks.get(used[-1]) if used else None
    for name, known in nearby(request, declared):
        ahead = ranks[name] - last if last is not None else 0
        relevance = Relevance(
            matches_constraint=any(custom in known.customs for custom in customs),
            is_unused=name not in uses,
            follows_last=1 / ahead if ahead > 0 else 0,
            **habits.of(name),
            **around.likeness(name),
        )
        yield CompletionItem(name, "parameter", relevance, known.type or "", about=("parameter", name))
    for name, meaning in request.dialect.pseudo_parameters.items():
        is_idiom = meaning == "OS::stack_name" and around.nearest == "name"
        relevance = Relevance(remoteness=0 if is_idiom else 1, is_idiom=is_idiom)
        yield CompletionItem(name, "parameter", relevance, "of the stack", about=("parameter", name))
    yield from undeclared(request, ("parameter",), declared, "parameter", habits)
    if len(declared) < _FEW:
        yield from foreign(request, request.environment.neighbors().parameters, declared, "parameter", habits)


class TypeFacts(TypedDict):
    """The facts about a resource that follow from its type."""

    matches_constraint: float
    like_type: float
    is_idiom: bool


def resources(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    """Yield the resources: those of the property's type, those whose name fits, and near ones first."""
    around, own, habits = nearby_names(request), owner_of(request), habits_of(request, "resource")
    customs = [custom.rpartition(".")[2] for custom in customs_of(location)]
    unused = request.names.resources.keys() - request.names.uses["resource"]
    by_type: dict[str, TypeFacts] = {}  # a long template has many resources of few types
    for name, declared in nearby(request, request.names.resources):
        if name != own:
            type_ = declared.type or ""
            if type_ not in by_type:
                by_type[type_] = _of_type(type_, around, customs)
            near = nearness(declared, request.offset)
            relevance = Relevance(
                nearness=near,
                is_unused=name in unused,
                **by_type[type_],
                **habits.of(name),
                **around.likeness(name),
            )
            yield CompletionItem(name, "resource", relevance, type_, about=("resource", name))
    yield from undeclared(
        request, ("resource", "attribute", "depends"), request.names.resources, "resource", habits, own
    )
    yield from foreign(request, request.environment.neighbors().resources, request.names.resources, "resource", habits)


def _of_type(type_: str, around: NearbyNames, customs: list[str]) -> TypeFacts:
    """Return the facts about all resources of a type."""
    last = type_.rpartition("::")[2]
    return {
        "matches_constraint": best(last, customs),
        "like_type": affinity(last, around.nearest),
        "is_idiom": last.endswith(_CONFIGS.get(around.nearest, ())),
    }
