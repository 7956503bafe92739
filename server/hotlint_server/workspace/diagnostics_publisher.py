"""Diagnostics on their way to the editor: in the protocol's shape, and pushed where the editor does not pull."""

from __future__ import annotations

import os
from typing import Any

from hotlint.formats.configuration import MISNAMED, NAME
from hotlint.linter.checking.engine import Engine
from hotlint.linter.checking.file_result import FileResult
from hotlint.linter.diagnostic import Diagnostic, with_line
from hotlint.linter.run_diagnostics import misnamed_configuration
from hotlint_server import convert
from hotlint_server.text_buffer import Positions
from hotlint_server.transport.client import EditorClient
from hotlint_server.workspace.editor_workspace import EditorWorkspace
from hotlint_server.workspace.open_document import OpenDocument

PUBLISH = "textDocument/publishDiagnostics"


class DiagnosticsPublisher:
    """Publishes findings, and remembers the files that are not open and have findings published."""

    def __init__(self, workspace: EditorWorkspace, client: EditorClient) -> None:
        self._workspace = workspace
        self._client = client
        self._unopened: set[str] = set()  # by URI
        self._configurations: dict[str, list[Diagnostic]] = {}  # by path

    def publish(self, document: OpenDocument) -> None:
        """Publish the findings of the text of an open document as it is now, unless the editor has them already."""
        diagnostics = document.diagnostics
        if diagnostics is not None and document.mark_published(diagnostics):
            params = {
                "uri": document.uri,
                "version": document.buffer.version,
                "diagnostics": self.to_json(document, diagnostics),
            }
            self._client.notify(PUBLISH, params)

    def publish_file(self, path: str, file_result: FileResult) -> None:
        """Publish the findings of a file that is not open."""
        positions = Positions(file_result.document.text, self._workspace.abilities.encoding)
        uri = self._workspace.uri(path)
        diagnostics = protocol_findings(self._workspace, uri, positions, file_result.diagnostics)
        self._unopened.add(uri)
        self._client.notify(PUBLISH, {"uri": uri, "diagnostics": diagnostics})

    def publish_configurations(self, engine: Engine) -> None:
        """Publish what is wrong in the configurations that an engine has read and that are not open, when it changed."""
        gone: dict[str, tuple[str, list[Diagnostic]]] = {
            path: ("", []) for path in self._configurations if not _is_still_configuration(path)
        }
        for path, (text, problems) in (gone | configurations_of(engine)).items():
            if self._configurations.get(path, []) != problems and not self._workspace.is_open(path):
                self._configurations[path] = problems
                positions = Positions(text, self._workspace.abilities.encoding)
                uri = self._workspace.uri(path)
                diagnostics = protocol_findings(self._workspace, uri, positions, problems)
                self._client.notify(PUBLISH, {"uri": uri, "diagnostics": diagnostics})

    def refresh_file(self, uri: str) -> None:
        """Publish the findings of a changed file again, when those of before are published."""
        if uri not in self._unopened:
            return
        self._unopened.discard(uri)
        path = convert.path_of(uri)
        engine = self._workspace.folder(path).engine
        file_result = engine.check_file(path, named=False) if os.path.exists(path) else None
        if file_result is not None:
            self.publish_file(path, file_result)
        else:
            self.clear(uri)

    def closed(self, document: OpenDocument) -> None:
        """Publish what was published of a document before it was opened, as it is now; without that, no findings."""
        self.clear(document.uri)
        self.refresh_file(document.uri)
        if self._configurations.pop(document.path, None) is not None:
            self.publish_configurations(document.folder.engine)

    def clear(self, uri: str) -> None:
        """Publish that a document has no findings."""
        self._client.notify(PUBLISH, {"uri": uri, "diagnostics": []})

    def to_json(self, document: OpenDocument, diagnostics: list[Diagnostic]) -> list[Any]:
        """Return the findings of an open document in the protocol's shape."""
        positions, uri = document.buffer.positions, document.uri
        return protocol_findings(self._workspace, uri, positions, diagnostics)


def protocol_findings(
    workspace: EditorWorkspace, uri: str, positions: Positions, diagnostics: list[Diagnostic]
) -> list[Any]:
    """Return the findings of a document in the protocol's shape, with their related places and the lines of these in messages."""
    return [_protocol_finding(workspace, uri, positions, diagnostic) for diagnostic in diagnostics]


def _protocol_finding(workspace: EditorWorkspace, uri: str, positions: Positions, diagnostic: Diagnostic) -> Any:
    related, message = [], diagnostic.message
    for location in diagnostic.related:
        other = workspace.positions_of(location.path) if location.path else positions
        if other is not None:
            target = workspace.uri(location.path) if location.path else uri
            range_ = convert.range_of(other, location.span)
            related.append({"location": {"uri": target, "range": range_}, "message": location.message})
            message = with_line(message, location.words, location.path, range_["start"]["line"])
    return convert.diagnostic_of(diagnostic._replace(message=message), positions, related)


def configurations_of(engine: Engine) -> dict[str, tuple[str, list[Diagnostic]]]:
    """Return {path: (text, problems)} of each configuration that an engine has read, or found under another name."""
    found = {os.path.abspath(c.path): (c.document.text, c.problems) for c in engine.finder.opened()}
    for path in engine.finder.misnamed:
        found[os.path.abspath(path)] = ("", [misnamed_configuration(path)])
    return found


def _is_still_configuration(path: str) -> bool:
    """Return whether a configuration of which something was published is still there, and still taken for one."""
    folder, name = os.path.split(path)
    return os.path.exists(path) and not (name in MISNAMED and os.path.exists(os.path.join(folder, NAME)))
