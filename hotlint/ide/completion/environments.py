"""Completion in environment files: sections, parameters of templates, the resource registry."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.environments.file import SECTIONS
from hotlint.ide.completion import cloud_names
from hotlint.ide.completion.item import CompletionItem
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionRequest

_TYPE = Relevance(rank=2)
"""Of a resource type in a registry, which mostly leads to files."""
_SHAPES = {
    "resource_registry": "resource_registry:\n  ${1}",
    "parameters": "parameters:\n  ${1}",
    "parameter_defaults": "parameter_defaults:\n  ${1}",
}


def completions(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the completions at the cursor of an environment file."""
    position = request.position
    path = position.path
    if not path and position.role == "key":
        for rank, name in enumerate(SECTIONS):
            snippet = _SHAPES.get(name, f"{name}: ${{1}}")
            yield CompletionItem(name, "section", Relevance(rank=rank), insert=f"{name}:\n", snippet=snippet)
    elif path[:1] in (("parameters",), ("parameter_defaults",), ("parameter_merge_strategies",)) or path[:1] == (
        "encrypted_param_names",
    ):
        yield from _parameters(request)
    elif path[:1] == ("resource_registry",):
        yield from _registry(request)


def _parameters(request: CompletionRequest) -> Iterator[CompletionItem]:
    if (len(request.position.path) == 1 and request.position.role == "key") or request.position.path[
        0
    ] == "encrypted_param_names":
        for template in request.environment.templates():
            for rank, (name, declared) in enumerate(template.parameters.items()):
                relevance = Relevance(rank=rank)
                yield CompletionItem(name, "parameter", relevance, declared.type or "", f"{name}: ", f"{name}: ${{1}}")
    elif len(request.position.path) == 2 and request.position.role == "value":
        named = str(request.position.path[1])
        found = [t.parameters[named] for t in request.environment.templates() if named in t.parameters]
        if any(p.type == "boolean" for p in found):
            yield from (CompletionItem(v, "value", Relevance(is_allowed=True)) for v in ("true", "false"))
        yield from cloud_names.of_parameter(request, tuple(dict.fromkeys(c for p in found for c in p.customs)))


def _registry(request: CompletionRequest) -> Iterator[CompletionItem]:
    position = request.position
    if position.role == "key":
        for name in request.environment.catalog.names():
            yield CompletionItem(
                name, "type", _TYPE, insert=f"{name}: ", snippet=f"{name}: ${{1}}", about=("type", name)
            )
        if position.path == ("resource_registry",):
            yield CompletionItem(
                "resources", "key", Relevance(), "for single resources, by name", "resources:\n", "resources:\n  ${1}"
            )
        return
    for file in request.files():
        if file.endswith((".yaml", ".template")):
            yield CompletionItem(file, "file", about=("file", file))
    yield CompletionItem(
        "OS::Heat::None", "type", Relevance(rank=1), "nothing is made", about=("type", "OS::Heat::None")
    )
    for name in request.environment.catalog.names():
        yield CompletionItem(name, "type", _TYPE, about=("type", name))
