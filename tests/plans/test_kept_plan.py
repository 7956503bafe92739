"""`hotlint plan --out` and `--check`: a plan is kept to be approved, and compared with the plan of the same update later."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from recorded_case import HEAD, NET, Running

from hotlint.cli.main import main

NEW = HEAD + "parameters: {name: {type: string}}\n" + NET % ("{get_param: name}", "10.0.0.0/24")


@pytest.fixture
def kept(net: Running) -> Running:
    Path("new.yaml").write_text(NEW)
    assert main(["plan", "--from", net.file(), "new.yaml", "-P", "name=b", "--out", "plan.json"]) == 0
    assert "name: 'a' -> 'b'" in net.capsys.readouterr().out
    return net


def check(running: Running, *args: str) -> tuple[int, str]:
    code = main(["plan", "--check", "plan.json", *args])
    said = running.capsys.readouterr()
    return code, said.out + said.err


def test_the_same_plan_again(kept: Running) -> None:
    assert "b" not in json.loads(Path("plan.json").read_text())["values"]
    assert check(kept, "-P", "name=b") == (0, "The plan is the same as 'plan.json'.\n")
    assert json.loads(check(kept, "-P", "name=b", "-f", "json")[1]) == {"same": True, "differences": []}
    assert check(kept) == (
        2,
        "hotlint: the plan keeps no values of -P: give -P name=VALUE again, as for 'plan.json'\n",
    )


def test_what_differs_from_a_kept_plan(kept: Running) -> None:
    """Another value, another template, and another stack under the same name."""
    assert check(kept, "-P", "name=c") == (
        1,
        "The plan differs from 'plan.json':\n- resource 'net': properties differ\n",
    )
    Path("new.yaml").write_text(NEW.replace("10.0.0.0/24", "10.9.0.0/24"))
    code, said = check(kept, "-P", "name=b")
    assert (code, "- resource 'sub': the action 'replace' is new\n" in said) == (1, True)
    Path("new.yaml").write_text(NEW)
    assert check(kept, "-P", "name=a")[1].endswith("- resource 'net': the action 'update' is gone\n")
    kept.stack["id"] = "s-2"
    kept.file()
    assert "the id of the stack was 's-1', and is 's-2'" in check(kept, "-P", "name=b")[1]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not a plan, which 'hotlint plan --out FILE' writes"),
        ('{"kept_plan": 9}', "is of version 9 of the format, and this hotlint reads version 1"),
        ('{"kept_plan": 1}', "is not a whole plan: make it again with 'hotlint plan --out FILE'"),
        ('{"kept_plan": 1, "asked": {"output": "x"}, "values": [], "plan": {}}', "is not a whole plan: make it again"),
        ('{"kept_plan": 1, "asked": {}, "values": [], "plan": {"resources": [1]}}', "is not a whole plan: make it"),
    ],
)
def test_a_file_that_is_no_plan(kept: Running, text: str, why: str) -> None:
    Path("plan.json").write_text(text)
    code, said = check(kept)
    assert (code, said.startswith(f"hotlint: 'plan.json' {why}")) == (2, True)


def test_exit_codes_as_those_of_terraform(kept: Running) -> None:
    at = ["plan", "--from", kept.file(), "new.yaml", "--detailed-exitcode"]
    assert [main([*at, "-P", f"name={name}"]) for name in "ab"] == [0, 2]
    assert main([*at, "-P", "name=b", "--fail-on", "change"]) == 1
    assert main([*at, "--nonsense"]) == main(["plan", "--from", "absent", "x.yaml", "--detailed-exitcode"]) == 1


@pytest.mark.parametrize("option", [("--out", "other.json"), ("--check", "plan.json")])
def test_a_kept_plan_has_no_hidden_values(kept: Running, option: tuple[str, str]) -> None:
    assert main(["plan", "--from", kept.file(), "new.yaml", "-P", "name=b", *option, "--show-hidden"]) == 2
    assert "a kept plan has no hidden values" in kept.capsys.readouterr().err
    assert not Path("other.json").exists()
