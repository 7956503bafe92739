"""Make the request with which Heat's client creates a stack: for clients that do not collect the files of a template."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from hotlint.analysis.environments.merge import deep_update
from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.analysis.files.client_files import upload_blocker
from hotlint.analysis.files.project import Project
from hotlint.analysis.files.upload import Upload, upload_of
from hotlint.analysis.template import is_template
from hotlint.language.versions import is_pseudo
from hotlint.linter.settings.catalog import catalog
from hotlint.operations.errors import OperationError
from hotlint.operations.inputs import TemplateRequest, chosen_inputs, notes_of_files, of_deployment, with_notes
from hotlint.syntax.source import LineIndex

PARTS = ("template", "environment", "files")
"""The parts of a bundle that can be had alone."""
_SHOWN = 5


class Bundle(NamedTuple):
    """The body of a request for a stack, without the stack's name, and what was chosen or left out."""

    body: dict[str, Any]
    notes: tuple[str, ...] = ()


def bundle(request: TemplateRequest, *, self_contained: bool = False) -> Bundle:
    """Return what Heat's client sends for a template, but for the name of the stack.

    The keys of `files` are the addresses to which the client expands the names of files. `environment` has all environments, merged as
    the client does it. `self_contained`: the texts of files stand in the template, and there are no `files`.
    Raises OperationError for a file that cannot be sent, and where a self-contained template is impossible.
    """
    request = of_deployment(request)
    settings = request.scope.settings_of(request.path)
    inputs, notes = chosen_inputs(request, settings)
    project = Project(catalog(settings), confined_to=request.scope.confined_to)
    with with_notes(notes, request.path):
        document = project.document(request.path)
        if document.broken or not is_template(document):
            raise OperationError(f"'{request.path}' is not a HOT template that can be read")
        _check_files(project, request.path)
        upload = upload_of(project, request.path, inputs.environments)
        environment: dict[str, Any] = {}
        for content in upload.contents:
            if not isinstance(content, dict):
                raise OperationError("the environments cannot be merged: one is no mapping")
            if (clash := deep_update(environment, content)) is not None:
                what = "/".join(map(str, clash))
                raise OperationError(f"the environments cannot be merged: '{what}' is a mapping in one only")
        notes = (*notes, *notes_of_files(request, project, inputs.environments))
        if self_contained:
            upload = _self_contained(upload, environment)
    values = {n: v for n, v in {**inputs.values, **request.parameters}.items() if not is_pseudo(n)}
    body: dict[str, Any] = {"template": upload.template, "files": upload.files, "environment": environment}
    if upload.environments:
        body["environment_files"] = list(upload.environments)
    if values:
        body["parameters"] = values
    left_out = (
        [f"{', '.join(_some(upload.left_out))}: not fetched, and so not in the bundle"] if upload.left_out else ()
    )
    return Bundle(body, (*notes, *left_out))


def _check_files(project: Project, path: str) -> None:
    """Raise OperationError for a file that the client does not find, at the place that names it."""
    blocker = upload_blocker(project, path)
    if blocker is None:
        return
    line = LineIndex(project.document(blocker.file).text).position(blocker.span.start).line + 1
    why = {"missing": "does not exist", "folder": "is a folder", "cycle": "leads back to a template that uses it"}
    raise OperationError(
        f"file '{blocker.name}' {why.get(blocker.kind, 'cannot be read')}", place=f"{blocker.file}:{line}"
    )


def _self_contained(upload: Upload, environment: dict[str, Any]) -> Upload:
    """Return an upload with the texts of files in its template. Raises OperationError where it uses other templates."""
    template = _with_texts(upload.template, upload.files)
    nested = sorted({*_addresses(template), *_targets(environment.get("resource_registry"))} - {*upload.left_out})
    # the text of a template may name files of its own, which Heat then does not get
    inner = [a for a, text in upload.files.items() if a not in upload.environments and _names_sent(text, upload)]
    if blockers := sorted({*nested, *inner}):
        raise OperationError(
            f"a template that uses other templates cannot be self-contained: it uses {', '.join(_some(blockers))}",
            advice="send the whole bundle, or publish these templates and use their https addresses as types",
        )
    return upload._replace(template=template, files={}, environments=())


def _names_sent(text: str, upload: Upload) -> bool:
    return any(f'"{address}"' in text for address in upload.files)


def _with_texts(value: Any, files: dict[str, str]) -> Any:
    if isinstance(value, list):
        return [_with_texts(item, files) for item in value]
    if not isinstance(value, dict):
        return value
    name = value.get("get_file")
    if len(value) == 1 and isinstance(name, str) and name in files:
        return files[name]
    return {key: _with_texts(item, files) for key, item in value.items()}


def _addresses(value: Any) -> Iterator[str]:
    """Yield the templates that a template uses as types, and the files that are left in it."""
    if isinstance(value, list):
        for item in value:
            yield from _addresses(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if isinstance(item, str) and (key == "get_file" or (key == "type" and item.endswith(TEMPLATE_ENDINGS))):
                yield item
            yield from _addresses(item)


def _targets(registry: Any) -> Iterator[str]:
    """Yield the addresses of files in a registry."""
    for item in registry.values() if isinstance(registry, dict) else ():
        if isinstance(item, dict):
            yield from _targets(item)
        elif isinstance(item, str) and item.startswith("file:") and item.endswith(TEMPLATE_ENDINGS):
            yield item


def _some(names: list[str] | tuple[str, ...]) -> list[str]:
    """Return the first of some names, and how many more there are."""
    shown = [f"'{name}'" for name in dict.fromkeys(names)]
    return shown if len(shown) <= _SHOWN else [*shown[:_SHOWN], f"and {len(shown) - _SHOWN} more"]
