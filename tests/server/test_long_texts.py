"""Texts that take long to parse: a thread does it, and what requests, edits and findings see is the newest text."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from hotlint_server.app import HotlintServer
from hotlint_server.session import Session
from hotlint_server.text_buffer import ContentChange, DocumentChanges
from hotlint_server.transport import gc_policy
from hotlint_server.workspace import open_document
from hotlint_server.workspace.open_document import LONG, OpenDocument
from lsprotocol import types
from time_limits import HANG_SECONDS, tries

from hotlint.analysis.files.virtual_files import ParsedFile
from hotlint.linter.checking.engine import Engine
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.source import Source

LIST = "heat_template_version: 2018-08-31\noutputs: {a: {value: [" + "1, " * (LONG // 3) + "1]}}\n"
LINES = (
    "heat_template_version: 2018-08-31\n",
    "description: d\n",
    "outputs:\n",
    "  a: {value: {get_param: p}}\n",
    "  b: {value: {get_attr: [r, show]}}\n",
    "  c: {value: [1,\n    2]}\n",
    "resources:\n",
    "  r: {type: OS::Heat::Value, properties: {value: 1}}\n",
    "  s: &s {type: OS::Heat::Valu}\n",
    "parameters: {p: {type: string, default: a}}\n",
)
Opened = tuple[Session, OpenDocument]


@pytest_asyncio.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Opened]:
    """A session of this process, and a document that is open in it."""
    session = HotlintServer().session
    uri = (tmp_path / "t.yaml").as_uri()
    yield session, session.workspace.open(types.TextDocumentItem(uri, "hot", 1, LIST))
    session.close_document(uri)


def findings(found: list[Diagnostic]) -> list[Any]:
    return sorted((d.code, d.message, d.span) for d in found)


async def linted(document: OpenDocument) -> list[Any]:
    """Return the findings of the newest text, once they are there."""
    for _ in tries():
        if document.diagnostics is not None and not document.is_linting:
            return findings(document.diagnostics)
        await asyncio.sleep(0.01)
    raise AssertionError("no findings")


@pytest.mark.parametrize("seed", range(6))
async def test_edits_and_requests_while_a_thread_parses(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(open_document, "LONG", 0)
    (session, document), chance = opened, random.Random(seed)
    session.change_document(DocumentChanges(document.uri, 1, [ContentChange(None, "".join(LINES))]))
    for version in range(2, 50):
        rows = document.buffer.text.count("\n")
        first = chance.randrange(rows + 1)
        last = min(rows, first + chance.choice([0, 0, 1, 2]))
        part = ContentChange((first, 0, last, 0), "".join(chance.choices(LINES, k=chance.randrange(3))))
        whole = ContentChange(None, "".join(chance.sample(LINES, 8)))
        session.change_document(DocumentChanges(document.uri, version, [chance.choice([part, part, part, whole])]))
        for _ in range(chance.randrange(12)):
            await asyncio.sleep(0)
        if chance.random() < 0.3:
            assert document.analysis().text == document.buffer.text
        if chance.random() < 0.3:
            await document.parse_aside()
        if chance.random() < 0.1:
            await linted(document)
    found = await linted(document)
    Path(document.path).write_text(document.buffer.text, encoding="utf-8")
    fresh = Engine().check_file(document.path)
    assert found == findings(fresh.diagnostics if fresh is not None else [])


async def test_a_long_text_is_parsed_in_a_thread(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other work goes on meanwhile; a request for the text itself does not wait for the thread, whose tree is then left."""
    (_, document), started, allowed = opened, threading.Event(), threading.Event()
    real = open_document._read

    def slow(source: Source) -> ParsedFile:
        if threading.current_thread() is not threading.main_thread():
            started.set()
            assert allowed.wait(HANG_SECONDS)
        return real(source)

    monkeypatch.setattr(open_document, "_read", slow)
    task = asyncio.create_task(document.parse_aside())
    while not started.is_set():
        await asyncio.sleep(0.01)
    assert not document.is_parsed
    taken = document.analysis()
    allowed.set()
    await task
    assert document.is_parsed and document.analysis() is taken


def test_the_objects_of_a_long_text_are_not_visited(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr("gc.get_count", lambda: (gc_policy.MANY + 1, 0, 0))
    monkeypatch.setattr("gc.freeze", lambda: done.append("freeze"))
    monkeypatch.setattr("gc.collect", lambda generation: done.append("collect"))
    monkeypatch.setattr(gc_policy, "LONGEST", float("inf"))
    gc_policy.tidy()
    assert done == ["freeze"]
