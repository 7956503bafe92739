"""Quick fixes that pass a value for a parameter of a nested template, in the template that uses it."""

from __future__ import annotations

import os
from collections.abc import Iterator

from hotlint.analysis.template import Parameter, Resource
from hotlint.ide import text_insertion
from hotlint.ide.code_actions.action import QUICK, CodeAction
from hotlint.ide.cursor import owner_at
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.navigation import Users, other
from hotlint.language import functions
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Mapping
from hotlint.syntax.scalars import written
from hotlint.syntax.source import Span


def pass_values(analysis: FileAnalysis, offset: int) -> Iterator[CodeAction]:
    """Yield actions that pass, to the nested template at an offset, a required parameter which nothing passes."""
    owner = owner_at(analysis, offset)
    if isinstance(owner, Resource):
        yield from _in_parent(analysis, owner)


def pass_to_here(analysis: FileAnalysis, offset: int, users: Users) -> Iterator[CodeAction]:
    """Yield the same for the parameter at an offset, in each template that uses this one."""
    owner = owner_at(analysis, offset)
    if isinstance(owner, Parameter) and not owner.has_default and owner.type is not None:
        for parent in users(analysis.path):
            if parent.kind == "hot" and parent.path != analysis.path and not parent.document.broken:
                yield from _from_child(analysis, owner, parent)


def _in_parent(analysis: FileAnalysis, owner: Resource) -> Iterator[CodeAction]:
    """Yield the actions at a resource of the parent."""
    child = _direct_child(analysis, owner)
    for parameter in child.template.parameters.values() if child is not None else ():
        edits = _edits(analysis, owner, parameter)
        if edits:
            yield CodeAction(_title(analysis, parameter, ""), QUICK, tuple(edits))


def _from_child(analysis: FileAnalysis, parameter: Parameter, parent: FileAnalysis) -> Iterator[CodeAction]:
    """Yield the action at a parameter of the child: one for a parent, which may use it several times."""
    edits: list[Edit] = []
    for resource in parent.template.resources.values():
        child = _direct_child(parent, resource)
        if child is not None and child.path == analysis.path:
            found = _edits(parent, resource, parameter)
            edits += [edit._replace(path=parent.path) for edit in found if edit._replace(path=parent.path) not in edits]
    if edits:
        yield CodeAction(_title(parent, parameter, f" in {os.path.basename(parent.path)}"), QUICK, tuple(edits))


def _title(parent: FileAnalysis, parameter: Parameter, where: str) -> str:
    if parameter.name in parent.template.parameters:
        return f"Pass the parameter '{parameter.name}'{where}"
    return f"Add the parameter '{parameter.name}' and pass it{where}"


def _direct_child(analysis: FileAnalysis, owner: Resource) -> FileAnalysis | None:
    """Return the nested template that a resource is; None for any other resource, also for a group of such."""
    use = next((u for u in analysis.context.uses(owner) if not u.member), None)
    path = use.kind.location.path if use is not None and use.kind.location is not None else None
    child = other(analysis, path) if path is not None else None
    return child if child is not None and child.kind == "hot" else None


def _edits(parent: FileAnalysis, owner: Resource, parameter: Parameter) -> list[Edit]:
    """Return the edits of the parent; none where the parameter need not be passed, or where there is no place for it."""
    properties = owner.field("properties")
    if parameter.has_default or parameter.type is None:
        return []
    if properties is not None and not isinstance(properties, Mapping):
        return []
    if properties is not None and (
        properties.entry(parameter.name) is not None or any(e.name in functions.NAMES for e in properties.entries)
    ):
        return []
    own = parent.template.parameters.get(parameter.name)
    if own is not None and own.type != parameter.type:
        return []
    passed = _property_edit(parent, owner, properties, written(parameter.name))
    if passed is None or own is not None:
        return [passed] if passed is not None else []
    hidden = ["hidden: true"] if parameter.hidden else []
    declared = text_insertion.new_entry(parent, "parameters", parameter.name, [f"type: {parameter.type}", *hidden])
    return [declared, passed] if declared is not None else []


def _property_edit(parent: FileAnalysis, owner: Resource, node: Mapping | None, name: str) -> Edit | None:
    """Return the edit that adds a property with the value of the parameter of its name."""
    text, line = parent.text, f"{name}: {{get_param: {name}}}"
    if node is not None and node.flow:
        return Edit(Span(node.end - 1, node.end - 1), f"{', ' if node.entries else ''}{line}")
    if node is not None and node.entries:
        last = node.entries[-1]
        at = text_insertion.line_end(text, max(last.via.end if last.via else last.value.end - 1, last.key.end))
        return Edit(Span(at, at), f"\n{' ' * text_insertion.key_column(text, last.key)}{line}")
    type_ = owner.fields.get("type")
    if type_ is None or node is not None or not isinstance(owner.node, Mapping):
        return None
    if owner.node.flow:
        return Edit(Span(owner.node.end - 1, owner.node.end - 1), f", properties: {{{line}}}")
    column = text_insertion.key_column(text, type_.key)
    at = text_insertion.line_end(text, type_.value.end)
    return Edit(Span(at, at), f"\n{' ' * column}properties:\n{' ' * (column + 2)}{line}")
