"""After any change on disk, the server's answers are those of a fresh run."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hotlint_server import convert
from hotlint_server.features.custom_commands import lint_workspace
from hotlint_server.features.synchronization import did_change_watched_files, did_save
from hotlint_server.session import Session
from hotlint_server.transport.client import EditorAbilities
from hotlint_server.workspace.open_document import OpenDocument
from lsprotocol import types

from hotlint.analysis.files import virtual_files
from hotlint.linter.checking.engine import Engine
from hotlint.syntax import parser
from hotlint.syntax.nodes import Document
from hotlint.syntax.source import Source

EDITS = int(os.environ.get("HOTLINT_EDITS", "12"))
"""How many random edits are made; with and without a configuration each; a release is tried with 10,000."""
SEED = int(os.environ.get("HOTLINT_SEED", "904"))
FILES = 60 if EDITS > 100 else 30
FANOUT = 3


class Client:
    """An editor that answers nothing and shows nothing."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_args, **_named: None


def template(number: int, chance: random.Random) -> str:
    """Return template `number` of a tree: it uses some of the next ones, with values that may or may not fit."""
    below = [n for n in range(number * FANOUT + 1, number * FANOUT + 1 + FANOUT) if n < FILES]
    kinds = ["string", "number", "json", "strng"]
    lines = [
        "heat_template_version: 2018-08-31",
        "description: d",
        f"parameters: {{p: {{type: {chance.choice(kinds)}, description: d, default: {chance.choice(['1', 'x', '{}'])}}}}}",
        "resources:",
        f"  own: {{type: OS::Heat::{chance.choice(['Value', 'Value', 'Valu'])}, properties: {{value: {{get_param: p}}}}}}",
        f"  note: {{type: OS::Heat::Value, properties: {{value: {{get_file: {chance.choice(['note.yaml', 'nose.yaml'])}}}}}}}",
    ]
    for child in below:
        value = chance.choice(["{get_param: p}", "abc", "1", "{get_param: q}"])
        name = chance.choice(["p", "p", "p", "r"])
        lines.append(f"  c{child}: {{type: t{child}.yaml, properties: {{{name}: {value}}}}}")
    outputs = [f"  o{child}: {{value: {{get_attr: [c{child}, {chance.choice(['o', 'x'])}]}}}}" for child in below]
    lines += ["outputs:", "  o: {value: {get_param: p}}", *outputs]
    return "\n".join(lines) + "\n"


def findings(found: list[Any]) -> list[tuple[Any, ...]]:
    return sorted((d.code, d.severity, d.message, d.span) for d in found)


def fresh(path: Path) -> list[tuple[Any, ...]]:
    result = Engine().check_file(str(path))
    assert result is not None
    return findings(result.diagnostics)


def edit(folder: Path, chance: random.Random) -> list[Path]:
    """Change, remove or add files of the tree, of which only t0 is open; returns them."""
    changed = []
    for _ in range(chance.choice([1, 1, 1, 3])):
        number = chance.randrange(1, FILES)
        path = folder / f"t{number}.yaml"
        kind = chance.randrange(10)
        if kind == 0:
            path.unlink(missing_ok=True)
        elif kind == 1:
            path.write_text(template(number, chance)[: chance.randrange(200)])
        elif kind == 2:
            path = folder / chance.choice(["note.yaml", "nose.yaml"])
            path.unlink() if path.exists() else path.write_text("a: b\n")
        elif kind == 3:
            path = folder / "env.yaml"
            path.write_text(f"parameters: {{p: {chance.choice(['1', 'x', '{}', '[a]'])}}}\n")
        else:
            path.write_text(template(number, chance))
        changed.append(path)
    return changed


