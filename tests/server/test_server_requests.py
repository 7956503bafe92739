"""Requests and commands: answers around wide characters, across files, and of hotlint's own methods."""

import asyncio

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient
from server_fixture import TEMPLATE, Editor, codes, request
from time_limits import tries


async def test_hover_completion_rename_with_wide_characters(client: LanguageClient) -> None:
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


@pytest.mark.filterwarnings("ignore:Client does not support documentation format")
async def test_no_text_of_a_template_turns_a_page(client: LanguageClient) -> None:
    turning = "\u202egnp.\u2066exe\u2069"
    text = f"heat_template_version: 2018-08-31\nparameters:\n  p: {{type: string, description: '{turning}'}}\n"
    editor = Editor(client, "turning.yaml", f"{text}outputs:\n  o: {{value: {{get_param: p}}}}\n")
    at = editor.position("get_param: p", len("get_param: "))
    hover = await client.text_document_hover_async(types.HoverParams(editor.document, at))
    offers = await client.text_document_completion_async(types.CompletionParams(editor.document, at))
    assert hover is not None and isinstance(offers, types.CompletionList)
    (item,) = (item for item in offers.items if item.label == "p")
    resolved = await client.completion_item_resolve_async(item)
    for page in (hover.contents, resolved.documentation):
        assert isinstance(page, types.MarkupContent)
        assert turning.encode("unicode-escape").decode() in page.value and "\u202e" not in page.value


async def test_navigation_across_files(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    params = types.DefinitionParams(editor.document, editor.position("size: 3", 1))
    (place,) = await client.text_document_definition_async(params)  # type: ignore[misc]
    assert isinstance(place, types.Location)
    assert place.uri.endswith("child.yaml")
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(editor.document))
    assert symbols
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(editor.document))
    assert any(entry.command and entry.command.title == "1 reference" for entry in lenses or ())


