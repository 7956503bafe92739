"""Upgrades: what is replaced, what is proved, and what is left to a person."""

from __future__ import annotations

from pathlib import Path

import pytest
from for_each import for_each

from hotlint.cli.main import main
from hotlint.linter.checking.engine import Engine
from hotlint.linter.settings.model import Settings
from hotlint.rewriting.upgrader import Upgrader, UpgradeResult

HEAD = """\
heat_template_version: 2013-05-23

parameters:
  names: {type: comma_delimited_list, default: "a,b"}
  sizes: {type: json, default: {small: 1}}
  word: {type: string, default: "x-y"}
  net: {type: string}
"""


def upgraded(text: str, to: str = "wallaby") -> UpgradeResult:
    engine = Engine(Settings(target="wallaby"), use_config=False)
    return Upgrader(engine, to).upgrade("t.yaml", text)


def value(written: str) -> str:
    return f"{HEAD}\nresources:\n  v:\n    type: OS::Heat::Value\n    properties:\n      value: {written}\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{Ref: word}  # why", "{get_param: word}  # why"),
        ('{"Ref": "OS::stack_name"}', '{get_param: "OS::stack_name"}'),
        ("{Fn::Join: ['-', [a, {Ref: word}]]}", "{list_join: ['-', [a, {get_param: word}]]}"),
        ("{Fn::Split: ['-', {Ref: word}]}", "{str_split: ['-', {get_param: word}]}"),
        ("{Fn::Base64: {Fn::Base64: some text}}", "some text"),
        ("\n        Fn::Base64: |\n          one\n            two", " |\n          one\n            two"),
        ("\n        Fn::Base64:\n          str_replace: {template: a b, params: {a: c}}",
         "\n        str_replace: {template: a b, params: {a: c}}"),
        ("{Fn::Replace: [{$a: {Ref: word}}, 'see $a']}",
         "{str_replace: {params: {$a: {get_param: word}}, template: 'see $a'}}"),
        ("\n        Fn::Replace:\n        - $a: {Ref: word}  # why\n        - |\n          see $a\n           $a",
         "\n        str_replace:\n          params:\n            $a: {get_param: word} # why\n"
         "          template: |\n            see $a\n             $a"),
        ("{Fn::Select: [1, {Ref: names}]}", "{get_param: [names, 1]}"),
        ("{Fn::Select: [small, {get_param: sizes}]}", "{get_param: [sizes, small]}"),
    ],
)  # fmt: skip
def test_functions_are_replaced(old: str, new: str) -> None:
    result = upgraded(value(old))
    expected = value(new).replace("value:  ", "value: ").replace("2013-05-23", "wallaby")
    if new.startswith("\n"):
        expected = expected.replace("value: \n", "value: \n")
    assert result.text == expected
    assert result.decisions == ()
    assert upgraded(result.text).text == result.text


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("{Fn::GetAZs: ''}", "'Fn::GetAZs' stays: HOT has no successor for it"),
        ("{Fn::Select: [0, {Fn::Split: [',', {Ref: word}]}]}", "'Fn::Select' stays: only an item of a parameter"),
        ("{Ref: nobody}", "'Ref' stays: what it refers to is not in the template"),
        ("{Fn::Select: [small, {Ref: word}]}", "'Fn::Select' stays"),
    ],
)
def test_what_is_not_certain_stays(written: str, reason: str) -> None:
    result = upgraded(value(written))
    assert result.text.startswith("heat_template_version: 2013-05-23\n")
    messages = [d.message for d in result.decisions]
    assert any(m.startswith(reason) for m in messages), messages
    assert any(m.startswith("heat_template_version stays 2013-05-23: ") for m in messages)


def test_what_the_present_version_has_is_replaced_all_the_same() -> None:
    result = upgraded(value("[{Fn::GetAZs: ''}, {Ref: word}, {Fn::Split: ['-', {Ref: word}]}]"))
    assert "[{Fn::GetAZs: ''}, {get_param: word}, {Fn::Split: ['-', {get_param: word}]}]" in result.text


def test_plain_data_that_would_become_a_call_keeps_the_version() -> None:
    result = upgraded(value("{not: true}"))
    assert result.text == value("{not: true}")
    (decision,) = result.decisions
    assert decision.message.startswith("heat_template_version stays 2013-05-23: ")


def test_properties_and_types_are_replaced() -> None:
    text = f"""{HEAD}
resources:
  port:
    type: OS::Neutron::Port
    deletion_policy: Retain
    properties:
      "network_id": {{get_param: net}}  # the net
      fixed_ips: [{{subnet_id: a}}, {{subnet: b}}]
  server:
    type: OS::Nova::Server
    properties:
      flavor: m1.small
      image: cirros
      networks:
      - uuid: {{get_param: net}}
  all:
    type: OS::Heat::SoftwareDeployments
    properties: {{config: {{get_resource: server}}, servers: {{}}}}
"""
    result = upgraded(text)
    expected = (
        text.replace("2013-05-23", "wallaby").replace("Retain", "retain").replace('"network_id"', '"network"')
        .replace("subnet_id", "subnet").replace("uuid", "network").replace("SoftwareDeployments", "SoftwareDeploymentGroup")
    )  # fmt: skip
    assert result.text == expected
    assert dict(result.done)["version 2013-05-23 -> wallaby"] == 1
    assert result.decisions == ()


