"""What the requests and commands of our own do."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from hotlint.common.files import ReadError
from hotlint.dry_run.stack_preview import Preview
from hotlint.ide import documentation
from hotlint.ide.code_actions import upgrade_action
from hotlint_server import convert, preview_page
from hotlint_server.name_index import ENDINGS

if TYPE_CHECKING:
    from hotlint_server.session import Session

MOST_LINTED = 2000
"""Files that `lint_workspace` looks at."""


def dry_run(session: Session, uri: str, environments: Any, parameters: Any) -> Preview:
    """The dry run of a document: with the environments that are chosen for it, unless others are given."""
    session.snapshot(uri)  # brings what was read up to the buffer
    path = convert.path_of(uri)
    chosen = [convert.path_of(e) for e in environments] if isinstance(environments, list) else None
    values = parameters if isinstance(parameters, dict) else None
    return Preview(session.folder(path).unit(path, chosen, values, offline=True))


def preview(session: Session, uri: str, environments: Any = None, parameters: Any = None) -> dict[str, Any]:
    document = session.open.get(uri)
    version = document.buffer.version if document is not None else None
    try:
        found = dry_run(session, uri, environments, parameters)
    except (OSError, ReadError) as exc:
        return {"version": version, "json": {}, "html": preview_page.message(str(exc)), "error": str(exc)}
    answer: dict[str, Any] = {
        "version": version,
        "json": preview_page.plain(found.to_dict()),
        "html": preview_page.html(found, session.uri),
    }
    if found.unit.document.broken:
        answer["error"] = "The text is not YAML at the moment; what can be read of it is shown."
    return answer


def graph(session: Session, uri: str, form: str) -> str:
    from hotlint.dry_run.dependency_graph import dependency_graph

    found = dry_run(session, uri, None, None)
    return preview_page.graph(dependency_graph(found), found, form, session.uri)


def environments(session: Session, uri: str) -> dict[str, Any]:
    path = convert.path_of(uri)
    folder = session.folder(path)
    declared = set(folder.declared(path))
    here = os.path.dirname(path)
    candidates = [
        {"uri": convert.uri_of(f), "label": os.path.relpath(f, here), "declared": f in declared}
        for f in folder.candidates(path)
    ]
    return {"candidates": candidates, "selected": [convert.uri_of(f) for f in folder.environments(path)]}


def select_environments(session: Session, uri: str, chosen: list[Any]) -> dict[str, Any]:
    """Remember environments for a document's folder, and judge everything anew."""
    path = convert.path_of(uri)
    folder = session.folder(path)
    paths = tuple(convert.path_of(str(c)) for c in chosen)
    folder.select(path, paths)
    session.refresh()
    for other in session.open:
        session.server.protocol.notify("hotlint/previewChanged", {"uri": other})
    session.refresh_decorations()
    return {"selected": [convert.uri_of(p) for p in paths]}


def explain(session: Session, name: str) -> str:
    """The page of a rule, a function or a resource type."""
    from hotlint.output import reference

    folder = next(iter(session.folders.values()), None) or session.folder("")
    catalog = folder.engine.project(folder.engine.settings("template.yaml")).catalog
    found = reference.page(name, catalog)
    if found is not None:
        return found
    return documentation.constraint_kind(name) or documentation.custom_constraint(name) or documentation.version(name)


def fix_all_edit(session: Session, uri: str) -> Any:
    """An edit that applies every safe fix that proves itself, as `hotlint check --fix` does; None when there is none."""
    from hotlint.linter.engine import FileResult
    from hotlint.linter.fixer import Fixer

    document = session.open.get(uri)
    if document is None:
        return None
    folder, snapshot = document.folder, session.snapshot(uri)
    settings = folder.engine.settings(document.path)
    file_result: FileResult = folder.engine.finished(snapshot.unit, settings, session.findings_now(uri))
    fix_result = Fixer(folder.engine).apply(file_result)
    if not fix_result.done:
        return None
    edits = convert.difference(snapshot.text, fix_result.text)
    return session.workspace_edit(document.path, edits)


def upgrade_edit(session: Session, uri: str, version: str) -> Any:
    snapshot = session.snapshot(uri)
    action = upgrade_action(snapshot, version)
    if action.why_not is not None:
        session.server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, action.why_not))
        return None
    return session.workspace_edit(snapshot.path, list(action.edits))


async def lint_workspace(session: Session) -> dict[str, Any]:
    """Judge every template of the workspace; those that are open tell what they find in the usual way."""
    files = errors = warnings = 0
    for folder in list(session.folders.values()):
        for path in _templates(folder.root):
            try:
                file_result = folder.engine.check_file(path, named=False)
            except (OSError, ReadError):
                continue
            await asyncio.sleep(0)
            if file_result is None:
                continue
            files += 1
            errors += sum(d.severity == "error" for d in file_result.diagnostics)
            warnings += sum(d.severity == "warning" for d in file_result.diagnostics)
            if not session.is_open(path):
                session.publish_findings(path, file_result)
            if files >= MOST_LINTED:
                break
    return {"files": files, "errors": errors, "warnings": warnings}


def _templates(root: str) -> list[str]:
    found = []
    for folder, inner, files in os.walk(root):
        inner[:] = sorted(d for d in inner if not d.startswith(".") and d not in ("node_modules", "__pycache__"))
        found += [os.path.join(folder, f) for f in sorted(files) if f.endswith(ENDINGS)]
    return found
