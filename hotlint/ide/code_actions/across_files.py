"""Actions that edit or create other files: a missing file, a parameter of a nested template, a value of an environment.

A refactoring is offered only where the dry run with each environment of the template is the same before and after.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.analysis.locations import locate
from hotlint.analysis.template import Parameter, Resource
from hotlint.ide import text_insertion
from hotlint.ide.code_actions.action import EXTRACT, QUICK, REWRITE, CodeAction, new_file
from hotlint.ide.code_actions.literals import extractable, free_name, is_plain_name, on_one_line, whole_lines
from hotlint.ide.code_actions.proof import environments_of, is_proved
from hotlint.ide.cursor import cursor_at
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.navigation import Users, nested_uses, other, subject_at
from hotlint.language import functions
from hotlint.language.values import EvaluationError, Value, is_known
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Mapping, Node, Scalar
from hotlint.syntax.source import Span

# -- quick fixes -----------------------------------------------------------------------------------------------------


def create_missing_file(analysis: FileAnalysis, offset: int) -> Iterator[CodeAction]:
    """Yield the action that creates the nested template or the file that a name at an offset leads to."""
    found = analysis.name_at(offset)
    if found is None or found.kind != "file":
        return
    path = locate(found.name, analysis.path).path
    if path is None or not os.path.isabs(path) or analysis.project.state(path) not in ("missing", "moved"):
        return
    users = [r for r in analysis.template.resources.values() if r.type == found.name]
    is_template = bool(users) or (analysis.kind == "environment" and found.name.endswith(TEMPLATE_ENDINGS))
    text = _new_template(analysis, users) if is_template else ""
    what = "nested template" if is_template else "file"
    yield CodeAction(f"Create the {what} '{found.name}'", QUICK, creates=(new_file(analysis, path, text),))


def _new_template(analysis: FileAnalysis, users: list[Resource]) -> str:
    """Return a template with the parameters that resources pass to it."""
    version = analysis.template.version
    lines = [f"heat_template_version: {version}", ""]
    passed: dict[str, str] = {}
    for resource in users:
        properties = resource.field("properties")
        for entry in properties.items() if isinstance(properties, Mapping) else ():
            if isinstance(entry.name, str) and is_plain_name(entry.name) and entry.name not in functions.NAMES:
                passed.setdefault(entry.name, _type_of(analysis, entry.value))
    if passed:
        lines.append("parameters:")
        lines += [line for name, kind in passed.items() for line in (f"  {name}:", f"    type: {kind}")]
        lines.append("")
    return "\n".join([*lines, "resources: {}", ""])


def _type_of(analysis: FileAnalysis, node: Node) -> str:
    """Return the type of parameter that takes the value of a node: a string where the value is not known."""
    try:
        value = analysis.evaluation.resolve(analysis.template.read(node))
    except EvaluationError:
        return "string"
    return _type_for(value) if is_known(value) else "string"


def _type_for(value: Value) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, list):
        scalars = all(isinstance(item, str) and "," not in item for item in value)
        return "comma_delimited_list" if scalars else "json"
    return "json" if isinstance(value, dict) else "string"


def add_parameter_in_child(analysis: FileAnalysis, offset: int, users: Users) -> Iterator[CodeAction]:
    """Yield the action that declares, in a nested template, the parameter which a property at an offset passes."""
    subject = subject_at(analysis, offset)
    entry = cursor_at(analysis.document.root, offset).entry
    if subject is None or subject.kind != "parameter" or subject.path == analysis.path or entry is None:
        return
    child = other(analysis, subject.path)
    if child is None or child.kind != "hot" or subject.name in child.template.parameters:
        return
    if not is_plain_name(subject.name):
        return
    title = f"Add the parameter '{subject.name}' in {os.path.basename(child.path)}"
    without = sorted(_users_without(child.path, subject.name, users, analysis))
    if without:
        yield CodeAction(
            title, QUICK, disabled=f"{os.path.basename(without[0])} uses the template without a '{subject.name}'."
        )
        return
    edit = text_insertion.new_entry(child, "parameters", subject.name, [f"type: {_type_of(analysis, entry.value)}"])
    if edit is not None:
        yield CodeAction(title, QUICK, (edit._replace(path=child.path),))


def _users_without(path: str, name: str, users: Users, analysis: FileAnalysis) -> Iterator[str]:
    """Yield the templates that use a nested template somewhere and do not pass a parameter."""
    for user in (*users(path), analysis):
        if user.kind != "hot":
            continue
        for resource in user.template.resources.values():
            for used in nested_uses(user, resource):
                if used.path == path and (used.properties is None or used.properties.entry(name) is None):
                    yield user.path


# -- refactorings ----------------------------------------------------------------------------------------------------


def extract_to_environment(analysis: FileAnalysis, span: Span, users: Users) -> Iterator[CodeAction]:
    """Yield the action that turns a literal value into a parameter whose value the environments give."""
    spot = cursor_at(analysis.document.root, span.start)
    node = spot.node
    if not isinstance(node, Scalar) or spot.on_key or not extractable(spot.path, node):
        return
    environments = environments_of(analysis, users)
    if not environments:
        return
    name = free_name(analysis, spot.path)
    if any(name in environment.environment.entries("parameters") for environment in environments):
        return
    kind = {bool: "boolean", int: "number", float: "number"}.get(type(node.value), "string")
    declared = text_insertion.new_entry(analysis, "parameters", name, [f"type: {kind}"])
    given = _given(environments, name, on_one_line(analysis, node))
    if declared is None or given is None:
        return
    edits = (declared, Edit(Span(node.start, node.end), f"{{get_param: {name}}}"), *given)
    action = CodeAction(f"Extract to a parameter '{name}', with its value in {_shown(environments)}", EXTRACT, edits)
    if is_proved(analysis, action, environments):
        yield action


def move_to_environment(analysis: FileAnalysis, offset: int, users: Users) -> Iterator[CodeAction]:
    """Yield the action that gives a parameter its default in the environments, which makes it a required one."""
    found = analysis.name_at(offset)
    owner = analysis.template.parameters.get(found.name) if found is not None and found.kind == "parameter" else None
    if not isinstance(owner, Parameter) or not isinstance(owner.node, Mapping):
        return
    entry, default = owner.node.entry("default"), owner.field("default")
    if entry is None or not isinstance(default, Scalar) or default.style in ("|", ">"):
        return
    span = Span(entry.key.start, default.end)
    removed = _with_comma(owner.node, span) if owner.node.flow else whole_lines(analysis.text, span)
    environments = environments_of(analysis, users)
    missing = [e for e in environments if owner.name not in e.environment.entries("parameters")]
    missing = [e for e in missing if owner.name not in e.environment.entries("parameter_defaults")]
    given = _given(missing, owner.name, on_one_line(analysis, default)) if missing else None
    if removed is None or given is None:
        return
    action = CodeAction(
        f"Move the default of '{owner.name}' to {_shown(missing)}", REWRITE, (Edit(removed, ""), *given)
    )
    if is_proved(analysis, action, environments):
        yield action


def _with_comma(node: Mapping, span: Span) -> Span:
    """Return the span of an entry in braces, with the comma that divides it from the one before it, or behind it for the first."""
    before = [entry.value.end for entry in node.entries if entry.key.start < span.start]
    behind = [entry.key.start for entry in node.entries if entry.key.start > span.start]
    return Span(before[-1], span.end) if before else Span(span.start, behind[0] if behind else span.end)


def _given(environments: list[FileAnalysis], name: str, written: str) -> list[Edit] | None:
    """Return the edits that add a value to environments; None where one of them has no place for it."""
    edits = [text_insertion.new_value(e, "parameters", name, written) for e in environments]
    if any(edit is None for edit in edits):
        return None
    return [edit._replace(path=e.path) for edit, e in zip(edits, environments, strict=True) if edit is not None]


def _shown(environments: list[FileAnalysis]) -> str:
    if len(environments) == 1:
        return os.path.basename(environments[0].path)
    return f"{len(environments)} environments"