async def test_preview_and_environments(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    document = {"textDocument": {"uri": editor.uri}}
    answer = await request(client, "hotlint/environments", document)
    (candidate,) = answer.candidates
    assert candidate.uri.endswith("env.yaml") and (candidate.fits, candidate.sets) == (1, 1)
    command = types.ExecuteCommandParams(
        "hotlint.selectEnvironment", [{"uri": editor.uri, "environments": [candidate.uri]}]
    )
    await client.workspace_execute_command_async(command)
    answer = await request(client, "hotlint/preview", document)
    assert answer.version == 1
    assert answer.json.parameters.image.value == "ubuntu"
    assert answer.json.conditions.small.value is False
    assert "ubuntu" in answer.html
    answer = await request(client, "hotlint/graph", {**document, "format": "mermaid"})
    assert answer.text.startswith("flowchart")
    answer = await request(client, "hotlint/graph", {**document, "format": "json", "environments": []})
    assert '"nodes"' in answer.text
    answer = await request(client, "hotlint/explain", {"name": "HOT301"})
    assert "unknown-parameter" in answer.markdown


async def test_the_preview_of_a_jinja_source_says_why_it_is_empty(client: LanguageClient) -> None:
    editor = Editor(client, "a.j2.yaml", "{%- set x = 1 -%}\nheat_template_version: rocky\n")
    answer = await request(client, "hotlint/preview", {"textDocument": {"uri": editor.uri}})
    assert answer.error.startswith("'a.j2.yaml' is a Jinja source, which is not rendered and so has no preview")


async def test_a_preview_is_announced_anew_when_an_edit_of_its_environment_is_undone(client: LanguageClient) -> None:
    announced: list[str] = []
    client.feature("hotlint/previewChanged")(lambda params: announced.append(params.uri))
    editor = Editor(client, "t.yaml", TEMPLATE)
    environment = Editor(client, "env.yaml", "parameters:\n  image: ubuntu\n")
    chosen = {"uri": editor.uri, "environments": [environment.uri]}
    await client.workspace_execute_command_async(types.ExecuteCommandParams("hotlint.selectEnvironment", [chosen]))
    await editor.diagnostics(until=lambda d: "HOT301" in codes(d))
    await asyncio.sleep(0.3)  # what opening them announces is told by now
    for image in ("debian", "ubuntu"):
        announced.clear()
        environment.edit("debian" if image == "ubuntu" else "ubuntu", image)
        for _ in tries():
            if editor.uri in announced:
                break
            await asyncio.sleep(0.01)
        else:
            raise AssertionError(f"the preview with {image} was not announced")
        answer = await request(client, "hotlint/preview", {"textDocument": {"uri": editor.uri}})
        assert answer.json.parameters.image.value == image


async def test_fix_all_leaves_guesses_to_the_author(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    await editor.diagnostics(until=lambda d: "HOT301" in codes(d))
    everything = types.Range(editor.place(0), editor.place(len(editor.text)))
    context = types.CodeActionContext([], only=["source.fixAll.hotlint"])
    assert not await client.text_document_code_action_async(
        types.CodeActionParams(editor.document, everything, context)
    )
    context = types.CodeActionContext([], only=["quickfix"])
    offered = await client.text_document_code_action_async(types.CodeActionParams(editor.document, everything, context))
    assert "Change to 'image'" in [a.title for a in offered or ()]


async def test_fix_all_action(client: LanguageClient) -> None:
    named = "OS::Neutron::Net, properties: {name: {get_param: Image}}}"
    editor = Editor(client, "t.yaml", TEMPLATE.replace("OS::Neutron::Net}", named))
    await editor.diagnostics(until=lambda d: "HOT301" in codes(d))
    everything = types.Range(editor.place(0), editor.place(len(editor.text)))
    context = types.CodeActionContext([], only=["source.fixAll.hotlint"])
    (action,) = await client.text_document_code_action_async(
        types.CodeActionParams(editor.document, everything, context)
    )  # type: ignore[misc]
    assert isinstance(action, types.CodeAction)
    resolved = await client.code_action_resolve_async(action)
    assert resolved.edit is not None
    assert resolved.edit.changes is not None
    assert any("name: {get_param: image}" in e.new_text for e in resolved.edit.changes[editor.uri])


async def test_other_yaml_is_ignored(client: LanguageClient) -> None:
    editor = Editor(client, "ci.yaml", "on: push\nparameters: {}\nresources: none\njobs:\n  build:\n    if: $branch\n")
    good = Editor(client, "t.yaml", TEMPLATE)
    await good.diagnostics()
    assert not await editor.diagnostics(until=lambda d: True)
    offers = await client.text_document_completion_async(types.CompletionParams(editor.document, types.Position(4, 4)))
    assert isinstance(offers, types.CompletionList)
    assert not offers.items
    editor.edit("on: push\n", "on: push\nhe\n")
    offers = await client.text_document_completion_async(types.CompletionParams(editor.document, types.Position(1, 2)))
    assert isinstance(offers, types.CompletionList)
    assert [i.label for i in offers.items] == ["heat_template_version"]


async def test_formatting(client: LanguageClient) -> None:
    text = "heat_template_version: 2018-08-31\n\nresources:\n  é:\n      type:  OS::Heat::None\n"
    editor = Editor(client, "f.yaml", text)
    options = types.FormattingOptions(tab_size=4, insert_spaces=True)
    edits = await client.text_document_formatting_async(types.DocumentFormattingParams(editor.document, options))
    assert [e.new_text for e in edits or ()] == ["type:"]
    span = types.Range(types.Position(0, 0), types.Position(1, 0))
    within = types.DocumentRangeFormattingParams(editor.document, span, options)
    assert not await client.text_document_range_formatting_async(within)
    typed = types.DocumentOnTypeFormattingParams(editor.document, types.Position(5, 0), "\n", options)
    assert [e.new_text for e in await client.text_document_on_type_formatting_async(typed) or ()] == ["      "]


async def test_a_nested_template_that_is_inlined_is_deleted_unless_others_use_it(client: LanguageClient) -> None:
    child = "heat_template_version: 2018-08-31\nresources:\n  net: {type: OS::Neutron::Net}\n"
    parent = "heat_template_version: 2018-08-31\nresources:\n  web:\n    type: net.yaml\n"
    (client.root / "net.yaml").write_text(child, encoding="utf-8")  # type: ignore[attr-defined]
    await request(client, "hotlint/lintWorkspace", {})  # which reads the tree
    editor = Editor(client, "top.yaml", parent)
    capabilities = client.capabilities
    edits = capabilities.workspace.workspace_edit if capabilities and capabilities.workspace else None
    operations = edits.resource_operations if edits and edits.document_changes else None
    deletes = types.ResourceOperationKind.Delete in (operations or ())
    context = types.CodeActionContext([], only=["refactor.inline"], trigger_kind=types.CodeActionTriggerKind.Invoked)
    at = types.Range(editor.position("web"), editor.position("web"))

    async def inlining() -> types.CodeAction:
        (found,) = (
            await client.text_document_code_action_async(types.CodeActionParams(editor.document, at, context)) or ()
        )
        assert isinstance(found, types.CodeAction)
        return found

    action = await inlining()
    assert action.title.endswith(", and delete net.yaml") == deletes
    changes = action.edit.document_changes if action.edit else None
    assert any(isinstance(one, types.DeleteFile) for one in changes or ()) == deletes
    Editor(client, "other.yaml", parent)
    assert "delete" not in (await inlining()).title
