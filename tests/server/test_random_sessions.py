"""Random sessions of an editor, message by message: what it shows in the end is what a fresh run of the command finds.

An editor types, saves, renames, asks and cancels; files, workspace folders and settings change meanwhile. Editors differ in the encoding
of positions, and in whether they pull diagnostics, watch files, and answer what their settings are. More sessions:
`make sessions SESSIONS=1000 SEED=1`.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import one_answer_folder
import pytest
from hotlint_server import convert, session
from hotlint_server.app import HotlintServer
from hotlint_server.text_buffer import Positions
from hotlint_server.transport.inbox import MessageFramer
from hotlint_server.transport.protocol import handle
from random_edits import changed, shared

from hotlint.linter.settings.editor import editor_settings
from hotlint.operations.check import CheckRequest, Runner
from hotlint.output.findings.conversion import file_report
from hotlint.syntax.source import Span

SESSIONS = int(os.environ.get("HOTLINT_SESSIONS", "6"))
SEED = int(os.environ.get("HOTLINT_SEED", "1"))
STEPS = 40
PATIENCE = 60.0
"""Seconds within which the server is idle again."""
INTERNAL_ERROR = -32603
SETTINGS: list[dict[str, Any]] = [
    {},
    {"ignore": ["HOT3"]},
    {"select": ["HOT"]},
    {"target": "2023.1"},
    {"diagnostics": {"severity": {"HOT2": "info"}}, "ignore": ["HOT201"]},
    {"environments": ["env/common.env"]},
]
SECOND = ("web.yaml", "web.env", "nested/inner.yaml", "nested/disk.yaml", "env/common.env", "app.yaml", "crlf.yaml")
"""The files of the second folder, which has no configuration."""
AT_PLACES = ("completion", "hover", "definition", "references", "prepareRename")
OF_DOCUMENTS = ("documentSymbol", "foldingRange", "semanticTokens/full", "codeLens")
Shown = tuple[str, str, str, int, int]


class Editor:
    """An editor at the other end of a connection: its texts, its settings, and the diagnostics that it shows."""

    def __init__(self, folders: list[Path], seed: int) -> None:
        self.chance = random.Random(seed)
        self.folders, self.window = folders, folders[:1]
        self.encoding = self.chance.choice(["utf-8", "utf-16", "utf-32"])
        self.pulls, self.watches, self.answers = (self.chance.random() < 0.5 for _ in range(3))
        self.texts: dict[Path, str] = {}
        self.settings: dict[str, dict[str, Any]] = {}
        self.published: dict[str, list[Any]] = {}
        self.responses: dict[int, Any] = {}
        self.done: list[str] = []
        self._events: dict[Path, int] = {}  # on disk, which the server does not know yet
        self._waiting: list[dict[str, Any]] = []
        self._framer = MessageFramer()
        self._asked = self._version = 0
        self.server = HotlintServer()
        self.server.protocol.set_writer(self)

    # -- messages ----------------------------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Take bytes from the server."""
        for body in self._framer.feed(data):
            message = json.loads(body)
            if message.get("method") == "textDocument/publishDiagnostics":
                self.published[message["params"]["uri"]] = message["params"]["diagnostics"]
            elif "method" in message and "id" in message:
                self._waiting.append(message)
            elif "id" in message:
                assert message.get("error", {}).get("code") != INTERNAL_ERROR, message
                self.responses[message["id"]] = message.get("result")

    def close(self) -> None:
        """Close the connection, which does nothing."""

    def notify(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> int:
        self._asked += 1
        self._send({"id": self._asked, "method": method, "params": params})
        return self._asked

    async def answer(self, method: str, params: Any) -> Any:
        asked = self.ask(method, params)
        await self.settle()
        return self.responses[asked]

    def _send(self, message: dict[str, Any]) -> None:
        handle(self.server, json.dumps({"jsonrpc": "2.0", **message}).encode())

    def _reply(self) -> None:
        waiting, self._waiting = self._waiting, []
        for message in waiting:
            result: Any = None
            if message["method"] == "workspace/configuration":
                result = [self._options(item.get("scopeUri")) for item in message["params"]["items"]]
            self._send({"id": message["id"], "result": result})

    def _options(self, scope: str | None) -> dict[str, Any]:
        return self.settings.get(scope if scope and self.answers else "", {})

    async def settle(self) -> None:
        """Reply to the server until nothing is under way in it."""
        loop, quiet = asyncio.get_running_loop(), 0
        end = loop.time() + PATIENCE
        while quiet < 3:
            assert loop.time() < end, "the server does not come to rest"
            self._reply()
            await asyncio.sleep(0)
            opened = self.server.session.workspace.documents.values()
            is_busy = len(asyncio.all_tasks()) > 1 or self.server.session._later is not None
            is_busy = is_busy or any(document.is_linting for document in opened)
            quiet = 0 if is_busy or self._waiting else quiet + 1
            await asyncio.sleep(0.001 if is_busy else 0)

    # -- what a user does --------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        capabilities: dict[str, Any] = {
            "general": {"positionEncodings": [self.encoding]},
            "textDocument": {"diagnostic": {}} if self.pulls else {},
            "workspace": {
                "configuration": self.answers,
                "didChangeWatchedFiles": {"dynamicRegistration": self.watches},
                "diagnostics": {"refreshSupport": True},
            },
        }
        window = [_folder(folder) for folder in self.window]
        params = {"processId": None, "rootUri": None, "capabilities": capabilities, "workspaceFolders": window}
        await self.answer("initialize", params)
        self.notify("initialized", {})
        for path in self.chance.sample(self._files(), 4):
            self._open(path)

    async def step(self) -> None:
        """Do something that a user may do."""
        steps = [self._type] * 5 + [self._ask] * 4 + [self._save] * 2 + [self._write] * 2
        steps += [self._open, self._close, self._delete, self._restore, self._configure, self._change_folders]
        step = self.chance.choice([*steps, self._rename, self._move])
        if step in (self._rename, self._move):
            await self.settle()  # their edits are of the texts as they are
        self.done.append(f"{step.__name__}: {await step() if asyncio.iscoroutinefunction(step) else step()}")
        if self.chance.random() < 0.3:
            self._report()
        for _ in range(self.chance.choice([0, 0, 1, 5, 50])):
            self._reply()
            await asyncio.sleep(0)

    def _type(self) -> str:
        path = self._opened()
        return self._edit(path, changed(self.texts[path], self.chance)) if path else ""

    def _edit(self, path: Path, new: str) -> str:
        """Have the server change its text of an open document by a range, by the whole text, or by both."""
        old, self.texts[path] = self.texts[path], new
        begin = shared(old, new)
        end = min(shared(old[begin:][::-1], new[begin:][::-1]), len(old) - begin, len(new) - begin)
        begin -= old[begin - 1 : begin] == "\r"
        end -= old[len(old) - end : len(old) - end + 1] == "\n" and end > 0
        places = convert.range_of(Positions(old, self.encoding), Span(begin, len(old) - end))
        change = {"range": places, "text": new[begin : len(new) - end]}
        changes = self.chance.choice([[change], [change], [{"text": new}], [{"text": old}, change]])
        self._version += 1
        document = {"uri": _uri(path), "version": self._version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})
        return f"{path} {change}"

    def _ask(self) -> str:
        path = self._opened()
        if path is None:
            return ""
        text, document = self.texts[path], {"textDocument": {"uri": _uri(path)}}
        place = convert.position_of(Positions(text, self.encoding), self.chance.randrange(len(text) + 1))
        methods = [*AT_PLACES, *OF_DOCUMENTS, "codeAction", "formatting", "diagnostic"]
        method = self.chance.choice(methods)
        here = {"start": place, "end": place}
        more: dict[str, Any] = {"position": place} if method in AT_PLACES else {}
        more |= {"range": here, "context": {"diagnostics": []}} if method == "codeAction" else {}
        more |= {"context": {"includeDeclaration": True}} if method == "references" else {}
        more |= {"options": {"tabSize": 2, "insertSpaces": True}} if method == "formatting" else {}
        asked = self.ask(f"textDocument/{method}", {**document, **more})
        if self.chance.random() < 0.4:
            self.notify("$/cancelRequest", {"id": asked})
        return f"{method} in {path}"

    def _save(self) -> str:
        path = self._opened()
        if path is not None:
            self._put(path, self.texts[path])
            self.notify("textDocument/didSave", {"textDocument": {"uri": _uri(path)}})
        return str(path)

    def _open(self, path: Path | None = None) -> str:
        path = path or self.chance.choice(self._files())
        if path not in self.texts:
            self.texts[path] = text = path.read_bytes().decode()
            item = {"uri": _uri(path), "languageId": "yaml", "version": 1, "text": text}
            self.notify("textDocument/didOpen", {"textDocument": item})
        return str(path)

    def _close(self) -> str:
        path = self._opened()
        if path is not None:
            del self.texts[path]
            self.notify("textDocument/didClose", {"textDocument": {"uri": _uri(path)}})
        return str(path)

    def _write(self) -> str:
        path = self.chance.choice(self._files())
        self._put(path, changed(path.read_bytes().decode(), self.chance))
        return str(path)

    def _delete(self) -> str:
        path = self.chance.choice(self._files())
        path.unlink()
        self._happened(path, 3)
        return str(path)

    def _restore(self) -> str:
        name = self.chance.choice(SECOND) if self.chance.random() < 0.3 else None
        path = (self.folders[1] / name) if name else self.folders[0] / self.chance.choice(list(one_answer_folder.TEXTS))
        self._put(path, one_answer_folder.TEXTS[name or str(path.relative_to(self.folders[0]))])
        return str(path)

    def _configure(self) -> str:
        scope = self.chance.choice(["", *(convert.uri_of(str(folder)) for folder in self.folders)])
        self.settings[scope] = self.chance.choice(SETTINGS)
        settings = None if self.answers else {"hotlint": self._options(None)}
        self.notify("workspace/didChangeConfiguration", {"settings": settings})
        return f"{scope} {self.settings[scope]}"

    def _change_folders(self) -> str:
        folder = self.chance.choice(self.folders)
        is_there = folder in self.window
        if is_there and len(self.window) == 1:
            return ""
        self.window = [f for f in self.folders if (f in self.window) != (f == folder)]
        event = {"added": [] if is_there else [_folder(folder)], "removed": [_folder(folder)] if is_there else []}
        self.notify("workspace/didChangeWorkspaceFolders", {"event": event})
        return f"{'-' if is_there else '+'} {folder}"

    async def _rename(self) -> str:
        """Rename what is at a random place."""
        path = self._opened()
        if path is None or not self.texts[path]:
            return ""
        place = convert.position_of(
            Positions(self.texts[path], self.encoding), self.chance.randrange(len(self.texts[path]))
        )
        params = {"textDocument": {"uri": _uri(path)}, "position": place, "newName": "renamed"}
        self._apply(await self.answer("textDocument/rename", params))
        return f"{path} {place}"

    async def _move(self) -> str:
        """Rename a file, and have the paths to it follow."""
        old = self.chance.choice(self._files())
        new = old.with_name(self.chance.choice(["web.yaml", "plain.env", "three.yaml", "new.yaml"]))
        if new.exists() or new in self.texts or old.name == ".hotlint.yaml" or old.parent.name == "policies":
            return ""
        self._apply(
            await self.answer("workspace/willRenameFiles", {"files": [{"oldUri": _uri(old), "newUri": _uri(new)}]})
        )
        old.rename(new)
        self._happened(old, 3)
        self._happened(new, 1)
        if old in self.texts:
            text = self.texts.pop(old)
            self.notify("textDocument/didClose", {"textDocument": {"uri": _uri(old)}})
            self.texts[new] = text
            item = {"uri": _uri(new), "languageId": "yaml", "version": 1, "text": text}
            self.notify("textDocument/didOpen", {"textDocument": item})
        return f"{old} to {new}"

    def _apply(self, edit: Any) -> None:
        for uri, edits in ((edit or {}).get("changes") or {}).items():
            path = Path(convert.path_of(uri))
            text = self.texts[path] if path in self.texts else path.read_bytes().decode()
            positions = Positions(text, self.encoding)
            for one in sorted(edits, key=lambda e: tuple(e["range"]["start"].values()), reverse=True):
                start, end = (positions.offset(*one["range"][at].values()) for at in ("start", "end"))
                text = text[:start] + one["newText"] + text[end:]
            if path in self.texts:
                self._edit(path, text)
            else:
                self._put(path, text)

    def _opened(self) -> Path | None:
        return self.chance.choice(sorted(self.texts)) if self.texts else None

    def _files(self) -> list[Path]:
        return sorted(path for folder in self.folders for path in folder.rglob("*") if path.is_file())

    def _put(self, path: Path, text: str) -> None:
        self._happened(path, 2 if path.exists() else 1)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())

    def _happened(self, path: Path, kind: int) -> None:
        self._events[path] = kind

    def _report(self) -> None:
        """Tell the server of changes on disk, if this editor watches it."""
        events, self._events = self._events, {}
        if self.watches and events:
            changes = [{"uri": _uri(path), "type": kind} for path, kind in events.items()]
            self.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    # -- what it shows -----------------------------------------------------------------------------------------------

    async def end(self) -> None:
        """Save all, and wait until everything has been said."""
        for path, text in self.texts.items():
            self._put(path, text)
        self._report()
        for path in self.texts:
            self.notify("textDocument/didSave", {"textDocument": {"uri": _uri(path)}})
        await self.settle()

    async def shown(self) -> dict[str, list[Shown]]:
        """Return what the editor shows for the open documents of its folders: pushed before, or pulled now."""
        found = {}
        for path in sorted(self.texts):
            if self._folder_of(path) is not None:
                items = self.published.get(_uri(path), [])
                if self.pulls:
                    params = {"textDocument": {"uri": _uri(path)}}
                    items = (await self.answer("textDocument/diagnostic", params))["items"]
                found[str(path)] = self._plain(self.texts[path], items)
        return found

    async def shown_of_all(self) -> dict[str, list[Shown]]:
        """Return what the editor shows after "lint the workspace" for the files that are not open."""
        await self.answer("hotlint/lintWorkspace", {})
        closed = (path for path in self._files() if path not in self.texts and self._folder_of(path) is not None)
        return {str(p): self._plain(p.read_bytes().decode(), self.published.get(_uri(p), [])) for p in closed}

    def _plain(self, text: str, items: list[Any]) -> list[Shown]:
        positions = Positions(text, self.encoding)
        points = Positions(text, "utf-32")
        found = []
        for item in items:
            start = positions.offset(*item["range"]["start"].values())
            severity = {1: "error", 2: "warning"}.get(item["severity"], "info")
            found.append((item["code"], severity, item["message"], *points.position(start)))
        return sorted(found)

    def _folder_of(self, path: Path) -> Path | None:
        return next((folder for folder in self.window if path.is_relative_to(folder)), None)

    def wanted(self) -> dict[str, list[Shown]]:
        """Return what a fresh run of the command finds in each file of the window's folders, and in the open ones that it leaves out."""
        found: dict[str, list[Shown]] = {}
        here = os.getcwd()
        for folder in self.window:
            options = {**self._options(None), **self._options(_uri(folder))}
            settings = editor_settings(options, lambda path, root=folder: str(root / path), trusted=True)  # type: ignore[misc]
            named = (folder / name for name in options.get("environments", ()))
            settings["environments"] = tuple(str(path) for path in named if path.exists())  # an editor's may be deleted
            os.chdir(folder)
            runner = Runner(CheckRequest(settings=settings, jobs=1, use_cache=False))
            reports = {os.path.abspath(report.path): report for report in runner.run(["."], None, "stdin")}
            for path in map(str, self.texts):
                if path not in reports and Path(path).is_relative_to(folder):
                    result = runner.engine.check_file(path, named=False)
                    reports |= {path: file_report(result)} if result is not None else {}
            for path, report in reports.items():
                found[path] = sorted((d.code, d.severity, d.message, *d.span[:2]) for d in report.diagnostics)
        os.chdir(here)
        return found


