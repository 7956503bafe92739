"""The Python API: operations as functions, with 0-based lines and columns."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from hotlint.linter.diagnostic import Fix, Related
from hotlint.operations.check import CheckRequest, check_one
from hotlint.output.findings.conversion import place
from hotlint.output.findings.model import FileReport, Finding, PositionSpan
from hotlint.syntax.edits import Edit

if TYPE_CHECKING:
    from hotlint.dry_run.stack_preview import Preview
    from hotlint.operations.scope import SettingsScope

__all__ = [
    "Edit",
    "Finding",
    "Fix",
    "PositionSpan",
    "Related",
    "Report",
    "check",
    "place",
    "preview",
]

PathLike = str | os.PathLike[str]
Report = FileReport


def check(
    path: PathLike,
    *,
    text: str | None = None,
    environments: Iterable[PathLike] = (),
    parameters: Mapping[str, Any] | None = None,
    config: PathLike | bool | None = None,
    discovery: bool = True,
    show_hidden: bool = False,
) -> FileReport:
    """Return the report on a template or environment file, checked as Heat would with these environments and parameters.

    `text` is checked instead of the file's own text. `config` is a configuration file; None takes the nearest .hotlint.yaml
    upward from the file, as the command does, and False takes none. Without `environments`, those of the configuration count, or
    else those that fit the template, unless `discovery` is false. Values of hidden parameters are redacted unless `show_hidden`
    is true. Raises FileNotFoundError or PermissionError for a path that cannot be read, and nothing for whatever the template
    holds. Files are read where `hotlint check PATH` reads them; HOTLINT_ALLOW_OUTSIDE allows more folders.
    """
    scope = _scope(path, environments, config, discovery=discovery)
    request = CheckRequest(
        settings=dict(scope.settings), config=scope.config, use_config=scope.use_config, parameters=dict(parameters or {}),
        show_hidden=show_hidden, confined_to=scope.confined_to,
    )  # fmt: skip
    return check_one(request, os.fspath(path), text)


def preview(
    path: PathLike,
    *,
    text: str | None = None,
    environments: Iterable[PathLike] = (),
    parameters: Mapping[str, Any] | None = None,
    attributes: Mapping[str, Mapping[str, Any]] | None = None,
    config: PathLike | bool | None = None,
    discovery: bool = True,
    show_hidden: bool = False,
) -> Preview:
    """Return the dry run of a template with these values and no cloud.

    Configuration and environments count, and exceptions are raised, as in `check`.
    `attributes` holds {resource: {attribute: value, "__ref__": id}}, for get_attr and get_resource. Values of hidden
    parameters are redacted wherever they occur, unless `show_hidden` is true.
    """
    from hotlint.operations.inputs import TemplateRequest
    from hotlint.operations.preview import preview_of_any

    scope = _scope(path, environments, config, discovery=discovery)
    request = TemplateRequest(
        os.fspath(path), scope, text, parameters=parameters or {}, attributes=attributes or {}, show_hidden=show_hidden
    )
    return preview_of_any(request).preview


def _scope(
    path: PathLike, environments: Iterable[PathLike], config: PathLike | bool | None, *, discovery: bool
) -> SettingsScope:
    from hotlint.linter.settings.finder import user_folders
    from hotlint.operations.scope import SettingsScope

    given = tuple(os.fspath(e) for e in environments)
    settings = {"environments": given, "discovery": discovery}
    named = None if config is None or isinstance(config, bool) else os.fspath(config)
    boundary = user_folders((os.fspath(path), *given, *([named] if named is not None else [])))
    return SettingsScope(settings, named, config is not False, boundary)
