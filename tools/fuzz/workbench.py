"""What many cases of one process share: a folder for files, an engine, an event loop."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from functools import cached_property

from hotlint_server.transport.client import EditorAbilities
from hotlint_server.workspace.editor_workspace import EditorWorkspace

from fuzz.case import Case
from hotlint.linter.checking.engine import Engine
from hotlint.linter.settings.finder import user_folders
from hotlint.linter.settings.model import Settings
from hotlint.operations.engines import HANDLERS

TEMPLATE = "t.yaml"
ENVIRONMENT = "env.yaml"


class Workbench:
    """A temporary folder in memory where the system has such, and what is costly to make anew for each case."""

    def __init__(self) -> None:
        memory = "/dev/shm"
        made = tempfile.mkdtemp(prefix="hotlint-fuzz-", dir=memory if os.path.isdir(memory) else None)
        self.folder = os.path.realpath(made)
        self.cache = f"{self.folder}-cache"
        """The cache folder of commands, which is no part of the source tree of the cases."""
        self._files: dict[str, str] = {}

    @cached_property
    def engine(self) -> Engine:
        """An engine without configuration, which cases without an environment share."""
        return self._engine(())

    @cached_property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The loop that the cases of an editor run on."""
        return asyncio.new_event_loop()

    @cached_property
    def editor(self) -> EditorWorkspace:
        """The workspace of an editor that has the folder open; documents are opened and closed in it."""
        workspace = EditorWorkspace()
        workspace.initialize(EditorAbilities(), {}, [f"file://{self.folder}"])
        return workspace

    def write(self, case: Case) -> str:
        """Write the files of a case, and its text where it is to be read from a file; returns the template's path."""
        if case.files != self._files:
            self._replace_files(case.files)
        if case.encoding:
            self._write(TEMPLATE, case.text.encode(case.encoding, "surrogatepass"))
        return os.path.join(self.folder, TEMPLATE)

    def _replace_files(self, files: dict[str, str]) -> None:
        for name in self._files.keys() - files.keys():
            os.unlink(os.path.join(self.folder, name))
        for name, text in files.items():
            self._write(name, text.encode("utf-8", "surrogatepass"))
        for name in {**self._files, **files}:
            path = os.path.join(self.folder, name)
            if "engine" in vars(self):
                self.engine.changed(path)
            if "editor" in vars(self):
                self.editor.forget([path])
        self._files = dict(files)

    def _write(self, name: str, data: bytes) -> None:
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(data)

    def environments(self, case: Case) -> list[str]:
        """Return the paths of the environments of a case."""
        return [os.path.join(self.folder, ENVIRONMENT)] if ENVIRONMENT in case.files else []

    def engine_for(self, case: Case) -> Engine:
        """Return the engine for a case: with its environment, if it has one."""
        environments = tuple(self.environments(case))
        return self._engine(environments) if environments else self.engine

    def _engine(self, environments: tuple[str, ...]) -> Engine:
        """Return an engine that reads what a command and an editor may read, for which the folder is the project."""
        boundary = user_folders([self.folder])
        return Engine(Settings(environments=environments), use_config=False, handlers=HANDLERS, confined_to=boundary)

    def __enter__(self) -> Workbench:
        return self

    def __exit__(self, *_: object) -> None:
        """Remove the folders."""
        for folder in (self.folder, self.cache):
            shutil.rmtree(folder, ignore_errors=True)
