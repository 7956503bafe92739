"""The keys that may follow an output of a nested template in get_attr: those of the mapping that the output is."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence

from hotlint.analysis.template import Template
from hotlint.ide.completion.lines import unquoted
from hotlint.ide.completion.nearby_names import nearby_names, share
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionItem, CompletionRequest, TemplateOfType
from hotlint.language.functions.base import Call, Snippet

_FLOW = re.compile(r"get_attr[\"']?\s{0,40}:\s{0,40}\[([^\[\]{}]*),\s*[\"']?$")
_BLOCK = re.compile(
    r"get_attr[\"']?[ ]{0,9}+:[ \t]{0,9}+\n((?:[ ]{0,80}+-[ ]{1,9}+[^\n]{1,90}+\n){1,9}+)[ ]{0,80}+-[ ]{1,9}+[\"']?$"
)
_ELSEWHERE = "at another place"
_OF_OUTPUT = 2
"""The arguments of get_attr that lead to an output."""
_OFTEN = 3
"""The number of uses of a name from which on more make no difference."""
_BEFORE = 600
"""The characters before a cursor in which its call begins."""
_MOST_TEMPLATES = 5
"""The templates that are nested in each other, of which the outputs are followed."""


def keys_in_output(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the keys of what the arguments of get_attr before the cursor lead to: a part of a nested template's output."""
    arguments = arguments_before(request)
    if len(arguments) < _OF_OUTPUT:
        return
    resource, output, *steps = arguments
    declared, open_ = request.names.resources.get(resource), request.environment.template
    nested = open_(declared.type, "") if declared is not None and declared.type else None
    found = dict.fromkeys(keys_of_output(open_, nested, output, steps)) if nested is not None else {}
    last = next((name for name in reversed((output, *steps)) if not name.isdigit()), "")
    here, near = request.names.steps.get(last, {}), request.environment.neighbors().steps.get(last, {})
    around = nearby_names(request)
    for rank, name in enumerate(dict.fromkeys((*found, *here, *near))):
        relevance = Relevance(
            is_allowed=name in found,
            reuse=share(here.get(name, 0) + near.get(name, 0), _OFTEN),
            rank=rank,
            **around.likeness(name),
        )
        yield CompletionItem(name, "output", relevance, f"in {output} of {resource}" if name in found else _ELSEWHERE)


def arguments_before(request: CompletionRequest) -> list[str]:
    """Return the arguments of get_attr that stand before the cursor; none where one of them is a call itself."""
    start = request.position.start
    before = request.text[max(0, start - _BEFORE) : start]
    if (flow := _FLOW.search(before)) is not None:
        return [unquoted(part.strip()) for part in flow.group(1).split(",")]
    if (block := _BLOCK.search(before)) is not None:
        return [unquoted(row.strip()[1:].strip()) for row in block.group(1).splitlines()]
    return []


def keys_of_output(
    open_: TemplateOfType, template: Template, output: str, steps: Sequence[object], left: int = _MOST_TEMPLATES
) -> Iterator[str]:
    """Yield the keys of the mapping that a path leads to from an output of a template; none where it is no mapping.

    A key of another template's output counts where the output reads it.
    """
    declared = template.outputs.get(output)
    part = template.part(declared, "value") if declared is not None else None
    return _keys(open_, template, part.snippet, steps, left) if part is not None else iter(())


def _keys(
    open_: TemplateOfType, template: Template, value: Snippet, steps: Sequence[object], left: int
) -> Iterator[str]:
    if isinstance(value, list):
        index = str(steps[0]) if steps else ""
        if index.isdigit() and int(index) < len(value):
            yield from _keys(open_, template, value[int(index)], steps[1:], left)
        return
    if isinstance(value, Call):
        if value.name == "get_attr":
            yield from _of_resource(open_, template, value.args, steps, left)
        for inner in _ALTERNATIVES.get(value.name, _none)(value.args):
            yield from _keys(open_, template, inner, steps, left)
    elif isinstance(value, dict) and steps:
        yield from _keys(open_, template, value.get(steps[0]), steps[1:], left)
    elif isinstance(value, dict):
        yield from (key for key in value if isinstance(key, str))


def _of_resource(
    open_: TemplateOfType, template: Template, arguments: Snippet, steps: Sequence[object], left: int
) -> Iterator[str]:
    """Yield the keys of what get_attr reads in a template."""
    if not left or not isinstance(arguments, list) or len(arguments) < 2 or not isinstance(arguments[0], str):
        return
    resource = template.resources.get(arguments[0])
    if resource is not None and resource.type and isinstance(arguments[1], str):
        nested = open_(resource.type, os.path.dirname(template.document.source.uri))
        if nested is not None:
            yield from keys_of_output(open_, nested, arguments[1], [*arguments[2:], *steps], left - 1)


def _each(arguments: Snippet) -> list[Snippet]:
    return arguments if isinstance(arguments, list) else []


def _none(arguments: Snippet) -> list[Snippet]:
    return []


_ALTERNATIVES: dict[str, Callable[[Snippet], list[Snippet]]] = {
    "map_merge": _each,
    "map_replace": lambda arguments: _each(arguments)[:1],
    "if": lambda arguments: _each(arguments)[1:],
}
"""The arguments of a function that its value is, or has the keys of."""
