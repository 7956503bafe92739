"""Completion of the names of parameters, resources and conditions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.ide.completion.item import CompletionItem
from hotlint.ide.completion.relevance import context_of, customs_of, fit, foreign, nearby, nearness, undeclared
from hotlint.ide.completion.request import CompletionRequest
from hotlint.ide.completion.schema_location import SchemaLocation
from hotlint.ide.completion.similarity import affinity, best
from hotlint.language import versions


def group_parameters(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the parameters that are in no group yet, the next ones of their section first."""
    grouped = re.findall(r"^[ ]*-[ ]+[\"']?([\w.-]+)[\"']?[ \t]*\r?$", request.text, re.M)
    declared = list(request.names.parameters)
    above = re.findall(
        r"^[ ]*-[ ]+[\"']?([\w.-]+)", request.text[max(0, request.offset - 600) : request.position.start], re.M
    )
    last = next((declared.index(n) for n in reversed(above) if n in declared), -1)
    topic = _topic_of_group(request)
    for rank, (name, known) in enumerate(request.names.parameters.items()):
        ahead = (rank - last) % max(len(declared), 1) or len(declared)
        yield CompletionItem(
            name,
            "parameter",
            10.0
            - ahead * 0.1
            - (20.0 if name in grouped and name != request.position.prefix else 0.0)
            + (15.0 if topic and topic in request.text[known.at : known.end].casefold() else 0.0),
            about=("parameter", name),
        )
    yield from foreign(request, request.environment.neighbors().parameters, declared, "parameter")


def _topic_of_group(request: CompletionRequest) -> str:
    """Return the word of the group's label or description that its parameters share; "" for none."""
    start = request.text.rfind("parameter_groups", 0, request.offset)
    entry = request.text[max(start, request.text.rfind("\n- ", 0, request.offset), 0) : request.offset].casefold()
    return next((word for word in ("deprecated", "advanced", "optional") if word in entry), "")


def dependencies(request: CompletionRequest, resource: str) -> Iterator[CompletionItem]:
    """Yield the resources that a resource may depend on."""
    named = request.position.siblings
    at = request.offset
    for name, declared in nearby(request, request.names.resources):
        if name == resource or name in named:
            continue
        score = (
            nearness(declared, at)
            + 0.5 * affinity(resource, name)
            + (0.4 if declared.type and "Deployment" in declared.type else 0.0)
        )
        score += 0.3 * min(request.names.uses["depends"].get(name, 0), 6)
        yield CompletionItem(name, "resource", score, declared.type or "", about=("resource", name))
    yield from undeclared(request, ("depends", "resource", "attribute"), request.names.resources, "resource")
    yield from foreign(request, request.environment.neighbors().resources, request.names.resources, "resource")


def conditions(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the conditions that may be used here."""
    own = (
        request.position.path[1]
        if len(request.position.path) > 1 and request.position.path[0] == "conditions"
        else None
    )
    tokens = context_of(request)
    for rank, name in enumerate(request.names.conditions):
        if name != own:
            score = 2.0 * best(name, tokens) - rank * 0.01
            yield CompletionItem(name, "condition", score, about=("condition", name))


def parameters(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    """Yield the parameters: those whose name fits, those not used yet, and the next of their section first."""
    context, customs = context_of(request), customs_of(location)
    uses = request.names.uses["parameter"]
    last = _last_used(request)
    order = list(request.names.parameters)
    for rank, (name, declared) in enumerate(nearby(request, request.names.parameters)):
        used = uses.get(name, 0)
        score = fit(name, context) + (2.0 if set(customs) & set(declared.customs) else 0.0)
        score += 0.7 if not used else 0.1 / used
        if last in request.names.parameters:
            ahead = rank - order.index(last)
            score += 0.5 / ahead if ahead > 0 else 0.0
        yield CompletionItem(name, "parameter", score, declared.type or "", about=("parameter", name))
    for name in versions.PSEUDO_PARAMETERS:
        yield CompletionItem(
            name,
            "parameter",
            -2.0 + (2.5 if name == "OS::stack_name" and "name" in context[:1] else 0.0),
            "of the stack",
            about=("parameter", name),
        )
    yield from undeclared(request, ("parameter",), request.names.parameters, "parameter")
    if len(request.names.parameters) < 3:
        yield from foreign(request, request.environment.neighbors().parameters, request.names.parameters, "parameter")


def _last_used(request: CompletionRequest) -> str:
    found = re.findall(
        r"get_param[\"']?\s*:\s*(?:\[\s*)?[\"']?([\w.-]+)",
        request.text[max(0, request.position.start - 500) : request.position.start],
    )
    return found[-1] if found else ""


def resources(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    """Yield the resources: those of the property's type, those whose name fits, and near ones first."""
    context, customs = context_of(request), [c.rpartition(".")[2] for c in customs_of(location)]
    own = str(request.position.path[1]) if len(request.position.path) > 1 else ""
    uses = request.names.uses["resource"]
    for name, declared in nearby(request, request.names.resources):
        if name == own and request.position.path[0] == "resources":
            continue
        last = (declared.type or "").rpartition("::")[2]
        score = 0.8 * fit(name, context) + nearness(declared, request.offset) + 0.5 * affinity(own, name)
        score += 3.0 * max((affinity(c, last) for c in customs), default=0.0)
        score += 2.0 * best(last, context[:1]) + (0.4 if name not in uses else 0.0)
        if (last.endswith(("Config", "Mime")) and context[:1] == ["config"]) or (
            last.endswith("Mime") and context[:1] == ["user_data"]
        ):
            score += 1.5
        yield CompletionItem(name, "resource", score, declared.type or "", about=("resource", name))
    yield from undeclared(request, ("resource", "attribute", "depends"), request.names.resources, "resource", own)
    yield from foreign(request, request.environment.neighbors().resources, request.names.resources, "resource")
