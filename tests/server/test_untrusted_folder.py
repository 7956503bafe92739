"""A server of a folder that the user does not trust: whatever is asked, no file outside of it is opened and no folder listed."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import asyncio
import json
import logging
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
    "stack.json": '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"hunter2": {"Type": "AWS::CloudFormation::Stack"}}}',
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
  h: {type: OS::Heat::ResourceGroup, properties: {count: 1, resource_def: {type: link-deep/more.yaml, properties: {hunter2: x}}}}
  i: {type: link-back/outside/child.yaml}
outputs: {o: {value: {get_attr: [a, hunter2]}}}
""",
    "cfn.yaml": """\
AWSTemplateFormatVersion: '2010-09-09'
Resources:
  a: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: link-stack.json}}
  b: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: ../outside/stack.json}}
  c: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: "file://OUT/stack.json"}}
""",
    "README.md": "<!-- hotlint: test link-child.yaml -->\n```yaml\nresources: {a: {type: link-child.yaml}}\n```\n",
    "w.stack.yaml": "recorded_stack: 1\nstack: {name: w, template: {heat_template_version: 2018-08-31, resources: {a: {type: link-child.yaml}}}}\n",
    "web.env": "parameters: {p: x}\nresource_registry: {'A::B': link-child.yaml, 'A::C': ../outside/child.yaml, 'A::D': OUT/child.yaml}\n",
    ".hotlint.yaml": """\
extends: [link-base.yaml, ../outside/base.yaml]
policies: [link-policies.yaml, ../outside/policies.yaml, own-policies.yaml]
environments: [link-env.yaml, ../outside/env.yaml]
deployments: [{name: d, template: link-child.yaml, environments: [link-env.yaml]}, {name: e, template: web.yaml, environments: [web.env]}]
plugin_dirs: [link-plugins, ../outside/plugins]
target: link-cloud.yaml
cloud_snapshot: link-cloud.yaml
jinja: {variable_files: [link-vars.yaml], search_path: [../outside, link-deep]}
""",
    "own-policies.yaml": "extends: [link-policies.yaml]\ntests: [{name: x, policy: HUNTER2, template: link-child.yaml, expect: {}}]\n",
    "own.hot-test.yaml": "template: link-child.yaml\nenvironments: [link-env.yaml, ../outside/env.yaml]\ntests: [{name: a, snapshot: true, assert: {x: 1}}]\n",
    "web.hot-test.yaml": "template: web.yaml\ntests: [{name: hunter2, snapshot: true}]\n",
    "j.yaml.j2": "heat_template_version: 2018-08-31\n{% include 'link-part.j2' %}\n{% include 'part.j2' %}\n",
}
UNASKED = {
    "initialize",
    "initialized",
    "$/setTrace",
    "textDocument/didOpen",
    "textDocument/didChange",
    "workspace/didChangeWorkspaceFolders",
}
"""What is not asked of each place."""
FROM_ANSWERS = {
    "callHierarchy/": "textDocument/prepareCallHierarchy",
    "codeAction/": "textDocument/codeAction",
    "completionItem/": "textDocument/completion",
}
"""Requests about an item of an earlier answer."""


