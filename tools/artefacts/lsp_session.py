"""A session of an editor with a language server over its standard input and output, by the client of pytest-lsp."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from artefacts.steps import StepError, expect
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 3, description: Gigabytes.}
resources:
  volume:
    type: OS::Cinder::Volume
    properties:
      size: {get_param: sice}
outputs:
  size: {value: {get_param: size}}
"""
BROKEN = (7, 25)
"""The line and column of the name of a parameter that does not exist."""
USED = (9, 30)
"""Those of the name of a parameter in the output."""


def edits_a_template(command: Sequence[str | Path], folder: Path) -> None:
    """Run a server in a folder and use it as an editor does, from `initialize` to `shutdown`.

    Raises StepError when an answer is not what an editor expects, or when the session takes more than two minutes.
    """
    try:
        asyncio.run(asyncio.wait_for(_session([str(word) for word in command], folder), 120))
    except StepError:
        raise
    except Exception as exc:
        raise StepError(f"{command[0]} as a language server: {type(exc).__name__}: {exc}") from exc


async def _session(command: list[str], folder: Path) -> None:
    client = await ClientServerConfig(server_command=command).start()
    assert isinstance(client, LanguageClient)
    client.feature("client/registerCapability")(lambda params: None)
    for method in ("workspace/codeLens/refresh", "workspace/inlayHint/refresh", "hotlint/previewChanged"):
        client.feature(method)(lambda *_: None)
    opened = types.WorkspaceFolder(uri=folder.as_uri(), name=folder.name)
    capabilities = client_capabilities("neovim")
    await client.initialize_session(types.InitializeParams(capabilities=capabilities, workspace_folders=[opened]))
    document = types.TextDocumentIdentifier((folder / "volume.yaml").as_uri())
    item = types.TextDocumentItem(document.uri, "yaml", 1, TEMPLATE)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    asked = types.DocumentDiagnosticParams(document)
    report: Any = await client.text_document_diagnostic_async(asked)
    expect(str([found.code for found in report.items]), "HOT301", of="the diagnostics")

    found: Any = await client.text_document_completion_async(types.CompletionParams(document, types.Position(*BROKEN)))
    expect(str([item.label for item in getattr(found, "items", found)]), "'size'", of="the completions")

    hover = await client.text_document_hover_async(types.HoverParams(document, types.Position(*USED)))
    expect(str(hover), "Gigabytes.", of="the hover")

    renamed = await client.text_document_rename_async(types.RenameParams(document, types.Position(*USED), "gigabytes"))
    if str(renamed).count("gigabytes") != 2:
        raise StepError(f"a rename of a parameter that is used once changes its name at two places, not at\n{renamed}")

    asked_values = {"textDocument": {"uri": document.uri}}
    preview = await client.protocol.send_request_async("hotlint/preview", asked_values)  # type: ignore[no-untyped-call]
    expect(str(preview), "OS::Cinder::Volume", of="the preview")
    await client.shutdown_session()
