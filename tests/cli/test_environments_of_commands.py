"""Each command uses the same environments for a template, and says which."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
import yaml

import hotlint
from hotlint.cli.main import main
from hotlint.mcp.answers import Answers
from hotlint.mcp.roots import Roots
from hotlint.operations.preview import preview
from hotlint.pytest_plugin import HotFixture

VERSION = "heat_template_version: 2018-08-31\n"
NUMBER = "{type: number, constraints: [{range: {max: 3}}]}"
FILES = {
    "web.yaml": f"{VERSION}parameters:\n  n: {NUMBER}\n"
    "resources:\n  r: {type: OS::Heat::Value, properties: {value: {get_param: n}}}\n"
    "  child: {type: 'My::Child', properties: {size: 9}}\noutputs: {o: {value: {get_param: n}}}\n",
    "web.env": "resource_registry: {'My::Child': lib/child.yaml}\nparameters:\n  n: 9\n  undeclared: 1\n",
    "lib/child.yaml": f"{VERSION}parameters:\n  size: {NUMBER}\nresources:\n"
    "  s: {type: OS::Heat::Value, properties: {value: {get_param: size}}}\n",
    "alone.yaml": f"{VERSION}resources: {{r: {{type: Other::Child}}}}\n",
}
HOOK = Path(__file__).parents[2] / ".pre-commit-hooks.yaml"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with an environment, a nested template and a registry."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOTLINT_CACHE_DIR", str(tmp_path / ".cache"))
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / ".hotlint.yaml").write_text("ignore: [HOT8]\n")
    return tmp_path


def _reported(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[tuple[str, str, str, int]]:
    capsys.readouterr()
    main([*arguments])
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    return sorted((f["path"], f["code"], f["message"], f["line"]) for f in found)


def _related_paths(capsys: pytest.CaptureFixture[str]) -> list[str]:
    main(["check", "--no-cache", "-f", "json", "."])
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    paths = [related["path"] for f in found for related in f["related"]]
    assert "web.env" in paths
    return paths


def test_folder_file_hook_and_api_agree(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is named gets the findings that it gets in its folder."""
    whole = _reported(capsys, "check", "--no-cache", "-f", "json", ".")
    assert {code for path, code, _, _ in whole if path == "web.yaml"} >= {"HOT217", "HOT215"}
    single = [one for name in FILES for one in _reported(capsys, "check", "--no-cache", "-f", "json", name)]
    assert sorted(set(single)) == whole
    hook = yaml.safe_load(HOOK.read_text())[0]
    command = [*shlex.split(hook["entry"])[1:], "--no-cache", "-f", "json", *hook["args"], *FILES]
    assert _reported(capsys, *command) == whole
    assert all(str(folder) not in argument for argument in _related_paths(capsys))
    reports = [hotlint.check(name) for name in FILES]
    api = [(d.path, d.code, d.message, d.span.start_line + 1) for r in reports for d in r.diagnostics]
    assert sorted(api) == whole


