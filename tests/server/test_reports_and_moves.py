"""Unchanged reports, the diagnostics of a workspace, deltas of tokens, and paths that follow renamed files."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from hotlint_server.features.semantic_tokens import edits
from hotlint_server.transport.client import EditorAbilities
from hotlint_server.workspace.editor_workspace import EditorWorkspace
from hotlint_server.workspace.workspace_reports import WorkspaceReports
from lsprotocol import types
from pygls import uris
from pytest_lsp import LanguageClient
from server_fixture import CHILD, TEMPLATE, Editor, client, codes

from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.source import LineIndex, Span

__all__ = ["client"]
ENVIRONMENT = """\
resource_registry:
  Site::Child: child.yaml  # a comment
  resources:
    deep: {Site::Deep: "./child.yaml"}
  Site::Gone: missing.yaml
"""


@pytest.mark.asyncio
async def test_a_report_is_unchanged_until_the_findings_change(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)

    async def pull(previous: str | None) -> Any:
        params = types.DocumentDiagnosticParams(editor.document, previous_result_id=previous)
        return await client.text_document_diagnostic_async(params)

    first = await pull(None)
    assert first.kind == "full" and first.items
    assert (await pull(first.result_id)).kind == "unchanged"
    editor.edit("{get_param: imag}", "{get_param: image}")
    changed = await pull(first.result_id)
    assert changed.kind == "full" and changed.result_id != first.result_id


@pytest.mark.asyncio
async def test_the_workspace_report_has_the_open_documents(client: LanguageClient) -> None:
    root: Path = client.root  # type: ignore[attr-defined]
    (root / "closed.yaml").write_text(CHILD.replace("get_param: size", "get_param: sise"))
    Editor(client, "t.yaml", TEMPLATE)

    async def pull(previous: list[types.PreviousResultId]) -> dict[str, Any]:
        answer = await client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(previous))
        return {Path(item.uri).name: item for item in answer.items}

    found = await pull([])
    assert set(found) == {"t.yaml"} and found["t.yaml"].items
    gone = types.PreviousResultId(_uri(root / "gone.yaml"), "1")
    again = await pull([types.PreviousResultId(found["t.yaml"].uri, found["t.yaml"].result_id), gone])
    assert again["t.yaml"].kind == "unchanged"
    assert not again["gone.yaml"].items


def test_closed_files_are_reported_where_the_settings_ask_for_it(tmp_path: Path) -> None:
    (tmp_path / "closed.yaml").write_text(TEMPLATE)
    (tmp_path / "child.yaml").write_text(CHILD.replace("get_param: size", "get_param: sise"))
    workspace = EditorWorkspace()
    reports = WorkspaceReports(workspace)

    def found() -> dict[str, set[str]]:
        files = asyncio.run(reports.closed_files())
        return {Path(uri).name: {item["code"] for item in items} for uri, items in files.items()}

    workspace.initialize(EditorAbilities(), {}, [_uri(tmp_path)])
    assert found() == {}
    workspace.configure({"workspaceDiagnostics": {"enabled": True}})
    assert "HOT301" in found()["child.yaml"]
    (tmp_path / "child.yaml").write_text(CHILD)
    workspace.forget([str(tmp_path / "child.yaml")])
    assert "HOT301" not in found()["child.yaml"] and set(found()) == {"child.yaml", "closed.yaml"}


def test_a_request_that_outlives_a_document_does_not_bring_its_text_back(tmp_path: Path) -> None:
    (tmp_path / "t.yaml").write_text(TEMPLATE)
    workspace = EditorWorkspace()
    workspace.initialize(EditorAbilities(), {}, [_uri(tmp_path)])
    workspace.open(types.TextDocumentItem(_uri(tmp_path / "t.yaml"), "hot", 1, TEMPLATE.replace("net:", "unsaved:")))
    document = workspace.close(_uri(tmp_path / "t.yaml"))
    assert document is not None
    document.parse()
    assert workspace.folders[0].text(str(tmp_path / "t.yaml")) == TEMPLATE


@pytest.mark.asyncio
async def test_deltas_of_tokens_give_the_same_as_all_tokens(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    first = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(editor.document))
    assert first is not None
    editor.edit("  net:", "  more: {type: OS::Neutron::Net}\n  net:")
    asked = types.SemanticTokensDeltaParams(editor.document, previous_result_id=first.result_id or "")
    change = await client.text_document_semantic_tokens_full_delta_async(asked)
    full = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(editor.document))
    assert isinstance(change, types.SemanticTokensDelta) and full is not None
    data = list(first.data)
    for edit in change.edits:
        data[edit.start : edit.start + edit.delete_count] = edit.data or []
    assert data == list(full.data)
    assert sum(len(edit.data or []) for edit in change.edits) < len(full.data) / 2


def test_random_deltas() -> None:
    chance = random.Random(3)
    for _ in range(300):
        old, new = ([chance.randrange(3) for _ in range(5 * chance.randrange(6))] for _ in range(2))
        data = list(old)
        for edit in edits(old, new):
            data[edit["start"] : edit["start"] + edit["deleteCount"]] = edit["data"]
        assert data == new


@pytest.mark.asyncio
async def test_paths_follow_renamed_files_and_folders(client: LanguageClient) -> None:
    root: Path = client.root  # type: ignore[attr-defined]
    (root / "env.yaml").write_text(ENVIRONMENT)
    (root / "sub").mkdir()
    (root / "sub" / "user.yaml").write_text(TEMPLATE.replace("child.yaml", "../child.yaml"))
    Editor(client, "t.yaml", TEMPLATE.replace("image: {type", "imagine: {type"))  # unsaved
    created = [types.FileEvent(_uri(root / n), types.FileChangeType.Created) for n in ("env.yaml", "sub/user.yaml")]
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(created))

    async def moved(old: str, new: str) -> dict[str, str]:
        pair = types.FileRename(_uri(root / old), _uri(root / new))
        answer = await client.workspace_will_rename_files_async(types.RenameFilesParams([pair]))
        assert answer is not None
        return {Path(uri).name: _applied(root, uri, found) for uri, found in (answer.changes or {}).items()}

    texts = await moved("child.yaml", "parts/kid.yaml")
    assert "type: parts/kid.yaml" in texts["t.yaml"] and "imagine" in texts["t.yaml"]
    assert "type: ../parts/kid.yaml" in texts["user.yaml"]
    assert texts["env.yaml"] == ENVIRONMENT.replace('"./child.yaml"', '"./parts/kid.yaml"').replace(
        ": child.yaml", ": parts/kid.yaml"
    )
    texts = await moved("sub", "deeper/sub")
    assert "type: ../../child.yaml" in texts["user.yaml"] and set(texts) == {"user.yaml"}
    (
        root / "sub" / "user.yaml"
    ).unlink()  # of which the editor says nothing: it would refuse all edits for the one in it
    assert set(await moved("child.yaml", "parts/kid.yaml")) == {"t.yaml", "env.yaml"}


def _uri(path: Path) -> str:
    return uris.from_fs_path(str(path)) or ""


def _applied(root: Path, uri: str, found: Any) -> str:
    path = Path(uris.to_fs_path(uri) or "")
    text = path.read_text() if path.exists() else TEMPLATE.replace("image: {type", "imagine: {type")
    lines = LineIndex(text)

    def offset(position: types.Position) -> int:
        return lines.offset(position.line, position.character)

    return apply_edits(text, [Edit(Span(offset(e.range.start), offset(e.range.end)), e.new_text) for e in found])


CONFIGURATION = """\
extends: [shared/.hotlint.yaml]
environments: [env/*.yaml, "child.yaml"]   # a comment
target: 2024.1
known_types: [child.yaml]
templates:
  child.yaml: {environments: [./env/common.yaml]}
deployments:
  - name: child.yaml
    template: child.yaml
    environments: [env/common.yaml]
    values: {env: env/common.yaml}
"""
SUITE = """\
template: child.yaml
environments: env/common.yaml
matrix: {environments: {one: env/common.yaml, two: [env/common.yaml]}}
tests:
- name: child.yaml
  environments: [env/common.yaml]
  assert: {outputs.a: child.yaml}
"""


@pytest.mark.asyncio
async def test_configurations_and_suites_follow_renamed_files(client: LanguageClient) -> None:
    root: Path = client.root  # type: ignore[attr-defined]
    (root / "env").mkdir()
    (root / "env" / "common.yaml").write_text("parameters: {image: a}\n")
    for name, text in ((".hotlint.yaml", CONFIGURATION), ("own.hot-test.yaml", SUITE)):
        (root / name).write_text(text)
    created = [
        types.FileEvent(_uri(root / n), types.FileChangeType.Created) for n in (".hotlint.yaml", "own.hot-test.yaml")
    ]
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(created))
    Editor(client, "t.yaml", TEMPLATE)

    async def moved(old: str, new: str) -> dict[str, str]:
        pair = types.FileRename(_uri(root / old), _uri(root / new))
        answer = await client.workspace_will_rename_files_async(types.RenameFilesParams([pair]))
        assert answer is not None
        return {Path(uri).name: _applied(root, uri, found) for uri, found in (answer.changes or {}).items()}

    texts = await moved("env", "settings")
    assert texts[".hotlint.yaml"] == CONFIGURATION.replace("env/", "settings/").replace(
        "{env: settings/common.yaml}", "{env: env/common.yaml}"
    )
    assert texts["own.hot-test.yaml"] == SUITE.replace("env/", "settings/")
    texts = await moved("child.yaml", "kid.yaml")
    assert texts["own.hot-test.yaml"] == SUITE.replace("template: child.yaml", "template: kid.yaml")
    assert (
        texts[".hotlint.yaml"].splitlines()[1:9]
        == [
            line.replace("child.yaml", "kid.yaml") if number in (1, 5, 8) else line
            for number, line in enumerate(CONFIGURATION.splitlines())
        ][1:9]
    )


@pytest.mark.asyncio
async def test_an_opened_text_that_is_not_that_on_disk_counts_in_the_templates_that_use_it(
    client: LanguageClient,
) -> None:
    """A renamed file is closed and opened again, with the edits that are not saved."""
    root: Path = client.root  # type: ignore[attr-defined]
    parent = "heat_template_version: 2018-08-31\nresources:\n  web: {type: moved.yaml}\noutputs: {o: {value: {get_param: gone}}}\n"
    child = "heat_template_version: 2018-08-31\nresources: {one: {type: OS::Heat::RandomString}}\n"
    (root / "moved.yaml").write_text(child)
    editor = Editor(client, "p.yaml", parent)
    await editor.diagnostics()
    Editor(client, "moved.yaml", child.replace("String}", "String, depends_on: two}"))
    await editor.diagnostics(until=lambda found: "HOT607" in codes(found))


@pytest.mark.asyncio
async def test_a_change_on_disk_right_behind_an_edit_counts(client: LanguageClient) -> None:
    """The look at the disk that is not yet due is made later, for editors that do not watch files."""
    root: Path = client.root  # type: ignore[attr-defined]
    editor = Editor(client, "p.yaml", "heat_template_version: 2018-08-31\nresources:\n  web: {type: kid.yaml}\n")
    await editor.diagnostics()
    kid = "heat_template_version: 2018-08-31\nresources: {one: {type: OS::Heat::RandomString, depends_on: two}}\n"
    (root / "kid.yaml").write_text(kid)
    editor.edit("resources:", "description: d\nresources:")
    if client.capabilities.workspace.did_change_watched_files.dynamic_registration:  # type: ignore[union-attr]
        event = types.FileEvent(_uri(root / "kid.yaml"), types.FileChangeType.Created)
        client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    await editor.diagnostics(until=lambda found: "HOT607" in codes(found))


def _configure(client: LanguageClient, options: object) -> None:
    client.set_configuration({"hotlint": options})
    client.workspace_did_change_configuration(types.DidChangeConfigurationParams({"hotlint": options}))


@pytest.mark.asyncio
async def test_a_setting_that_is_not_sent_any_more_does_not_hold(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    await editor.diagnostics(until=lambda found: "HOT301" in codes(found))
    _configure(client, {"ignore": ["HOT301"]})
    await editor.diagnostics(until=lambda found: "HOT301" not in codes(found))
    _configure(client, {"hover": {"enabled": True}})
    await editor.diagnostics(until=lambda found: "HOT301" in codes(found))


@pytest.mark.asyncio
async def test_an_added_folder_gets_its_own_settings(client: LanguageClient) -> None:
    root: Path = client.root  # type: ignore[attr-defined]
    added = root.parent / f"{root.name} added"
    added.mkdir()
    client.set_configuration({"hotlint": {"ignore": ["HOT301"]}}, scope_uri=_uri(added))
    editor = Editor(client, str(added / "t.yaml"), TEMPLATE)
    event = types.WorkspaceFoldersChangeEvent(added=[types.WorkspaceFolder(_uri(added), "added")], removed=[])
    await editor.diagnostics(until=lambda found: "HOT301" in codes(found))
    client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
    expected = set() if client.capabilities.workspace.configuration else {"HOT301"}  # type: ignore[union-attr]
    await editor.diagnostics(until=lambda found: codes(found) & {"HOT301"} == expected)
