"""Open a template for its dry run, by the settings of its file: the commands and the Python API share it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hotlint.analysis.budget import PREVIEW_SECONDS, Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.linter.settings.catalog import catalog
from hotlint.linter.settings.model import Settings
from hotlint.syntax.source import Source

if TYPE_CHECKING:
    from hotlint.analysis.environments.inputs import StackState


def project_of(
    path: str,
    text: str | None,
    settings: Settings,
    settings_of: Callable[[str], Settings],
    *,
    confined_to: str | None = None,
) -> Project:
    """Return the project that a template is read in, with the resource types of its settings.

    `text` is used instead of the file's own. `settings_of` returns the settings of a Jinja source.
    """
    from hotlint.linter.checking.rendered_findings import renderer

    render = renderer(settings_of) if settings.jinja else None
    sources = {path: Source(path, text)} if text is not None else {}
    return Project(catalog(settings), sources, render=render, confined_to=confined_to)


def opened(
    project: Project,
    path: str,
    environments: Iterable[str],
    parameters: Mapping[str, Any],
    attributes: Mapping[str, Mapping[str, Any]] | None,
    *,
    running: StackState | None = None,
    budget: float | None = None,
) -> TemplateContext:
    """Return a template in the context of these values, as a root.

    Its dry run may take `budget` seconds (None: PREVIEW_SECONDS). `running` is the stack that runs it, where there
    is one. Raises as Project.document does.
    """
    return TemplateContext.open(
        project,
        path,
        project.environment(environments, parameters),
        Meter(Budget.of(PREVIEW_SECONDS if budget is None else budget)),
        attributes=attributes,
        root=True,
        offline=True,
        running=running,
        complete=running is not None,  # an update gets all values
    )