def test_names_that_are_both_given_stay() -> None:
    text = f"""{HEAD}
resources:
  port:
    type: OS::Neutron::Port
    properties: {{network_id: a, network: b}}
"""
    assert "network_id: a, network: b" in upgraded(text).text


def test_types_without_a_certain_successor_are_to_be_decided() -> None:
    text = f"{HEAD}\nresources:\n  d:\n    type: OS::Designate::Domain\n    properties: {{name: a.b., email: a@b.c}}\n"
    result = upgraded(text)
    assert [d.message for d in result.decisions] == [
        "OS::Designate::Domain is hidden since Queens and has no effect; use 'OS::Designate::Zone'"
    ]


def test_a_path_into_the_members_of_a_group_keeps_the_version() -> None:
    text = f"""{HEAD}
resources:
  group:
    type: OS::Heat::ResourceGroup
    properties: {{resource_def: {{type: OS::Nova::Server, properties: {{flavor: a, image: b}}}}}}
outputs:
  ip: {{value: {{get_attr: [group, networks, 0]}}}}
"""
    assert upgraded(text).text == text
    assert upgraded(text.replace("2013-05-23", "2014-10-16")).text.startswith("heat_template_version: wallaby")


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(value("{Ref: word}"))
    assert main(["upgrade", "--to", "wallaby", "--check"]) == 1
    assert main(["upgrade", "--to", "wallaby"]) == 0
    shown = capsys.readouterr()
    assert "a.yaml: Ref -> get_param\n" in shown.err
    assert shown.out == "would be upgraded: a.yaml\nupgraded: a.yaml\n"
    assert (tmp_path / "a.yaml").read_text() == value("{get_param: word}").replace("2013-05-23", "wallaby")
    assert main(["upgrade", "--to", "walaby", "."]) == 2
    assert "unknown version 'walaby' (did you mean 'wallaby'?)" in capsys.readouterr().err
    (tmp_path / "a.yaml").write_text(value("{Fn::GetAZs: ''}"))
    assert main(["upgrade", "--to", "2018-08-31"]) == 0
    assert "a.yaml:13:15: to decide: 'Fn::GetAZs' stays: HOT has no successor for it" in capsys.readouterr().err


@for_each(
    ("to", "target", "name"),
    [
        ("2018-08-31", None, "masters"),
        ("2013-05-23", None, "masters"),
        ("2021-04-16", None, "primaries"),
        ("2018-08-31", "2025.1", "primaries"),
    ],
)
def test_a_version_means_the_release_that_brought_it(to: str, target: str | None, name: str) -> None:
    zone = "resources:\n  z:\n    type: OS::Designate::Zone\n    properties: {name: a.org., masters: [10.0.0.1], email: a@b.org}\n"
    text = f"heat_template_version: 2013-05-23\n{zone}"
    result = Upgrader(Engine(Settings(target=target), use_config=False), to).upgrade("t.yaml", text)
    assert result.text == f"heat_template_version: {to}\n{zone}".replace("masters", name)


def test_what_did_not_change_is_not_reported() -> None:
    result = upgraded("heat_template_version: 2013-05-23\nresources: {r: {type: OS::Heat::RandomString}}\n")
    assert result.done == (("version 2013-05-23 -> wallaby", 1),)


@pytest.mark.parametrize("version", ["wallaby", "2021-04-16"])
def test_an_upgrade_to_the_same_version_changes_nothing(version: str) -> None:
    text = f"heat_template_version: {version}\nresources: {{r: {{type: OS::Heat::RandomString, deletion_policy: Delete}}}}\n"
    result = upgraded(text)
    assert (result.text, result.done, result.decisions) == (text, (), ())


@pytest.mark.parametrize("written", ["rocky", "2018-08-31"])
def test_an_equal_version_stays_as_it_is_written(written: str) -> None:
    text = f"heat_template_version: {written}\nresources: {{r: {{type: OS::Heat::Value, properties: {{value: a}}}}}}\n"
    for to in ("rocky", "2018-08-31"):
        result = upgraded(text, to)
        assert (result.text, result.reason, list(result.decisions), dict(result.done)) == (text, None, [], {})


def test_a_jinja_source_is_no_invalid_yaml(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.yaml").write_text(
        HEAD + "resources:\n{% for n in [1, 2] %}\n  a{{ n }}: {type: OS::Heat::Value}\n{% endfor %}\n"
    )
    (tmp_path / "b.yaml.j2").write_text(HEAD)
    main(["upgrade", "--to", "wallaby", str(tmp_path / "a.yaml"), str(tmp_path / "b.yaml.j2")])
    assert capsys.readouterr().err.count("it is a Jinja source, which is YAML only once it is rendered") == 2


def test_an_argument_that_would_be_no_yaml_in_place_of_its_function_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        "heat_template_version: 2013-05-23\nresources:\n  a:\n    type: OS::Heat::Value\n    properties:\n      value:\n"
        "        Fn::Base64:\n          a: 1\n          b: 2\n"
    )
    (tmp_path / "t.yaml").write_text(text)
    main(["upgrade", "--to", "2014-10-16", str(tmp_path / "t.yaml")])
    assert "stays 2013-05-23: HOT402 would be reported" in capsys.readouterr().err
    assert (tmp_path / "t.yaml").read_text() == text
