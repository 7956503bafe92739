"""How the engine checks each kind of file that Heat reads: one handler for each.

A handler takes the file and returns its result, or None for a file that nobody asked about. It does so in steps, between which the
caller may do other work. The handlers of hotlint's own files are in `hotlint.documents.handlers`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from hotlint.analysis.file_kinds import ENDINGS, is_broken_file, kind_of
from hotlint.common.annotations import TYPE_CHECKING, TypeAlias
from hotlint.language.jinja_sources import is_source
from hotlint.linter.checking.file_checks import FileChecks
from hotlint.linter.checking.file_result import FileResult, Handled

if TYPE_CHECKING:
    from collections.abc import Callable

    from hotlint.linter.checking.run import Steps

    Handler: TypeAlias = Callable[[FileChecks, Handled], Steps[FileResult | None]]


def template(checks: FileChecks, file: Handled) -> Steps[FileResult]:
    """Check a template or an environment in all of its contexts."""
    contexts = yield from checks.contexts_in_steps(file)
    found = yield from checks.run(contexts, file.settings)
    return checks.finish(file, contexts, found)


def cloudformation(checks: FileChecks, file: Handled) -> Steps[FileResult]:
    """Check a template in CloudFormation's format.

    One that is for AWS has one finding, unless the user named it outside of an editor.
    """
    from hotlint.linter.checking.aws_templates import for_aws  # most templates are HOT

    contexts = yield from checks.contexts_in_steps(file)
    of_aws = for_aws(contexts[0].context) if file.is_overlay or not file.named else []
    found = checks.wanted(of_aws, file.settings) if of_aws else (yield from checks.run(contexts, file.settings))
    return checks.finish(file, contexts, found)


def by_content(checks: FileChecks, file: Handled) -> Steps[FileResult]:
    """Check a file as the kind that its text has, whatever its name is."""
    return (yield from (cloudformation if kind_of(file.document) == "cfn" else template)(checks, file))


def other(checks: FileChecks, file: Handled) -> Steps[FileResult | None]:
    """Check a file of no kind: one that the user named, an environment of the settings, or a broken file of Heat."""
    if file.named and is_source(file.path, file.document):
        return (yield from jinja(checks, file))
    is_broken = file.path.endswith(ENDINGS) and is_broken_file(file.document)
    if file.named or is_broken or os.path.abspath(file.path) in map(os.path.abspath, file.settings.environments):
        return (yield from by_content(checks, file))
    return None


def jinja(checks: FileChecks, file: Handled) -> Steps[FileResult]:
    """Check a Jinja source: what it is rendered to, or only report that the settings do not render it."""
    from hotlint.language.jinja_rendering import RenderingError  # few runs meet a source
    from hotlint.linter.checking.jinja_check import (
        failure,
        findings_in_source,
        rendered_project,
        rendering_of,
        settings_for,
        unrendered,
    )

    own = settings_for(file.path, file.settings)
    if own is None:
        found = [unrendered(file.path, file.document)]
        result = FileResult(
            file.path, file.document, found, file.settings, file.project, files=file.project.reads.paths
        )
        return checks.of_source(result)
    result = FileResult(file.path, file.document, [], file.settings, file.project)
    try:
        rendering = rendering_of(file.path, file.document.text, own, file.project)
        project = rendered_project(rendering, file.project)
        rendered = file._replace(document=project.document(file.path), project=project, notes=())
        result = yield from by_content(checks, rendered)
        found = findings_in_source(result.diagnostics, rendering)
    except RenderingError as exc:
        result = checks.of_source(result._replace(diagnostics=[failure(exc, file.path, file.document.text)]))
        found = result.diagnostics
    read = result.files | file.project.reads.paths
    return result._replace(
        path=file.path, document=file.document, diagnostics=found, project=file.project, files=read, named=file.named
    )


HANDLERS: Mapping[str, Handler] = {
    "hot": template, "cfn": cloudformation, "environment": template, "jinja": jinja,
}  # fmt: skip
"""The handlers by kind; `other` is the one of all further kinds."""
