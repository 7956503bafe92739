"""Resolve a template with its environments and values, as Heat would, without a cloud."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from hotlint.analysis.budget import PREVIEW_SECONDS, Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.file_kinds import kind_of
from hotlint.analysis.files.project import Project
from hotlint.analysis.template import is_template
from hotlint.common.files import read_text
from hotlint.dry_run.stack_preview import Preview
from hotlint.linter.settings.catalog import catalog
from hotlint.operations.errors import OperationError
from hotlint.operations.inputs import TemplateRequest, chosen_inputs, notes_of_files, of_deployment, with_notes
from hotlint.operations.named_files import must_open, not_text
from hotlint.syntax.nodes import Document
from hotlint.syntax.nodes import Mapping as MappingNode
from hotlint.syntax.source import LineIndex, Source

if TYPE_CHECKING:
    from hotlint.analysis.environments.file import Environment
    from hotlint.analysis.environments.inputs import StackState
    from hotlint.dry_run.quota_sum import QuotaReport
    from hotlint.linter.checking.contexts import DeploymentInputs
    from hotlint.linter.settings.model import Settings


class DryRun(NamedTuple):
    """A template that was resolved, and what was chosen for it (see `hotlint.operations.inputs`)."""

    preview: Preview
    notes: tuple[str, ...] = ()


def preview(request: TemplateRequest) -> DryRun:
    """Return the dry run of a template. Raises OperationError for a file that cannot be read or is not a template."""
    from hotlint.dry_run.errors import errors

    request = of_deployment(request)
    settings = request.scope.settings_of(request.path)
    inputs, notes = chosen_inputs(request, settings)
    with with_notes(notes, request.path):
        found = _opened(request, settings, inputs, usual_budget(settings))
        check_template(found.context)
    if request.verbose:
        list(errors(found))  # resolves all values, which lead to files
    read = notes_of_files(request, found.context.project, inputs.environments)
    return DryRun(found, (*notes, *read))


def preview_of_any(request: TemplateRequest) -> DryRun:
    """Return the dry run of whatever a file holds: where that is no template, nothing in it can be resolved.

    An environment that is no text sets nothing. Raises FileNotFoundError or PermissionError.
    """
    scope, path = request.scope, request.path
    if scope.config is not None:
        must_open(scope.config)
    if request.text is None and not_text([path]):
        request = request._replace(text="")
    given = scope.settings.get("environments", ())
    unreadable = not_text(given)
    request = request._replace(scope=scope.with_settings(environments=tuple(e for e in given if e not in unreadable)))
    settings = request.scope.settings_of(path)
    inputs, notes = chosen_inputs(request, settings)
    unreadable = not_text(inputs.environments)
    inputs = inputs._replace(environments=tuple(e for e in inputs.environments if e not in unreadable))
    return DryRun(_opened(request, settings, inputs, usual_budget(settings)), notes)


def usual_budget(settings: Settings) -> Budget:
    """Return what the dry run of a template may take whose whole result is shown."""
    return Budget.of(PREVIEW_SECONDS if settings.budget is None else settings.budget)


def _opened(request: TemplateRequest, settings: Settings, inputs: DeploymentInputs, budget: Budget) -> Preview:
    """Return the dry run of a file with its inputs, and a budget."""
    from hotlint.linter.checking.rendered_findings import renderer

    scope, path = request.scope, request.path
    settings = settings._replace(target=inputs.target or settings.target)
    render = renderer(scope.settings_of) if settings.jinja else None
    sources = {path: Source(path, request.text)} if request.text is not None else {}
    project = Project(catalog(settings), sources, render=render, confined_to=scope.confined_to, urls=settings.urls)
    environment = project.environment(inputs.environments, {**inputs.values, **request.parameters})
    context = opened_context(project, path, environment, budget, attributes=_attributes(request))
    return Preview(context, show_hidden=request.show_hidden)


def opened_context(
    project: Project,
    path: str,
    environment: Environment,
    budget: Budget,
    *,
    attributes: Mapping[str, Mapping[str, Any]] = {},
    running: StackState | None = None,
) -> TemplateContext:
    """Return the template at `path` in its environment, with the budget of its dry run.

    `running` is the stack that runs it, where there is one. Raises as Project.document does.
    """
    return TemplateContext.open(
        project,
        path,
        environment,
        Meter(budget),
        attributes=attributes,
        root=True,
        offline=True,
        running=running,
        complete=running is not None,  # an update gets all values
    )


def check_template(context: TemplateContext) -> None:
    """Raise OperationError if a file is not a template, or if it or one of its environments is not valid YAML."""
    _check_readable(context.path, context.document)
    for file in context.environment.files:
        _check_environment(file, context.project.document(file))
    if not is_template(context.document):
        raise OperationError(f"'{context.path}' is not a HOT template: it has no heat_template_version")


def explanation(found: Preview, path: str) -> str:
    """Return how one value is computed. Raises OperationError for a path that does not exist."""
    from hotlint.dry_run.provenance import NoSuchPartError, explain
    from hotlint.output.preview import render_explanation

    project = found.context.project
    try:
        return render_explanation(explain(found, path), lambda file: project.document(file).text)
    except NoSuchPartError as exc:
        raise OperationError(str(exc)) from None


def quotas(found: Preview) -> QuotaReport:
    """Return what a template takes of the quotas of its cloud. Raises OperationError where it has no snapshot of a cloud."""
    from hotlint.dry_run.quota_sum import quota_report

    cloud = found.context.catalog.cloud
    if cloud is None:
        how = "'cloud_snapshot: cloud.yaml' in .hotlint.yaml, or --cloud-snapshot cloud.yaml (hotlint cloud snapshot writes one)"
        raise OperationError(f"--quota needs the snapshot of a cloud: {how}")
    return quota_report(found.context, cloud)


def _check_readable(path: str, document: Document) -> None:
    """Raise OperationError for a file that is not valid YAML, with its first mistake."""
    if document.broken and document.problems:
        from hotlint.linter.checking.jinja_check import without_preview

        if (reason := without_preview(path, document)) is not None:
            raise OperationError(reason)
        problem = document.problems[0]
        line = LineIndex(document.text).position(problem.span.start).line + 1
        raise OperationError(problem.message, place=f"{path}:{line}")


def _check_environment(path: str, document: Document) -> None:
    """Raise OperationError for an environment that is not valid YAML, or no mapping. An empty file is one that sets nothing."""
    _check_readable(path, document)
    if not isinstance(document.root, MappingNode) and kind_of(document) != "empty":
        what = "it must be a mapping, such as 'parameters: {name: value}'"
        raise OperationError(f"'{path}' is not an environment: {what}")


def _attributes(request: TemplateRequest) -> Mapping[str, Mapping[str, Any]]:
    """Return the values for get_attr of a request. Raises OperationError, or as `read_text` does."""
    path = request.attributes_file
    if path is None:
        return request.attributes
    from hotlint.analysis.environments.file import to_plain
    from hotlint.syntax.parser import parse

    document = parse(Source(path, read_text(path)))
    found = to_plain(document.root) if document.root is not None and not document.broken else None
    if not isinstance(found, dict) or not all(isinstance(v, dict) for v in found.values()):
        raise OperationError(f"'{path}' must hold a mapping from resources to mappings of their attributes")
    return {str(name): values for name, values in found.items()}
