"""A server of a folder that the user does not trust: whatever is asked, no file outside of it is opened and no folder listed."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hotlint_server.app import HotlintServer
from hotlint_server.transport.inbox import MessageFramer
from hotlint_server.transport.protocol import handle
from opened_files import opened_files

ROLES = {
    "child.yaml": "heat_template_version: 2018-08-31\nparameters: {hunter2: {type: string}}\nresources: {r: {type: OS::Nope}}\n",
    "env.yaml": "parameters: {hunter2: 1}\nparameter_defaults: {hunter2: 1}\nresource_registry: {'A::B': child.yaml}\n",
    "file.txt": "hunter2\n",
    "base.yaml": "ignore: [HOT8]\n",
    "web.hot-test.yaml": "template: web.yaml\ntests: [{name: hunter2, snapshot: true}]\n",
    "policies.yaml": "policies: [{code: HUNTER2, resources: '*', assert: 'true', message: m}]\n",
    "cloud.yaml": "snapshot: 1\ncloud: hunter2\nregion: R\nflavors: [{name: hunter2, vcpus: 1, ram: 1}]\n",
    "part.j2": "description: hunter2\n",
    "vars.yaml": "hunter2: 1\n",
    "plugins/p.py": "from heat.engine import resource\n",
    "deep/more.yaml": "heat_template_version: 2018-08-31\nparameters: {hunter2: {type: string}}\n",
    ".gitignore": "hunter2.yaml\n",
    "snap/web.hot-test.yaml.snap": "hunter2: x\n",
}
"""What is outside, and what a link of the folder leads to."""
INSIDE = {
    "web.yaml": """\
heat_template_version: 2018-08-31
parameters: {p: {type: string, default: {get_file: link-file.txt}}}
resources:
  a: {type: link-child.yaml, properties: {hunter2: 1}}
  b: {type: ../outside/child.yaml}
  c: {type: OS::Heat::Value, properties: {value: {get_file: link-file.txt}}}
  d: {type: OS::Heat::Value, properties: {value: {get_file: ../outside/file.txt}}}
  e: {type: OS::Heat::Value, properties: {value: {get_file: "link-deep/"}}}
  f: {type: OS::Nova::Server, properties: {flavor: h, image: i, user_data: {get_file: "OUT/file.txt"}}}
  g: {type: "A::B", properties: {hunter2: x}}
outputs: {o: {value: {get_attr: [a, hunter2]}}}
""",
    "web.env": "parameters: {p: x}\nresource_registry: {'A::B': link-child.yaml, 'A::C': ../outside/child.yaml, 'A::D': OUT/child.yaml}\n",
    ".hotlint.yaml": """\
