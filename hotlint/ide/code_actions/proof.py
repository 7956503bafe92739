"""The proof of a refactoring: the dry runs before and after it are the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.common.files import ReadError
from hotlint.dry_run.stack_preview import Preview
from hotlint.ide.code_actions.action import CodeAction, RefusalError
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.navigation import Users, other
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.source import Source


def environments_of(analysis: FileAnalysis, users: Users) -> list[FileAnalysis]:
    """Return the environments of a top-level template; none for a template that others use."""
    found = users(analysis.path)
    if analysis.context.parent is not None or any(u.kind == "hot" for u in found):
        return []
    by_path = {u.path: u for u in found if u.kind == "environment"}
    for path in analysis.context.environment.files:
        known = by_path.get(path) or other(analysis, path)
        if known is not None:
            by_path[path] = known
    return list(by_path.values())


def deployments(analysis: FileAnalysis, users: Users) -> list[tuple[str, ...]]:
    """Return the environments, by path, that a dry run has to be made with: those in use together, and each of the others."""
    used = tuple(analysis.context.environment.files)
    return [used, *((e.path,) for e in environments_of(analysis, users) if e.path not in used)]


def is_proved(analysis: FileAnalysis, action: CodeAction, environments: list[FileAnalysis]) -> bool:
    """Return whether a template resolves to the same before and after an action, with each of its environments."""
    try:
        after = project_after(analysis, action)
        used = [tuple(analysis.context.environment.files), *((e.path,) for e in environments)]
        return all(
            _resolved(analysis.project, analysis.path, e) == _resolved(after, analysis.path, e) for e in used if e
        )
    except (OSError, ReadError, ValueError):
        return False


def check_same(
    analysis: FileAnalysis, action: CodeAction, users: Users, is_same: Callable[[Project, tuple[str, ...]], bool]
) -> None:
    """Raise RefusalError unless an action changes nothing, by the dry run in each deployment.

    `is_same` returns that for the project after the action and the environments of one deployment.
    """
    try:
        after = project_after(analysis, action)
        is_broken = after.document(analysis.path).broken
        if not is_broken and all(is_same(after, environments) for environments in deployments(analysis, users)):
            return
    except (OSError, ReadError, ValueError):
        pass
    raise RefusalError("The dry run would not be the same.")


def project_after(analysis: FileAnalysis, action: CodeAction) -> Project:
    """Return the project after an action. Raises OSError, ReadError, or ValueError for edits that overlap."""
    by_path: dict[str, list[Edit]] = {}
    for edit in action.edits:
        by_path.setdefault(edit.path or analysis.path, []).append(edit)
    project = analysis.project
    for path, edits in by_path.items():
        project = project.with_source(Source(path, apply_edits(project.document(path).text, edits)))
    for new in action.creates:
        project = project.with_source(Source(new.path, new.text))
    return project


def dry_run(project: Project, path: str, environments: tuple[str, ...]) -> dict[str, Any]:
    """Return what a template makes and returns in a deployment. Raises OSError or ReadError."""
    context = TemplateContext.open(project, path, project.environment(environments), Meter(Budget()), offline=True)
    return Preview(context, show_hidden=True).to_dict()


def _resolved(project: Project, path: str, environments: tuple[str, ...]) -> Any:
    """Return what a template creates and returns: an error counts as such, whatever its message."""
    result = dry_run(project, path, environments)
    return project.document(path).broken, comparable(result["resources"]), comparable(result["outputs"])


def comparable(value: Any) -> Any:
    """Return a part of a dry run without reasons and messages, and with types: 1 is not true."""
    if isinstance(value, dict):
        return "error" if is_error(value) else {k: comparable(v) for k, v in value.items() if k not in reasons(value)}
    if isinstance(value, list):
        return [comparable(v) for v in value]
    return type(value), value


def is_error(value: dict[str, Any]) -> bool:
    """Return whether a part of a dry run is the result of a value that cannot be resolved, not a value of that shape."""
    return value.keys() == {"error"} and isinstance(value["error"], str)


def reasons(value: dict[str, Any]) -> tuple[str, ...]:
    """Return the keys of a part of a dry run that say why: of a value that is not known, and of a resource."""
    if value.keys() == {"unknown", "value"}:
        return ("unknown",)
    return ("why",) if {"type", "enabled", "properties"} <= value.keys() else ()
