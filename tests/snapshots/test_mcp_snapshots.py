"""The server for coding agents: its tools with their arguments, and what they answer."""

from __future__ import annotations

import asyncio
import json
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from snapshot_files import RecordedAnswers

if TYPE_CHECKING:  # each process of pytest reads this file, and importing the SDK takes seconds
    from mcp import Client

if find_spec("mcp") is None:
    pytest.skip("the extra mcp is not installed", allow_module_level=True)
RECORDED = RecordedAnswers("mcp")
HEAD = "heat_template_version: 2018-08-31\n"
FILES = {
    "web.yaml": HEAD
    + "parameters: {size: {type: number, constraints: [{range: {max: 5}}]}, secret: {type: string, default: hunter2, hidden: true}}\n"
    + "resources:\n  v: {type: OS::Cinder::Volume, properties: {sise: {get_param: size}}}\n"
    + "  r: {type: OS::Heat::Value, properties: {value: {get_param: secret}}}\n"
    + "outputs: {o: {value: {get_param: size}}, bad: {value: {str_split: [',', 'a', 4]}}}\n",
    "web.env": "parameters: {size: 2}\n",
    "big.env": "parameters: {size: 9}\n",
    "new.yaml": HEAD + "parameters: {size: {type: number, default: 3}}\nresources: {w: {type: OS::Heat::None}}\n",
    "web.hot-test.yaml": "template: web.yaml\ntests:\n- {name: one, assert: {outputs.o: 3}}\n- {name: two, assert: {outputs.p: 3}}\n",
    "policies.yaml": "policies: [{code: SITE001, resources: '*', assert: 'false', message: never}]\n"
    + "tests: [{name: t, policy: SITE001, template: new.yaml, expect: {w: pass}}]\n",
    "stack.yaml": "recorded_stack: 1\nstack: {name: s, id: i, status: CREATE_COMPLETE, "
    + "template: {heat_template_version: '2018-08-31'}}\n",
    ".hotlint.yaml": "policies: [policies.yaml]\n",
}  # fmt: skip
CALLS: dict[str, list[dict[str, Any]]] = {
    "check": [
        {}, {"path": "web.yaml"}, {"path": "web.yaml", "limit": 1, "environments": ["big.env"]}, {"path": "gone.yaml"},
        {"path": "x.yaml", "text": HEAD + "outputs: {a: {valu: 1}}\n"}, {"path": "web.yaml", "parameters": {"size": 7}},
        {"path": "../web.yaml"}, {"path": ".", "text": "a"}, {"path": "a\0b"}, {"path": "web.yaml", "text": "\ud800"},
        {"path": "web.yaml", "structured": True}, {"bogus": 1},
    ],
    "fix": [
        {"path": "web.yaml"}, {"path": "web.yaml", "unsafe": True}, {"path": "web.yaml", "write": True, "text": "a"},
        {"path": "x.yaml", "text": HEAD + "outputs: {a: {valu: 1}}\n", "unsafe": True}, {"path": "."}, {"path": "new.yaml", "write": True},
    ],
    "preview": [
        {"path": "web.yaml"}, {"path": "web.yaml", "environments": ["big.env"]}, {"path": "web.yaml", "value": "outputs.o"},
        {"path": "web.yaml", "value": "outputs.x"}, {"path": "web.env"}, {"path": "new.yaml", "parameters": {"size": 4}},
        {"path": "new.yaml", "text": HEAD + "outputs: {a: {value: 1}}\n"},
    ],
    "diff": [
        {"path": "new.yaml", "old_path": "web.yaml"}, {"path": "new.yaml", "old_text": HEAD}, {"path": "new.yaml", "text": HEAD},
        {"path": "new.yaml", "old_path": "gone.yaml"},
    ],
    "plan": [
        {"recording": "stack.yaml", "path": "new.yaml"}, {"recording": "stack.yaml", "path": "new.yaml", "existing": True},
        {"recording": "web.yaml", "path": "new.yaml"}, {"recording": "gone.yaml", "path": "new.yaml"},
    ],
    "format": [{"path": "web.yaml"}, {"path": "new.yaml"}, {"path": "web.hot-test.yaml"}],
    "upgrade": [
        {"path": "new.yaml"}, {"path": "web.yaml", "to": "zzz"},
        {"path": "x.yaml", "text": "heat_template_version: 2013-05-23\nresources: {a: {type: OS::Heat::None}}\n", "to": "rocky"},
    ],
    "failure": [
        {"path": "web.yaml", "message": "Resource CREATE failed: BadRequest: resources.v: size 2 is over the quota (HTTP 413)"},
        {"path": "web.yaml", "message": "nothing of it"}, {"path": "web.yaml"}, {"path": "new.yaml", "recording": "stack.yaml"},
    ],
    "new": [{"kind": "network"}, {"kind": "suite", "path": "new.yaml"}, {"kind": "server", "path": "new.yaml"}],
    "explain": [{"name": "OS::Heat::None"}, {"name": "HOT3011"}],
    "find": [
        {"query": "random string"}, {"query": "nova server admin_pass"}, {"query": "port", "limit": 2}, {"query": ""},
        {"query": "zzz"}, {"query": "OS::Heat::Value type"},
    ],
    "test": [{}, {"path": "web.hot-test.yaml", "select": "one"}, {"limit": 1}, {"path": "web.yaml"}, {"select": "("}],
    "policies": [{}, {"path": "web.yaml"}, {"path": "policies.yaml"}, {"path": "gone.yaml"}, {"path": "stack.yaml"}],
}  # fmt: skip


