"""The server as an editor meets it: real messages over its standard input and output, with three kinds of editor."""

import asyncio
import os
import sys
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from hotlint_server.text_buffer import Positions
from lsprotocol import types
from pygls import uris
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

SERVER = ClientServerConfig(server_command=[sys.executable, "-m", "hotlint_server"])
PROFILES = {"visual-studio-code": "utf-16", "neovim": "utf-8", "emacs": "utf-32"}
TEMPLATE = """\
heat_template_version: 2018-08-31
description: "\U0001f600 and \u2028 in a line"
parameters:
  image: {type: string, default: cirros, description: What to boot.}
conditions:
  small: {equals: [{get_param: image}, cirros]}
resources:
  net: {type: OS::Neutron::Net}
  child:
    type: child.yaml
    condition: small
    properties: {size: 3}
outputs:
  emoji:
    value: ["\U0001f600\u2028", {get_param: imag}]
  id:
    value: {get_resource: net}
"""
CHILD = """\
heat_template_version: 2018-08-31
description: A child.
parameters:
  size: {type: number, description: How much.}
outputs:
  address: {value: {get_param: size}}
"""


@pytest_lsp.fixture(config=SERVER, params=list(PROFILES))
async def client(request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path: Path) -> Any:
    (tmp_path / "child.yaml").write_text(CHILD, encoding="utf-8")
    (tmp_path / "env.yaml").write_text("parameters:\n  image: ubuntu\n", encoding="utf-8")
    capabilities = client_capabilities(request.param)
    encoding = PROFILES[request.param]
    if capabilities.general is None:
        capabilities.general = types.GeneralClientCapabilities()
    capabilities.general.position_encodings = [types.PositionEncodingKind(encoding)]

    @lsp_client.feature("client/registerCapability")
    def register(params: types.RegistrationParams) -> None:
        """An editor that registers whatever it is asked to."""

    for refresh in ("codeLens", "inlayHint"):
        lsp_client.feature(f"workspace/{refresh}/refresh")(lambda *_: None)

    folder = types.WorkspaceFolder(uri=uris.from_fs_path(str(tmp_path)) or "", name="here")
    result = await lsp_client.initialize_session(
        types.InitializeParams(capabilities=capabilities, workspace_folders=[folder])
    )
    assert result.capabilities.position_encoding == encoding
    lsp_client.encoding = encoding  # type: ignore[attr-defined]
    lsp_client.root = tmp_path  # type: ignore[attr-defined]
    yield
    await lsp_client.shutdown_session()


class Editor:
    """A document in an editor, with the positions of the editor's encoding."""

    def __init__(self, client: LanguageClient, name: str, text: str) -> None:
        self.client = client
        self.uri = uris.from_fs_path(str(client.root / name)) or ""  # type: ignore[attr-defined]
        self.text = text
        self.version = 1
        item = types.TextDocumentItem(self.uri, "yaml", 1, text)
        client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    @property
    def document(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    def position(self, piece: str, inside: int = 0) -> types.Position:
        return self.place(self.text.index(piece) + inside)

    def place(self, offset: int) -> types.Position:
        return types.Position(*Positions(self.text, self.client.encoding).position(offset))  # type: ignore[attr-defined]

    def cut(self, range_: types.Range) -> str:
        positions = Positions(self.text, self.client.encoding)  # type: ignore[attr-defined]
        start = positions.offset(range_.start.line, range_.start.character)
        return self.text[start : positions.offset(range_.end.line, range_.end.character)]

    def edit(self, piece: str, new: str) -> None:
        start = self.text.index(piece)
        range_ = types.Range(self.place(start), self.place(start + len(piece)))
        self.version += 1
        change = types.TextDocumentContentChangePartial(range_, new)
        identifier = types.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))
        self.text = self.text.replace(piece, new, 1)

    async def found(self, *, until: Any = None) -> list[types.Diagnostic]:
        """The diagnostics of this very version (that meet a condition): pushed or pulled, as the editor does it."""
        for _ in range(400):
            document = self.client.capabilities.text_document
            if document is not None and document.diagnostic is not None:
                report = await self.client.text_document_diagnostic_async(types.DocumentDiagnosticParams(self.document))
                found = list(report.items)  # type: ignore[union-attr]
            else:
                found = list(self.client.diagnostics.get(self.uri, ()))
            if (until is None and found) or (until is not None and until(found)):
                return found
            await asyncio.sleep(0.02)
        raise AssertionError("the diagnostics never came")


def codes(found: list[types.Diagnostic]) -> set[str]:
    return {str(d.code) for d in found}


