"""What a parameter of a nested template may be replaced by where that template is inlined: the value as it is written."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.analysis.template import Parameter, Resource, Template
from hotlint.ide.code_actions.action import RefusalError
from hotlint.ide.code_actions.parameters import literal
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.language import functions
from hotlint.language.versions import is_pseudo
from hotlint.resource_types.schema import ResourceType
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence

_STRINGS = frozenset({
    "digest", "get_file", "get_resource", "list_join", "make_url", "str_replace", "str_replace_strict", "str_replace_vstrict",
})  # fmt: skip
"""Functions whose value is a string, which a parameter of type string passes on as it is."""


class PassedValue(NamedTuple):
    """The text of a value on one line; `parameter` is the outer parameter that it consists of, None for any other value."""

    text: str
    parameter: str | None = None


def passed_value(outer: FileAnalysis, inner: FileAnalysis, parameter: Parameter, node: Node | None) -> PassedValue:
    """Return what a parameter of the `inner` template is replaced by; `node` is what is passed, None for its default.

    Raises RefusalError where the parameter changes or hides the value, or where the value takes several lines.
    """
    found = _passed_value(outer, inner, parameter, node)
    own = outer.template.parameters.get(found.parameter) if found.parameter is not None else None
    if parameter.hidden and (own is None or not own.hidden):
        raise RefusalError(f"Parameter '{parameter.name}' is hidden, and its value would not be.")
    return found


def _passed_value(outer: FileAnalysis, inner: FileAnalysis, parameter: Parameter, node: Node | None) -> PassedValue:
    home, given = (outer, node) if node is not None else (inner, parameter.field("default"))
    name = parameter.name
    if given is None:
        raise RefusalError(f"Nothing is passed for parameter '{name}', which has no default.")
    text = home.text[given.start : given.end]
    if "\n" in text or "\r" in text:
        raise RefusalError(f"The value of parameter '{name}' takes several lines.")
    if isinstance(given, Scalar):
        written = literal(parameter.type or "", given, text)
        if written is None:
            raise RefusalError(f"The value of parameter '{name}' has no literal form of type {parameter.type}.")
        return PassedValue(written)
    call = _call_name(given)
    if call is None:
        if _has_calls(given) or parameter.type != "json":
            raise RefusalError(f"The value of parameter '{name}' may be converted to type {parameter.type}.")
        return PassedValue(_in_flow(given, text))
    if call == "get_param" and isinstance(given, Mapping):
        return _outer_parameter(outer.template, parameter, given, text)
    if parameter.type == "string" and (call in _STRINGS or (call == "get_attr" and is_string_attribute(outer, given))):
        return PassedValue(_in_flow(given, text))
    raise RefusalError(
        f"The value of parameter '{name}', which {call} gives, may be converted to type {parameter.type}."
    )


def _outer_parameter(template: Template, parameter: Parameter, node: Mapping, text: str) -> PassedValue:
    value = node.entries[0].value
    name = value.value if isinstance(value, Scalar) else None
    if isinstance(name, str) and is_pseudo(name):
        if parameter.type == "string":
            return PassedValue(_in_flow(node, text))
    elif isinstance(name, str) and name in template.parameters and template.parameters[name].type == parameter.type:
        return PassedValue(_in_flow(node, text), name)
    raise RefusalError(f"What parameter '{parameter.name}' gets is not of its type, {parameter.type}.")


def _in_flow(node: Node, text: str) -> str:
    """Return the text of a node of one line as it may be written anywhere."""
    return f"{{{text}}}" if isinstance(node, Mapping) and not node.flow else text


def _call_name(node: Node) -> str | None:
    """Return the name of the function that a node calls; None for any other node."""
    name = node.entries[0].name if isinstance(node, Mapping) and len(node.entries) == 1 else None
    return name if isinstance(name, str) and name in functions.NAMES else None


def _has_calls(node: Node) -> bool:
    if isinstance(node, Mapping):
        return _call_name(node) is not None or any(_has_calls(entry.value) for entry in node.entries)
    return isinstance(node, Sequence) and any(map(_has_calls, node.items))


def is_string_attribute(outer: FileAnalysis, node: Node) -> bool:
    """Return whether a call of get_attr gives a whole attribute that is a string by its schema."""
    steps = node.entries[0].value if isinstance(node, Mapping) else None
    if not isinstance(steps, Sequence) or len(steps.items) != 2:
        return False
    names = [step.value if isinstance(step, Scalar) else None for step in steps.items]
    owner = outer.template.resources.get(str(names[0]))
    kind = outer.context.resource_type(owner) if isinstance(owner, Resource) and owner.type else None
    attribute = kind.attributes.get(str(names[1])) if isinstance(kind, ResourceType) else None
    return attribute is not None and attribute.type == "string"