async def _called(client: Client, tool: str, arguments: dict[str, Any]) -> str:
    answer = await client.call_tool(tool, arguments)
    texts = [getattr(part, "text", "") for part in answer.content]
    if answer.is_error:
        return "error: " + "\n".join(texts).partition("\n")[0]
    data = answer.structured_content
    return "\n".join(texts) if data is None else json.dumps(data, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("tool", CALLS)
def test_answers(tool: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mcp import Client

    from hotlint.mcp.server import make_server

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    async def work() -> list[str]:
        async with Client(make_server([str(tmp_path)], write=True)) as client:
            return [f"-- {json.dumps(call)}\n{await _called(client, tool, call)}" for call in CALLS[tool]]

    said = "\n".join(asyncio.run(work())).replace(str(tmp_path), ".")
    RECORDED.check(tool, f"{said}\n-- afterwards\n{(tmp_path / 'new.yaml').read_text(encoding='utf-8')}")


@pytest.mark.parametrize("write", [False, True])
def test_tools(write: bool, tmp_path: Path) -> None:
    from mcp import Client

    from hotlint.mcp.server import make_server

    async def work() -> list[dict[str, Any]]:
        async with Client(make_server([str(tmp_path)], write=write)) as client:
            tools, prompts = (await client.list_tools()).tools, (await client.list_prompts()).prompts
            messages = (await client.get_prompt("repair", {"path": "a.yaml"})).messages
            resources = (await client.list_resources()).resources
            templates = (await client.list_resource_templates()).resource_templates
            listed = [*tools, *prompts, *messages, *resources, *templates]
            return [one.model_dump(mode="json", exclude_none=True, by_alias=True) for one in listed]

    said = [json.dumps(_stated(one), indent=1, sort_keys=True) for one in asyncio.run(work())]
    RECORDED.check(f"tools, write {write}", "\n".join(said))


def _stated(found: dict[str, Any]) -> dict[str, Any]:
    """Return what hotlint states about a tool or a resource: the form of schemas is that of the SDK's version."""
    kept = {key: value for key, value in found.items() if key not in ("inputSchema", "outputSchema")}
    arguments = found.get("inputSchema", {}).get("properties", {})
    words = ("description", "default", "minimum", "maximum")
    stated = {name: {word: one[word] for word in words if word in one} for name, one in arguments.items()}
    return kept | ({"arguments": stated, "required": found["inputSchema"].get("required", [])} if arguments else {})


def test_nothing_else_is_recorded() -> None:
    RECORDED.keep_only({*CALLS, "tools, write False", "tools, write True"})
