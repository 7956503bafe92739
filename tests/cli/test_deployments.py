"""What belongs together is found without a configuration, and what the configuration names is checked by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from for_each import for_each
from hotlint_server.features.completion_context import _Surroundings
from hotlint_server.workspace.editor_workspace import EditorWorkspace
from lsprotocol import types

import hotlint
from hotlint.analysis.files.environment_finder import EnvironmentFinder, stem_of
from hotlint.analysis.files.virtual_files import VirtualFiles
from hotlint.cli.main import main
from hotlint.linter.checking.engine import Engine
from hotlint.linter.settings.model import Settings
from hotlint.operations import first_config as config

COUNT = 40


@pytest.fixture
def onap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of templates in ONAP's manner: each with an environment of its name, and parameters in common."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    for n in range(COUNT):
        (tmp_path / f"base_vnf{n}.yaml").write_text(
            "heat_template_version: 2018-08-31\ndescription: d\n"
            f"parameters:\n  vnf_id: {{type: string}}\n  flavor_{n}: {{type: string}}\n"
            f"outputs:\n  o: {{value: [{{get_param: vnf_id}}, {{get_param: flavor_{n}}}]}}\n"
        )
        (tmp_path / f"base_vnf{n}.env").write_text(f"parameters:\n  vnf_id: v{n}\n  flavor_{n}: f{n}\n")
    return tmp_path


def test_the_command_lists_all_pairs(onap: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deployments", "--format", "json"]) == 0
    roots = json.loads(capsys.readouterr().out)["roots"]
    pairs = {r["template"]: r["environments"] for r in roots}
    assert pairs == {f"base_vnf{n}.yaml": [{"path": f"base_vnf{n}.env", "why": "name"}] for n in range(COUNT)}


def test_the_check_knows_all_pairs(onap: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--no-cache", "."]) == 0
    assert capsys.readouterr().out == f"Nothing found in {2 * COUNT} files.\n"
    for n in range(COUNT):
        (onap / f"base_vnf{n}.env").write_text(f"parameters:\n  vnf_id: v{n}\n  flavour_{n}: f{n}\n")
    main(["check", "--no-cache", "--format", "json", "."])
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    assert {d["path"] for d in found if d["code"] == "HOT639"} == {f"base_vnf{n}.env" for n in range(COUNT)}


def test_the_preview_uses_the_pair(onap: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for n in range(0, COUNT, 13):
        assert main(["preview", f"base_vnf{n}.yaml"]) == 0
        shown = capsys.readouterr()
        assert f"flavor_{n}: f{n}" in shown.out and f"with base_vnf{n}.env" in shown.err


def test_the_editor_knows_all_pairs(onap: Path) -> None:
    workspace = EditorWorkspace()
    workspace.initialize(workspace.abilities, {}, [onap.as_uri()])
    for n in range(COUNT):
        template, environment = str(onap / f"base_vnf{n}.yaml"), str(onap / f"base_vnf{n}.env")
        workspace.names.names(template)
        assert workspace.folder(template).environments(template) == (environment,)  # of the preview
        (names,) = _Surroundings(workspace, environment).templates()  # of completion of environment keys
        assert list(names.parameters) == ["vnf_id", f"flavor_{n}"]
    path = str(onap / "base_vnf7.yaml")
    assert [s.path for s in workspace.users(path)] == [str(onap / "base_vnf7.env")]  # of rename


def test_an_open_environment_is_of_its_template(onap: Path) -> None:
    workspace = EditorWorkspace()
    workspace.initialize(workspace.abilities, {}, [onap.as_uri()])
    uri = (onap / "base_vnf3.env").as_uri()
    workspace.open(types.TextDocumentItem(uri, "yaml", 1, (onap / "base_vnf3.env").read_text()))
    for n in range(COUNT):
        workspace.names.names(str(onap / f"base_vnf{n}.yaml"))
    assert [s.path for s in workspace.users(str(onap / "base_vnf3.env"))] == [str(onap / "base_vnf3.yaml")]


@for_each(
    "name", ["web.yaml", "web.env", "web.env.yaml", "web-env.yaml", "web_env.yml", "web.environment", "env-web.yaml"]
)
def test_names_of_environments(name: str) -> None:
    assert stem_of(name) == "web"


def test_an_environment_is_known_by_its_content(tmp_path: Path) -> None:
    (tmp_path / "env").mkdir()
    (tmp_path / "web.yaml").write_text("heat_template_version: 2018-08-31\nresources: {}\n")
    (tmp_path / "env" / "web.yaml").write_text("parameters:\n  a: 1\n")
    (tmp_path / "web.env").write_text("PATH=/usr/bin\n")
    (tmp_path / "other.environment").write_text("parameter_defaults: {b: 1}\n")
    found = EnvironmentFinder(VirtualFiles()).near(str(tmp_path / "web.yaml"))
    assert [Path(p).relative_to(tmp_path).as_posix() for p in found] == ["env/web.yaml", "other.environment"]


# -- named deployments -------------------------------------------------------------------------------------------------

CONFIG = """\
deployments:
  - name: small
    template: base_vnf1.yaml
    environments: [base_vnf1.env]
  - name: broken
    template: base_vnf2.yaml
    values: {vnf_id: v, flavor_9: x}
    target: 2024.1
