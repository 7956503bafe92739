"""Diagnostics as an editor sees them, pushed and pulled: positions, dependents, changes on disk."""

from lsprotocol import types
from pygls import uris
from pytest_lsp import LanguageClient
from server_fixture import CHILD, TEMPLATE, Editor, codes


async def test_diagnostic_ranges_use_the_position_encoding(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    found = await editor.diagnostics(until=lambda d: "HOT301" in codes(d))
    (unknown,) = [d for d in found if d.code == "HOT301"]
    assert editor.cut(unknown.range) == "imag"
    assert unknown.source == "hotlint"
    editor.edit("get_param: imag}", "get_param: image}")
    await editor.diagnostics(until=lambda d: "HOT301" not in codes(d))


async def test_incremental_edits_with_wide_characters(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    editor.edit("\U0001f600\u2028", "\u2028\x0b\x85\U0001f600x")
    editor.edit('x"', '\U0001f600y"')
    editor.edit("{get_param: imag}", "{get_param: gone}")
    editor.edit("\x0b", "")  # which YAML does not take
    found = await editor.diagnostics(until=lambda d: any("gone" in x.message for x in d))
    assert editor.cut(next(d.range for d in found if "gone" in d.message)) == "gone"


async def test_change_of_nested_template_lints_its_parent(client: LanguageClient) -> None:
    parent = Editor(
        client, "t.yaml", TEMPLATE.replace("imag}", "image}").replace("emoji:", "emoji:\n    description: x")
    )
    child = Editor(client, "child.yaml", CHILD)
    await parent.diagnostics(until=lambda d: not any(x.severity == types.DiagnosticSeverity.Error for x in d))
    child.edit("  size: {type", "  amount: {type")
    await parent.diagnostics(until=lambda d: any(x.severity == types.DiagnosticSeverity.Error for x in d))


async def test_change_on_disk_lints_dependents(client: LanguageClient) -> None:
    parent = Editor(client, "t.yaml", TEMPLATE.replace("imag}", "image}"))
    await parent.diagnostics(until=lambda d: not any(x.severity == types.DiagnosticSeverity.Error for x in d))
    file = client.root / "child.yaml"  # type: ignore[attr-defined]
    file.write_text(CHILD.replace("size", "amount"), encoding="utf-8")
    event = types.FileEvent(uris.from_fs_path(str(file)) or "", types.FileChangeType.Changed)
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    await parent.diagnostics(until=lambda d: any(x.severity == types.DiagnosticSeverity.Error for x in d))


async def test_closed_document_has_no_diagnostics(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    await editor.diagnostics()
    client.text_document_did_close(types.DidCloseTextDocumentParams(editor.document))
    await editor.diagnostics(until=lambda d: d == [])


async def test_a_wrong_value_shows_where_it_comes_from(client: LanguageClient) -> None:
    root = client.root  # type: ignore[attr-defined]
    (root / "web.env").write_text("parameters:\n  kind: wrong\n", encoding="utf-8")
    text = (
        "heat_template_version: 2018-08-31\nparameters: {kind: {type: string}}\nresources:\n"
        "  p: {type: OS::Neutron::Port, properties: {network: n, 'binding:vnic_type': {get_param: kind}}}\n"
    )
    editor = Editor(client, "web.yaml", text)
    found = await editor.diagnostics(until=lambda d: "HOT506" in codes(d))
    (wrong,) = [d for d in found if d.code == "HOT506"]
    (place,) = wrong.related_information or []
    assert place.message == "value of parameter 'kind'"
    assert place.location.uri == uris.from_fs_path(str(root / "web.env"))
    assert place.location.range.start == types.Position(1, 2)
