"""The command, a closed file and an open one get the same findings, whatever was edited before."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import one_answer_folder
import pytest
from hotlint_server import convert
from hotlint_server.features.custom_commands import lint_workspace
from hotlint_server.session import Session
from hotlint_server.text_buffer import ContentChange, DocumentChanges
from lsprotocol import types
from random_edits import changed, shared

from hotlint.linter.checking.engine import Engine
from hotlint.operations.check import CheckRequest, Runner
from hotlint.operations.discovery import candidates, may_be_checked
from hotlint.operations.engines import HANDLERS
from hotlint.output.findings.conversion import file_report
from hotlint.syntax.source import Span

EDITS = int(os.environ.get("HOTLINT_EDITS", "100"))
SEEDS = [int(seed) for seed in os.environ.get("HOTLINT_SEEDS", "1").split(",")]
"""Random edits, and the seeds of the test; a release is tried with more of both."""
BETWEEN = 20
"""Edits after which all findings are compared."""
Found = dict[str, list[tuple[Any, ...]]]


class Client:
    """An editor that keeps the diagnostics of each file, by URI."""

    def __init__(self) -> None:
        self.published: dict[str, Any] = {}

    def notify(self, method: str, params: Any) -> None:
        """Keep published diagnostics."""
        if method == "textDocument/publishDiagnostics":
            self.published[params["uri"]] = params["diagnostics"]

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_args, **_named: None


def plain(found: list[Any]) -> list[tuple[Any, ...]]:
    """Return findings as they can be compared."""
    return sorted((d.code, d.severity, d.message, d.span) for d in found)


class Editor:
    """An editor with a folder: what a user does in it, and what the findings have to be."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.chance = random.Random(seed)
        self.client = Client()
        self.session = Session(self.client)  # type: ignore[arg-type]
        self.workspace = self.session.workspace
        self.workspace.initialize(self.workspace.abilities, {}, [convert.uri_of(str(folder))])
        self.selected: dict[str, tuple[str, ...]] = {}

    def open(self, path: Path) -> None:
        """Open a file of the folder."""
        text = path.read_bytes().decode("utf-8")
        self.session.open_document(types.TextDocumentItem(convert.uri_of(str(path)), "yaml", 1, text))

    async def opened(self, path: Path) -> list[tuple[Any, ...]]:
        """Return the findings of an open document."""
        document = self.workspace.document(convert.uri_of(str(path)))
        assert document is not None
        return plain(await self.session.diagnostics.current(document))

    # -- edits -------------------------------------------------------------------------------------------------------

    def edit(self) -> str:
        """Do something that a user may do, and return what."""
        actions = [self._type, self._type, self._type, self._save, self._close, self._open, self._write, self._write]
        actions += [self._delete, self._restore, self._rename, self._select]
        return self.chance.choice(actions)()

    def _type(self) -> str:
        document = self.chance.choice(list(self.workspace.documents.values()))
        old = document.buffer.text
        new = changed(old, self.chance)
        begin = shared(old, new)
        end = shared(old[begin:][::-1], new[begin:][::-1])
        where = convert.range_of(document.buffer.positions, Span(begin, len(old) - end))
        places = tuple(where[at][part] for at in ("start", "end") for part in ("line", "character"))
        change = ContentChange(places, new[begin : len(new) - end])
        self.session.change_document(DocumentChanges(document.uri, document.buffer.version + 1, [change]))
        return f"typed in {document.path}"

    def _save(self) -> str:
        document = self.chance.choice(list(self.workspace.documents.values()))
        self._put(Path(document.path), document.buffer.text.encode())
        return f"saved {document.path}"

    def _close(self) -> str:
        document = self.chance.choice(list(self.workspace.documents.values()))
        if len(self.workspace.documents) > 1:
            self.session.close_document(document.uri)
        return f"closed {document.path}"

    def _open(self) -> str:
        path = self.chance.choice(self._paths())
        if not self.workspace.is_open(str(path)):
            self.open(path)
        return f"opened {path}"

    def _write(self) -> str:
        path = self.chance.choice(self._paths())
        self._put(path, changed(path.read_bytes().decode("utf-8"), self.chance).encode())
        return f"wrote {path}"

    def _delete(self) -> str:
        path = self.chance.choice(self._paths())
        path.unlink()
        self.session.files_changed([convert.uri_of(str(path))])
        return f"deleted {path}"

    def _restore(self) -> str:
        name = self.chance.choice(list(one_answer_folder.TEXTS))
        self._put(self.folder / name, one_answer_folder.TEXTS[name].encode())
        return f"restored {name}"

    def _rename(self) -> str:
        path = self.chance.choice(self._paths())
        other = path.with_name(self.chance.choice(["web.yaml", "plain.env", "three.yaml", ".hotlint.yaml", "new.yaml"]))
        if not other.exists() and path.parent.name != "policies":  # these may be read as configurations, too
            path.rename(other)
            self.session.files_changed([convert.uri_of(str(path)), convert.uri_of(str(other))])
        return f"renamed {path} to {other}"

    def _select(self) -> str:
        template = self.folder / self.chance.choice(["web.yaml", "app.yaml", "plain.yaml", "stacks/one.yaml"])
        names = self.chance.choice([[], ["web.env"], ["env/common.env", "env/large.yaml"], ["env/plain.yaml"]])
        environments = tuple(str(self.folder / name) for name in names)
        self.selected[str(template)] = environments
        self.session.select_environments(convert.uri_of(str(template)), [convert.uri_of(e) for e in environments])
        return f"selected {names} for {template}"

    def _put(self, path: Path, data: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        self.session.files_changed([convert.uri_of(str(path))])

    def _paths(self) -> list[Path]:
        return sorted(path for path in self.folder.rglob("*") if path.is_file())

    # -- answers -----------------------------------------------------------------------------------------------------

    def cancel(self) -> None:
        """Cancel what is scheduled, so that the findings are computed when they are asked for."""
        for document in self.workspace.documents.values():
            document.cancel()

    def fresh(self) -> Engine:
        """Return an engine that knows nothing of the edits, with the texts and the selected environments of now."""
        engine = Engine(folders=(str(self.folder),), home=str(self.folder), handlers=HANDLERS)
        for document in self.workspace.documents.values():
            text = document.parse().document.source
            project = engine.project(engine.settings(document.path)).with_source(text)
            parsed = project.document(document.path)
            engine.put(parsed, project.template_of(parsed))
        for path, environments in self.selected.items():
            engine.trees.select(path, environments)
        return engine

    async def differences(self) -> list[str]:
        """Return where the findings of the session are not those of a fresh engine."""
        self.cancel()
        engine, found = self.fresh(), []
        for document in self.workspace.documents.values():
            file_result = engine.check_file(document.path, named=document.is_named)
            wanted = plain(file_result.diagnostics) if file_result is not None else []
            mine = await self.opened(Path(document.path))
            if mine != wanted:
                found.append(f"open {document.path}:\n  {mine}\n  {wanted}")
        await lint_workspace(self.session)
        for candidate in candidates([str(self.folder)], engine.finder.excluded, wanted=may_be_checked):
            if not self.workspace.is_open(candidate.path):
                file_result = engine.check_file(candidate.path, named=False)
                published = self.client.published.get(convert.uri_of(candidate.path), [])
                shown = sorted((d["code"], d["message"]) for d in map(dict, published))
                expected = (
                    sorted((d.code, d.message) for d in file_report(file_result).diagnostics) if file_result else []
                )
                if shown != expected:
                    found.append(f"closed {candidate.path}:\n  {shown}\n  {expected}")
        return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a file of each kind, which is the working folder."""
    pytest.importorskip("celpy")
    one_answer_folder.write(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_command_and_the_server(folder: Path) -> None:
    """Suites, policies and configurations are among the files of a folder."""
    reports = Runner(CheckRequest(jobs=1, use_cache=False)).run(["."], None, "stdin")
    by_command = {
        os.path.abspath(report.path): sorted((d.code, d.severity) for d in report.diagnostics if d.code != "HOT607")
        for report in reports
    }
    names = {"tests/flow.yaml", "policies/bad.yaml", "stacks/second/.hotlint.yaml", "stacks/misnamed/.hotlint.yml"}
    assert all(by_command[str(folder / name)] for name in names)

    async def closed() -> dict[str, Any]:
        editor = Editor(folder, 0)
        await lint_workspace(editor.session)
        return {convert.path_of(uri): found for uri, found in editor.client.published.items()}

    severities = {1: "error", 2: "warning", 3: "info", 4: "info"}
    by_server = {
        path: sorted((d["code"], severities[d["severity"]]) for d in map(dict, found) if d["code"] != "HOT607")
        for path, found in asyncio.run(closed()).items()
    }
    empty: Any = []
    for path in by_command | by_server:
        assert by_server.get(path, empty) == by_command.get(path, empty), path


@pytest.mark.parametrize("seed", SEEDS)
def test_random_edits(folder: Path, seed: int) -> None:
    async def edited() -> None:
        editor = Editor(folder, seed)
        for name in ("web.yaml", "app.yaml", "tests/web.hot-test.yaml", "web.env", "rendered/web.yaml.j2", "cfn.yaml"):
            editor.open(folder / name)
        done: list[str] = []
        for number in range(EDITS):
            done.append(editor.edit())
            editor.cancel()
            if number % BETWEEN == BETWEEN - 1:
                assert await editor.differences() == [], done[-BETWEEN:]

    asyncio.run(edited())


@pytest.mark.parametrize("names", [["env/common.env"], ["env/common.env", "env/large.yaml"], ["web.env"]])
def test_selected_environments_are_those_of_the_command(folder: Path, names: list[str]) -> None:
    """A template with selected environments gets the findings of `hotlint check FILE -e ENV`."""
    template = folder / "plain.yaml"
    environments = [str(folder / name) for name in names]

    async def selected() -> list[tuple[Any, ...]]:
        editor = Editor(folder, 0)
        editor.open(template)
        editor.session.select_environments(convert.uri_of(str(template)), [convert.uri_of(e) for e in environments])
        return await editor.opened(template)

    request = CheckRequest(settings={"environments": tuple(environments)}, jobs=1, use_cache=False)
    runner = Runner(request)
    file_result = runner.engine.check_file(str(template))
    assert file_result is not None
    assert asyncio.run(selected()) == plain(file_result.diagnostics) != []
