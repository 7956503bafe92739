"""The server for coding agents, asked by the client of the SDK."""

from __future__ import annotations

import asyncio
import json
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
from for_each import for_each
from hostile_calls import OUTSIDE, SECRET, calls, shown, tree
from jsonschema import Draft202012Validator
from opened_files import opened_files
from time_limits import tries

from hotlint.mcp.roots import Roots
from hotlint.operations.errors import OperationError
from hotlint.operations.explain import find
from hotlint.resource_types.catalog import Catalog

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


def text_of(answer: Any) -> str:
    """Return the text of an answer."""
    return "".join(part.text for part in answer.content)


def edits_of(answer: str) -> list[dict[str, Any]]:
    """Return the edits of an answer in words."""
    return [json.loads(line) for line in answer.split("\n") if line.startswith('{"start_line"')]


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
        async def ask(tool: str, **arguments: Any) -> str:
            answer = await client.call_tool(tool, arguments)
            assert not answer.is_error and answer.structured_content is None, answer
            return text_of(answer)

        async def check(**arguments: Any) -> Any:
            return (await client.call_tool("check", {"structured": True, **arguments})).structured_content

        assert "web.yaml:6:11: error HOT501" in await ask("check", path="web.yaml")
        found = await check(path="web.yaml")
        assert found["counts"]["error"] == len([f for f in found["findings"] if f["severity"] == "error"]) == 2
        assert {"path": "web.yaml", "line": 6, "column": 11, "code": "HOT501"}.items() <= found["findings"][0].items()
        assert "unknown-resource-type" in await ask("explain", name="HOT501")
        assert "OS::Nova::Server.image" in await ask("find", query="nova server image")
        assert "unsafe:" in await ask("fix", path="web.yaml")
        fixed = await ask("fix", path="web.yaml", unsafe=True)
        assert '"safety": "unsafe"' in fixed and '"safety": "safe"' not in fixed
        text = applied(BROKEN, edits_of(fixed))
        while (found := await check(path="web.yaml", text=text))["counts"]["error"]:
            text = applied(text, found["findings"][0]["fixes"][0]["edits"])
        assert path.read_text() == BROKEN
        preview = await ask("preview", path="web.yaml", text=text, parameters={"flavour": "m1.large"})
        assert "flavor: m1.large" in preview
        path.write_text(text)
        changes = await ask("diff", path="web.yaml", text=text.replace("debian", "ubuntu"))
        assert "1 resource: 1 updated in place" in changes

    session(work, tmp_path, mode=mode)


def test_schemas_are_valid_and_tools_are_read_only() -> None:
    async def work(client: Client) -> Any:
        return (await client.list_tools()).tools

    for write in (False, True):
        tools = session(work, write=write)
        assert len({tool.name for tool in tools}) == 13
        for tool in tools:
            Draft202012Validator.check_schema(tool.input_schema)
            assert tool.input_schema["additionalProperties"] is False and tool.output_schema is None
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
    text = text_of(call("explain", {"name": "OS::Nova::Server.networks.port"}))
    assert text.startswith("# OS::Nova::Server.networks.port\n\nstring, custom constraint `neutron.port`\n")
    assert "\n\nA port that exists in the cloud, by name or id. A new value changes the resource in place.\n" in text
    assert call("explain", {"name": "OS::Nova::Server.networks.prot"}).is_error


def test_fix_writes_only_where_the_server_may(tmp_path: Path) -> None:
    path = tmp_path / "web.yaml"
    path.write_text(BROKEN)
    assert call("fix", {"path": "web.yaml", "unsafe": True, "write": True}, tmp_path).is_error
    assert path.read_text() == BROKEN
    assert "written" not in text_of(call("fix", {"path": "web.yaml", "unsafe": True}, tmp_path, write=True))
    assert path.read_text() == BROKEN
    written = call("fix", {"path": "web.yaml", "unsafe": True, "write": True}, tmp_path, write=True)
    assert "written: true" in text_of(written)
    assert path.read_text() == BROKEN.replace("flavor}", "flavour}")


def test_unknown_arguments_are_refused(tmp_path: Path) -> None:
    answer = call("check", {"bogus": 1}, tmp_path)
    assert answer.is_error and "bogus" in text_of(answer)


OLD = """\
heat_template_version: 2014-10-16
resources:
    v: {type: "OS::Cinder::Volume", properties: {size: 1, name: {"Fn::Join": ["-", [a, b]]}}}
"""


def test_an_agent_begins_upgrades_and_explains_a_failure(tmp_path: Path) -> None:
    (tmp_path / "old.yaml").write_text(OLD)

    def ask(tool: str, **arguments: Any) -> str:
        answer = call(tool, arguments, tmp_path)
        assert not answer.is_error, answer
        return text_of(answer)

    upgraded = applied(OLD, edits_of(ask("upgrade", path="old.yaml")))
    assert "list_join" in upgraded and "2014" not in upgraded
    assert "\n  v:" in applied(upgraded, edits_of(ask("format", path="old.yaml", text=upgraded)))
    assert "heat_template_version" in ask("new", kind="server")
    assert "tests:" in ask("new", kind="suite", path="old.yaml")
    assert list(tmp_path.iterdir()) == [tmp_path / "old.yaml"]
    said = "Resource CREATE failed: BadRequest: resources.v: Volume of 1 GiB is too small (HTTP 400)"
    explained = ask("failure", path="old.yaml", message=said)
    assert "v (OS::Cinder::Volume) CREATE_FAILED" in explained and "old.yaml:3" in explained


def test_the_grammar_of_suites_and_policies_has_pages() -> None:
    assert "`snapshot`" in text_of(call("explain", {"name": "suite"}))
    assert "`assert` (required)" in text_of(call("explain", {"name": "policy"}))


@for_each(
    ("query", "first"),
    [("virtual machine", "OS::Nova::Server"), ("ssh keys", "OS::Nova::KeyPair"), ("dns zone", "OS::Designate::Zone"),
     ("scale out", "OS::Heat::ScalingPolicy"), ("server", "OS::Nova::Server"), ("security group", "OS::Neutron::SecurityGroup")],
)  # fmt: skip
def test_types_are_found_by_what_they_are_called_elsewhere(query: str, first: str) -> None:
    assert find(query, Catalog(), 5).names[0] == first


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
    found = call("check", {"path": "web.yaml", "limit": 7, "structured": True}, tmp_path).structured_content
    assert len(found["findings"]) == 7 and found["left_out"] == sum(found["counts"].values()) - 7
    assert f"{found['left_out']} not listed" in text_of(call("check", {"path": "web.yaml", "limit": 7}, tmp_path))
    preview = text_of(call("preview", {"path": "web.yaml"}, tmp_path))
    assert "lines_left_out: " in preview and len(preview) <= 45_000 and "more_errors: 200" in preview


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
            given, literal = str(arguments), f"type: {SECRET}"  # what the template writes openly as well
            assert SECRET not in answer.replace(given, "").replace(literal, ""), (number, tool, arguments, answer)
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
            return (await client.call_tool("check", {"path": "web.yaml", "structured": True})).structured_content

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
