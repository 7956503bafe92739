"""`hotlint explain`, `rules` and `types`, and that pages are made of what the program says."""

from __future__ import annotations

import json
from functools import cache

import pytest
from for_each import for_each

from hotlint.cli.main import main
from hotlint.output import reference
from hotlint.output.reference import rule
from hotlint.resource_types.catalog import Catalog


@for_each(
    ("name", "said"),
    [
        ("HOT301", "template.yaml:8:26: error HOT301"),
        ("hot301", "# HOT301 unknown-parameter"),
        ("unknown-parameter", "# HOT301 unknown-parameter"),
        ("HOT091", "# HOT091 unused-suppression"),
        ("list_join", "Available from 2013-05-23 (Icehouse) in values."),
        ("if", "in values"),
        ("Fn::Join", "Use `list_join` instead"),
        ("OS::Heat::Value", "- `value` (any, required, updated in place)"),
        ("OS::Heat::Value", "It requires `value`."),
        ("OS::Nova::Server", "It requires `flavor`. A new value of"),
        (
            "OS::Nova::Server.flavor",
            "A flavor that exists in the cloud, by name or id. A new value changes the resource in place.",
        ),
        ("OS::Nova::Server.networks.port", "A port that exists in the cloud"),
        ("OS::Nova::Server.first_address", "Attribute: `first_address`"),
        ("deletion_policy", "Key of a resource. What happens to the physical resource on deletion"),
        ("condition", "## Key of an output"),
        ("parameters", "## Section of an environment"),
        ("resource_registry", "Section of an environment. Resource types by name"),
        ("range", "Constraint of a parameter. "),
        ("nova.flavor", "Custom constraint. A flavor that exists"),
        ("comma_delimited_list", "Type of a parameter. A list of strings"),
        ("2018-08-31", "Version of HOT. The HOT of OpenStack Rocky, 2018-08-31. `rocky` is its other name."),
        ("newton", "It brought "),
        ("OS::stack_name", "Pseudo parameter. "),
        (
            "fail_on",
            "Setting of .hotlint.yaml. The mildest severity that fails a run: error, warning or info; or never. Default: error.",
        ),
        ("tags", "Available from 2018-03-02 (Queens)."),
    ],
)
def test_explain(name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", name]) == 0
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "said"),
    [("HOT3O1x", "unknown rule"), ("list_joim", "'list_join'"), ("OS::Nova::Sever", "'OS::Nova::Server'")],
)
def test_explain_of_an_unknown_name(name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", name]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.slow
def test_everything_has_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule, "rule_page", cache(rule.rule_page))  # a rule has a code and a name
    types = Catalog()
    for name in reference.names(types):
        page = reference.page(name, types)
        assert page is not None, name
        assert page.startswith("# "), name
        assert page.endswith("\n"), name


def test_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "HOT3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("HOT301  error    unknown-parameter")
    assert all(line.startswith("HOT3") for line in lines)
    assert main(["rules", "--format", "json", "HOT301"]) == 0
    assert [r["code"] for r in json.loads(capsys.readouterr().out)] == ["HOT301"]


def test_types(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["types", "OS::Nova::Server*"]) == 0
    lines = [line.split(maxsplit=2) for line in capsys.readouterr().out.splitlines()]
    assert [(name, first) for name, first, _ in lines] == [("OS::Nova::Server", "A"), ("OS::Nova::ServerGroup", "A")]
    assert main(["types", "keypair"]) == 0
    assert "OS::Nova::KeyPair  " in capsys.readouterr().out
    assert main(["types", "Nonsense"]) == 2
