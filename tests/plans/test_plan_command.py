"""The command `hotlint plan`: its exit code, its formats and its usage."""

from __future__ import annotations

import pytest
from recorded_case import HEAD, NET, Running


@pytest.mark.parametrize(
    ("template", "level", "code"),
    [
        (NET % ("a", "10.0.0.0/24"), "change", 0),
        (NET % ("b", "10.0.0.0/24"), "replace", 0),
        (NET % ("b", "10.0.0.0/24"), "change", 1),
        (NET % ("a", "10.1.0.0/24"), "replace", 1),
        (NET % ("a", "10.1.0.0/24"), "delete", 0),
        ("resources:\n  net: {type: OS::Neutron::Net, properties: {name: a}}\n", "delete", 1),
    ],
)
def test_fail_on(net: Running, template: str, level: str, code: int) -> None:
    assert net.run(template, "--fail-on", level)[0] == code


def test_an_update_that_heat_refuses_fails(running: Running) -> None:
    template = "parameters: {p: {type: string, immutable: true}}\nresources: {}\n"
    running.runs(template, {}, environment={"parameters": {"p": "a"}})
    code, output = running.run(template, "-P", "p=b")
    assert code == 1
    assert "Heat refuses this update: parameter 'p': it is immutable" in output


def test_markdown_for_a_merge_request(net: Running) -> None:
    _, output = net.run(NET % ("a", "10.1.0.0/24"), "-f", "markdown")
    assert output.startswith("### What this does to the stack web\n\nstack web (s-1), CREATE\\_COMPLETE, 4 resources")
    assert "| `-/+` | `sub`<br>OS::Neutron::Subnet | **replace** | cidr cannot be updated |" in output
    assert output.count("cidr cannot be updated") == 1


def test_a_reason_is_said_once(net: Running) -> None:
    _, output = net.run(NET % ("a", "10.1.0.0/24"))
    assert "is replaced (cidr cannot be updated)" in output
    assert output.count("cidr cannot be updated") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\n", "'web.stack.yaml' is not a recorded stack, which 'hotlint record STACK' writes"),
        ("recorded_stack: 2\n", "is of version 2 of the format, and this hotlint reads version 1"),
        ("recorded_stack: 1\nstack: []\n", "'stack' of the file must be a mapping"),
        ("recorded_stack: 1\nstack: {resources: {a: []}}\n", "'a' of stack must be a mapping"),
        ("recorded_stack: 1\nstack: {resources: {a: {type: []}}}\n", "'type' of resource 'a' must be a string"),
        ("{", "is not a recorded stack"),
    ],
)
def test_a_file_that_is_no_recording(net: Running, text: str, said: str) -> None:
    (net.folder / "new.yaml").write_text(HEAD)
    net.file()
    (net.folder / "web.stack.yaml").write_text(text)
    from hotlint.cli.main import main

    assert main(["plan", "--from", "web.stack.yaml", "new.yaml"]) == 2
    assert said in net.capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["web", "new.yaml"], "--cloud must name the cloud"),
        (["record", "web", "--cloud", "c"], "did you mean 'hotlint record web'?"),
        (["--from", "web.stack.yaml", "web", "new.yaml"], "plan takes TEMPLATE with --from"),
        (["--from", "missing.yaml", "new.yaml"], "cannot read 'missing.yaml'"),
        (["--from", "web.stack.yaml", "--cloud", "c", "new.yaml"], "exclude each other"),
    ],
)
def test_usage(net: Running, arguments: list[str], said: str) -> None:
    from hotlint.cli.main import main

    net.file()
    assert main(["plan", *arguments]) == 2
    assert said in net.capsys.readouterr().err
