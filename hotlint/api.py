"""The Python API: `check` and `preview`, with 0-based lines and columns."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from hotlint.common.files import ReadError, read_start, read_text
from hotlint.documents.handlers import HANDLERS
from hotlint.linter.checking.engine import Engine
from hotlint.linter.run_diagnostics import UnreadableFile, run_diagnostic
from hotlint.linter.settings.finder import Finder
from hotlint.linter.settings.model import Settings
from hotlint.output.findings.conversion import file_report, place
from hotlint.output.findings.model import FileReport, Finding, FindingFix, PositionSpan, RelatedPosition, TextEdit

if TYPE_CHECKING:
    from hotlint.dry_run.stack_preview import Preview

__all__ = [
    "Finding",
    "FindingFix",
    "PositionSpan",
    "RelatedPosition",
    "Report",
    "TextEdit",
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
    upward from the file, as the command does, and False takes none. With `discovery` False, no environment is used because it
    fits the template. Values of hidden parameters are redacted unless `show_hidden` is true. Raises FileNotFoundError or
    PermissionError for a path that cannot be read, and nothing for whatever the template holds.
    """
    name = os.fspath(path)
    paths = tuple(os.fspath(e) for e in environments)
    unreadable = _unreadable(paths)
    given = Settings(environments=tuple(p for p in paths if p not in unreadable), discovery=discovery)
    explicit = _explicit(config)
    engine = Engine(
        given, parameters, config=explicit, use_config=config is not False, show_hidden=show_hidden, handlers=HANDLERS
    )
    if text is None:
        _must_open(name)
    file_result = engine.check_file(name, text)
    assert file_result is not None
    for environment, why in unreadable.items():
        message = f"environment '{os.path.basename(environment)}' cannot be read: {why}"
        file_result.diagnostics.append(run_diagnostic(UnreadableFile, message))
    return file_report(file_result, engine.run_level_diagnostics())


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
    """Return the dry run of a template with these values and no cloud. Raises as `check` does.

    `attributes` holds {resource: {attribute: value, "__ref__": id}}, for get_attr and get_resource. `config`, `discovery` and
    `show_hidden` are as in `check`. Without `environments`, the template gets those of its first deployment, or of the configuration,
    or the one that fits it, as in `hotlint preview`.
    """
    from hotlint.dry_run.stack_preview import Preview
    from hotlint.linter.checking.deployment_inputs import DeploymentInputs, chosen_inputs
    from hotlint.linter.checking.dry_runs import opened, project_of

    name = os.fspath(path)
    if text is None:
        try:
            read_text(name)
        except ReadError:
            text = ""  # no template at all, such as a binary file: nothing in it can be resolved
    paths = tuple(os.fspath(e) for e in environments)
    finder = Finder(_explicit(config), enabled=config is not False)
    settings = finder.settings(name).changed(Settings(environments=paths, discovery=discovery))
    inputs = DeploymentInputs(settings.environments) if paths else chosen_inputs(name, settings, finder)
    settings = settings._replace(target=inputs.target or settings.target)
    project = project_of(name, text, settings, finder.settings)
    unreadable = _unreadable(inputs.environments)
    readable = [p for p in inputs.environments if p not in unreadable]
    values = {**inputs.values, **(parameters or {})}
    context = opened(project, name, readable, values, attributes, budget=settings.budget)
    return Preview(context, show_hidden=show_hidden)


def _explicit(config: PathLike | bool | None) -> str | None:
    """Return the path of the configuration that a call names; None where it names none."""
    return None if config is None or isinstance(config, bool) else os.fspath(config)


def _unreadable(paths: Iterable[str]) -> dict[str, str]:
    """Return the environments that are no text, each with the reason. Raises FileNotFoundError or PermissionError."""
    found = {}
    for path in paths:
        try:
            read_text(path)
        except ReadError as exc:
            found[path] = exc.message
    return found


def _must_open(path: str) -> None:
    """Raises FileNotFoundError or PermissionError: the engine makes findings of them, the API does not."""
    try:
        read_start(path, 1)
    except ReadError:
        return