@pytest.fixture
def parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parse each text of a file once for all fresh runs, which differ in nothing else: the files are a third of a run."""
    known: dict[tuple[str, str], Document] = {}

    def once(source: Source) -> Document:
        key = (source.uri, source.text)
        if key not in known:
            if len(known) > 4 * FILES:
                known.pop(next(iter(known)))
            known[key] = parser.parse(source)
        return known[key]

    monkeypatch.setattr(virtual_files, "parse", once)


@pytest.mark.usefixtures("parsed_once")
@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("configured", [False, True])
@pytest.mark.slow
def test_random_edits_of_a_tree(tmp_path: Path, configured: bool, watched: bool) -> None:
    chance = random.Random(SEED + configured)
    for number in range(FILES):
        (tmp_path / f"t{number}.yaml").write_text(template(number, chance))
    (tmp_path / "env.yaml").write_text("parameters: {p: x}\n")
    if configured:
        (tmp_path / ".hotlint.yaml").write_text("environments: [env.yaml]\n")
    asyncio.run(_edited(tmp_path, chance, watched=watched))


async def _edited(folder: Path, chance: random.Random, *, watched: bool) -> None:
    session = Session(Client())  # type: ignore[arg-type]
    session.workspace.initialize(EditorAbilities(registers_watched_files=watched), {}, [convert.uri_of(str(folder))])
    await session.look_at_disk()
    opened = folder / "t0.yaml"
    uri = convert.uri_of(str(opened))
    session.workspace.open(types.TextDocumentItem(uri, "hot", 1, opened.read_text()))
    document = session.workspace.document(uri)
    assert document is not None
    for number in range(EDITS):
        assert findings(await session.diagnostics.current(document)) == fresh(opened), f"after {number} edits"
        changed = edit(folder, chance)
        if watched:
            session.files_changed([convert.uri_of(str(path)) for path in changed])
        else:
            did_save(session, types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))
            await asyncio.sleep(0)
            await session.settled()
        document.cancel()


def test_an_open_document_follows_one_that_is_not_open(tmp_path: Path) -> None:
    """t0 uses t1, which uses t4; t0, t4 and t2, which uses none of them, are open, and t4 and t2 are edited."""
    chance = random.Random(1)
    for number in range(FILES):
        (tmp_path / f"t{number}.yaml").write_text(template(number, chance))

    async def dependents() -> list[str]:
        session = Session(Client())  # type: ignore[arg-type]
        session.workspace.initialize(session.workspace.abilities, {}, [convert.uri_of(str(tmp_path))])
        await session.workspace.names.read_below(str(tmp_path))
        for name in ("t0.yaml", "t4.yaml", "t2.yaml"):
            path = tmp_path / name
            session.workspace.open(types.TextDocumentItem(convert.uri_of(str(path)), "hot", 1, path.read_text()))
        for document in session.workspace.documents.values():
            await session.diagnostics.current(document)
        for name in ("t4.yaml", "t2.yaml"):
            session.workspace.folder(str(tmp_path)).changed(str(tmp_path / name))
        return [os.path.basename(d.path) for d in session.diagnostics.dependents(str(tmp_path / "t4.yaml"))]

    assert asyncio.run(dependents()) == ["t0.yaml"]


def test_a_file_of_another_workspace_folder(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    user, used = tmp_path / "one" / "a.yaml", tmp_path / "two" / "b.yaml"
    text = "heat_template_version: 2018-08-31\ndescription: d\n"
    user.write_text(text + "resources: {b: {type: ../two/b.yaml}}\n")
    used.write_text(
        text + "parameters: {p: {type: string, description: d, default: x}}\noutputs: {p: {value: {get_param: p}}}\n"
    )

    async def check() -> None:
        session = Session(Client())  # type: ignore[arg-type]
        folders = [convert.uri_of(str(tmp_path / name)) for name in ("one", "two")]
        session.workspace.initialize(session.workspace.abilities, {}, folders)
        document = session.workspace.open(types.TextDocumentItem(convert.uri_of(str(user)), "hot", 1, user.read_text()))
        assert findings(await session.diagnostics.current(document)) == fresh(user)
        used.write_text(used.read_text().replace(", default: x", ""))
        session.files_changed([convert.uri_of(str(used))])
        document.cancel()
        assert findings(await session.diagnostics.current(document)) == fresh(user) != []

    asyncio.run(check())


def test_the_workspace_is_linted_as_it_is_on_disk_now(tmp_path: Path) -> None:
    """The editor reports no changes, and no document is open whose edits would have the disk looked at."""
    used = tmp_path / "used.yaml"
    text = "heat_template_version: 2018-08-31\nparameters: {n: {type: number, default: 1}}\n"
    used.write_text(text + "resources: {a: {type: OS::Heat::None}}\n")
    (tmp_path / "t.hot-test.yaml").write_text("template: used.yaml\ntests: [{name: a, assert: {parameters.n: 1}}]\n")

    async def errors() -> tuple[int, int]:
        session = Session(Client())  # type: ignore[arg-type]
        abilities = EditorAbilities(registers_watched_files=False)
        session.workspace.initialize(abilities, {}, [convert.uri_of(str(tmp_path))])
        before = await lint_workspace(session)
        used.write_text(used.read_text().replace("default: 1", "default: 2"))
        return before["errors"], (await lint_workspace(session))["errors"]

    assert asyncio.run(errors()) == (0, 1)


def test_a_folder_changes_after_it_was_added(tmp_path: Path) -> None:
    """The editor reports no changes: they are seen by comparison with the folder as it was when it was added."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    user, used = tmp_path / "two" / "user.yaml", tmp_path / "two" / "used.yaml"
    text = "heat_template_version: 2018-08-31\ndescription: d\nresources: {a: {type: %s}}\n"
    used.write_text(text % "OS::Heat::None")
    user.write_text(text % "used.yaml")

    async def check() -> None:
        one, two = (convert.uri_of(str(tmp_path / name)) for name in ("one", "two"))
        session = Session(Client())  # type: ignore[arg-type]
        session.workspace.initialize(EditorAbilities(registers_watched_files=False), {}, [one])
        session.open_document(types.TextDocumentItem(convert.uri_of(str(user)), "hot", 1, user.read_text()))
        await session.settled()
        session.change_folders([], [two])
        await session.settled()
        (document,) = session.workspace.documents.values()
        assert findings(await session.diagnostics.current(document)) == fresh(user) == []
        used.write_text(text % "OS::Heat::Nope")
        did_save(session, types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(document.uri)))
        await session.settled()
        assert findings(await session.diagnostics.current(document)) == fresh(user) != []

    asyncio.run(check())


