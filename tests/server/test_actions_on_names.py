"""Code actions at a name, without a selection, and the text that each of them makes."""

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient
from server_fixture import Editor, codes

PARENT = """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string, default: cirros}
  key: {type: string, default: k}
  lost: {type: string, default: x}
conditions:
  cold: {equals: [{get_param: image}, x]}
resources:
  group:
    type: OS::Neutron::SecurityGroup # of the site
    properties: {name: bastion}
  subnet:
    type: OS::Neutron::Subnet
    properties: {cidr: 10.0.0.0/24}
  port:
    type: OS::Neutron::Port
    depends_on:
      - subnet # first
    properties:
      network: public
      security_groups: [bastion]
  child:
    type: child.yaml
    properties: {size: 3}
  server:
    type: OS::Nova::Server
    properties: {image: {get_param: image}, flavor: m1.tiny, key_name: {get_param: key}, networks: [{port: {get_resource: port}}]}
"""


async def _made(editor: Editor, piece: str, title: str) -> str | None:
    """The text after the action at a name whose title begins so; None for no such action."""
    at = editor.position(piece, 1)
    context = types.CodeActionContext([], trigger_kind=types.CodeActionTriggerKind.Invoked)
    params = types.CodeActionParams(editor.document, types.Range(at, at), context)
    found = [a for a in await editor.client.text_document_code_action_async(params) or () if a.title.startswith(title)]
    if not found:
        return None
    action = found[0]
    assert isinstance(action, types.CodeAction) and action.disabled is None and action.edit is not None
    changes = action.edit.changes or {}
    edits = [*changes.get(editor.uri, ())]
    for change in action.edit.document_changes or ():
        if isinstance(change, types.TextDocumentEdit) and change.text_document.uri == editor.uri:
            edits += change.edits  # type: ignore[arg-type]
    text = editor.text
    for edit in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        start = len("".join(text.splitlines(keepends=True)[: edit.range.start.line])) + edit.range.start.character
        end = len("".join(text.splitlines(keepends=True)[: edit.range.end.line])) + edit.range.end.character
        text = text[:start] + edit.new_text + text[end:]
    return text


@pytest.mark.parametrize(
    ("piece", "title", "made"),
    [
        ("m1.tiny", "Extract to a parameter", "flavor: {get_param: flavor}"),
        ("flavor: m1", "Extract to a parameter", "flavor: {get_param: flavor}"),
        ("image: {type", "Move the default", "  image: {type: string}\n"),
        ("image: {type", "Inline the parameter", "{image: cirros, flavor"),
        ("lost", "Remove the parameter", "default: k}\nconditions"),
        ("cold", "Remove the unused condition", "default: x}\nresources"),
        ("subnet:", "Add the required properties", "network: "),
        ("child:", "Inline the nested template", "type: OS::Heat::Value"),
        ("server:", "Extract a resource to the nested template", "type: t-server_stack.yaml"),
        ("bastion]", "Use get_resource: group", "[{get_resource: group}]"),
        ("bastion]", "Add 'group' to depends_on", "      - subnet # first\n      - group\n    properties"),
    ],
)
async def test_the_action_is_offered_at_the_name(client: LanguageClient, piece: str, title: str, made: str) -> None:
    (client.root / "child.yaml").write_text(  # type: ignore[attr-defined]
        "heat_template_version: 2018-08-31\nparameters:\n  size: {type: number}\nresources:\n  v:\n"
        "    type: OS::Heat::Value\n    properties: {value: {get_param: size}}\n"
    )
    (client.root / "env.yaml").write_text("parameters:\n  key: mine\n")  # type: ignore[attr-defined]
    editor = Editor(client, "t.yaml", PARENT)
    await editor.diagnostics(until=lambda d: {"HOT519", "HOT801", "HOT802"} <= codes(d))
    capabilities = client.capabilities
    edits = capabilities.workspace.workspace_edit if capabilities and capabilities.workspace else None
    text = await _made(editor, piece, title)
    if text is None:  # an editor that creates no files
        assert title.startswith("Extract a resource") and not (
            edits and edits.document_changes and edits.resource_operations
        )
    else:
        assert made in text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    depends_on:\n      - subnet # first\n", "    depends_on: [subnet, group] # first\n"),
        ("    depends_on:\n      - subnet # first\n", "    depends_on: [subnet, group]\n"),
        ("Port\n    depends_on:\n      - subnet # first\n", "Port # x\n    depends_on: group\n"),
    ],
)  # fmt: skip
async def test_a_dependency_keeps_the_form_and_the_comments(client: LanguageClient, before: str, after: str) -> None:
    text = PARENT.replace(before, after)
    editor = Editor(client, "t.yaml", text.replace(", group]", "]").replace("    depends_on: group\n", ""))
    await editor.diagnostics(until=lambda d: "HOT519" in codes(d))
    assert await _made(editor, "bastion]", "Add 'group' to depends_on") == text


async def test_what_waits_for_a_resource_is_nothing_that_it_waits_for(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", PARENT.replace("# of the site", "\n    depends_on: port"))
    await editor.diagnostics(until=lambda d: "HOT519" in codes(d))
    assert await _made(editor, "bastion]", "Add 'group' to depends_on") is None
    assert await _made(editor, "bastion]", "Use get_resource") is None
