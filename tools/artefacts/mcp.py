"""Use `hotlint mcp` of an installed wheel by the client of the SDK, over standard input and output, and over HTTP."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

sys.path[0] = str(Path(__file__).resolve().parents[1])  # here, `mcp` is the SDK

from artefacts.steps import StepError, built_wheel, checkout, environment, expect, scratch, script  # noqa: E402
from mcp import Client, StdioServerParameters  # noqa: E402

STACK = """\
recorded_stack: 1
recorded: now
stack:
  name: web
  id: s-1
  status: CREATE_COMPLETE
  template: {heat_template_version: 2018-08-31, resources: {old: {type: OS::Cinder::Volume, properties: {size: 3}}}}
  resources:
    old: {type: OS::Cinder::Volume, id: v-1, status: CREATE_COMPLETE, properties: {size: 3}, attributes: {}}
"""
CALLS: dict[str, tuple[dict[str, Any], str]] = {
    "check": ({"path": "broken.yaml"}, "HOT503"),
    "fix": ({"path": "broken.yaml", "unsafe": True}, '"safety": "unsafe"'),
    "preview": ({"path": "web.yaml", "environments": ["env.yaml"]}, "debian-12"),
    "diff": ({"path": "web.yaml", "old_text": "heat_template_version: 2018-08-31\nresources: {}\n"}, "is created"),
    "plan": ({"path": "web.yaml", "recording": "web.stack.yaml", "environments": ["env.yaml"]}, "is deleted"),
    "explain": ({"name": "OS::Nova::Server.networks"}, "OS::Nova::Server.networks"),
    "find": ({"query": "port security"}, "port_security_enabled"),
    "test": ({"path": "web.hot-test.yaml"}, "failed: 0"),
    "policies": ({"path": "web.yaml"}, "nothing"),
    "format": (
        {"path": "new.yaml", "text": "heat_template_version:   2018-08-31\n"},
        "heat_template_version: 2018-08-31",
    ),
    "upgrade": ({"path": "web.yaml"}, "2021-04-16"),
    "new": ({"kind": "suite", "path": "web.yaml"}, "template: web.yaml"),
    "failure": ({"path": "web.yaml", "message": "Conflict: resources.balancer: the subnet is full"}, "balancer"),
}
"""A call of each tool on the examples, and what stands in its answer."""


def main() -> None:
    """Install the server, and ask it in both ways."""
    with checkout() as clone, scratch() as folder:
        programs = environment(folder / "environment", f"{built_wheel()}[mcp]")
        work = folder / "work"
        shutil.copytree(clone / "examples", work)
        (work / "web.stack.yaml").write_text(STACK, encoding="utf-8")
        (folder / "outside.yaml").write_text("heat_template_version: 2018-08-31\n", encoding="utf-8")
        command = [str(programs / "hotlint"), "mcp", "--root", str(work)]
        ask(StdioServerParameters(command=command[0], args=command[1:]), "standard input")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        with subprocess.Popen([*command, "--http", f"127.0.0.1:{port}"], cwd=work) as server:
            try:
                wait_for(port, server)
                ask(f"http://127.0.0.1:{port}/mcp", "HTTP")
            finally:
                server.terminate()


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    """Wait until a server accepts connections. Raises StepError when it ends before, or needs longer than a minute."""
    end = time.monotonic() + 60
    while time.monotonic() < end and server.poll() is None:
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise StepError(f"hotlint mcp --http does not listen on {port}; its exit code is {server.poll()}")


def ask(target: Any, by: str) -> None:
    """Call each tool, and one with a path outside of the roots. Raises StepError for a wrong answer."""
    try:
        tools, answers, refused = asyncio.run(asyncio.wait_for(session(target), 120))
    except Exception as exc:
        raise StepError(f"hotlint mcp over {by}: {exc!r}") from exc
    if tools != sorted(CALLS):
        raise StepError(f"the tools over {by} are {tools}, not {sorted(CALLS)}")
    for name, (_, wanted) in CALLS.items():
        answer = answers[name]
        if answer.is_error:
            raise StepError(f"{name} over {by} fails: {answer.content}")
        expect(answer.content[0].text, wanted, of=f"{name} over {by}")
    expect(
        f"{refused.is_error} {refused.content}", "True", "is outside of the folders", of=f"a path outside, over {by}"
    )


async def session(target: Any) -> tuple[list[str], dict[str, Any], Any]:
    """Return the names of the tools, the answer of each, and the answer to a call with a path outside of the roots."""
    async with Client(target) as client:
        tools = sorted(tool.name for tool in (await client.list_tools()).tools)
        answers = {name: await client.call_tool(name, arguments) for name, (arguments, _) in CALLS.items()}
        return tools, answers, await client.call_tool("check", {"path": "../outside.yaml"})


if __name__ == "__main__":
    script(main)
