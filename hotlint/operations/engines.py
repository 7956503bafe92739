"""The one place that makes engines, with a handler for each kind of file that the engine does not check itself.

A handler takes the file and returns its result, in steps between which the caller may do other work.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.formats.configuration import MISNAMED
from hotlint.linter.checking.engine import Engine
from hotlint.linter.checking.file_result import FileResult, Handled
from hotlint.linter.run_diagnostics import BadSuite, misnamed_configuration, run_diagnostic, visible

if TYPE_CHECKING:
    from hotlint.linter.checking.engine import Handler
    from hotlint.linter.checking.run import Steps
    from hotlint.operations.scope import SettingsScope


def _configuration(engine: Engine, file: Handled) -> Steps[FileResult]:
    """Check a configuration as it is in an editor; what is on disk is among the findings of the run."""
    from hotlint.linter.settings.config import Config

    result = FileResult(file.path, file.document, [], file.settings, file.project)
    if file.is_overlay:
        if os.path.basename(file.path) in MISNAMED:
            result.diagnostics.append(misnamed_configuration(file.path))
        else:
            config = Config(file.path, file.document, engine.known, confined_to=engine.files.confined_to)
            result.diagnostics.extend(config.problems)
    return result
    yield


def _policies(engine: Engine, file: Handled) -> Steps[FileResult]:
    """Check a file of policies. It may extend files of the project only, where that is confined."""
    from hotlint.policies.reader import read_policies

    text = file.document.text
    read = read_policies(file.path, text, confined_to=file.project.confined_to)
    problems = read.problems.get(file.path, ())
    found = [run_diagnostic(BadSuite, problem.message, visible(problem.span, text)) for problem in problems]
    files = read.looked_for | file.project.reads.paths
    return engine.checks.by_settings(
        FileResult(file.path, file.document, found, file.settings, file.project, files=files)
    )
    yield


def _suite(engine: Engine, file: Handled) -> Steps[FileResult]:
    from hotlint.operations.suite_findings import check

    return (yield from check(engine, file))


def _bundle(engine: Engine, file: Handled) -> Steps[FileResult | None]:
    from hotlint.operations.bundle_findings import check

    return (yield from check(engine, file))


HANDLERS: Mapping[str, Handler] = {
    "configuration": _configuration,
    "policies": _policies,
    "suite": _suite,
    "bundle": _bundle,
}
"""The handlers by kind of file. Each imports what it needs when it is called: most runs meet none of these files."""


def engine_of(
    scope: SettingsScope,
    parameters: Mapping[str, Any] | None = None,
    alternatives: Sequence[str] = (),
    *,
    complete: bool = False,
    folders: Sequence[str] = (),
    home: str | None = None,
    use_plugins: bool = True,
    show_hidden: bool = False,
) -> Engine:
    """Return an engine for the files of a scope; the other arguments are those of `Engine`. Raises as that does."""
    return Engine(
        scope.changes, parameters, alternatives, complete=complete, folders=folders, home=home, config=scope.config,
        use_config=scope.use_config, use_plugins=use_plugins, show_hidden=show_hidden, confined_to=scope.confined_to,
        handlers=HANDLERS,
    )  # fmt: skip
