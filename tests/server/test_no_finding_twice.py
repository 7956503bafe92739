"""One finding is shown once: whatever folders, parents, environments and ways of asking lead to its file."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hotlint_server.transport.client import EditorAbilities
from hotlint_server.workspace.editor_workspace import EditorWorkspace
from hotlint_server.workspace.workspace_reports import WorkspaceReports
from lsprotocol import types
from pygls import uris
from pytest_lsp import LanguageClient
from server_fixture import CHILD, TEMPLATE, Editor, codes

BROKEN = CHILD.replace("{get_param: size}", "{get_param: sise}")


def _uri(path: Path) -> str:
    return uris.from_fs_path(str(path)) or ""


def _files(reports: WorkspaceReports) -> dict[str, list[Any]]:
    return asyncio.run(reports.closed_files())


@pytest.mark.parametrize("inner_first", [False, True])
def test_a_file_in_two_workspace_folders(tmp_path: Path, inner_first: bool) -> None:
    inner = tmp_path / "inner folder"
    inner.mkdir()
    (tmp_path / "outer.yaml").write_text(BROKEN)
    (inner / "child.yaml").write_text(BROKEN)
    (inner / ".hotlint.yaml").write_text("ignore: [HOT301]\nselect: [ALL]\n")
    workspace = EditorWorkspace()
    reports = WorkspaceReports(workspace)
    roots = [_uri(tmp_path), _uri(inner) + "/"]
    workspace.initialize(EditorAbilities(), {}, roots[::-1] if inner_first else roots)
    workspace.configure({"workspaceDiagnostics": {"enabled": True}})
    found = _files(reports)
    names = sorted(Path(uris.to_fs_path(uri) or "").name for uri in found)
    assert names == [".hotlint.yaml", "child.yaml", "outer.yaml"]
    by_name = {Path(uris.to_fs_path(uri) or "").name: [i["code"] for i in items] for uri, items in found.items()}
    assert Counter(by_name["outer.yaml"])["HOT301"] == 1
    assert "HOT301" not in by_name["child.yaml"]
    asks = {folder: folder.root == str(tmp_path) for folder in workspace.folders}
    workspace.configure({}, {f.root: {"workspaceDiagnostics": {"enabled": e}} for f, e in asks.items()})
    assert [name for uri in _files(reports) if (name := Path(uri).name) != ".hotlint.yaml"] == ["outer.yaml"]


def test_an_open_file_is_no_closed_one_as_well(tmp_path: Path) -> None:
    (tmp_path / "a+b @c.yaml").write_text(BROKEN)
    workspace = EditorWorkspace()
    workspace.initialize(EditorAbilities(), {}, [_uri(tmp_path)])
    workspace.configure({"workspaceDiagnostics": {"enabled": True}})
    spelled = _uri(tmp_path / "a+b @c.yaml").replace("+", "%2B").replace("@", "%40")
    workspace.open(types.TextDocumentItem(spelled, "yaml", 1, BROKEN))
    assert _files(WorkspaceReports(workspace)) == {}


async def _shown(client: LanguageClient, editors: list[Editor]) -> Counter[tuple[str, str, str, int]]:
    """Return how often each finding is shown, by the name of its rule, its message and its line, in all documents."""
    found: Counter[tuple[str, str, str, int]] = Counter()
    for editor in editors:
        for d in await editor.diagnostics(until=lambda _: True):
            found[editor.uri, str(d.code), d.message, d.range.start.line] += 1
    return found


@pytest.mark.asyncio
async def test_a_template_and_its_environment_are_both_open(client: LanguageClient) -> None:
    text = TEMPLATE.replace("image: {type: string", "image: {type: string, constraints: [length: {min: 9}]")
    environment = Editor(
        client, "t.env.yaml", "parameters:\n  image: short\n  imgae: x\nresource_registry:\n  A::B: gone.yaml\n"
    )
    template = Editor(client, "t.yaml", text)
    await template.diagnostics(until=lambda now: "HOT301" in codes(now))
    await environment.diagnostics(until=lambda now: "HOT635" in codes(now))
    shown = await _shown(client, [template, environment])
    assert max(shown.values()) == 1
    messages = Counter(message for _, _, message, _ in shown)
    assert [m for m, count in messages.items() if count > 1] == []


@pytest.mark.asyncio
async def test_a_nested_template_of_two_parents(client: LanguageClient) -> None:
    child = Editor(client, "child.yaml", BROKEN)
    parents = [Editor(client, name, TEMPLATE) for name in ("one.yaml", "two.yaml")]
    for _ in range(2):
        for editor in (child, *parents):
            await editor.diagnostics(until=lambda now: "HOT301" in codes(now))
    shown = await _shown(client, [child, *parents])
    assert max(shown.values()) == 1
    assert [uri for uri, _, message, _ in shown if "'sise'" in message] == [child.uri]


@pytest.mark.asyncio
async def test_an_editor_that_asks_is_not_pushed_to(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    await editor.diagnostics(until=lambda now: "HOT301" in codes(now))
    capabilities = client.capabilities.text_document if client.capabilities is not None else None
    assert capabilities is not None
    pushed = [d for found in client.diagnostics.values() for d in found]
    assert bool(pushed) != (capabilities.diagnostic is not None)
    if capabilities.diagnostic is not None:
        answer = await client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams([]))
        assert Counter(item.uri for item in answer.items) == {editor.uri: 1}
