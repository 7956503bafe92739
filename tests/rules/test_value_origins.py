"""Findings about a value name the parameter that it comes from, and the place where that gets it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from hotlint.analysis.template import Template
from hotlint.cli.main import main
from hotlint.language.functions.base import Call
from hotlint.linter.checking.testing import FILE, example_diagnostics, parse_marks
from hotlint.linter.packs import registry
from hotlint.linter.rules.rule import Example, Rule
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

PORT = """\
heat_template_version: 2018-08-31
parameters:
  kind: {type: string%s}
resources:
  port:
    type: OS::Neutron::Port
    properties: {network: net, "binding:vnic_type": {get_param: kind}}
"""


def report(capsys: pytest.CaptureFixture[str], path: Path, form: str = "text", *options: str) -> str:
    main(["check", path.name, "--no-cache", "--format", form, *options])
    return capsys.readouterr().out


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_value_of_an_environment(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "web.yaml").write_text(PORT % "")
    (folder / "web.env").write_text("parameters:\n  kind: wrong\n")
    text = report(capsys, folder / "web.yaml")
    assert "(parameter 'kind' from web.env:2)" in text and "web.env:2:3: value of parameter 'kind'" in text
    assert "%0Asee web.env:2:3: value of parameter 'kind'" in report(capsys, folder / "web.yaml", "github")


def test_a_default(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "web.yaml").write_text(PORT % ", default: wrong")
    text = report(capsys, folder / "web.yaml")
    assert "(default of parameter 'kind' in line 3)" in text and "web.yaml:3:33: default of parameter 'kind'" in text


def test_a_value_of_the_command_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "web.yaml").write_text(PORT % "")
    assert "(parameter 'kind' from " in report(capsys, folder / "web.yaml", "concise", "-P", "kind=wrong")


def test_a_value_of_a_parent(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "web.yaml").write_text(PORT % "")
    parent = "heat_template_version: 2018-08-31\nresources:\n  child: {type: web.yaml, properties: {kind: wrong}}\n"
    (folder / "parent.yaml").write_text(parent)
    (folder / "parent.env").write_text("parameter_defaults: {x: y}\n")
    main(["check", ".", "-e", "parent.env", "--no-cache"])
    text = capsys.readouterr().out
    assert (
        "parent.yaml:3:46: error HOT555: nested template 'web.yaml': 'binding:vnic_type' of OS::Neutron::Port" in text
    )
    assert "see web.yaml:" in text and "1 error" in text


def test_environments_of_the_same_name_are_told_apart(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "web.yaml").write_text(PORT % "")
    for site in ("north", "south"):
        (folder / site).mkdir()
        (folder / site / "web.env").write_text("parameters: {kind: wrong}\n")
    text = report(capsys, folder / "web.yaml", "concise", "--each-environment", "*/web.env")
    assert [line.rpartition("'smart-nic' ")[2] for line in text.splitlines()[:2]] == [
        "(parameter 'kind' from north/web.env:1)",
        "(parameter 'kind' from south/web.env:1)",
    ]


def test_the_parameter_of_a_parent_ends_a_chain(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "web.yaml").write_text(PORT % "")
    middle = (
        "heat_template_version: 2018-08-31\nparameters: {sort: {type: string}}\nresources:\n"
        "  child: {type: web.yaml, properties: {kind: {get_param: sort}}}\n"
    )
    (folder / "middle.yaml").write_text(middle)
    (folder / "parent.yaml").write_text(middle.replace("web.yaml", "middle.yaml").replace("kind:", "sort:"))
    (folder / "parent.env").write_text("parameters:\n\n  sort: wrong\n")
    main(["check", ".", "-e", "parent.env", "--no-cache"])
    text = capsys.readouterr().out
    assert "parent.yaml:4:49: error HOT555: nested template 'middle.yaml': nested template 'web.yaml': " in text
    assert "(parameter 'sort' from parent.env:3)" in text
    assert "(parameter 'kind' from the resource 'child' of middle.yaml: parameter 'sort' from parent.env)" in text
    assert "see parent.env:3:3: value of parameter 'sort'" in text


def test_a_path_with_a_colon_stays_whole(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "web.yaml").write_text(PORT % "")
    parent = (
        "heat_template_version: 2018-08-31\nparameters: {sort: {type: string}}\nresources:\n"
        "  child: {type: web.yaml, properties: {kind: {get_param: sort}}}\n"
    )
    (folder / "parent.yaml").write_text(parent)
    (folder / "a: b.env").write_text("parameters: {sort: wrong}\n")
    main(["check", "parent.yaml", "-e", "a: b.env", "--no-cache"])
    assert "(parameter 'sort' from a: b.env:1)" in capsys.readouterr().out


def test_a_value_that_several_parameters_make(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "web.yaml").write_text(
        """\
