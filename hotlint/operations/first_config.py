"""Write a first configuration: the deployments that are found below the working folder."""

from __future__ import annotations

import contextlib
import os
from typing import Any

from hotlint.analysis.composition.deployments import FittingEnvironment, FoundDeployment
from hotlint.common.files import ReadError
from hotlint.linter.checking.engine import Engine
from hotlint.linter.diagnostic import type_cause
from hotlint.linter.settings.finder import enclosing_project, user_folders
from hotlint.operations.deployments import deployments
from hotlint.operations.engines import engine_of
from hotlint.operations.scope import SettingsScope
from hotlint.syntax.yaml_writer import dump

_HEAD = """\
# Settings of hotlint; `hotlint config show FILE` prints those of a file, with their defaults.
# target: 2025.1                     # the OpenStack release that is deployed to
# ignore: [HOT8]                     # rules to disable, by code, code prefix or name
"""
_KNOWN_TYPES = """\
# Types that your site adds to Heat. `plugin_dirs` or `hotlint catalog import` would have their properties checked, too.
"""
LIMIT = 50
"""The maximal number of deployments in the configuration. Users add the others."""


def first_config() -> str:
    """Return the text of a configuration that names the deployments of the working folder: each template with an environment.

    A deployment that would add errors, such as for parameters that the user gives by hand, is a comment that says why.
    Types of namespaces that Heat does not have are known types there. Raises OperationError as `deployments` does.
    """
    entries = [entry for one in deployments(".").found for entry in _entries(one)]
    project = enclosing_project(".")
    today = engine_of(SettingsScope(confined_to=user_folders([project])), folders=(project,))
    known = _known_types(today, project)
    head = _HEAD + (f"{_KNOWN_TYPES}{dump({'known_types': known})}" if known else "")
    if not entries:
        return head
    valid, incomplete = [], []
    for entry in entries[:LIMIT]:
        error = _new_error(entry, today, project)
        if error is None:
            valid.append(entry)
        else:
            text = dump([entry]).replace("\n", "\n# ").removesuffix("# ")
            incomplete.append(f"# This deployment is incomplete: {error}\n# {text}")
    more = f"# ... and {len(entries) - LIMIT} more: see `hotlint deployments`\n" if len(entries) > LIMIT else ""
    listed = dump({"deployments": valid}) if valid else "# deployments:\n"
    return f"{head}{listed}{''.join(incomplete)}{more}"


def _known_types(today: Engine, project: str) -> list[str]:
    """Return globs of the types that templates use, of namespaces that Heat does not have and no plugin or environment defines."""
    causes = set()
    for path in today.trees.files_of(project):
        with contextlib.suppress(OSError, ReadError):
            result = today.check_file(path)
            causes |= {cause for d in (result.diagnostics if result is not None else ()) for cause in d.causes}
    return sorted(
        names for cause in causes if (names := cause.removeprefix(type_cause(""))) != cause and names.endswith("::*")
    )


def _new_error(entry: dict[str, Any], today: Engine, project: str) -> str | None:
    """Return the message of an error that a template has as a deployment with a name, and not today; None for no such error."""
    scope = SettingsScope({"environments": tuple(entry["environments"])}, confined_to=user_folders([project]))
    deployed = engine_of(scope, complete=True, folders=(project,))
    before, after = (engine.check_file(entry["template"]) for engine in (today, deployed))
    assert before is not None and after is not None  # the template is named
    known = {(d.code, d.span) for d in before.diagnostics}
    errors = (d for d in after.diagnostics if d.severity == "error")
    return next((d.message for d in errors if (d.code, d.span) not in known), None)


def _entries(found: FoundDeployment) -> list[dict[str, Any]]:
    """Return an entry for each environment with the name of a template, or else that maps its types, or sets its parameters.

    If no environment maps the types, setting parameters is not enough for a deployment.
    """
    by_reason = ([e for e in found.environments if e.why == why] for why in ("name", "types", "parameters"))
    chosen: list[FittingEnvironment] = next(filter(None, by_reason), [])
    template = _relative(found.root)
    entries = []
    for environment in chosen:
        path = _relative(environment.path)
        stem = os.path.splitext(template)[0]
        name = stem if len(chosen) == 1 else f"{stem} {os.path.splitext(os.path.basename(path))[0]}"
        entries.append({"name": name, "template": template, "environments": [path]})
    return entries


def _relative(path: str) -> str:
    """Return a path relative to the working folder, with slashes."""
    return os.path.relpath(path).replace(os.sep, "/")
