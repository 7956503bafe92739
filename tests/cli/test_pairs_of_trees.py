"""What belongs together is found anywhere in a source tree: by names, by types, and by what scripts and documents deploy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hotlint
from hotlint.cli.main import main

TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  size: {type: number, constraints: [{range: {max: 9}}]}
  name: {type: string}
  more: {type: string}
resources:
  a: {type: OS::Heat::Value, properties: {value: [{get_param: size}, {get_param: name}, {get_param: more}]}}
"""
WRONG, COMMON = "parameters: {size: 99}\n", "parameters: {name: y}\n"
COMMAND = "openstack stack create -t stack/app.yaml \\\n  -e conf/common.yaml -e conf/live.yaml web\n"
TASK = """\
- name: make it
  os_stack:
    template: "{{ role_path }}/files/app.yaml"
    environment: ["{{ role_path }}/files/live/p.yaml"]
"""
TERRAFORM = """\
resource "openstack_orchestration_stack_v1" "s" {
  template_opts = {
    Bin = file("${path.module}/tpl/app.yaml")
  }
  environment_opts = {
    Bin = file("${path.module}/vals/p.yaml")
  }
}
"""
FOLDED = """\
- command: >
    openstack stack create -t {{ playbook_dir }}/heat/app.yaml
    -e {{ playbook_dir }}/conf/p.yaml web
"""
ARGUMENTS = """\
- command:
    argv:
      - openstack
      - stack
      - create
      - -t
      - heat/app.yaml
      - -e
      - conf/p.yaml
      - web
"""
PLAY = """\
- hosts: localhost
  vars: {other: x}
  tasks:
    - os_stack: name=a template=heat/app.yaml environment=conf/p.yaml
"""
VARIABLES = """\
app_template: heat/app.yaml
app_environment_files: [conf/p.yaml]
other_template: heat/none.yaml
"""
MODULE = """\
- openstack.cloud.stack:
    template: heat/app.yaml
    environment: [conf/p.yaml]
    parameters: {other: x}
"""
FOLDER = """\
DIR="$(cd "$(dirname "$0")/.." && pwd)"
HEAT="$DIR/heat"
openstack stack create -t "$HEAT/app.yaml" -e "$DIR/conf/p.yaml" --wait web
"""
ACTION = "jobs:\n  d:\n    steps:\n      - run: openstack stack create -t heat/app.yaml -e conf/p.yaml web\n"
TREES = {
    "beside": ("template/app.yaml", "env/app.yaml", {}),
    "above": ("heat/templates/app.yaml", "heat/environments/app.yaml", {}),
    "of a site": ("templates/app.yaml", "env/lab/app.yaml", {}),
    "README": ("stack/app.yaml", "conf/live.yaml", {"README.md": f"# Use\n\n    {COMMAND}", "conf/common.yaml": COMMON}),
    "script": ("stack/app.yaml", "conf/live.yaml", {"bin/up.sh": COMMAND, "conf/common.yaml": COMMON}),
    "Makefile": (
        "heat/app.yaml", "vals/p.env",
        {"Makefile": "T = heat/app.yaml\nENV := vals/p.env\nup:\n\theat stack-create -f $(T) -e $(ENV) web\n"},
    ),
    "Ansible": ("r/files/app.yaml", "r/files/live/p.yaml", {"r/tasks/main.yml": TASK}),
    "Terraform": ("infra/tpl/app.yaml", "infra/vals/p.yaml", {"infra/main.tf": TERRAFORM}),
    "Zuul": (
        "heat/app.yaml", "ci/p.yaml",
        {"zuul.d/jobs.yaml": "- job:\n    vars:\n      template: heat/app.yaml\n      environment: ci/p.yaml\n"},
    ),
    "parameters": ("stack/app.yaml", "stack/app-params.yaml", {}),
    "folded command": ("heat/app.yaml", "conf/p.yaml", {"tasks/main.yml": FOLDED}),
    "list of arguments": ("heat/app.yaml", "conf/p.yaml", {"tasks/main.yml": ARGUMENTS}),
    "one line": ("heat/app.yaml", "conf/p.yaml", {"play.yml": PLAY}),
    "variables of Ansible": ("heat/app.yaml", "conf/p.yaml", {"group_vars/all.yml": VARIABLES}),
    "GitHub": ("heat/app.yaml", "conf/p.yaml", {".github/workflows/up.yml": ACTION}),
    "GitLab": (
        "heat/app.yaml", "conf/p.yaml",
        {".gitlab-ci.yml": "d:\n  variables:\n    E: conf/p.yaml\n  script:\n    - run -t heat/app.yaml -e $E web\n"},
    ),
    "folder of a command": ("heat/app.yaml", "conf/p.yaml", {"bin/up": FOLDER}),
    "parameters of a playbook": ("heat/app.yaml", "conf/p.yaml", {"play.yml": f"---\n# up\n{MODULE}"}),
    "options in a variable": (
        "heat/app.yaml", "conf/p.yaml", {"bin/up": 'ARGS="-e conf/p.yaml --wait"\nrun -t heat/app.yaml $ARGS web\n'},
    ),
    "a site": (
        "heat/app.yaml", "conf/app-lab.yaml", {"up.sh": 'f() {\n  local e=conf/app-$1.yaml\n  run -t heat/app.yaml -e "$e" a\n}\n'},
    ),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOTLINT_CACHE_DIR", str(tmp_path / ".cache"))
    (tmp_path / ".git").mkdir()
    return tmp_path


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@pytest.mark.parametrize("manner", TREES)
def test_a_pair_is_found_by_check_preview_and_deployments(
    folder: Path, manner: str, capsys: pytest.CaptureFixture[str]
) -> None:
    template, environment, others = TREES[manner]
    write(folder, {template: TEMPLATE, environment: WRONG, **others})
    for path in (".", template, template):  # the last time from the cache
        main(["check", "-f", "json", path])
        document = json.loads(capsys.readouterr().out)
        errors = [d["code"] for d in document["diagnostics"] if d["severity"] == "error"]
        assert errors == ["HOT215"], path  # and no missing values
        assert document["environments"][template][-1] == environment
    assert [d.code for d in hotlint.check(template).diagnostics] == ["HOT215"]
    main(["deployments"])
    assert f"-e {environment}  (by {'name' if not others else 'scripts'})" in capsys.readouterr().out
    main(["preview", template])
    assert f"which {'is named like it' if not others else 'is named with it'}" in capsys.readouterr().err


@pytest.mark.parametrize(
    "files",
    [
        {"env/other.yaml": WRONG},
        {"env/app.yaml": "parameters: {size: 99, a: 1, b: 2}\n"},  # of something else
        {"a/b/c/d/env/app.yaml": WRONG},
        {"conf/p.yaml": WRONG, "README.md": "    run -t other.yaml -e conf/p.yaml\n"},
        {"a/p.yaml": WRONG, "b/p.yaml": WRONG, "doc/README.md": "    run -t app.yaml -e p.yaml\n"},
        {"stack/app.env.example": WRONG},
        {"stack/app.yaml.example": WRONG},
        {
            "env/one.yaml": "parameters: {a: 1}\n",
            "env/two.yaml": "parameters: {b: 1}\n",
            "up.sh": "run -t stack/app.yaml -e env/$1.yaml\n",
        },
        {"lib/env.yaml": "resource_registry:\n  # 'OS::Heat::Value': app.yaml\nparameters: {size: 99}\n"},
    ],
)
def test_values_of_others_are_not_used(folder: Path, files: dict[str, str]) -> None:
    write(folder, {"stack/app.yaml": TEMPLATE, **files})
    assert [d.code for d in hotlint.check("stack/app.yaml").diagnostics] == []


def test_an_example_stands_for_the_file_that_a_script_names(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its values are to be replaced, so they are not used."""
    write(folder, {"stack/app.yaml": TEMPLATE, "conf/common.yaml": COMMON, "conf/live.env.example": WRONG})
    write(folder, {"Makefile": "up:\n\trun -t stack/app.yaml -e conf/common.yaml -e conf/live.env\n"})
    assert [d.code for d in hotlint.check("stack/app.yaml").diagnostics] == []
    main(["deployments"])
    assert "-e conf/live.env.example  (by scripts)" in capsys.readouterr().out


def test_a_change_of_what_is_told_counts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, {"stack/app.yaml": TEMPLATE, "conf/live.yaml": WRONG, "conf/common.yaml": COMMON})
    codes = []
    for text in ("", COMMAND, ""):
        (folder / "up.sh").write_text(text)
        codes.append(main(["check", "-q", "stack/app.yaml"]))
    assert codes == [0, 1, 0]


def test_types_that_are_mapped_once_are_checked_wherever_they_are_mapped(folder: Path) -> None:
    """An entry for a type that Heat has is not used: the environment may be for another template."""
    version = "heat_template_version: 2018-08-31\n"
    root = "resources:\n  d: {type: 'Site::Disk', properties: {nmae: x}}\n  k: {type: 'OS::Heat::Value', properties: {value: k}}\n"
    entries = "resource_registry: {'Site::Disk': disk.yaml, 'OS::Heat::Value': disk.yaml}\nparameters: {name: z}\n"
    write(folder, {"app.yaml": version + root, "lib/env.yaml": entries})
    write(folder, {"lib/disk.yaml": version + "parameters: {name: {type: string, default: d}}\n"})
    assert [d.code for d in hotlint.check("app.yaml").diagnostics if d.severity == "error"] == ["HOT503"]
    write(folder, {"two/env.yaml": "resource_registry: {'Site::Disk': disk.yaml}\n"})
    write(folder, {"two/disk.yaml": version + "parameters: {nmae: {type: string}}\n"})
    assert [d.code for d in hotlint.check("app.yaml").diagnostics if d.severity == "error"] == []


def test_environments_that_map_types_in_several_ways_are_alternatives(folder: Path) -> None:
    version = "heat_template_version: 2018-08-31\n"
    write(folder, {"root.yaml": version + "resources:\n  n: {type: 'Site::Node', properties: {nmae: x}}\n"})
    for site in ("small", "large"):
        write(folder, {f"{site}/registry.yaml": "resource_registry: {'Site::Node': node.yaml}\n"})
        write(folder, {f"{site}/node.yaml": version + "parameters: {name: {type: string, default: d}}\n"})
    assert [d.code for d in hotlint.check("root.yaml").diagnostics if d.severity == "error"] == ["HOT503"]
    (folder / "small/node.yaml").write_text(version + "parameters: {nmae: {type: string, default: d}}\n")
    assert [d.code for d in hotlint.check("root.yaml").diagnostics if d.severity == "error"] == []
    (folder / "small/registry.yaml").write_text("resource_registry:\n#  'Site::Node': node.yaml\n")
    assert [d.code for d in hotlint.check("root.yaml").diagnostics if d.severity == "error"] == ["HOT503"]
