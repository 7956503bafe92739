"""The option `cloudSnapshot` of the editor's settings: a snapshot that templates are checked against, read from a file only."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient
from server_fixture import Editor, codes

SNAPSHOT = """\
snapshot: 1
cloud: lab
networks:
- {name: public, external: true, id: n-1}
flavors:
- {name: m1.small, vcpus: 1, ram: 2048, disk: 20, id: '2'}
"""
TEMPLATE = """\
heat_template_version: 2018-08-31
resources:
  port:
    type: OS::Neutron::Port
    properties: {network: nowhere, device_owner: {get_param: undefined}}
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small, image: some, networks: [{network: public}]}
"""


def configure(client: LanguageClient, **options: object) -> None:
    """Give the server settings as editors do: pushed, and for those that ask, as the answer."""
    client.set_configuration({"hotlint": options})
    client.workspace_did_change_configuration(types.DidChangeConfigurationParams({"hotlint": options}))


def missing(found: list[types.Diagnostic]) -> bool:
    return "HOT521" in codes(found)


def present(found: list[types.Diagnostic]) -> bool:
    """Whether there are findings, and none of them is about the cloud."""
    return bool(found) and not missing(found)


@pytest.mark.asyncio
async def test_the_option_names_a_snapshot_relative_to_the_folder(client: LanguageClient) -> None:
    root: Path = client.root  # type: ignore[attr-defined]
    (root / "lab.yaml").write_text(SNAPSHOT, encoding="utf-8")
    editor = Editor(client, "t.yaml", TEMPLATE)
    await editor.diagnostics(until=present)

    configure(client, cloudSnapshot="lab.yaml")
    await editor.diagnostics(until=missing)
    hover = await client.text_document_hover_async(
        types.HoverParams(editor.document, editor.position("m1.small", inside=2))
    )
    assert hover is not None and "2 GiB" in str(hover.contents)
    offered = await client.text_document_completion_async(
        types.CompletionParams(editor.document, editor.position("m1.small", inside=1))
    )
    assert isinstance(offered, types.CompletionList)
    assert any("m1.small" in item.label and item.detail for item in offered.items)

    configure(client, cloudSnapshot="")
    await editor.diagnostics(until=present)


@pytest.mark.asyncio
async def test_a_folder_without_trust_has_no_cloud(client: LanguageClient) -> None:
    root: Path = client.root  # type: ignore[attr-defined]
    (root / "lab.yaml").write_text(SNAPSHOT, encoding="utf-8")
    configure(client, cloudSnapshot="lab.yaml", trusted=False)
    editor = Editor(client, "t.yaml", TEMPLATE)
    await editor.diagnostics(until=present)
    configure(client, cloudSnapshot="lab.yaml", trusted=True)
    await editor.diagnostics(until=missing)


@pytest.mark.asyncio
async def test_a_snapshot_that_changes_is_read_again(client: LanguageClient) -> None:
    root: Path = client.root  # type: ignore[attr-defined]
    (root / "lab.yaml").write_text(SNAPSHOT, encoding="utf-8")
    configure(client, cloudSnapshot="lab.yaml")
    editor = Editor(client, "t.yaml", TEMPLATE)
    await editor.diagnostics(until=missing)
    (root / "lab.yaml").write_text(SNAPSHOT.replace("name: public", "name: nowhere"), encoding="utf-8")
    editor.edit("image: some", "image: other")
    found = await editor.diagnostics(until=lambda items: any("'public'" in item.message for item in items))
    assert not any("'nowhere'" in item.message for item in found)
