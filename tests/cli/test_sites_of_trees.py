"""A script may deploy one template to several sites: what is wrong at one of them is told once, and names the site."""

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
resources:
  a: {type: OS::Heat::Value, properties: {value: [{get_param: size}, {get_param: name}]}}
"""
RIGHT, WRONG, LACKING = (
    "parameters: {size: 5, name: x}\n",
    "parameters: {size: 50, name: x}\n",
    "parameters: {size: 5}\n",
)
SITES = {"conf/one.yaml": RIGHT, "conf/two.yaml": WRONG, "conf/three.yaml": LACKING}
TOLD = [("HOT215", "two"), ("HOT216", "three")]
COMMAND = "openstack stack create -t app.yaml -e conf/$SITE.yaml web\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOTLINT_CACHE_DIR", str(tmp_path / ".cache"))
    (tmp_path / ".git").mkdir()
    return tmp_path


def told(folder: Path, files: dict[str, str], template: str = "app.yaml") -> list[tuple[str, str]]:
    """Return the errors of a template in a tree, with the site that each names ("" for none)."""
    for name, text in {"app.yaml": TEMPLATE, **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    errors = [d for d in hotlint.check(template).diagnostics if d.severity == "error"]
    return [(d.code, d.message.partition("(site '")[2].partition("'")[0]) for d in errors]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("up.sh", COMMAND),
        ("up.sh", "SITE=$1\n" + COMMAND),
        ("up.sh", "SITE=${1:-one}\nopenstack stack create -t app.yaml -e conf/${SITE}.yaml $SITE-web\n"),
        ("README.md", "# Deploy\n\n    heat stack-create -f app.yaml -e conf/<site>.yaml web\n"),
        ("Makefile", "SITE ?= one\nup:\n\trun -t app.yaml -e conf/$(SITE).yaml $(SITE)\n"),
        ("Makefile", "one two three:\n\trun -t app.yaml -e conf/$@.yaml $@\n"),
        ("play.yml", "- hosts: a\n  tasks:\n  - command: run -t app.yaml -e conf/{{ site.name }}.yaml web\n"),
        ("up.sh", "for s in one two three; do\n  run -t app.yaml -e conf/$s.yaml web\ndone\n"),
        ("up.sh", 'SITES="one two three"\nfor s in $SITES; do run -t app.yaml -e conf/$s.yaml web; done\n'),
    ],
)
def test_an_error_of_one_site_names_it(folder: Path, name: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(folder, {**SITES, name: text}) == TOLD
    for _ in range(2):  # the second time from the cache
        main(["check", "-f", "json", "."])
        errors = [d for d in json.loads(capsys.readouterr().out)["diagnostics"] if d["severity"] == "error"]
        assert [(d["code"], d["related"][0]["path"]) for d in errors] == [
            ("HOT215", "conf/two.yaml"),
            ("HOT216", "conf/three.yaml"),
        ]


@pytest.mark.parametrize(
    "text",
    [
        "for s in one two; do\n  run -t app.yaml -e conf/$s.yaml web\ndone\n",
        'SITES="one two"\nfor s in $SITES; do run -t app.yaml -e conf/$s.yaml web; done\n',
        'case "$1" in\n  one|two) ;;\n  *) echo usage; exit 1 ;;\nesac\nrun -t app.yaml -e conf/$1.yaml web\n',
    ],
)
def test_values_that_a_script_states_limit_the_sites(folder: Path, text: str) -> None:
    assert told(folder, {**SITES, "up.sh": text}) == TOLD[:1]


def test_items_of_a_playbook_limit_the_sites(folder: Path) -> None:
    task = "- hosts: a\n  tasks:\n  - command: run -t app.yaml -e conf/{{ item }}.yaml web\n    loop: "
    assert told(folder, {**SITES, "play.yml": task + "[one, two]\n"}) == TOLD[:1]
    assert told(folder, {**SITES, "play.yml": task + "\n    - one\n    - three\n"}) == TOLD[1:]


@pytest.mark.parametrize(
    "text",
    [
        COMMAND.replace(" web", " --parameter name=$X web"),
        COMMAND.replace(" web", " -P 'other=1;name=y' web"),
        COMMAND.replace(" web", " $EXTRA_ARGS web"),
        COMMAND.replace(" web", ' "$@" web'),
        "- os_stack:\n    template: app.yaml\n    environment: [conf/{{ site }}.yaml]\n    parameters: {name: x}\n",
    ],
)
def test_a_value_that_the_command_may_give_is_not_missing(folder: Path, text: str) -> None:
    name = "play.yml" if text.startswith("-") else "up.sh"
    assert ("HOT216", "three") not in told(folder, {**SITES, name: text})


def test_what_is_wrong_at_all_sites_is_one_finding(folder: Path) -> None:
    files = {"conf/one.yaml": WRONG, "conf/two.yaml": WRONG, "up.sh": COMMAND}
    assert told(folder, files) == [("HOT215", "")]
    assert told(folder, {**files, "conf/one.yaml": LACKING, "conf/two.yaml": LACKING}) == []  # given elsewhere


def test_a_variable_has_one_value_in_a_command(folder: Path) -> None:
    files = {
        "env/a/net.yaml": "parameters: {size: 5}\n",
        "env/a/name.yaml": "parameters: {name: x}\n",
        "env/b/net.yaml": "parameters: {size: 50}\n",
        "env/b/name.yaml": "parameters: {}\n",
        "common.yaml": "parameter_defaults: {other: 1}\n",
        "up.sh": "run -t app.yaml -e env/$1/net.yaml -e env/$1/name.yaml -e common.yaml web\n",
    }
    assert told(folder, files) == [("HOT215", "b"), ("HOT216", "b")]


def test_files_that_are_no_sites_are_left_out(folder: Path) -> None:
    sites = {"conf/one.yaml": RIGHT, "conf/two.yaml": RIGHT}
    assert told(folder, {**sites, "conf/base.yaml": "parameters: {size: 50, a: 1, b: 2}\n", "up.sh": COMMAND}) == []
    both = COMMAND.replace("-e", "-e conf/base.yaml -e")
    assert told(folder, {**sites, "conf/base.yaml": LACKING, "up.sh": both}) == []


def test_one_command_may_deploy_several_templates(folder: Path) -> None:
    files = {f"apps/{app}/{name}.yaml": text for app in "ab" for name, text in (("app", TEMPLATE), ("env", RIGHT))}
    files |= {"apps/b/env.yaml": WRONG, "up.sh": "run -t apps/$APP/app.yaml -e apps/$APP/env.yaml $APP\n"}
    assert told(folder, files, "apps/a/app.yaml") == []
    assert told(folder, files, "apps/b/app.yaml") == [("HOT215", "")]