VERSION = "heat_template_version: 2018-08-31\ndescription: d\n"
USER = VERSION + "parameters: {p: {type: number, description: d}}\noutputs: {p: {value: {get_param: p}}}\n"


async def _opened(folder: Path, name: str, *, watched: bool) -> tuple[Session, OpenDocument]:
    session = Session(Client())  # type: ignore[arg-type]
    session.workspace.initialize(EditorAbilities(registers_watched_files=watched), {}, [convert.uri_of(str(folder))])
    await session.look_at_disk()
    uri = convert.uri_of(str(folder / name))
    session.open_document(types.TextDocumentItem(uri, "hot", 1, (folder / name).read_text()))
    document = session.workspace.document(uri)
    assert document is not None
    await session.diagnostics.current(document)
    await session.settled()
    return session, document


def test_without_watching_an_edit_shows_a_deleted_environment(tmp_path: Path) -> None:
    """Diagnostics and resolved values are of one state."""
    (tmp_path / "web.yaml").write_text(USER)
    (tmp_path / "web.env").write_text("parameters: {p: x}\n")

    async def deleted() -> list[list[Any]]:
        session, document = await _opened(tmp_path, "web.yaml", watched=False)
        shown = []
        for _ in range(2):
            given = document.analysis().evaluation.given("p")
            found = await session.diagnostics.current(document)
            shown.append([given is not None, bool(found), document.folder.environments(document.path)])
            (tmp_path / "web.env").unlink(missing_ok=True)
            session.look_soon(now=True)
            await session.settled()
        document.cancel()
        return shown

    before, after = asyncio.run(deleted())
    assert before == [True, True, (str(tmp_path / "web.env"),)]
    assert after == [False, False, ()]


def test_a_watched_file_counts_where_a_document_uses_it(tmp_path: Path) -> None:
    """A file that get_file names counts, and a deleted folder stands for the files in it."""
    (tmp_path / "web.yaml").write_text(VERSION + "outputs: {p: {value: {get_file: boot/start.sh}}}\n")
    (tmp_path / "boot").mkdir()
    (tmp_path / "boot" / "start.sh").write_text("echo\n")

    async def reported() -> tuple[bool, bool, bool]:
        session, document = await _opened(tmp_path, "web.yaml", watched=True)
        counts = session.counts(str(tmp_path / "boot" / "start.sh")), session.counts(str(tmp_path / "other.sh"))
        shutil.rmtree(tmp_path / "boot")
        event = types.FileEvent(convert.uri_of(str(tmp_path / "boot")), types.FileChangeType.Deleted)
        did_change_watched_files(session, types.DidChangeWatchedFilesParams([event]))
        found = bool(await session.diagnostics.current(document))
        document.cancel()
        return (*counts, found)

    assert asyncio.run(reported()) == (True, False, True)
