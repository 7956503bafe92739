"""`target`: findings follow the release of Heat that is checked against."""

from __future__ import annotations

from pathlib import Path

import pytest
from for_each import for_each

import hotlint


def errors(folder: Path, text: str, target: str) -> list[str]:
    (folder / "t.yaml").write_text(text)
    (folder / "config.yaml").write_text(f"target: {target}\n")
    found = hotlint.check(folder / "t.yaml", config=folder / "config.yaml").diagnostics
    return [d.code for d in found if d.severity == "error"]


@for_each("version", ["wallaby", "2021-04-16"])
@for_each(("target", "known"), [("rocky", False), ("victoria", False), ("wallaby", True), ("2025.1", True)])
def test_a_version_is_known_from_the_release_that_brought_it(
    tmp_path: Path, version: str, target: str, known: bool
) -> None:
    text = f"heat_template_version: {version}\nresources: {{}}\n"
    assert errors(tmp_path, text, target) == ([] if known else ["HOT102"])


@pytest.mark.parametrize("version", ["2018-08-31", "rocky", "newton"])
def test_older_versions_are_known_to_all_releases(tmp_path: Path, version: str) -> None:
    assert errors(tmp_path, f"heat_template_version: {version}\nresources: {{}}\n", "rocky") == []


@for_each(
    ("name", "target", "known"),
    [
        ("ip_or_cidr", "rocky", False),
        ("ip_or_cidr", "train", True),
        ("json_string", "2024.2", False),
        ("json_string", "2025.1", True),
        ("sahara.plugin", "2024.1", True),
        ("sahara.plugin", "2024.2", False),
        ("designate.domain", "stein", True),
        ("designate.domain", "train", False),
        ("ip_addr", "rocky", True),
    ],
)
def test_custom_constraints_are_those_of_the_release(tmp_path: Path, name: str, target: str, known: bool) -> None:
    text = (
        f"heat_template_version: rocky\nparameters:\n  p: {{type: string, constraints: [custom_constraint: {name}]}}\n"
    )
    assert errors(tmp_path, text, target) == ([] if known else ["HOT209"])


@pytest.mark.parametrize(("target", "found"), [("stein", []), ("rocky", ["HOT402"])])
def test_ref_fails_in_rocky(tmp_path: Path, target: str, found: list[str]) -> None:
    text = (
        "heat_template_version: 2013-05-23\nresources:\n  n: {type: OS::Neutron::Net}\n"
        "outputs: {o: {value: {Ref: n}}}\n"
    )
    assert errors(tmp_path, text, target) == found


def test_own_rules_hold_though_heat_notices_another_problem_later(tmp_path: Path) -> None:
    text = (
        "heat_template_version: 2018-08-31\nresources:\n  p: {type: OS::Keystone::Project}\n"
        "  g: {type: OS::Keystone::Group, properties: {roles: [{role: r, nope: {get_resource: p}}]}}\n"
    )
    assert errors(tmp_path, text, "2026.2") == ["HOT517"]


@pytest.mark.parametrize(("target", "found"), [("train", []), ("rocky", ["HOT509"])])
def test_a_placeholder_takes_any_update_policy(tmp_path: Path, target: str, found: list[str]) -> None:
    text = (
        "heat_template_version: 2018-08-31\nresources:\n  d:\n    type: OS::Designate::Domain\n"
        "    properties: {name: example.org., email: a@example.org}\n    update_policy: {a: 1}\n"
    )
    assert errors(tmp_path, text, target) == found


@pytest.mark.parametrize(("target", "found"), [("rocky", []), ("stein", []), ("train", ["HOT212"])])
def test_net_cidr_takes_an_address_before_train(tmp_path: Path, target: str, found: list[str]) -> None:
    text = """\
heat_template_version: 2018-08-31
parameters:
  pair: {type: string, default: 10.0.0.9, constraints: [{custom_constraint: net_cidr}]}
resources:
  port: {type: OS::Neutron::Port, properties: {network: net, allowed_address_pairs: [{ip_address: 10.0.0.9}]}}
"""
    assert errors(tmp_path, text, target) == found


@for_each(("target", "code"), [("rocky", ["HOT643"]), ("ussuri", [])])
def test_json_in_parameter_defaults_is_parsed_at_once_before_ussuri(
    tmp_path: Path, target: str, code: list[str]
) -> None:
    head = "heat_template_version: 2018-08-31\n"
    (tmp_path / "child.yaml").write_text(head + "parameters: {q: {type: json}}\nresources: {}\n")
    (tmp_path / "t.env").write_text("parameter_defaults: {q: text}\n")
    assert errors(tmp_path, head + "resources: {n: {type: child.yaml}}\n", target) == code


@for_each(
    ("rest", "found"),
    [
        ("properties: {profile: p}, update_policy: {a: b}", []),
        ("properties: {profile: p}, deletion_policy: Snapshot", []),
        ("properties: {profile: p, other: 1}", ["HOT555"]),
        ("properties: {profile: p, name: {list_join: [1, 2]}}", ["HOT555"]),
        ("properties: {profile: p, min_size: {list_join: [1, 2]}}", ["HOT405"]),
        ("properties: {profile: p, min_size: x}", ["HOT505"]),
    ],
)
def test_a_cluster_of_senlin_is_checked_when_it_is_created(tmp_path: Path, rest: str, found: list[str]) -> None:
    text = f"heat_template_version: 2018-08-31\nresources:\n  c: {{type: OS::Senlin::Cluster, {rest}}}\n"
    assert errors(tmp_path, text, "yoga") == found
