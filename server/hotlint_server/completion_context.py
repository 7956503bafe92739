"""What is around a document, for completion: files that it may name, nested templates, other templates' names."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hotlint.analysis.environment import EnvironmentFile
from hotlint.common.files import ReadError
from hotlint.ide.completion import CompletionEnvironment, DeclaredNames, NeighborNames

if TYPE_CHECKING:
    from hotlint_server.session import Session

DEPTH = 3
MOST_FILES = 400


def around(session: Session, path: str) -> CompletionEnvironment:
    folder = session.folder(path)
    here = os.path.dirname(path)
    project = folder.project(folder.engine.settings(path))

    def nested(type_: str) -> DeclaredNames | None:
        return _names(session, os.path.normpath(os.path.join(here, _registered(type_).removeprefix("file://"))))

    def _registered(type_: str) -> str:
        found = registry(folder.environments(path)).get(type_)
        if found is None and "::" in type_:
            # an environment that nobody has chosen yet may still tell what the type is
            found = registry(tuple(folder.candidates(path))).get(type_)
        return found if found is not None else type_

    def registry(environments: tuple[str, ...]) -> dict[str, str]:
        """Types that environments define, and where they lead."""
        types: dict[str, str] = {}
        for environment in environments:
            try:
                entries = EnvironmentFile(project.document(environment)).entries("resource_registry")
            except (OSError, ReadError):
                continue
            for name, entry in entries.items():
                target = getattr(entry.value, "value", None)
                if isinstance(target, str) and not (target == "OS::Heat::None" and name in types):
                    is_path = target.endswith((".yaml", ".template"))
                    types[name] = os.path.join(os.path.dirname(environment), target) if is_path else target
        return types

    def mapped(type_: str) -> str:
        found = _registered(type_)
        return found if "::" in found and not found.endswith((".yaml", ".template")) else type_

    def neighbours() -> NeighborNames:
        return session.names.neighbours(path)

    def templates() -> list[DeclaredNames]:
        known = [n for p, n in session.names.files() if os.path.dirname(p) in (here, os.path.dirname(here))]
        return [n for n in known if n.version and n.parameters]

    return CompletionEnvironment(
        folder.engine.project(folder.engine.settings(path)).catalog,
        files=lambda: _files(here, path),
        neighbours=neighbours,
        nested=nested,
        templates=templates,
        registry=lambda: list(registry(tuple(folder.candidates(path)))),
        mapped=mapped,
    )


def _names(session: Session, path: str) -> DeclaredNames | None:
    document = next((d for d in session.open.values() if d.path == path), None)
    return document.buffer.all_names() if document is not None else session.names.names(path)


def _files(here: str, own: str) -> list[str]:
    """Files below a folder that a template may name, as it would name them."""
    found: list[str] = []
    for folder, inner, files in os.walk(here):
        depth = os.path.relpath(folder, here).count(os.sep)
        inner[:] = [] if depth >= DEPTH else sorted(d for d in inner if not d.startswith("."))
        found += [
            os.path.relpath(os.path.join(folder, f), here).replace(os.sep, "/")
            for f in sorted(files)
            if not f.startswith(".")
        ]
        if len(found) > MOST_FILES:
            break
    return [f for f in found[:MOST_FILES] if os.path.join(here, f) != own]
