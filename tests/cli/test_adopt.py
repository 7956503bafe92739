"""`hotlint adopt`: what a tree needs is proposed with its reason, and written once; then a check passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from hotlint.cli.main import main
from hotlint.syntax.plain_yaml import load

HEAD = "heat_template_version: 2018-08-31\n"
FILES = {
    ".gitreview": "[gerrit]\ndefaultbranch=stable/2024.1\n",
    ".git/config": '[remote "origin"]\n\turl = https://github.com/acme/heat\n',
    "web.yaml": HEAD + "parameters: {size: {type: number}}\nresources:\n  bad: {type: OS::Heat::Vale}\n"
    "  far: {type: 'https://raw.githubusercontent.com/upstream/heat/master/lib/one.yaml'}\n",
    "web.env": "parameters: {size: 1}\n",
    "lib/one.yaml": HEAD,
    "vendor/x/old.yaml": HEAD + "resources: {bad: {type: OS::Heat::Vale}}\n",
    "heat/disk.py": "def resource_mapping():\n    return {}\n",
    "page.yaml.j2": HEAD + "description: {{ unheard_of }}\n",
}


@pytest.fixture(autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)


def test_proposals_have_reasons_and_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(tmp_path.rglob("*"))
    assert main(["adopt"]) == 0
    said = capsys.readouterr().out
    assert sorted(tmp_path.rglob("*")) == before
    for reason in (
        "# .gitreview names the branch stable/2024.1.\ntarget: '2024.1'\n",
        "# These folders hold the templates of others.\nexclude: [vendor/]\n",
        "plugin_dirs: [heat]\n",
        "urls: {'https://raw.githubusercontent.com/upstream/heat/master/': .}\n",
        "deployments:\n- {name: web, template: web.yaml, environments: [web.env]}\n",
        ".hotlint-baseline.json: 2 errors would fail every run",
        "1 Jinja source not checked; give values in 'jinja: variables' of .hotlint.yaml\n"
        "    1 source: nothing in the tree gives 'unheard_of'\n",
        "templates.yaml: the tree is on GitHub",
        "error HOT501 unknown resource type 'OS::Heat::Vale'",
    ):
        assert reason in said, said


def test_what_is_written_makes_a_check_pass(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".pre-commit-config.yaml").write_text("repos: []\n")
    assert main(["adopt", "--write"]) == 0
    said = capsys.readouterr().out
    assert ".pre-commit-config.yaml exists. Add this to it" in said
    assert Path(".pre-commit-config.yaml").read_text() == "repos: []\n"
    assert load(Path(".github/workflows/templates.yaml").read_text())["jobs"]["hotlint"]
    assert set(load(Path(".hotlint.yaml").read_text())) == {"target", "exclude", "plugin_dirs", "urls", "deployments"}
    assert ".hotlint-baseline.json was written: 1 error" in said
    assert main(["check"]) == 0
    assert "Nothing found" in capsys.readouterr().out
    assert main(["adopt"]) == 2
    assert "exists already" in capsys.readouterr().err


PORT = "  port:\n    type: OS::Neutron::Port\n    properties: {network: {{ net }}}\n"
SOURCES = {
    "site.yml": "- hosts: localhost\n  vars: {count: 2, title: '{{ place }} stack'}\n  roles: [stack]\n",
    "group_vars/all.yml": "place: lab\nnet: private\n",
    "inventories/prod/group_vars/all.yml": "place: prod\n",
    "roles/stack/defaults/main.yml": "net: replaced\nsize: 10\n",
    "roles/other/defaults/main.yml": "size: large\nunheard_of: 1\n",
    "roles/stack/templates/stack.yaml.j2": HEAD
    + "description: {{ title }}\nresources:\n{% include 'net/port.j2' %}\n{% for n in range(count) %}\n"
    "  disk{{ n }}:\n    type: OS::Cinder::Volume\n    properties: {size: {{ size }}}\n{% endfor %}\n",
    "roles/stack/templates/plain.yaml.j2": HEAD,
    "partials/net/port.j2": PORT,
    "heat/cluster.yaml.in": HEAD + "parameters:\n  size: {type: number, default: @SIZE@}\n",
    "heat/nodes.yaml.tpl": HEAD + "resources:\n%{ for n in nodes ~}\n  ${n}: {type: OS::Heat::Value}\n%{ endfor ~}\n",
    "render.py": "import jinja2\n",
}


def test_sources_are_rendered_with_values_of_the_tree(capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in SOURCES.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    assert main(["adopt", "--write"]) == 0
    said = capsys.readouterr().out
    assert "# hotlint renders 2 sources with values that this tree gives." in said
    assert "Other values of the same variables: inventories/prod/group_vars/all.yml.\n" in said
    assert "or check what render.py writes\n    1 source: nothing in the tree gives 'unheard_of'\n" in said
    settings = load(Path(".hotlint.yaml").read_text())
    assert settings["exclude"] == ["vendor/", "heat/cluster.yaml.in", "heat/nodes.yaml.tpl"]
    assert settings["jinja"] == {
        "files": ["roles/stack/templates/*"],
        "variable_files": ["roles/stack/defaults/main.yml", "group_vars/all.yml"],
        "variables": {"count": 2, "title": "lab stack"},
        "search_path": ["partials"],
    }
    assert main(["check"]) == 0
    assert "Nothing found in 6 files" in capsys.readouterr().out
    Path("roles/stack/templates/stack.yaml.j2").write_text(
        SOURCES["roles/stack/templates/stack.yaml.j2"] + "wrong: 1\n"
    )
    assert main(["check"]) == 1