async def test_diagnostics_stand_where_the_editor_counts_them(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    found = await editor.found(until=lambda d: "HOT301" in codes(d))
    (unknown,) = [d for d in found if d.code == "HOT301"]
    assert editor.cut(unknown.range) == "imag"
    assert unknown.source == "hotlint"
    editor.edit("get_param: imag}", "get_param: image}")
    await editor.found(until=lambda d: "HOT301" not in codes(d))


async def test_answers_around_wide_characters(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    at = editor.position("get_param: imag}", len("get_param: im"))
    hover = await client.text_document_hover_async(
        types.HoverParams(editor.document, editor.position("{get_param: imag}", 3))
    )
    assert hover is not None
    offers = await client.text_document_completion_async(types.CompletionParams(editor.document, at))
    assert isinstance(offers, types.CompletionList)
    first = offers.items[0]
    assert first.label == "image"
    assert isinstance(first.text_edit, types.TextEdit)
    assert editor.cut(first.text_edit.range) == "imag"
    params = types.RenameParams(editor.document, editor.position("image: {type", 1), "picture")
    edit = await client.text_document_rename_async(params)
    assert edit is not None
    assert edit.changes is not None
    assert {editor.cut(e.range) for e in edit.changes[editor.uri]} == {"image"}


async def test_edits_with_wide_characters_keep_both_texts_equal(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    editor.edit("\U0001f600\u2028", "\u2028\x0b\x85\U0001f600x")
    editor.edit('x"', '\U0001f600y"')
    editor.edit("{get_param: imag}", "{get_param: gone}")
    editor.edit("\x0b", "")  # which YAML does not take
    found = await editor.found(until=lambda d: any("gone" in x.message for x in d))
    assert editor.cut(next(d.range for d in found if "gone" in d.message)) == "gone"


async def test_navigation_across_files(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    params = types.DefinitionParams(editor.document, editor.position("size: 3", 1))
    (place,) = await client.text_document_definition_async(params)  # type: ignore[misc,union-attr]
    assert isinstance(place, types.Location)
    assert place.uri.endswith("child.yaml")
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(editor.document))
    assert symbols
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(editor.document))
    assert any(entry.command and entry.command.title == "1 reference" for entry in lenses or ())


async def test_a_child_that_changes_has_its_parent_judged_again(client: LanguageClient) -> None:
    parent = Editor(
        client, "t.yaml", TEMPLATE.replace("imag}", "image}").replace("emoji:", "emoji:\n    description: x")
    )
    child = Editor(client, "child.yaml", CHILD)
    await parent.found(until=lambda d: not any(x.severity == types.DiagnosticSeverity.Error for x in d))
    child.edit("  size: {type", "  amount: {type")
    await parent.found(until=lambda d: any(x.severity == types.DiagnosticSeverity.Error for x in d))


async def test_a_child_is_judged_as_its_parent_uses_it(client: LanguageClient) -> None:
    parent = Editor(client, "t.yaml", TEMPLATE.replace("imag}", "image}").replace("{size: 3}", "{size: 0}"))
    volume = "resources:\n  v:\n    type: OS::Cinder::Volume\n    properties: {size: {get_param: size}}\noutputs:\n"
    child = Editor(client, "child.yaml", CHILD.replace("outputs:\n", volume))
    found = await child.found(until=lambda d: any(x.severity == types.DiagnosticSeverity.Error for x in d))
    (wrong,) = [d for d in found if d.severity == types.DiagnosticSeverity.Error]
    assert [r.location.uri for r in wrong.related_information or ()][-1:] == [parent.uri]


async def test_a_file_that_changes_on_disk_counts(client: LanguageClient) -> None:
    parent = Editor(client, "t.yaml", TEMPLATE.replace("imag}", "image}"))
    await parent.found(until=lambda d: not any(x.severity == types.DiagnosticSeverity.Error for x in d))
    file = client.root / "child.yaml"  # type: ignore[attr-defined]
    file.write_text(CHILD.replace("size", "amount"), encoding="utf-8")
    event = types.FileEvent(uris.from_fs_path(str(file)) or "", types.FileChangeType.Changed)
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    await parent.found(until=lambda d: any(x.severity == types.DiagnosticSeverity.Error for x in d))


async def test_preview_and_environments(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    document = {"textDocument": {"uri": editor.uri}}
    answer = await client.protocol.send_request_async("hotlint/environments", document)
    (candidate,) = answer.candidates
    assert candidate.uri.endswith("env.yaml")
    command = types.ExecuteCommandParams(
        "hotlint.selectEnvironment", [{"uri": editor.uri, "environments": [candidate.uri]}]
    )
    await client.workspace_execute_command_async(command)
    answer = await client.protocol.send_request_async("hotlint/preview", document)
    assert answer.version == 1
    assert answer.json.parameters.image.value == "ubuntu"
    assert answer.json.conditions.small.value is False
    assert "ubuntu" in answer.html
    answer = await client.protocol.send_request_async("hotlint/graph", {**document, "format": "mermaid"})
    assert answer.text.startswith("flowchart")
    answer = await client.protocol.send_request_async("hotlint/explain", {"name": "HOT301"})
    assert "unknown-parameter" in answer.markdown


async def test_a_crash_answers_its_request_and_nothing_else_notices(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    nowhere = types.TextDocumentIdentifier("file:///not/there.yaml")
    with pytest.raises(Exception, match="."):
        await client.text_document_hover_async(types.HoverParams(nowhere, types.Position(0, 0)))
    malformed: Future[Any] = Future()
    client.protocol._request_futures["m"] = malformed
    client.protocol._send_data(
        {"jsonrpc": "2.0", "id": "m", "method": "textDocument/hover", "params": {"position": "none"}}
    )
    with pytest.raises(Exception, match="."):
        await asyncio.wrap_future(malformed)
    with pytest.raises(Exception, match="."):
        await client.protocol.send_request_async("hotlint/unheardOf", {})
    hover = await client.text_document_hover_async(types.HoverParams(editor.document, editor.position("net: {", 1)))
    assert hover is not None


async def test_other_peoples_yaml_is_left_alone(client: LanguageClient) -> None:
    editor = Editor(client, "ci.yaml", "on: push\nparameters: {}\nresources: none\njobs:\n  build:\n    if: $branch\n")
    good = Editor(client, "t.yaml", TEMPLATE)
    await good.found()
    assert not await editor.found(until=lambda d: True)
    offers = await client.text_document_completion_async(types.CompletionParams(editor.document, types.Position(4, 4)))
    assert isinstance(offers, types.CompletionList)
    assert not offers.items
    editor.edit("on: push\n", "on: push\nhe\n")
    offers = await client.text_document_completion_async(types.CompletionParams(editor.document, types.Position(1, 2)))
    assert isinstance(offers, types.CompletionList)
    assert [i.label for i in offers.items] == ["heat_template_version"]


async def test_a_closed_document_has_no_problems(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    await editor.found()
    client.text_document_did_close(types.DidCloseTextDocumentParams(editor.document))
    await editor.found(until=lambda d: d == [])


async def test_all_fixes_at_once(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    await editor.found(until=lambda d: "HOT301" in codes(d))
    everything = types.Range(editor.place(0), editor.place(len(editor.text)))
    context = types.CodeActionContext([], only=["source.fixAll.hotlint"])
    (action,) = await client.text_document_code_action_async(
        types.CodeActionParams(editor.document, everything, context)
    )  # type: ignore[misc]
    assert isinstance(action, types.CodeAction)
    resolved = await client.code_action_resolve_async(action)
    assert resolved.edit is not None
    assert resolved.edit.changes is not None
    assert any("{get_param: image}" in e.new_text for e in resolved.edit.changes[editor.uri])


def test_settings_of_folders(tmp_path: Path) -> None:
    from hotlint_server.workspace_folder import WorkspaceFolder

    (tmp_path / "env").mkdir()
    (tmp_path / "env" / "a.yaml").write_text("parameter_defaults: {x: 1}\n", encoding="utf-8")
    folder = WorkspaceFolder(str(tmp_path), {"environments": ["env/*.yaml"], "ignore": ["HOT8"]})
    path = os.path.join(tmp_path, "t.yaml")
    assert folder.environments(path) == (str(tmp_path / "env" / "a.yaml"),)
    folder.select(path, ())
    assert folder.environments(path) == ()
    assert folder.candidates(path) == [str(tmp_path / "env" / "a.yaml")]


def test_an_untrusted_workspace_has_no_plugins(tmp_path: Path) -> None:
    from hotlint_server.workspace_folder import WorkspaceFolder

    (tmp_path / "plugins").mkdir()
    (tmp_path / ".hotlint.yaml").write_text("plugin_dirs: [plugins]\n", encoding="utf-8")
    path = os.path.join(tmp_path, "t.yaml")
    assert WorkspaceFolder(str(tmp_path), {"trusted": True}).engine.settings(path).plugin_dirs
    assert not WorkspaceFolder(str(tmp_path), {"trusted": False}).engine.settings(path).plugin_dirs
