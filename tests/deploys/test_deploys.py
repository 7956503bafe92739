"""What services refuse, and hotlint's answer: pairs of templates whose creations on a real cloud are recorded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from deploy_cases import AT, DeployPair, pairs, recorded
from for_each import for_each

import hotlint

PAIRS = pairs()
RESULTS = recorded()


def findings(template: dict[str, Any], folder: Path) -> list[hotlint.Diagnostic]:
    """Return the findings of the group HOT55 in a template."""
    path = folder / "template.yaml"
    path.write_text(yaml.safe_dump(template, sort_keys=False), encoding="utf-8")
    return [d for d in hotlint.check(path).diagnostics if d.code.startswith("HOT55")]


@for_each("pair", PAIRS, ids=lambda pair: pair.name)
def test_what_failed_is_reported_at_the_resource_that_failed(pair: DeployPair, tmp_path: Path) -> None:
    ended = RESULTS[pair.name]["fails"]
    assert (ended["status"], ended["resource"]) == ("CREATE_FAILED", AT)
    found = findings(pair.fails, tmp_path)
    at = f"resources.{pair.found_at}"
    assert [d for d in found if f"resource '{pair.found_at}'" in d.message or (d.where or "").startswith(at)], found


@for_each("pair", PAIRS, ids=lambda pair: pair.name)
def test_what_deployed_has_no_finding(pair: DeployPair, tmp_path: Path) -> None:
    assert RESULTS[pair.name]["completes"]["status"] == "CREATE_COMPLETE"
    assert not findings(pair.completes, tmp_path)


def test_each_pair_is_recorded_and_each_record_has_a_pair() -> None:
    assert [pair.name for pair in PAIRS] == list(RESULTS)


def test_errors_are_what_the_template_alone_makes_certain(tmp_path: Path) -> None:
    for pair in PAIRS:
        for found in findings(pair.fails, tmp_path):
            assert (found.severity == "warning") == (found.code in ("HOT553", "HOT554")), found


POOL = """\
heat_template_version: 2018-08-31
parameters: {cidr: {type: string}}
resources:
  net: {type: OS::Neutron::Net}
  subnet:
    type: OS::Neutron::Subnet
    properties:
      network: {get_resource: net}
      cidr: {get_param: cidr}
      allocation_pools: [{start: 10.0.0.10, end: %s}]
"""


def test_a_pool_is_checked_without_its_subnets_addresses(tmp_path: Path) -> None:
    assert [d.code for d in findings(yaml.safe_load(POOL % "10.0.0.9"), tmp_path)] == ["HOT551"]
    assert not findings(yaml.safe_load(POOL % "10.0.0.20"), tmp_path)


def test_a_refusal_in_a_nested_template_keeps_its_code(tmp_path: Path) -> None:
    (tmp_path / "nested.yaml").write_text(POOL % "10.0.0.20")
    (tmp_path / "between.yaml").write_text(
        "heat_template_version: 2018-08-31\nresources:\n  in: {type: nested.yaml, properties: {cidr: 10.9.0.0/24}}\n"
    )
    root = "heat_template_version: 2018-08-31\nresources: {out: {type: between.yaml}}\n"
    (found,) = findings(yaml.safe_load(root), tmp_path)
    assert found.code == "HOT551"
    assert found.message.startswith("nested template 'between.yaml': nested template 'nested.yaml': 'start' of")
    assert [(Path(r.path or "").name, r.message[:14]) for r in found.related] == [
        ("between.yaml", "used by this r"), ("nested.yaml", "'start' of res"),
    ]  # fmt: skip
