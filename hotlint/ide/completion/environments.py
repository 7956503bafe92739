"""Completion in environment files: sections, parameters of templates and their values, the resource registry."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.analysis.environments.file import LISTS, SECTIONS
from hotlint.ide.completion import other_names, registry_entries
from hotlint.ide.completion.declared_names import Declared
from hotlint.ide.completion.given_parameters import parameters
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionItem, CompletionRequest
from hotlint.ide.completion.values import allowed_in

_SHAPES = {
    "resource_registry": "resource_registry:\n  ${1}",
    "parameters": "parameters:\n  ${1}",
    "parameter_defaults": "parameter_defaults:\n  ${1}",
}
_GIVEN = ("parameters", "parameter_defaults", "parameter_merge_strategies", "encrypted_param_names")
_TRUTH = re.compile(r"\bdefault:[ \t]+[\"']?(?:true|false)\b", re.I)


def completions(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the completions at the cursor of an environment file."""
    position = request.position
    path = position.path
    section = str(path[0]) if path else ""
    if not path and position.role == "key":
        yield from _sections()
    elif section == "resource_registry" and position.role == "key":
        yield from registry_entries.types(request)
    elif section == "resource_registry":
        yield from registry_entries.targets(request, str(path[-1]))
    elif section in _GIVEN and (section in LISTS or (len(path) == 1 and position.role == "key")):
        yield from parameters(request)
    elif section in ("parameters", "parameter_defaults") and len(path) == 2 and position.role == "value":
        yield from _values(request, str(path[1]))


def _sections() -> Iterator[CompletionItem]:
    for rank, name in enumerate(SECTIONS):
        insert = f"{name}:\n" if name in _SHAPES else f"{name}:"
        yield CompletionItem(
            name, "section", Relevance(rank=rank), insert=insert, snippet=_SHAPES.get(name, f"{name}: ${{1}}")
        )


def _values(request: CompletionRequest, name: str) -> Iterator[CompletionItem]:
    """Yield the values that the templates allow for a parameter, those of the cloud included."""
    found = [(t.text, t.parameters[name]) for t in request.environment.templates() if name in t.parameters]
    found += [(d.names.text, d.declared) for d in request.environment.tree().parameters.get(name, ())]
    listed = [value for text, declared in found for value in allowed_in(text[declared.at : declared.end])]
    if name in request.environment.tree().switches or any(_is_switch(text, declared) for text, declared in found):
        listed += ["true", "false"]
    for rank, value in enumerate(dict.fromkeys(listed)):
        yield CompletionItem(value, "value", Relevance(is_allowed=True, rank=rank))
    yield from other_names.of_parameter(
        request, tuple(dict.fromkeys(c for _, declared in found for c in declared.customs))
    )


def _is_switch(text: str, declared: Declared) -> bool:
    return declared.type == "boolean" or _TRUTH.search(text, declared.at, declared.end) is not None
