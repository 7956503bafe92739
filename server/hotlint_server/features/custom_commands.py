"""The answers of hotlint's own requests and commands."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

from hotlint.common.files import ReadError
from hotlint.common.platforms import aside
from hotlint.common.time_limit import one_file
from hotlint.dry_run.dependency_graph import dependency_graph
from hotlint.ide import documentation
from hotlint.linter.checking.fixer import Fixer
from hotlint.linter.checking.jinja_check import without_preview
from hotlint.operations.fix import ENDED
from hotlint.output import reference
from hotlint.syntax.differences import line_edits
from hotlint_server import convert
from hotlint_server.dry_runs import dry_run
from hotlint_server.features import preview_page
from hotlint_server.session import Session
from hotlint_server.workspace.diagnostics_scheduler import in_slices

MAX_DECISIONS = 3
"""Decisions of an upgrade that a message names."""
MAX_LINTED_FILES = 2000
"""Files that `lint_workspace` lints."""
BROKEN = "The file is not valid YAML at the moment; the preview shows the part that can be read."


def preview(session: Session, uri: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return the dry run of a document: {version, json, html, error?}.

    Its environments are those in use, unless `environments` of the data lists URIs; its `parameters` come on top of them.
    """
    document = session.workspace.document(uri)
    version = document.buffer.version if document is not None else None
    try:
        found = dry_run(session, uri, data.get("environments"), data.get("parameters"))
    except (OSError, ReadError) as exc:
        return {"version": version, "json": {}, "html": preview_page.message(str(exc)), "error": str(exc)}
    answer: dict[str, Any] = {
        "version": version,
        "json": preview_page.plain(found.to_dict()),
        "html": preview_page.html(found, session.workspace.uri),
    }
    if found.context.document.broken:
        answer["error"] = without_preview(found.context.path, found.context.document) or BROKEN
    return answer


def graph(session: Session, uri: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return {text}, the dependency graph of a document in the `format` of the data, see `preview_page.graph`.

    That is "json", "svg", "dot" or "mermaid"; `environments` and `parameters` are those of a preview. Raises OSError or ReadError.
    """
    found = dry_run(session, uri, data.get("environments"), data.get("parameters"))
    output_format = str(data.get("format", "mermaid"))
    return {"text": preview_page.graph(dependency_graph(found), found, output_format, session.workspace.uri)}


def environments(session: Session, uri: str, _: dict[str, Any]) -> dict[str, Any]:
    """Return the environments of a document: {candidates: [{uri, label, declared, fits, sets}], selected: [uri]}.

    A candidate sets `sets` parameters, of which the template has `fits`.
    """
    path = convert.path_of(uri)
    folder = session.workspace.folder(path)
    if (document := session.workspace.document(uri)) is not None:
        document.parse()
    declared, selected = set(folder.declared(path)), folder.environments_in_use(path)
    here = os.path.dirname(path)
    candidates = []
    for file in dict.fromkeys((*folder.candidates(path), *selected)):
        fits, sets = folder.fitting_parameters(path, file)
        label = os.path.relpath(file, here)
        candidates.append(
            {"uri": convert.uri_of(file), "label": label, "declared": file in declared, "fits": fits, "sets": sets}
        )
    return {"candidates": candidates, "selected": [convert.uri_of(f) for f in selected]}


def explain(session: Session, _: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return {markdown}, the page of a rule, function, resource type, constraint or version; "" for an unknown `name`."""
    workspace, name = session.workspace, str(data.get("name", ""))
    folder = workspace.folders[0] if workspace.folders else workspace.folder("")
    page = reference.page(name, folder.engine.project(folder.engine.settings("template.yaml")).catalog)
    if page is None:
        page = documentation.constraint_kind(name) or documentation.custom_constraint(name)
    return {"markdown": page or documentation.version(name)}


def fix_all(session: Session, uri: str) -> dict[str, list[Any]] | None:
    """Return the text edits, by URI, of every safe fix, as `hotlint check --fix` applies them; None for no fix."""
    document = session.workspace.document(uri)
    if document is None:
        return None
    engine, text = document.folder.engine, document.buffer.text
    file_result = engine.check_file(document.path, text, named=document.is_named)
    fix_result = Fixer(engine).apply(file_result) if file_result is not None else None
    if fix_result is not None and fix_result.is_ended:
        session.client.show_warning(f"{os.path.basename(document.path)}: {ENDED}")
    if fix_result is None or not fix_result.done:
        return None
    return session.workspace.changes(document.path, line_edits(text, fix_result.text))


def upgrade(session: Session, uri: str, version: str) -> dict[str, list[Any]] | None:
    """Return the text edits, by URI, that upgrade a template; None when it cannot be, which the user is shown."""
    from hotlint.rewriting.upgrader import Upgrader

    analysis = session.workspace.analysis(uri)
    engine = session.workspace.folder(analysis.path).engine
    result = Upgrader(engine, version).upgrade(analysis.path, analysis.text)
    left = [result.reason] if result.reason is not None else [decision.message for decision in result.decisions]
    if left:
        session.client.show_warning(
            f"To decide in {os.path.basename(analysis.path)}: {'; '.join(left[:MAX_DECISIONS])}"
        )
    if result.text == analysis.text:
        return None
    return session.workspace.changes(analysis.path, line_edits(analysis.text, result.text))


async def lint_workspace(session: Session, *_: object) -> dict[str, int]:
    """Lint every template of the workspace, publish the findings of those not open, and return the counts."""
    if session.workspace.folders:
        session.look_soon(now=True)
        await session.settled()
    files = 0
    found: Counter[str] = Counter()
    for folder in session.workspace.folders:
        if not folder.is_known:
            await aside(folder.look_through)
            folder.looked_through()
        for path in folder.files():
            try:
                with one_file():
                    file_result = await in_slices(folder.engine.steps(path, named=False))
            except (OSError, ReadError):
                continue
            if file_result is None:
                continue
            files += 1
            found.update(d.severity for d in file_result.diagnostics)
            if not session.workspace.is_open(path):
                session.diagnostics.publisher.publish_file(path, file_result)
            if files >= MAX_LINTED_FILES:
                break
        session.diagnostics.publisher.publish_configurations(folder.engine)
    return {"files": files, "errors": found["error"], "warnings": found["warning"], "infos": found["info"]}
