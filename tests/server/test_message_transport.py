"""A session whose messages are whole strings, as in a worker of a browser, with no thread."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hotlint_server.app import HotlintServer
from hotlint_server.transport.inbox import connect
from hotlint_server.workspace import open_document
from time_limits import tries

from hotlint.common import platforms

TEXT = "heat_template_version: 2018-08-31\nresources:\n  a: {type: OS::Heat::Nix}\n"


def message(method: str, params: dict[str, Any], **more: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more})


@pytest.mark.parametrize("length", [0, open_document.LONG])
def test_a_session_without_threads(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (platforms, open_document):
        monkeypatch.setattr(module, "HAS_THREADS", False)
    monkeypatch.setattr(asyncio, "to_thread", None)
    sent: list[dict[str, Any]] = []

    async def session() -> None:
        receive = connect(HotlintServer(), lambda text: sent.append(json.loads(text)))
        receive(message("initialize", {"capabilities": {}, "processId": None, "rootUri": None}, id=1))
        receive(message("initialized", {}))
        document = {"uri": "file:///work/a.yaml", "languageId": "yaml", "version": 1, "text": TEXT + "#" * length}
        receive(message("textDocument/didOpen", {"textDocument": document}))
        for _ in tries():
            if codes():
                break
            await asyncio.sleep(0.01)

    def codes() -> list[str]:
        return [found["code"] for one in sent for found in one.get("params", {}).get("diagnostics", ())]

    asyncio.run(session())
    assert sent[0]["id"] == 1 and set(codes()) == {"HOT501"}
