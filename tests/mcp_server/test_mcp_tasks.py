"""What five tasks cost an agent: each ends right within six calls, and with few characters in the tools and the answers."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from test_mcp import applied, edits_of, session

if find_spec("mcp") is None:
    pytest.skip("the extra mcp is not installed", allow_module_level=True)

MOST_CALLS = 6
TOOLS = 10_000
"""The characters of the list of tools; this only shrinks. A token has about four."""
VERSION = "heat_template_version: 2018-08-31\n"
WISHED = f"""\
{VERSION}resources:
  web:
    type: OS::Nova::Server
    properties: {{flavor: m1.small, image: debian, networks: [{{network: private}}]}}
"""
VOLUME = f"{VERSION}resources:\n  data: {{type: OS::Cinder::Volume, properties: {{size: 1}}}}\n"
BROKEN = (
    WISHED.replace("Server", "Servr"),
    WISHED.replace("flavor", "flavour"),
    f"{VOLUME}outputs:\n  id: {{value: {{get_resource: dat}}}}\n",
)
OLD = f"{VOLUME.replace('2018-08-31', '2013-05-23')}outputs:\n  id: {{value: {{'Fn::Join': ['-', [a, {{get_resource: data}}]]}}}}\n"


class Agent:
    """Calls tools in a folder, and counts the calls and the characters of their answers."""

    def __init__(self, client: Any, folder: Path) -> None:
        self._client, self.folder = client, folder
        self.calls = self.characters = 0

    async def ask(self, tool: str, **arguments: Any) -> str:
        answer = await self._client.call_tool(tool, arguments)
        text = "".join(part.text for part in answer.content)
        assert not answer.is_error, text
        self.calls += 1
        self.characters += len(text) + len(json.dumps(answer.structured_content or ""))
        return text

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text, encoding="utf-8")
        return name


async def write_from_a_wish(agent: Agent) -> None:
    assert "OS::Nova::Server" in await agent.ask("find", query="virtual machine")
    assert "networks" in await agent.ask("explain", name="OS::Nova::Server")
    assert "error" not in await agent.ask("check", path=agent.write("web.yaml", WISHED))


async def repair_three(agent: Agent) -> None:
    for number, text in enumerate(BROKEN):
        name = agent.write(f"{number}.yaml", text)
        fixed = await agent.ask("fix", path=name, unsafe=True)
        assert "left: 0" in fixed
        assert "error" not in await agent.ask("check", path=agent.write(name, applied(text, edits_of(fixed))))


async def explain_a_failed_stack(agent: Agent) -> None:
    message = "Resource CREATE failed: BadRequest: resources.data: size 1 is too small (HTTP 400)"
    name = agent.write("volume.yaml", VOLUME)
    assert "resources.data.properties.size = 1" in await agent.ask("failure", path=name, message=message)
    assert "error" not in await agent.ask("check", path=agent.write(name, VOLUME.replace("size: 1", "size: 2")))


async def add_tests(agent: Agent) -> None:
    assert "assert" in await agent.ask("explain", name="suite")
    suite = await agent.ask("new", kind="suite", path=agent.write("volume.yaml", VOLUME))
    known = suite.replace("snapshot: true", 'match: {resources: {data: {type: "OS::Cinder::Volume"}}}')
    assert "failed: 0" in await agent.ask("test", path=agent.write("volume.hot-test.yaml", known))


async def upgrade(agent: Agent) -> None:
    edits = edits_of(await agent.ask("upgrade", path=agent.write("old.yaml", OLD)))
    assert "error" not in await agent.ask("check", path=agent.write("old.yaml", applied(OLD, edits)))


Task = Callable[[Agent], Awaitable[None]]


@pytest.mark.parametrize(
    ("task", "most"),
    [
        (write_from_a_wish, 20_000),
        (repair_three, 1_000),
        (explain_a_failed_stack, 800),
        (add_tests, 5_500),
        (upgrade, 500),
    ],
)
def test_a_task_takes_few_calls_and_characters(task: Task, most: int, tmp_path: Path) -> None:
    async def work(client: Any) -> Agent:
        agent = Agent(client, tmp_path)
        await task(agent)
        return agent

    agent = session(work, given=[str(tmp_path)])
    assert agent.calls <= MOST_CALLS
    assert agent.characters <= most


def test_the_list_of_tools_is_short(tmp_path: Path) -> None:
    async def work(client: Any) -> int:
        tools = (await client.list_tools()).tools
        return len(json.dumps([tool.model_dump(mode="json", exclude_none=True, by_alias=True) for tool in tools]))

    assert session(work, given=[str(tmp_path)]) <= TOOLS
