"""The server for coding agents, asked by the client of the SDK."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hostile_calls import OUTSIDE, SECRET, calls, shown, tree
from jsonschema import Draft202012Validator
from opened_files import opened_files
from time_limits import tries

from hotlint.mcp.roots import Roots
from hotlint.operations.errors import OperationError

if TYPE_CHECKING:  # each process of pytest reads this file, and importing the SDK takes seconds
    from mcp import Client
    from mcp.types import ListRootsResult

if find_spec("mcp") is None:
    pytest.skip("the extra mcp is not installed", allow_module_level=True)

TOP = Path(__file__).resolve().parents[3]
BROKEN = """\
heat_template_version: 2018-08-31
parameters:
  flavour: {type: string, default: m1.small}
resources:
  server:
    type: OS::Nova::Sever
    properties:
      flavor: {get_param: flavor}
      imagee: debian
outputs:
  name:
    value: {get_attr: [server, nam]}
"""

Work = Callable[[Any], Awaitable[Any]]


def naming(*roots: Path) -> Any:
    """Return what answers a server that asks for the roots."""
    from mcp.types import ListRootsResult, Root
    from pydantic import FileUrl

    async def answer(context: Any) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri=FileUrl(root.as_uri())) for root in roots])

    return answer


def session(work: Work, *roots: Path, given: Sequence[str] = (), write: bool = False, mode: str = "auto") -> Any:
    """Return what `work` returns with a client that is connected in memory; without roots it names none."""
    from mcp import Client

    from hotlint.mcp.server import make_server

    async def run() -> Any:
        answer = naming(*roots) if roots else None
        async with Client(make_server(given, write=write), list_roots_callback=answer, mode=mode) as client:
            return await work(client)

    return asyncio.run(run())


def call(tool: str, arguments: dict[str, Any], *roots: Path, **options: Any) -> Any:
    """Return the answer of one call."""

    async def work(client: Client) -> Any:
        return await client.call_tool(tool, arguments)

    return session(work, *roots, **options)


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    """Return a text with the edits of an answer, applied as an agent does it."""
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    for edit in reversed(edits):
        start = starts[edit["start_line"] - 1] + edit["start_column"] - 1
        text = text[:start] + edit["text"] + text[starts[edit["end_line"] - 1] + edit["end_column"] - 1 :]
    return text


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_an_agent_repairs_a_template_with_the_tools_alone(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "web.yaml"
    path.write_text(BROKEN)

    async def work(client: Client) -> None:
        async def ask(tool: str, **arguments: Any) -> dict[str, Any]:
            answer = await client.call_tool(tool, arguments)
            assert not answer.is_error, answer
            return answer.structured_content or {}

        found = await ask("check", path="web.yaml")
        assert found["counts"]["error"] == len([f for f in found["findings"] if f["severity"] == "error"]) == 2
        assert {"path": "web.yaml", "line": 6, "column": 11, "code": "HOT501"}.items() <= found["findings"][0].items()
        assert "unknown-resource-type" in (await ask("explain", name="HOT501"))["text"]
        assert "OS::Nova::Server.image" in (await ask("find", query="nova server image"))["names"]
        fixed = await ask("fix", path="web.yaml", unsafe=True)
        assert {f["safety"] for f in fixed["fixed"]} == {"unsafe"}
        text = applied(BROKEN, fixed["edits"])
        while (found := await ask("check", path="web.yaml", text=text))["counts"]["error"]:
            text = applied(text, found["findings"][0]["fixes"][0]["edits"])
        assert path.read_text() == BROKEN
        preview = await ask("preview", path="web.yaml", text=text, parameters={"flavour": "m1.large"})
        assert "flavor: m1.large" in preview["text"]
        path.write_text(text)
        changes = await ask("diff", path="web.yaml", text=text.replace("debian", "ubuntu"))
        assert sum(changes["counts"].values()) == 1

    session(work, tmp_path, mode=mode)


def test_schemas_are_valid_and_tools_are_read_only() -> None:
    async def work(client: Client) -> Any:
        return (await client.list_tools()).tools

    for write in (False, True):
        tools = session(work, write=write)
        assert len({tool.name for tool in tools}) == 9
        for tool in tools:
            Draft202012Validator.check_schema(tool.input_schema)
            Draft202012Validator.check_schema(tool.output_schema)
            assert tool.annotations.read_only_hint is not (write and tool.name == "fix")
            assert tool.description and "roots" not in tool.input_schema["properties"]


def test_rules_and_types_are_resources_and_there_is_a_prompt(tmp_path: Path) -> None:
    from mcp.shared.exceptions import MCPError

    async def work(client: Client) -> list[str]:
        uris = ("rules", "types", "rules/HOT301", "types/OS::Nova::Server", "functions/list_join")
        texts = [(await client.read_resource(f"hotlint://{uri}")).contents[0].text for uri in uris]  # type: ignore[union-attr]
        with pytest.raises(MCPError, match="HOT999"):
            await client.read_resource("hotlint://rules/HOT999")
        prompt = await client.get_prompt("repair", {"path": "web.yaml"})
        return [*texts, prompt.messages[0].content.text]  # type: ignore[union-attr]

    rules, types, rule, kind, function, prompt = session(work)
    assert "HOT301 unknown-parameter (error)" in rules and "OS::Nova::Server\n" in types
    assert rule.startswith("# HOT301") and kind.startswith("# OS::Nova::Server") and "list_join" in function
    assert "web.yaml" in prompt


def test_a_property_has_a_page(tmp_path: Path) -> None:
    text = call("explain", {"name": "OS::Nova::Server.networks.port"}).structured_content["text"]
    assert text.startswith("# OS::Nova::Server.networks.port\n\nstring, custom constraint `neutron.port`\n")
    assert "\n\nA port that exists in the cloud, by name or id. A new value changes the resource in place.\n" in text
    assert call("explain", {"name": "OS::Nova::Server.networks.prot"}).is_error


def test_fix_writes_only_where_the_server_may(tmp_path: Path) -> None:
    path = tmp_path / "web.yaml"
    path.write_text(BROKEN)
    assert call("fix", {"path": "web.yaml", "unsafe": True, "write": True}, tmp_path).is_error
    assert path.read_text() == BROKEN
    assert (
        call("fix", {"path": "web.yaml", "unsafe": True}, tmp_path, write=True).structured_content["written"] is False
    )
    assert path.read_text() == BROKEN
    assert call("fix", {"path": "web.yaml", "unsafe": True, "write": True}, tmp_path, write=True).structured_content[
        "written"
    ]
    assert path.read_text() == BROKEN.replace("flavor}", "flavour}")


def test_roots_of_the_command_line_limit_those_of_the_client(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "web.yaml").write_text(BROKEN)
    given = [str(tmp_path / "a")]
    assert not call("check", {"path": "web.yaml"}, tmp_path, given=given).is_error
    assert not call("check", {"path": "a/web.yaml"}, tmp_path).is_error
    assert call("check", {"path": str(tmp_path / "b/web.yaml")}, tmp_path, given=given).is_error
    assert "names no folder" in shown(call("check", {}, tmp_path / "b", given=given))
    assert not call("check", {"path": "b/web.yaml"}, given=[str(tmp_path)]).is_error


def test_folders_that_do_not_exist_are_no_roots(tmp_path: Path) -> None:
    gone = str(tmp_path / "gone")
    assert Roots([gone, str(tmp_path), str(tmp_path)], []).folders == [str(tmp_path)]
    for named, given in (([gone], []), ([], [gone]), ([gone], [str(tmp_path)])):
        with pytest.raises(OperationError, match="the client names no folder that this server may read"):
            Roots(named, given)


def test_a_preview_of_a_file_that_does_not_exist_says_so(tmp_path: Path) -> None:
    answer = call("preview", {"path": "gone.yaml"}, tmp_path)
    assert answer.is_error and "'gone.yaml' does not exist" in str(answer.content)


def test_a_long_answer_says_what_it_leaves_out(tmp_path: Path) -> None:
    many = "".join(
        f"  r{n}: {{type: OS::Heat::Value, properties: {{value: {{get_file: {'x' * 80}{n}}}}}}}\n" for n in range(250)
    )
    (tmp_path / "web.yaml").write_text(f"heat_template_version: 2018-08-31\nresources:\n{many}")
    found = call("check", {"path": "web.yaml", "limit": 7}, tmp_path).structured_content
    assert len(found["findings"]) == 7 and found["left_out"] == sum(found["counts"].values()) - 7
    preview = call("preview", {"path": "web.yaml"}, tmp_path).structured_content
    assert preview["lines_left_out"] > 100 and len(preview["text"]) <= 30_000 and preview["more_errors"] == 200


def test_hostile_calls_read_and_show_nothing_from_outside(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from mcp.shared.exceptions import MCPError

    root = tree(tmp_path)
    before = {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}

    async def work(client: Client) -> None:
        for number, (tool, arguments) in enumerate(calls(5, 250, tmp_path)):
            try:
                answer = shown(await client.call_tool(tool, arguments))
            except (MCPError, UnicodeError) as exc:
                answer = str(exc)
            given = str(arguments)
            assert SECRET not in answer.replace(given, ""), (number, tool, arguments, answer)
            assert OUTSIDE not in answer, (number, tool, arguments, answer)
            assert "Traceback" not in answer and f'Error executing tool {tool}"' not in answer, (
                number,
                tool,
                arguments,
            )

    with opened_files() as opened:
        session(work, root)
    outside = [p for p in opened if p.startswith(str(tmp_path)) and not p.startswith(str(root))]
    assert [p for p in outside if not os.path.isdir(p)] == []
    assert {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()} == before
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.slow
def test_the_command_serves_standard_input_and_http(tmp_path: Path) -> None:
    from mcp import Client, StdioServerParameters

    (tmp_path / "web.yaml").write_text(BROKEN)
    command = [sys.executable, "-m", "hotlint", "mcp", "--root", str(tmp_path)]
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]

    async def ask(target: Any) -> Any:
        async with Client(target) as client:
            return (await client.call_tool("check", {"path": "web.yaml"})).structured_content

    async def over_http() -> Any:
        for _ in tries():
            try:
                return await ask(f"http://127.0.0.1:{port}/mcp")
            except Exception:
                await asyncio.sleep(0.1)
        return None

    process = subprocess.Popen([*command, "--http", f"127.0.0.1:{port}"], stderr=subprocess.DEVNULL)
    try:
        by_pipe = asyncio.run(ask(StdioServerParameters(command=command[0], args=command[1:])))
        assert by_pipe["counts"]["error"] == 2
        assert asyncio.run(over_http()) == by_pipe
    finally:
        process.terminate()
        process.wait(10)


@pytest.mark.parametrize("path", ["a\0b.yaml", "file:///a%00b.yaml", "/\0"])
def test_no_path_holds_a_null_character(tmp_path: Path, path: str) -> None:
    with pytest.raises(OperationError, match="a path holds no null character"):
        Roots([str(tmp_path)], ()).place(path)
