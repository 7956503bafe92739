"""The deployments of a workspace: templates with the environments that fit them, their findings, and their changes."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from hotlint.analysis.composition.deployments import FoundDeployment, found_deployments
from hotlint.common.files import ReadError
from hotlint.common.platforms import aside
from hotlint.common.time_limit import one_file
from hotlint.dry_run.diff import compare
from hotlint.ide.new_environment import new_environment
from hotlint.linter.diagnostic import Diagnostic
from hotlint.operations.scope import named_deployments
from hotlint.output.diff import render_json, render_markdown
from hotlint_server import convert
from hotlint_server.dry_runs import dry_run, paths_of
from hotlint_server.session import Session
from hotlint_server.workspace.diagnostics_publisher import protocol_findings
from hotlint_server.workspace.diagnostics_scheduler import in_slices
from hotlint_server.workspace.workspace_folder import WorkspaceFolder

MAX_DEPLOYMENTS = 500
PATIENCE = 1.5
"""Seconds for the findings of a list; those of the other deployments are requested one by one."""


class OfferedDeployment(NamedTuple):
    """A template with its environments and values.

    `why` says what puts them together: "configuration", "name", "parameters", or "root" for a template without any.
    """

    name: str
    template: str
    environments: tuple[str, ...] = ()
    values: tuple[tuple[str, Any], ...] = ()
    nested: tuple[str, ...] = ()
    why: str = "root"


async def deployments(session: Session, *_: object) -> list[dict[str, Any]]:
    """Return the deployments of all workspace folders: {name, template, environments, values, nested, why, findings}.

    `findings` are {error, warning, info}, or null for those that there was no time for.
    """
    answer = []
    began = time.perf_counter()
    for folder in session.workspace.folders:
        if not folder.is_known:
            await aside(folder.look_through)
            folder.looked_through()
        for one in _deployments_of(folder):
            counts = None
            if time.perf_counter() - began < PATIENCE:
                counts = _counts(await _lint(session, folder, one.template, one.environments, dict(one.values)))
            answer.append(_json(session, one, counts))
            if len(answer) >= MAX_DEPLOYMENTS:
                return answer
    return answer


async def findings(session: Session, uri: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return the findings of one deployment: {error, warning, info, items}; items have a range, severity, code and message."""
    path = convert.path_of(uri)
    folder = session.workspace.folder(path)
    values = data["parameters"] if isinstance(data.get("parameters"), dict) else {}
    found = await _lint(session, folder, path, tuple(paths_of(data.get("environments")) or ()), values)
    positions = session.workspace.positions(uri)
    return {**_counts(found), "items": protocol_findings(session.workspace, uri, positions, found)}


def diff(session: Session, uri: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return what an update would do: from `oldTexts` (texts by URI, such as those of HEAD) to the documents as they are.

    The shape is that of `hotlint diff --format json`; with `format` "markdown" it is {text}, that of a merge request.
    Raises OSError or ReadError.
    """
    environments, parameters = data.get("environments"), data.get("parameters")
    earlier = data["oldEnvironments"] if isinstance(data.get("oldEnvironments"), list) else environments
    old = dry_run(session, uri, earlier, parameters, data.get("oldTexts"))
    found = compare(old, dry_run(session, uri, environments, parameters))
    if data.get("format") == "markdown":
        return {"text": render_markdown(found)}
    changes: dict[str, Any] = json.loads(render_json(found))
    return changes


def environment_for(session: Session, uri: str, _: dict[str, Any]) -> dict[str, Any]:
    """Return {uri, text, parameters} of a new environment with the required parameters of a template."""
    found = new_environment(session.workspace.analysis(uri))
    return {"uri": convert.uri_of(found.path), "text": found.text, "parameters": list(found.parameters)}


def _deployments_of(folder: WorkspaceFolder) -> Iterator[OfferedDeployment]:
    for own in named_deployments(folder.engine.finder, folder.root):
        yield OfferedDeployment(own.name, own.template, own.environments, own.values, (), "configuration")
    tree = folder.engine.trees.tree(os.path.join(folder.root, "_")) if folder.is_known else None
    if tree is None:
        return
    configured = {path: folder.declared(path) for path in tree.templates}
    for found in found_deployments(tree, configured):
        yield from _of_root(found, folder.root)


def _of_root(found: FoundDeployment, root: str) -> Iterator[OfferedDeployment]:
    """Yield the deployments of a root: with all its configured environments, else with each of those that fit."""
    name = os.path.relpath(found.root, root).replace(os.sep, "/")
    configured = tuple(e.path for e in found.environments if e.why == "configuration")
    if configured:
        yield OfferedDeployment(name, found.root, configured, (), found.nested, "configuration")
        return
    for environment in found.environments:
        title = f"{name} + {os.path.basename(environment.path)}"
        yield OfferedDeployment(title, found.root, (environment.path,), (), found.nested, environment.why)
    if not found.environments:
        yield OfferedDeployment(name, found.root, (), (), found.nested)


async def _lint(
    session: Session, folder: WorkspaceFolder, path: str, environments: tuple[str, ...], values: dict[str, Any]
) -> list[Diagnostic]:
    """Return the findings of a template with its environments; none for one that cannot be read."""
    for opened in session.workspace.documents.values():
        opened.parse()
    stated = {d.environments for d in named_deployments(folder.engine.finder, folder.root) if d.template == path}
    stated |= {folder.declared(path), folder.engine.trees.selected.get(path, ())}
    try:  # as in a check, others than those may have the values that a pair which nobody states lacks
        context = folder.context(path, environments or None, values, partial=environments not in stated)
    except (OSError, ReadError):
        return []
    with one_file():
        return (await in_slices(folder.engine.check_context(context))).diagnostics


def _counts(found: list[Diagnostic]) -> dict[str, int]:
    return {severity: sum(d.severity == severity for d in found) for severity in ("error", "warning", "info")}


def _json(session: Session, one: OfferedDeployment, counts: dict[str, int] | None) -> dict[str, Any]:
    return {
        "name": one.name,
        "template": session.workspace.uri(one.template),
        "environments": [session.workspace.uri(path) for path in one.environments],
        "values": dict(one.values),
        "nested": [session.workspace.uri(path) for path in one.nested],
        "why": one.why,
        "findings": counts,
    }
