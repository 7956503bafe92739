"""The environments and values that a template is resolved with, and what was chosen for the caller.

A note says what an operation has chosen that its caller did not name, as a clause. Results have notes, and so have errors that come
later; a face shows them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from hotlint.analysis.files.project import Project
from hotlint.common.boundary import top_of
from hotlint.common.files import ReadError
from hotlint.linter.checking.contexts import DeploymentInputs, deployment_inputs, deployments_of
from hotlint.linter.settings.finder import enclosing_project
from hotlint.linter.settings.model import Settings
from hotlint.operations.errors import OperationError, cannot_read
from hotlint.operations.scope import SettingsScope, named_deployment


class TemplateRequest(NamedTuple):
    """A template to resolve.

    - `path` is the file, "" where `deployment` names the template. `text` is used instead of the file's own, and `shown` instead
      of the path in notes.
    - `parameters` are values on top of all environments; `OS::` names are pseudo parameters.
    - `attributes` are values for get_attr and get_resource, {resource: {attribute: value, "__ref__": id}}; `attributes_file` is a file
      with such.
    - `deployment` is the name of a deployment of the configuration: its template is resolved, with its environments and values.
    - `show_hidden`: the values of hidden parameters are not redacted.
    - `verbose`: notes say which files were read, and why.
    """

    path: str
    scope: SettingsScope = SettingsScope()
    text: str | None = None
    shown: str = ""
    parameters: Mapping[str, Any] = {}
    attributes: Mapping[str, Mapping[str, Any]] = {}
    attributes_file: str | None = None
    deployment: str | None = None
    show_hidden: bool = False
    verbose: bool = False

    @property
    def name(self) -> str:
        """The template in notes."""
        return self.shown or self.path


class ChosenInputs(NamedTuple):
    """The environments, values and release of a template, with a note where the caller did not name them."""

    inputs: DeploymentInputs
    notes: tuple[str, ...] = ()


def of_deployment(request: TemplateRequest) -> TemplateRequest:
    """Return the request for the template of the deployment that it names; the request itself without one.

    Raises OperationError for a deployment that the configuration does not have.
    """
    if request.deployment is None or request.path:
        return request
    found = named_deployment(request.scope, request.deployment)
    return request._replace(
        path=found.template,
        scope=request.scope.with_deployment(found),
        parameters={**dict(found.values), **request.parameters},
    )


def chosen_inputs(request: TemplateRequest, settings: Settings) -> ChosenInputs:
    """Return the environments and values of a template: those of the request, or those that it is deployed with."""
    from hotlint.analysis.files.environment_finder import EnvironmentFinder
    from hotlint.analysis.files.virtual_files import VirtualFiles

    scope, path = request.scope, request.path
    if path == "-" or scope.settings.get("environments") or request.deployment is not None:
        return ChosenInputs(DeploymentInputs(settings.environments))
    folder = top_of(scope.confined_to) or enclosing_project(os.path.dirname(os.path.abspath(path)))
    finder = EnvironmentFinder(VirtualFiles(confined_to=scope.confined_to), scope.finder().excluded, folder)
    found = deployment_inputs(path, settings, finder)
    note = _note(request, settings, found)
    return ChosenInputs(found, (note,) if note else ())


def _note(request: TemplateRequest, settings: Settings, found: DeploymentInputs) -> str:
    """Return what says which inputs were found; "" where the settings alone give them."""
    path, shown = request.path, request.name
    if found.discovered:
        near = os.path.relpath(found.environments[0], os.path.dirname(os.path.abspath(path)))
        used = f"with {os.path.join(os.path.dirname(shown), near)}, {found.discovered}"
    elif found.deployment:
        names = [d.name for d in deployments_of(path, settings)]
        more = f", the first of {', '.join(names)}" if len(names) > 1 else ""
        used = f"as the deployment '{found.deployment}' of the configuration{more}"
    else:
        return ""
    none = ", --no-discovery for none" if found.discovered else ""
    return f"{shown} is resolved {used}; use -e to choose other environments{none}"


def notes_of_files(request: TemplateRequest, project: Project, environments: Iterable[str]) -> tuple[str, ...]:
    """Return which files were read, and why; nothing unless the request asks for that."""
    from hotlint.operations.read_files import read_notes

    return read_notes(request.scope, request.path, project.reads.paths, environments) if request.verbose else ()


@contextmanager
def with_notes(notes: tuple[str, ...], path: str) -> Iterator[None]:
    """Give notes to the errors of a block, which reads files for the one at `path`."""
    try:
        yield
    except OperationError as exc:
        exc.notes = (*notes, *exc.notes)
        raise
    except (OSError, ReadError) as exc:
        error = cannot_read(exc, path)
        error.notes = notes
        raise error from None
