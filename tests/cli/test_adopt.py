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
    "page.yaml.j2": HEAD,
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
        "1 Jinja source not checked",
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