@pytest.mark.parametrize("paths", [["web.yaml", "web.env"], ["."]])
def test_the_report_says_which_environments_were_used(
    folder: Path, paths: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A result of the cache says the same."""
    for _ in range(2):
        assert main(["check", "-f", "json", *paths]) == 1
        assert json.loads(capsys.readouterr().out)["environments"]["web.yaml"] == ["web.env"]
        assert main(["check", "-f", "text", *paths]) == 1
        assert capsys.readouterr().err.startswith(
            "hotlint: checking web.yaml with web.env, found by name, types or a script; use -e to choose other environments, "
            "--no-discovery for none"
        )
    assert hotlint.check("web.yaml").environments == ("web.env",)


def test_several_templates_share_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first of them is the example."""
    for name in ("web.yaml", "web.env"):
        (folder / f"z{name}").write_text((folder / name).read_text())
    main(["check", "--no-cache", "-f", "concise", "."])
    assert capsys.readouterr().err.startswith(
        "hotlint: checking 2 templates with environments found by name, types or a script, such as web.yaml with web.env; "
    )


def test_without_discovery_none_is_used(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither is one mentioned."""
    main(["check", "--no-cache", "-f", "text", "--no-discovery", "web.yaml"])
    captured = capsys.readouterr()
    assert "HOT215" not in captured.out
    assert captured.err == ""


@pytest.mark.parametrize("command", [["preview"], ["graph"], ["docs"], ["diff", "web.yaml"]])
def test_other_commands_use_the_same(folder: Path, command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """They say which; options and the configuration win."""
    main([*command, "web.yaml"])
    assert "web.yaml is resolved with web.env, which is named like it" in capsys.readouterr().err
    main([*command, "--no-discovery", "web.yaml"])
    assert "is resolved" not in capsys.readouterr().err
    main([*command, "-e", "web.env", "web.yaml"])
    assert "is resolved" not in capsys.readouterr().err
    (folder / ".hotlint.yaml").write_text("discovery: false\n")
    main([*command, "web.yaml"])
    assert "is resolved" not in capsys.readouterr().err


@pytest.mark.parametrize("command", [["preview"], ["graph"], ["docs"], ["diff", "web.yaml"]])
def test_a_named_deployment_counts_before_a_name(
    folder: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The first deployment of a template is used, as it is the first context of its check."""
    (folder / ".hotlint.yaml").write_text("deployments: [{name: production, template: web.yaml, values: {n: 2}}]\n")
    main([*command, "web.yaml"])
    captured = capsys.readouterr()
    assert "web.yaml is resolved as the deployment 'production' of the configuration; use -e to choose" in captured.err
    if command == ["preview"]:
        assert yaml.load(captured.out, yaml.BaseLoader)["parameters"]["n"] == "2"


def test_several_deployments_of_a_template_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".hotlint.yaml").write_text(
        "deployments:\n"
        "  - {name: small, template: web.yaml, values: {n: 2}}\n"
        "  - {name: large, template: web.yaml, values: {n: 9}}\n"
    )
    main(["preview", "web.yaml"])
    assert "as the deployment 'small' of the configuration, the first of small, large;" in capsys.readouterr().err


CONFIGURATIONS = {
    "the environment of its name": "{}\n",
    "none": "discovery: false\n",
    "of the configuration": "environments: [more.env]\n",
    "a deployment": "deployments: [{name: production, template: web.yaml, environments: [more.env], values: {other: 2}}]\n",
    "a release": "target: kilo\n",
}


@pytest.mark.parametrize("configuration", CONFIGURATIONS.values(), ids=CONFIGURATIONS)
@pytest.mark.parametrize("environments", [(), ("more.env",)], ids=["", "and one that is named"])
def test_previews_of_the_command_the_api_and_agents_agree(
    folder: Path, capsys: pytest.CaptureFixture[str], configuration: str, environments: tuple[str, ...]
) -> None:
    (folder / ".hotlint.yaml").write_text(configuration)
    (folder / "more.env").write_text("parameters: {n: 3}\n")
    (folder / "web.yaml").write_text(
        FILES["web.yaml"].replace("parameters:\n", "parameters:\n  other: {type: number, default: 1}\n")
    )
    main(["preview", "-f", "json", "web.yaml", *(word for one in environments for word in ("-e", one))])
    command = json.loads(capsys.readouterr().out)
    assert json.loads(json.dumps(hotlint.preview("web.yaml", environments=environments).to_dict())) == command
    roots = Roots([str(folder)], [])
    answered = preview(Answers(roots).template(roots.existing("web.yaml"), environments, {})).preview
    assert json.loads(json.dumps(answered.to_dict())) == command


def test_a_call_of_the_api_chooses_its_configuration(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_text("environments: [more.env]\n")
    (folder / "more.env").write_text("parameters: {n: 3}\n")
    (folder / "own.yaml").write_text("discovery: false\n")
    (folder / "web.env").write_text("parameters: {n: 2}\n")

    def value(config: str | bool | None = None, *, discovery: bool = True) -> object:
        found = hotlint.preview("web.yaml", config=config, discovery=discovery)
        return found.to_dict()["parameters"]["n"]["value"]

    assert value() == 3
    assert value(config=False) == 2, "web.env, which is named like it"
    assert value(config=False, discovery=False) == "<n>"
    assert value(config="own.yaml") == "<n>"
    assert hotlint.check("web.yaml").environments == ("more.env",)
    assert hotlint.check("web.yaml", config=False).environments == ("web.env",)
    assert hotlint.check("web.yaml", config=False, discovery=False).environments == ()


def test_a_preview_of_the_api_passes_over_an_environment_that_is_no_text(folder: Path) -> None:
    (folder / "web.env").write_bytes(b"\xff\xfe\x00")
    assert hotlint.preview("web.yaml").to_dict()["parameters"]["n"]["value"] == "<n>"
    with pytest.raises(FileNotFoundError):
        hotlint.preview("web.yaml", environments=["none.env"])


def test_suites_name_their_environments(folder: Path) -> None:
    (folder / "web.hot-test.yaml").write_text(
        "template: web.yaml\ntests:\n  - name: without an environment\n    parameters: {n: 1}\n    assert: {outputs.o: 1}\n"
    )
    assert main(["test", "web.hot-test.yaml"]) == 0
    assert HotFixture(folder).preview("web.yaml", parameters={"n": 1})["outputs"]["o"] == 1


@pytest.mark.parametrize("command", ["preview", "graph", "docs", "diff web.yaml"])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("parameters: {n: [1\n", "bad.env:1: `[` is not closed with `]`"),
        ("n\n", "'bad.env' is not an environment: it must be a mapping"),
        ("- n: 1\n", "'bad.env' is not an environment: it must be a mapping"),
    ],
)
def test_no_command_passes_over_an_environment_that_it_cannot_read(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str, text: str, message: str
) -> None:
    (folder / "bad.env").write_text(text)
    assert main([*command.split(), "web.yaml", "-e", "bad.env"]) == 2
    assert message in capsys.readouterr().err
    (folder / "bad.env").write_text("# nothing yet\n")
    assert main([*command.split(), "web.yaml", "-e", "bad.env"]) < 2