heat_template_version: 2018-08-31
parameters: {front: {type: string}, back: {type: string, default: b}, active: {type: boolean}, unused: {type: string}}
conditions: {is_on: {get_param: active}}
resources:
  made: {type: OS::Heat::Value, properties: {value: {get_param: front}}}
  port:
    type: OS::Neutron::Port
    properties:
      network: net
      "binding:vnic_type":
        if: [is_on, {list_join: ["", [{get_attr: [made, value]}, {get_param: back}]]}, {get_param: unused}]
"""
    )
    (folder / "web.env").write_text("parameters:\n  front: a\n  active: true\n  unused: x\n")
    text = report(capsys, folder / "web.yaml", "concise")
    assert "b' is not one of" in text
    assert "(parameter 'front' from web.env:2, default of parameter 'back' in line 2)\n" in text


def test_a_value_of_a_neighbor(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "web.yaml").write_text(
        """\
heat_template_version: 2018-08-31
parameters: {range: {type: string}}
resources:
  net: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: {get_param: range}}}
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}
      fixed_ips: [{subnet: {get_resource: subnet}, ip_address: 10.2.0.7}]
"""
    )
    (folder / "web.env").write_text("parameters:\n  range: 10.1.0.0/24\n")
    text = report(capsys, folder / "web.yaml", "concise")
    assert "10.2.0.7 is outside of subnet 'subnet' (10.1.0.0/24)" in text
    assert "(parameter 'range' from web.env:2)" in text


@pytest.mark.parametrize(
    "form", ["text", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "markdown", "html"]
)
def test_every_format_has_the_line(folder: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    (folder / "web.yaml").write_text(PORT % "")
    (folder / "web.env").write_text("# of the site\nparameters:\n  kind: wrong\n")
    assert "web.env:3" in report(capsys, folder / "web.yaml", form)


@pytest.mark.parametrize("form", ["gitlab", "sarif"])
def test_a_fingerprint_lasts_when_lines_of_the_environment_move(
    folder: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    (folder / "web.yaml").write_text(PORT % "")
    prints = []
    for above in ("", "# of the site\n"):
        (folder / "web.env").write_text(f"{above}parameters:\n  kind: wrong\n")
        prints.append(re.findall(r'"(?:fingerprint|hotlint/v1)": "(\w+)"', report(capsys, folder / "web.yaml", form)))
    assert prints[0] and prints[0] == prints[1]


def _examples() -> Iterator[tuple[Rule, Example, Span]]:
    """Yield the bad examples of all rules with one value in a property replaced by a parameter, and where that is written."""
    for rule in registry.load().rules:
        for example in rule.bad:
            text = parse_marks(example.text).text
            document = parse(Source(FILE, text))
            template = Template(document)
            if document.problems or (document.root and template.section("parameters")):
                continue
            for resource in template.resources.values():
                part = template.part(resource, "properties")
                for node in _plain(part.node, template) if part is not None else ():
                    yield rule, _with_parameter(example, text, node), Span(node.start, node.start + len(_USE))


_USE = "{get_param: p_zz}"


def _plain(node: Node, template: Template) -> Iterator[Node]:
    """Yield the scalars on one line that are in no function call."""
    if isinstance(template.read(node), Call):
        return
    if isinstance(node, Mapping):
        for entry in node.items():
            yield from _plain(entry.value, template)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _plain(item, template)
    elif isinstance(node, Scalar) and node.value not in (None, "") and node.style not in ("|", ">"):
        yield node


def _with_parameter(example: Example, text: str, node: Node) -> Example:
    assert isinstance(node, Scalar)
    changed = f"{text[: node.start]}{_USE}{text[node.end :]}\nparameters:\n  p_zz: {{type: string}}\n"
    environment = yaml.safe_load(example.environment or "{}")
    environment["parameters"] = {**environment.get("parameters", {}), "p_zz": node.value}
    return example._replace(text=changed, environment=yaml.safe_dump(environment))


def test_every_rule_names_the_parameter_of_a_value() -> None:
    """A finding at a value that a parameter has replaced is about the value of the parameter."""
    found, silent = set(), []
    for rule, example, place in _examples():
        for diagnostic in example_diagnostics(rule, example):
            if diagnostic.span == place:
                named = "parameter 'p_zz' from environment.yaml" in diagnostic.message
                found.add(rule.code) if named else silent.append((rule.code, diagnostic.message))
    assert not silent, silent
    assert len(found) > 10


def test_a_comparison_names_the_origins_of_both_values(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "web.yaml").write_text(
        "heat_template_version: 2018-08-31\nparameters: {most: {type: number, default: 2}}\nresources:\n"
        "  group:\n    type: OS::Heat::AutoScalingGroup\n    properties:\n      min_size: 3\n"
        "      max_size: {get_param: most}\n      resource: {type: OS::Heat::RandomString}\n"
    )
    main(["check", "web.yaml", "--no-cache"])
    assert "is greater than 'max_size' (2) (default of parameter 'most' in line 2)" in capsys.readouterr().out