extends: [link-base.yaml, ../outside/base.yaml]
policies: [link-policies.yaml, ../outside/policies.yaml, own-policies.yaml]
environments: [link-env.yaml, ../outside/env.yaml]
deployments: [{name: d, template: link-child.yaml, environments: [link-env.yaml]}, {name: e, template: web.yaml, environments: [web.env]}]
plugin_dirs: [link-plugins, ../outside/plugins]
target: link-cloud.yaml
cloud: link-cloud.yaml
jinja: {variable_files: [link-vars.yaml], search_path: [../outside, link-deep]}
""",
    "own-policies.yaml": "extends: [link-policies.yaml]\ntests: [{name: x, policy: HUNTER2, template: link-child.yaml, expect: {}}]\n",
    "own.hot-test.yaml": "template: link-child.yaml\nenvironments: [link-env.yaml, ../outside/env.yaml]\ntests: [{name: a, snapshot: true, assert: {x: 1}}]\n",
    "web.hot-test.yaml": "template: web.yaml\ntests: [{name: hunter2, snapshot: true}]\n",
    "j.yaml.j2": "heat_template_version: 2018-08-31\n{% include 'link-part.j2' %}\n{% include 'part.j2' %}\n",
}
AT_A_PLACE = (
    "hover",
    "definition",
    "completion",
    "references",
    "documentHighlight",
    "signatureHelp",
    "prepareRename",
    "prepareCallHierarchy",
)
OF_A_FILE = (
    "textDocument/documentLink", "textDocument/documentSymbol", "textDocument/codeLens", "textDocument/diagnostic", "textDocument/foldingRange",
    "textDocument/formatting", "textDocument/semanticTokens/full", "hotlint/preview", "hotlint/graph", "hotlint/environments", "hotlint/tests",
    "hotlint/runTests", "hotlint/newEnvironment",
)  # fmt: skip
OF_ALL = ("hotlint/lintWorkspace", "hotlint/deployments", "workspace/diagnostic")


class Editor:
    """The other end of a server in this process."""

    def __init__(self) -> None:
        self.server, self.sent, self.messages = HotlintServer(), 0, list[dict[str, Any]]()
        self._framer = MessageFramer()
        self.server.protocol.set_writer(self)

    def write(self, data: bytes) -> None:
        self.messages += [json.loads(body) for body in self._framer.feed(data)]

    def close(self) -> None:
        """Do nothing."""

    def notify(self, method: str, params: Any, **more: Any) -> None:
        handle(self.server, json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode())

    def ask(self, method: str, params: Any) -> None:
        self.sent += 1
        self.notify(method, params, id=self.sent)

    async def answers(self) -> Counter[int]:
        """Wait until everything is answered. Returns how many answers each request has."""
        while (found := Counter(m["id"] for m in self.messages if "method" not in m and "id" in m)).total() < self.sent:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.05)  # what runs in the background
        return found


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name, text in ROLES.items():
        path = tmp_path / "outside" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    folder = tmp_path / "inside"
    folder.mkdir()
    (folder / ".git").mkdir()
    for name, text in INSIDE.items():
        (folder / name).write_text(text.replace("OUT/", f"{tmp_path}/outside/"))
    for name in (
        "child.yaml",
        "env.yaml",
        "file.txt",
        "base.yaml",
        "policies.yaml",
        "cloud.yaml",
        "part.j2",
        "vars.yaml",
        "plugins",
        "deep",
    ):
        (folder / f"link-{name}").symlink_to(tmp_path / "outside" / name)
    (folder / "__snapshots__").symlink_to(tmp_path / "outside" / "snap")
    (folder / "link.hot-test.yaml").symlink_to(tmp_path / "outside" / "web.hot-test.yaml")
    (folder / ".gitignore").symlink_to(tmp_path / "outside" / ".gitignore")
    return folder


@pytest.mark.parametrize("trusted", [True, False])
async def test_nothing_outside_is_opened(inside: Path, trusted: bool) -> None:
    outside = str(inside.parent / "outside")
    with opened_files() as opened:
        editor = Editor()
        await _use(editor, inside, trusted)
    read = sorted({os.path.relpath(path, outside) for path in opened if path.startswith(outside)})
    if not trusted:
        assert read == []
    else:
        assert {"base.yaml", "child.yaml", "env.yaml", "file.txt", "policies.yaml", "cloud.yaml", "vars.yaml"} <= {
            *read
        }


async def _use(editor: Editor, folder: Path, trusted: bool) -> None:
    """Open every file of a folder, and ask for everything there is to ask."""
    root = [{"uri": folder.as_uri(), "name": "f"}]
    editor.ask(
        "initialize",
        {
            "processId": None,
            "capabilities": {},
            "workspaceFolders": root,
            "initializationOptions": {"trusted": trusted},
        },
    )
    editor.notify("initialized", {})
    for path in sorted(folder.iterdir()):
        if path.is_file() and not path.name.startswith("link-file"):
            text = "" if path.is_symlink() else path.read_text()
            document = {"uri": f"{folder.as_uri()}/{path.name}"}
            if not path.is_symlink():
                editor.notify(
                    "textDocument/didOpen",
                    {"textDocument": {**document, "languageId": "yaml", "version": 1, "text": text}},
                )
            for method in OF_A_FILE:
                more = {"options": {"tabSize": 2, "insertSpaces": True}} if method.endswith("formatting") else {}
                editor.ask(method, {"textDocument": document, **document, **more})
            for line, row in enumerate(text.split("\n")):
                for character in {row.find(word) + 3 for word in ("link-", "outside") if word in row}:
                    place = {
                        "textDocument": document,
                        "position": {"line": line, "character": character},
                        "context": {"includeDeclaration": True},
                    }
                    for method in AT_A_PLACE:
                        editor.ask(f"textDocument/{method}", place)
            await editor.answers()
    editor.ask("workspace/symbol", {"query": "hunter"})
    for method in OF_ALL:
        editor.ask(method, {"previousResultIds": []})
    found = await editor.answers()
    assert set(found.values()) == {1}
