"""An open document: its buffer, what was read of it, and what was found in it."""

from __future__ import annotations

import asyncio
import re

from hotlint.ide.incremental_lint import IncrementalLint, moved
from hotlint.ide.incremental_parse import IncrementalDocument
from hotlint.ide.snapshot import Snapshot
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.source import Source
from hotlint_server.text_buffer import Buffer
from hotlint_server.workspace_folder import Folder

HEATS_OWN = re.compile(
    r"(?m)^[\"']?(?:heat_template_version|resource_registry|parameter_defaults|encrypted_param_names)[\"']?[ ]*:"
    r"|^[ ]+type[ ]*:[ ]*[\"']?OS::\w+::\w"
)
"""What no one's YAML but Heat's has."""


class Open:
    """An open document: its buffer, what was read of it, and what was found in it."""

    __slots__ = ("buffer", "findings", "folder", "known", "live", "path", "sent", "snapshot", "task", "used")

    def __init__(self, buffer: Buffer, path: str, folder: Folder) -> None:
        self.buffer = buffer
        self.path = path
        self.folder = folder
        self.live: IncrementalDocument | None = None
        self.findings = IncrementalLint()
        self.known: tuple[int, list[Diagnostic]] | None = None  # version, findings
        self.sent: tuple[int, list[Diagnostic]] | None = None
        self.snapshot: tuple[tuple[int, int], Snapshot] | None = None  # version and generation of the folder
        self.used: list[Diagnostic] = []  # what is wrong with it only as other templates use it
        self.task: asyncio.Task[None] | None = None

    def read(self) -> None:
        """Bring what was read of the document up to its buffer."""
        buffer = self.buffer
        if self.live is None:
            buffer.take_changes()
            self.live = IncrementalDocument(Source(self.path, buffer.text, buffer.version))
        elif buffer.changes == []:
            return
        else:
            region = self.live.update(Source(self.path, buffer.text, buffer.version), buffer.take_changes())
            self.findings.moved(region)
            self.used = [moved(d, region) for d in self.used] if region is not None else []
        self.folder.put(self.live.document, self.live.template)

    @property
    def relevant(self) -> bool:
        """Whether the document is Heat's: other people's YAML is left alone, whatever its keys are called."""
        if self.buffer.language == "hot" or self.path.endswith((".hot", ".hot.yaml")):
            return True
        return bool(HEATS_OWN.search(self.buffer.text)) or self.path in self.folder.environments(self.path)