def _uri(path: Path) -> str:
    return convert.uri_of(str(path))


def _folder(path: Path) -> dict[str, str]:
    return {"uri": _uri(path), "name": path.name}


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """Return two folders; the first one has a file of each kind, and characters of several lengths."""
    pytest.importorskip("celpy")
    monkeypatch.setattr(session, "LOOK_AGAIN", 0.01)
    monkeypatch.setattr(session, "LOOK_SHARE", 0)
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    one_answer_folder.write(first)
    for name in SECOND:
        path = second / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(one_answer_folder.TEXTS[name].replace("description: d", "description: d\U0001f600é").encode())
    monkeypatch.chdir(first)
    yield [first, second]


@pytest.mark.parametrize("seed", range(SEED, SEED + SESSIONS))
def test_the_editor_shows_what_the_command_finds(folders: list[Path], seed: int) -> None:
    async def play() -> None:
        editor = Editor(folders, seed)
        await editor.begin()
        for _ in range(STEPS):
            await editor.step()
        await editor.end()
        shown, wanted = await editor.shown(), editor.wanted()
        assert shown == {path: wanted.get(path, []) for path in shown}, "\n".join(editor.done)
        shown = await editor.shown_of_all()
        assert shown == {path: wanted.get(path, []) for path in shown}, "\n".join(editor.done)

    asyncio.run(play())
