"""Finding what is known of a resource type: by its name, without a list of types."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import hotlint
from hotlint import heat_types
from hotlint.heat_types.base import HeatType


@pytest.mark.parametrize(
    ("type_name", "module"),
    [
        ("OS::Nova::ServerGroup", "nova.server_group"),
        ("OS::Neutron::FloatingIPPortForward", "neutron.floating_ip_port_forward"),
        ("OS::Neutron::QoSDscpMarkingRule", "neutron.qos_dscp_marking_rule"),
        ("OS::Neutron::IPsecSiteConnection", "neutron.ipsec_site_connection"),
        ("OS::Neutron::RBACPolicy", "neutron.rbac_policy"),
        ("OS::Neutron::LBaaS::L7Policy", "neutron.lbaas_l7_policy"),
        ("OS::Zaqar::SignedQueueURL", "zaqar.signed_queue_url"),
        ("AWS::EC2::EIPAssociation", "aws.ec2_eip_association"),
        ("AWS::CloudFormation::Stack", "aws.cloudformation_stack"),
        ("Acme::Nova::Server", ""),
        ("OS::Nova", ""),
        ("OS::Nova::", ""),
        ("OS::Nova::Server/..", ""),
        ("OS::Nova::Sérver", ""),
        ("web.yaml", ""),
        ("", ""),
    ],
)
def test_the_module_follows_from_the_name(type_name: str, module: str) -> None:
    assert heat_types.module_of(type_name) == module


def test_nothing_is_known_of_other_names() -> None:
    names = (
        "",
        "OS::Nova::Nothing",
        "OS::nova::server",
        "OS::Acme::Server",
        "OS::Neutron::_floating",
        "OS::Base::Type",
    )
    assert [heat_types.of(name) for name in names] == [heat_types.NOTHING] * len(names)
    assert heat_types.NOTHING.costs({}, lambda _: None) is not None


def test_each_type_is_found_by_its_name() -> None:
    found = {name: known for known in heat_types.all_types() for name in known.types}
    assert len(found) > 60
    for name, known in found.items():
        assert heat_types.of(name) is known
        assert type(known).__module__ == f"hotlint.heat_types.{heat_types.module_of(name)}", name


def test_facts_are_those_that_the_base_declares() -> None:
    for known in heat_types.all_types():
        names = {name for kind in type(known).__mro__[:-2] for name in vars(kind) if not name.startswith("__")}
        assert names <= vars(HeatType).keys(), known.types


def test_one_type_is_imported_for_one_name() -> None:
    code = (
        "import sys; from hotlint import heat_types; heat_types.of('OS::Heat::Value'); "
        "print(sorted(m for m in sys.modules if m.startswith('hotlint.heat_types.') and m.count('.') > 2))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "['hotlint.heat_types.heat.value']"


def test_types_are_found_in_an_archive(tmp_path: Path) -> None:
    top = Path(hotlint.__file__).parent
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for path in top.rglob("*.py"):
            archive.write(path, path.relative_to(top.parent))
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from hotlint import heat_types; assert '.zip' in heat_types.__file__; "
        "print(heat_types.of('OS::Nova::Server').types, heat_types.of('OS::Nova::X').types, len(list(heat_types.all_types())))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "all.zip")], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == f"('OS::Nova::Server',) () {len(list(heat_types.all_types()))}"
