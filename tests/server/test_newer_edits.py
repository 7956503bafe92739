"""A newer edit ends the check that runs: its findings are not published, and a request waits for those of the newest text."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from hotlint_server.session import Session
from hotlint_server.text_buffer import ContentChange, DocumentChanges
from hotlint_server.transport.client import EditorAbilities
from hotlint_server.workspace import diagnostics_scheduler, open_document
from hotlint_server.workspace.open_document import OpenDocument
from lsprotocol import types

from hotlint.linter.checking.engine import Engine
from hotlint.linter.diagnostic import Diagnostic

if TYPE_CHECKING:
    from hotlint.linter.checking.run import Steps

HEAD = "heat_template_version: 2018-08-31\ndescription: d\noutputs:\n"
GOOD = HEAD + "".join(f"  o{n}: {{description: d, value: 1}}\n" for n in range(20))
BAD = GOOD.replace("value", "valu")


class Editor:
    """An editor that keeps what is published."""

    def __init__(self) -> None:
        self.published: list[tuple[int, int]] = []  # version, number of findings

    def notify(self, method: str, params: Any) -> None:
        if method == "textDocument/publishDiagnostics" and "version" in params:
            self.published.append((params["version"], len(params["diagnostics"])))

    def __getattr__(self, name: str) -> Any:
        return lambda *_args, **_named: None


Opened = tuple[Session, Editor, OpenDocument]


@pytest_asyncio.fixture(params=[False, True], ids=["pushed", "pulled"])
async def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: Any) -> AsyncIterator[Opened]:
    """A session that gives way after each step of a check, and a document whose first check is about to start."""
    monkeypatch.setattr(diagnostics_scheduler, "SLICE", 0.0)
    editor = Editor()
    session = Session(editor)
    session.initialize(EditorAbilities(pulls_diagnostics=request.param), {}, [tmp_path.as_uri()])
    uri = (tmp_path / "t.yaml").as_uri()
    session.open_document(types.TextDocumentItem(uri, "hot", 1, BAD))
    document = session.workspace.document(uri)
    assert document is not None
    yield session, editor, document
    session.close_document(uri)


def change(session: Session, document: OpenDocument, text: str) -> None:
    """Replace the text, as an edit of the next version."""
    session.change_document(DocumentChanges(document.uri, document.buffer.version + 1, [ContentChange(None, text)]))


async def turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each check, in the order in which they ended, came to its end."""
    found: list[bool] = []
    real = Engine.steps

    def steps(self: Engine, *args: Any, **named: Any) -> Steps[Any]:
        is_whole = False
        try:
            result = yield from real(self, *args, **named)
            is_whole = True
            return result
        finally:
            found.append(is_whole)

    monkeypatch.setattr(Engine, "steps", steps)
    return found


async def test_only_the_findings_of_the_newest_text_are_published(opened: Opened, ended: list[bool]) -> None:
    session, editor, document = opened
    await turns(6)
    assert document.is_linting and document.diagnostics is None
    for _ in range(5):
        change(session, document, GOOD + "#" * document.buffer.version)
        assert document.diagnostics is None
        await turns(6)
    assert await session.diagnostics.current(document) == []
    assert ended == [False] * 5 + [True]
    await turns(3)
    assert editor.published == ([] if session.workspace.abilities.pulls_diagnostics else [(6, 0)])


async def test_a_request_waits_for_the_newest_text(opened: Opened) -> None:
    session, _, document = opened
    first = asyncio.create_task(session.diagnostics.current(document))
    await turns(6)
    change(session, document, GOOD)
    second = asyncio.create_task(session.diagnostics.current(document))
    await turns(6)
    change(session, document, GOOD + "  x: {valu: 1}\n")
    found = await session.diagnostics.current(document)
    assert await first == await second == found and len(found) == 1


async def test_a_cancelled_request_leaves_the_check(opened: Opened, ended: list[bool]) -> None:
    session, _, document = opened
    request = asyncio.create_task(session.diagnostics.current(document))
    await turns(6)
    request.cancel()
    assert await session.diagnostics.current(document)
    assert ended == [True]


async def test_a_request_for_a_document_that_is_closed_meanwhile_ends(opened: Opened) -> None:
    session, _, document = opened
    request = asyncio.create_task(session.diagnostics.current(document))
    await turns(6)
    session.close_document(document.uri)
    assert await request == []


async def test_a_request_ends_when_a_check_fails(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    session, _, document = opened

    def fails(*_: object, **__: object) -> None:
        raise OSError("no such folder")

    monkeypatch.setattr(Engine, "steps", fails)
    change(session, document, GOOD)
    assert await session.diagnostics.current(document) == []


async def test_findings_of_another_context_are_not_kept(opened: Opened) -> None:
    session, _, document = opened
    found: list[Diagnostic] = await session.diagnostics.current(document)
    session.diagnostics.refresh_all()
    assert document.diagnostics is None
    assert await session.diagnostics.current(document) == found


async def test_a_long_text_keeps_its_kind_until_it_is_parsed(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    session, _, document = opened
    kinds = [document.kind]
    monkeypatch.setattr(open_document, "LONG", 0)
    change(session, document, "parameter_defaults: {a: b}\n")
    kinds.append(document.kind)
    document.parse()
    assert [*kinds, document.kind] == ["hot", "hot", "environment"]