"""


def test_each_deployment_is_checked_by_name(onap: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (onap / ".hotlint.yaml").write_text(CONFIG)
    assert main(["check", "--no-cache", "--deployment", "small"]) == 0
    assert main(["check", "--no-cache", "--deployment", "broken"]) == 1
    assert "parameter 'flavor_9' from the given values is not defined" in capsys.readouterr().out
    assert main(["preview", "--deployment", "small"]) == 0
    assert "flavor_1: f1" in capsys.readouterr().out
    assert main(["check", "--deployment", "smal"]) == 2
    assert "did you mean 'small'?" in capsys.readouterr().err


SITE = """\
heat_template_version: 2016-10-14
description: d
parameters: {n: {type: number, description: d}, name: {type: string, description: d}}
resources:
  group: {type: OS::Heat::ResourceGroup, properties: {count: {get_param: n}, resource_def: {type: OS::Heat::RandomString}}}
outputs:
  o: {value: {str_replace: {template: of $it, params: {$it: {get_param: name}}}}}
"""


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        (["check", "--no-cache"], "Nothing found in 1 file."),
        (["preview"], "o: of prod"),
        (["graph"], "3 members"),
        (["docs"], "3 members"),
        (["bundle"], '"name": "prod"'),
        (["upgrade", "--diff", "--to", "2018-08-31"], "+heat_template_version: 2018-08-31"),
        (["upgrade", "--to", "2021-04-16"], "came with Wallaby"),
    ],
)
def test_a_deployment_gives_template_environments_values_and_target(
    tmp_path: Path, command: list[str], shown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "site.yaml").write_text(SITE)
    (tmp_path / "prod.env").write_text("parameters: {n: 3}\n")
    (tmp_path / ".hotlint.yaml").write_text(
        "deployments:\n"
        "- {name: site, template: site.yaml, environments: [prod.env], values: {name: prod}, target: rocky}\n"
    )
    main([*command, "--deployment", "site"])
    assert shown in "".join(capsys.readouterr())
    assert main([*command, "--deployment", "sit"]) == 2
    assert "no deployment 'sit' in the configuration (did you mean 'site'?)" in capsys.readouterr().err
    assert main([*command, "--deployment", "site", "site.yaml"]) == 2


def test_a_given_release_wins_over_that_of_a_deployment(onap: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (onap / "new.yaml").write_text(
        "heat_template_version: 2021-04-16\nresources: {a: {type: OS::Heat::RandomString}}\n"
    )
    (onap / ".hotlint.yaml").write_text(
        "deployments:\n- {name: old, template: new.yaml, target: rocky}\n- {name: plain, template: base_vnf1.yaml}\n"
    )
    checks = [["check", "--no-cache", "new.yaml"], ["check", "--no-cache", "--deployment", "old"]]
    previews = [["preview", "new.yaml"], ["preview", "--deployment", "old"], ["graph", "new.yaml"]]
    for words in checks:
        assert main(words) == 1
        assert "HOT102" in capsys.readouterr().out
        main([*words, "--target", "2025.1"])
        assert "HOT102" not in capsys.readouterr().out
    given = Engine(Settings(target="2025.1")).check_file("new.yaml")
    assert given is not None
    assert "HOT102" not in {d.code for d in given.diagnostics}
    for words in (*checks, *previews, ["preview", "--deployment", "plain"]):
        assert main([*words, "--target", "nowhere"]) == 2
        assert "'nowhere' is not an OpenStack release" in capsys.readouterr().err


def test_a_check_of_the_folder_covers_the_deployments(onap: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (onap / ".hotlint.yaml").write_text(CONFIG)
    assert main(["check", "--no-cache", "."]) == 1
    out = capsys.readouterr().out
    assert "base_vnf2.yaml:3:1: error HOT217" in out and "base_vnf1.yaml" not in out


def test_a_deployment_of_a_template_that_another_one_nests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    head = "heat_template_version: 2018-08-31\n"
    (tmp_path / "web.yaml").write_text(f"{head}parameters: {{n: {{type: number}}}}\n")
    (tmp_path / "parent.yaml").write_text(f"{head}resources: {{web: {{type: web.yaml, properties: {{n: 1}}}}}}\n")
    deployment = "deployments: [{name: bad, template: web.yaml, values: {n: many}}]\n"
    (tmp_path / ".hotlint.yaml").write_text(deployment)
    assert main(["check", "--no-cache", ".", "--format", "concise"]) == 1
    assert "web.yaml:2:" in capsys.readouterr().out


def test_each_deployment_of_a_template_is_checked_and_no_other(tmp_path: Path) -> None:
    for name, size in (("good", "1"), ("bad", "many"), ("other", "much")):
        (tmp_path / f"{name}.env").write_text(f"parameters: {{size: {size}}}\n")
    for name in ("web", "db"):
        (tmp_path / f"{name}.yaml").write_text(
            "heat_template_version: 2018-08-31\nparameters: {size: {type: number}}\n"
            "outputs: {o: {value: {get_param: size}}}\n"
        )
    (tmp_path / ".hotlint.yaml").write_text(
        "deployments:\n"
        + "".join(
            f"- {{name: {n}, template: {t}.yaml, environments: [{n}.env]}}\n"
            for n, t in (("other", "db"), ("good", "web"), ("bad", "web"))
        )
    )
    found = {name: hotlint.check(tmp_path / f"{name}.yaml").diagnostics for name in ("web", "db")}
    assert [(d.deployments, "many" in d.message, "much" in d.message) for d in found["web"]] == [
        (("deployment 'bad'",), True, False)
    ]
    assert [("many" in d.message, "much" in d.message) for d in found["db"]] == [(False, True)]


def test_a_first_configuration_names_what_is_found(onap: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "init"]) == 0
    assert (onap / ".hotlint.yaml").read_text().count("- name:") == COUNT
    assert main(["check", "--no-cache", "."]) == 0
    assert main(["config", "init"]) == 2
    assert "exists already" in capsys.readouterr().err


def test_a_first_configuration_adds_no_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A parameter that users give by hand is missing in a deployment that has a name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "web.yaml").write_text(
        "heat_template_version: 2018-08-31\nparameters: {image: {type: string}, size: {type: number}}\n"
        "outputs: {o: {value: [{get_param: image}, {get_param: size}]}}\n"
    )
    (tmp_path / "web.env").write_text("parameters: {size: 1}\n")
    assert main(["check", "--no-cache", "."]) == 0
    assert main(["config", "init"]) == 0
    assert "0 deployments, and 1 as comments: each lacks something" in capsys.readouterr().out
    text = (tmp_path / ".hotlint.yaml").read_text()
    assert (
        "# This deployment is incomplete: parameter 'image' has neither a default nor a given value\n# - name: web\n"
        in text
    )
    assert text.endswith("# - name: web\n#   template: web.yaml\n#   environments:\n#   - web.env\n")
    assert main(["check", "--no-cache", "."]) == 0
    (tmp_path / ".hotlint.yaml").write_text(
        text.replace("# deployments", "deployments").replace("# - ", "- ").replace("#   ", "  ")
    )
    assert main(["check", "--no-cache", "."]) == 1


def test_mistakes_in_deployments_are_reported(onap: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (onap / ".hotlint.yaml").write_text(
        "deployments:\n  - {name: a, templat: b.yaml}\n  - {name: b, template: gone.yaml}\n"
    )
    assert main(["check", "--no-cache", "base_vnf1.yaml"]) == 1
    out = capsys.readouterr().out
    assert "unknown key 'templat' of 'deployments' (did you mean 'template'?)" in out
    assert "file 'gone.yaml' does not exist" in out
    assert main(["deployments"]) == 0
    err = capsys.readouterr().err
    assert (
        "hotlint: warning: .hotlint.yaml:2:15: unknown key 'templat' of 'deployments' (did you mean 'template'?)\n"
        in err
    )
    assert "hotlint: warning: .hotlint.yaml:3:25: file 'gone.yaml' does not exist" in err


LIST = "'deployments' must be a list of mappings, such as [{name: prod, template: web.yaml}]"


@pytest.mark.parametrize(
    ("section", "column", "message"),
    [
        ("web", 14, LIST),
        ("", 13, LIST),
        ("5", 14, LIST),
        ("{web: {template: web.yaml}}", 14, LIST),
        ("[web]", 15, "an entry of 'deployments' must be a mapping, such as {name: prod, template: web.yaml}"),
        ("[[]]", 15, "an entry of 'deployments' must be a mapping, such as {name: prod, template: web.yaml}"),
        ("[{name: web}]", 15, "an entry of 'deployments' requires 'name' and 'template', both strings"),
        ("{nam: web, template: web.yaml}", 15, "unknown key 'nam' of 'deployments' (did you mean 'name'?)"),
    ],
)
def test_a_malformed_section_is_one_finding_with_a_place(
    onap: Path, capsys: pytest.CaptureFixture[str], section: str, column: int, message: str
) -> None:
    (onap / ".hotlint.yaml").write_text(f"deployments: {section}\n")
    assert main(["check", "--no-cache", "-f", "concise", "base_vnf1.yaml"]) == 1
    found = [line for line in capsys.readouterr().out.splitlines() if "HOT092" in line]
    assert found == [f".hotlint.yaml:1:{column}: error HOT092 {message}"]
    assert main(["deployments"]) == 0
    assert capsys.readouterr().err == f"hotlint: warning: .hotlint.yaml:1:{column}: {message}\n"


def test_an_environment_that_maps_the_types_of_a_root_is_its_deployment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As overcloud.yaml has overcloud-resource-registry-puppet.yaml; what sets a few parameters alone does not deploy it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "environments").mkdir()
    root = "heat_template_version: 2018-08-31\nparameters: {size: {type: number}}\nresources:\n"
    (tmp_path / "overcloud.yaml").write_text(root + "  a: {type: OS::TripleO::A}\n  b: {type: OS::TripleO::B}\n")
    (tmp_path / "registry.yaml").write_text("resource_registry:\n  OS::TripleO::A: a.yaml\n  OS::TripleO::B: a.yaml\n")
    (tmp_path / "environments/part.yaml").write_text("resource_registry:\n  OS::TripleO::A: ../a.yaml\n")
    (tmp_path / "environments/size.yaml").write_text("parameter_defaults:\n  size: 1\n")
    (tmp_path / "a.yaml").write_text("heat_template_version: 2018-08-31\n")
    assert main(["deployments", "--format", "json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["roots"]
    assert found["environments"] == [
        {"path": "registry.yaml", "why": "types"},
        {"path": "environments/size.yaml", "why": "parameters"},
    ]
    assert main(["config", "init"]) == 0
    text = (tmp_path / ".hotlint.yaml").read_text()
    assert "- registry.yaml\n" in text and "size.yaml" not in text


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("parameters: {specs: {cores: 1}}\n", True),
        ("parameters: # of the site\n  {specs: {cores: 1}, size: 2}\n", True),
        ("parameter_defaults: {size: 2}\nparameters:\n  specs: {cores: 1}\n", True),
        ('--- {"parameters": {"specs": {"cores": 1}}}\n', True),
        ("%YAML 1.1\n# of the site\n---\n{parameters: {specs: {cores: 1}}}\n", True),
        ("parameters: {type: 1}\n", False),
        ("parameters: {other: 1,\n  specs: {cores: 1}}\n", False),
        ("parameters: {other: 1\n", False),
    ],
)
def test_an_environment_in_flow_style_fits_by_the_parameters_that_it_sets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, fits: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    parameters = "parameters: {specs: {type: json}, size: {type: number}}\n"
    (tmp_path / "web.yaml").write_text(f"heat_template_version: 2018-08-31\n{parameters}")
    (tmp_path / "site.yaml").write_text(text)
    assert main(["deployments"]) == 0
    assert ("-e site.yaml  (by parameters)" in capsys.readouterr().out) is fits


@pytest.mark.parametrize(("count", "more"), [(50, ""), (51, "# ... and 1 more: see `hotlint deployments`\n")])
def test_a_first_configuration_names_fifty_deployments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int, more: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(config, "_new_error", lambda *_: None)  # it checks the template with each
    (tmp_path / "web.yaml").write_text("heat_template_version: 2018-08-31\nparameters: {size: {type: number}}\n")
    for number in range(count):
        (tmp_path / f"{number:02}.env").write_text(f"parameters: {{size: {number}}}\n")
    assert main(["config", "init"]) == 0
    text = (tmp_path / ".hotlint.yaml").read_text()
    assert text.count("- name:") == 50 and text.endswith(f"  - 49.env\n{more}")
