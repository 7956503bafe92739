"""Quick fixes that add what is missing: undefined parameters and conditions, required properties."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint import heat_types
from hotlint.analysis.template import Resource
from hotlint.ide import text_insertion
from hotlint.ide.code_actions.action import QUICK, CodeAction
from hotlint.ide.cursor import cursor_at, owner_at
from hotlint.ide.documentation import property_of
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.language import functions, versions
from hotlint.linter.packs.type_relations import relations_of
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.schema import ResourceType
from hotlint.syntax import scalars
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Mapping
from hotlint.syntax.source import Span


def missing_names(analysis: FileAnalysis, offset: int) -> Iterator[CodeAction]:
    """Yield the action that declares an undefined parameter, condition or resource at an offset."""
    found = analysis.name_at(offset)
    if found is None or found.defines or analysis.names.definition_of(*found.key) is not None:
        return
    if found.kind == "parameter":
        type_ = _type_for(analysis, offset)
        edit = text_insertion.new_entry(analysis, "parameters", found.name, [f"type: {type_}"])
        if edit is not None:
            yield CodeAction(f"Add the parameter '{found.name}'", QUICK, (edit,))
    elif found.kind == "condition" and analysis.template.version >= versions.SECTIONS["conditions"]:
        edit = text_insertion.new_entry(analysis, "conditions", found.name, ["equals: [true, true]"])
        if edit is not None:
            yield CodeAction(f"Add the condition '{found.name}'", QUICK, (edit,))
    elif found.kind == "resource":
        made_by = _resource_type_for(analysis, offset)
        edit = text_insertion.new_entry(analysis, "resources", found.name, [f"type: {made_by}"]) if made_by else None
        if edit is not None:
            yield CodeAction(f"Add the resource '{found.name}' ({made_by})", QUICK, (edit,))


def _resource_type_for(analysis: FileAnalysis, offset: int) -> str | None:
    """Return the type of a resource that the property around an offset may name; None where nothing says which."""
    path = cursor_at(analysis.document.root, offset).path
    owner = (
        analysis.template.resources.get(str(path[1]))
        if path[:1] == ("resources",) and path[2:3] == ("properties",)
        else None
    )
    kind = analysis.context.resource_type(owner) if owner is not None and owner.type else None
    if not isinstance(kind, ResourceType):
        return None
    schema = property_of(kind, tuple(s for s in path[3:] if isinstance(s, str) and s not in functions.NAMES))
    while schema is not None and schema.items is not None:
        schema = schema.items
    names = (str(c.args) for c in schema.constraints if c.kind == "custom_constraint") if schema is not None else ()
    makers = {known.made_for: known.types[0] for known in heat_types.all_types() if known.made_for}
    found = next((makers[name] for name in names if name in makers), None)
    return found if found is not None and isinstance(analysis.catalog.resource(found), ResourceType) else None


def _type_for(analysis: FileAnalysis, offset: int) -> str:
    """Return the type for a new parameter: that of the property which uses it."""
    path = cursor_at(analysis.document.root, offset).path
    owner = analysis.template.resources.get(str(path[1])) if path[:1] == ("resources",) and len(path) > 4 else None
    kind = analysis.context.resource_type(owner) if owner is not None else None
    steps = [s for s in path[3:] if isinstance(s, str)]
    if not isinstance(kind, ResourceType) or len(steps) != 2:
        return "string"
    schema = kind.properties.get(steps[0])
    types = {
        "integer": "number",
        "number": "number",
        "boolean": "boolean",
        "list": "comma_delimited_list",
        "map": "json",
    }
    return types.get(schema.type, "string") if schema is not None else "string"


def missing_properties(analysis: FileAnalysis, offset: int) -> Iterator[CodeAction]:
    """Yield the action that adds the required properties that a resource at an offset lacks."""
    owner = owner_at(analysis, offset)
    kind = analysis.context.resource_type(owner) if isinstance(owner, Resource) and owner.type else None
    if not isinstance(owner, Resource) or not isinstance(kind, ResourceType):
        return
    entry = owner.fields.get("properties")
    node = entry.value if entry else None
    there = {e.name for e in node.items()} if isinstance(node, Mapping) else set()
    missing = [n for n, p in kind.properties.items() if p.required and n not in there]
    if node is not None and not isinstance(node, Mapping):
        return
    for names in (missing, *_related(analysis, owner)):
        edit = _properties_edit(analysis, owner, node, names) if names else None
        if edit is not None:
            yield CodeAction("Add the required properties: " + ", ".join(names), QUICK, (edit,))


def _related(analysis: FileAnalysis, owner: Resource) -> list[list[str]]:
    """Return the sets of properties of which each makes up for what others require, by the type's own relations."""
    resolved = analysis.context.resolved_type(owner)
    context = analysis.context.before_creation() if analysis.context.refers(owner) else analysis.context
    checked = context.properties(owner)
    if resolved.location is not None or checked is None:
        return []
    values = PropertyValues(checked.values)
    found: list[list[str]] = []
    for relation in relations_of(resolved.type.name, analysis.catalog):
        problems = relation.check(values, "") if not relation.within else ()
        if any(problem.kind == "missing-related-property" for problem in problems):
            needed = relation.missing(frozenset())
            choices = [[n] for n in relation.names if n in needed]  # one of several is enough
            found += choices or [[n for n in getattr(relation, "needs", ()) if values.is_set(n) is False]]
    return found


def _properties_edit(analysis: FileAnalysis, owner: Resource, node: Mapping | None, missing: list[str]) -> Edit | None:
    text = analysis.text
    written = list(map(scalars.written, missing))
    if node is not None and node.entries and not node.flow:
        last = node.entries[-1]
        column = text_insertion.key_column(text, last.key)
        at = text_insertion.line_end(text, max(last.via.end if last.via else last.value.end - 1, last.key.end))
        return Edit(Span(at, at), "".join(f"\n{' ' * column}{name}:" for name in written))
    if node is not None and node.flow:
        at = node.end - 1
        lead = ", " if node.entries else ""
        return Edit(Span(at, at), lead + ", ".join(f"{name}: ''" for name in written))
    type_ = owner.fields["type"]
    if not isinstance(owner.node, Mapping) or owner.node.flow:
        return None
    column = text_insertion.key_column(text, type_.key)
    at = text_insertion.line_end(text, type_.value.end)
    return Edit(Span(at, at), f"\n{' ' * column}properties:" + _lines(written, column + 2, text[at : at + 1]))


def _lines(names: list[str], column: int, after: str) -> str:
    """Return a line for each key, without a blank at its end; with one where the text `after` would join the key."""
    return "".join(f"\n{' ' * column}{name}:" for name in names) + ("" if after in ("", "\n", "\r") else " ")