class Editor:
    """The other end of a server in this process."""

    def __init__(self) -> None:
        self.server, self.sent, self.messages = HotlintServer(), 0, list[dict[str, Any]]()
        self.answered = Counter[int]()
        self._unread: list[dict[str, Any]] = []
        self.methods = sorted(self.server.protocol.fm.features.keys() - UNASKED)
        self.at_a_place = [
            m for m in self.methods if m.startswith(("textDocument/", *FROM_ANSWERS)) and not m.endswith("/diagnostic")
        ]
        self.commands = sorted(self.server.protocol.fm.commands)
        self._framer = MessageFramer()
        self.server.protocol.set_writer(self)

    def write(self, data: bytes) -> None:
        received = [json.loads(body) for body in self._framer.feed(data)]
        self.messages += received
        self._unread += received
        self.answered.update(m["id"] for m in received if "method" not in m and "id" in m)

    def close(self) -> None:
        """Do nothing."""

    def notify(self, method: str, params: Any, **more: Any) -> None:
        handle(self.server, json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode())

    def ask(self, method: str, params: Any) -> None:
        self.sent += 1
        self.notify(method, params, id=self.sent)

    async def answers(self) -> Counter[int]:
        """Wait until everything is answered, and refuse what the server asks. Returns how many answers each request has."""
        while self.answered.total() < self.sent:
            await asyncio.sleep(0.001)
            for asked in (m for m in self._unread if "method" in m and "id" in m):
                handle(
                    self.server,
                    json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": {"applied": False}}).encode(),
                )
            self._unread.clear()
        await asyncio.sleep(0.01)  # what runs in the background
        return self.answered


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
        "stack.json",
    ):
        (folder / f"link-{name}").symlink_to(tmp_path / "outside" / name)
    (folder / "link-back").symlink_to(tmp_path)
    (tmp_path / ".hotlint.yaml").write_text("ignore: [HOT9]\n")
    for name in (".github/workflows", ".zuul.d", ".circleci"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).symlink_to(tmp_path / "outside" / "deep")
    (folder / "__snapshots__").symlink_to(tmp_path / "outside" / "snap")
    (folder / "link.hot-test.yaml").symlink_to(tmp_path / "outside" / "web.hot-test.yaml")
    (folder / ".gitignore").symlink_to(tmp_path / "outside" / ".gitignore")
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("trusted", [True, False])
async def test_nothing_outside_is_opened(inside: Path, trusted: bool, caplog: pytest.LogCaptureFixture) -> None:
    """In a folder that is trusted, what is outside is opened when one template is asked about."""
    caplog.set_level(logging.CRITICAL)  # hundreds of these requests fail, and to print a traceback takes longer
    around = str(inside.parent)
    with opened_files() as opened:
        editor = Editor()
        await _use(editor, inside, trusted)
    below = {os.path.relpath(path, around) for path in opened if path.startswith(around)}
    read = sorted(path for path in below if path.split(os.sep)[0] not in ("inside", "home"))
    if not trusted:
        assert read == []
    else:
        names = (
            "base.yaml",
            "child.yaml",
            "env.yaml",
            "file.txt",
            "policies.yaml",
            "cloud.yaml",
            "vars.yaml",
            "stack.json",
        )
        assert {".hotlint.yaml", *(f"outside/{name}" for name in names)} <= {*read}


async def _use(editor: Editor, folder: Path, trusted: bool) -> None:
    """Open every file of a folder, and ask for everything that the server offers, at every place that leads out of the folder."""
    root = [{"uri": folder.as_uri(), "name": "f"}]
    options = {
        "processId": None,
        "capabilities": {},
        "workspaceFolders": root,
        "initializationOptions": {"trusted": trusted, "allowOutside": [".."]},
    }
    editor.ask("initialize", options)
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
            places = {(0, 0)}
            for line, row in enumerate(text.split("\n")):
                places |= {(line, row.find(word) + 3) for word in ("link-", "outside", "OUT") if word in row}
            for place in sorted(places) if not trusted else [(0, 0)] if path.name == "web.yaml" else []:
                await _ask(editor, editor.methods if place == (0, 0) else editor.at_a_place, document, *place)
    found = await editor.answers()
    assert set(found.values()) == {1}


async def _ask(editor: Editor, methods: list[str], document: dict[str, str], line: int, character: int) -> None:
    """Ask for everything that methods answer about a place, then for what follows from the answers."""
    position = {"line": line, "character": character}
    span = {"start": position, "end": {"line": line, "character": character + 1}}
    params = {
        "textDocument": document, **document, "position": position, "positions": [position], "range": span, "query": "hunter",
        "context": {"includeDeclaration": True, "diagnostics": []}, "options": {"tabSize": 2, "insertSpaces": True}, "ch": "\n",
        "newName": "hunter3", "previousResultIds": [], "previousResultId": "", "settings": {}, "name": "link-child.yaml", "text": None,
        "files": [{"oldUri": document["uri"], "newUri": f"{document['uri']}.yaml"}], "changes": [{**document, "type": 2}],
    }  # fmt: skip
    asked = {}
    for method in methods:
        if method.startswith(("textDocument/did", "workspace/did")):
            if method != "textDocument/didClose":
                editor.notify(method, params)
        elif not method.startswith(tuple(FROM_ANSWERS)):
            editor.ask(method, params)
            asked[editor.sent] = method
    for command in editor.commands if methods is editor.methods else ():
        editor.ask(
            "workspace/executeCommand", {"command": command, "arguments": [{**document, "version": "2021-04-16"}]}
        )
    await editor.answers()
    results = [
        (asked[m["id"]], m["result"]) for m in editor.messages[-500:] if m.get("id") in asked and m.get("result")
    ]
    for method in methods:
        for start, before in FROM_ANSWERS.items():
            found = [result for asked_for, result in results if method.startswith(start) and asked_for == before]
            for items in found:
                for item in (items["items"] if isinstance(items, dict) else items)[:20]:
                    editor.ask(method, {"item": item} if start == "callHierarchy/" else item)
    await editor.answers()
