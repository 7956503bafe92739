"""Snapshots: what they hold, what they never hold, that they are read back, refreshed and compared."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from for_each import for_each
from stand_in import StandIn, running, write_clouds

from hotlint.cli.main import main
from hotlint.cloud.comparison import change_lines, compare_snapshots
from hotlint.cloud.errors import CloudError
from hotlint.cloud.snapshot_reader import plain_snapshot, read_facts
from hotlint.resource_types.catalog import Catalog
from hotlint.resource_types.cloud_release import likely_release, with_release

if find_spec("openstack") is None:  # an import takes a second, in each process
    pytest.skip("needs openstacksdk", allow_module_level=True)
pytest_plugins = ("cloud_fixtures",)
RECORDED = Path(__file__).parent / "made-up.yaml"


def snapshot(path: Path, *options: str) -> int:
    return main(["cloud", "snapshot", "--cloud", "made-up", "-o", str(path), *options])


def test_a_snapshot_is_as_recorded(office: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert snapshot(tmp_path / "cloud.yaml") == 0
    assert (tmp_path / "cloud.yaml").read_text() == RECORDED.read_text()
    assert "not known (qos_policies" in capsys.readouterr().err


def test_it_asks_read_only(office: StandIn, tmp_path: Path) -> None:
    snapshot(tmp_path / "cloud.yaml")
    assert {line.split()[0] for line in office.asked if "/auth/tokens" not in line} == {"GET"}


def test_it_holds_no_secrets(office: StandIn, tmp_path: Path) -> None:
    office.answers["/nova/v2.1/flavors/detail"] = (
        200,
        {"flavors": [{"id": "1", "name": "f", "extra_specs": {"k": "hush"}}]},
    )
    snapshot(tmp_path / "cloud.yaml")
    text = (tmp_path / "cloud.yaml").read_text()
    assert not re.search(r"correct-horse|a-token|AAAA|not for files|hush|ann@|a@b|auth_url|http:", text)


def test_two_snapshots_are_equal(office: StandIn, tmp_path: Path) -> None:
    for name in ("one.yaml", "two.yaml"):
        snapshot(tmp_path / name)
    assert (tmp_path / "one.yaml").read_text() == (tmp_path / "two.yaml").read_text()


def test_a_cloud_with_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(StandIn(("identity", "network"))) as cloud:
        cloud.answers["/neutron/v2.0/networks"] = 200, {"networks": []}
        monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(write_clouds(tmp_path, cloud.url)))
        assert snapshot(tmp_path / "cloud.yaml") == 0
    found = plain_snapshot((tmp_path / "cloud.yaml").read_text())
    assert found["networks"] == [] and "images" not in found
    notes = {note["note"] for note in found["notes"]}
    assert "cloud 'made-up' has no endpoint of Nova (service compute)" in notes


def test_a_cloud_that_tells_nothing(tmp_path: Path, clouds: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert snapshot(tmp_path / "cloud.yaml") == 2
    assert "of cloud 'made-up' does not know it (404)" in capsys.readouterr().err
    assert not (tmp_path / "cloud.yaml").exists()


def test_items_of_no_known_form_are_left_out(office: StandIn, tmp_path: Path) -> None:
    pools = {"flavors": [None, 3, {"id": "9", "name": "fine"}]}
    office.answers["/nova/v2.1/flavors/detail"] = 200, pools
    office.answers["/nova/v2.1/limits"] = 200, {"limits": []}
    snapshot(tmp_path / "cloud.yaml")
    found = plain_snapshot((tmp_path / "cloud.yaml").read_text())
    assert found["flavors"] == [{"name": "fine", "id": "9"}]
    assert any("form that is not known" in note["note"] for note in found["notes"])


def test_networks_on_several_pages(office: StandIn, tmp_path: Path) -> None:
    many = [{"id": f"n-{n:05}", "name": f"net-{n:05}", "router:external": False, "shared": False} for n in range(500)]

    def page(query: str) -> tuple[int, object]:
        start = int(query.partition("marker=")[2] or 0)
        links = [{"rel": "next", "href": f"http://x/v2.0/networks?marker={start + 100}"}] if start < 400 else []
        return 200, {"networks": many[start : start + 100], "networks_links": links}

    office.answers["/neutron/v2.0/networks"] = page
    assert snapshot(tmp_path / "cloud.yaml") == 0
    facts = read_facts(str(tmp_path / "cloud.yaml"))
    assert len(facts.things("neutron.network")) == 500
    assert facts.find("neutron.network", "net-00499")[0].id == "n-00499"


def test_a_file_is_not_replaced_by_chance(office: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "cloud.yaml").write_text("mine\n")
    assert snapshot(tmp_path / "cloud.yaml") == 2
    assert "--refresh keeps its comments, --force replaces it" in capsys.readouterr().err
    assert (tmp_path / "cloud.yaml").read_text() == "mine\n"
    assert snapshot(tmp_path / "cloud.yaml", "--refresh") == 2
    assert snapshot(tmp_path / "cloud.yaml", "--force") == 0


def test_a_refresh_keeps_order_and_comments(office: StandIn, tmp_path: Path) -> None:
    path = tmp_path / "cloud.yaml"
    text = RECORDED.read_text()
    text = text.replace("flavors:\n", "flavors:  # ask Ann for more\n# small ones\n").replace(
        "- {name: m1.tiny,", "# for tests only\n- {name: m1.tiny,"
    )
    first, second = (line for line in text.splitlines(keepends=True) if "m1.small" in line or "m1.large" in line)
    text = text.replace(first + second, second + first)
    text = text.replace("stacks: {used: 2}", "stacks: {used: 2, limit: 100}  # heat.conf")
    path.write_text(text)
    assert snapshot(path, "--refresh") == 0
    assert path.read_text() == text
    flavors = office.answers["/nova/v2.1/flavors/detail"]
    assert isinstance(flavors, tuple)
    new = {"id": "7", "name": "0x1F", "vcpus": 64, "ram": 1, "disk": 0}
    kept = [f for f in flavors[1]["flavors"] if f["name"] != "m1.small"]
    office.answers["/nova/v2.1/flavors/detail"] = 200, {"flavors": [*kept, new]}
    assert snapshot(path, "--refresh") == 0
    changed = path.read_text()
    assert "m1.small" not in changed and "{name: '0x1F', vcpus: 64" in changed
    for comment in ("# ask Ann for more", "# small ones", "# for tests only", "limit: 100}  # heat.conf"):
        assert comment in changed
    assert changed.index("# for tests only") < changed.index("m1.tiny") < changed.index("0x1F")


def test_a_refresh_keeps_what_does_not_answer_any_more(office: StandIn, tmp_path: Path) -> None:
    path = tmp_path / "cloud.yaml"
    path.write_text(RECORDED.read_text())
    del office.answers["/glance/v2/images"]
    assert snapshot(path, "--refresh") == 0
    found = plain_snapshot(path.read_text())
    assert found["images"][0]["name"] == "cirros"
    assert any("images" in note["about"] for note in found["notes"])


def test_what_changed(office: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = office.answers["/neutron/v2.0/routers"]
    assert isinstance(answer, tuple)
    router = {**answer[1]["routers"][0], "external_gateway_info": None}
    office.answers["/neutron/v2.0/routers"] = 200, {"routers": [router, {"id": "r-2", "name": "new"}]}
    office.answers["/v3/roles"] = 200, {"roles": []}
    del office.answers["/cinder/v3/types"]
    assert main(["cloud", "diff", str(RECORDED), "--cloud", "made-up", "--fail-on", "change"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "~ routers: edge (r-1): external_network public -> none; external_network_id n-public -> none",
        "+ routers: new (r-2)",
        "? volume types: not known now",
        "- roles: member (ro-1)",
    ]
    assert main(["cloud", "diff", str(RECORDED), str(RECORDED), "--fail-on", "change"]) == 0
    assert main(["cloud", "diff", str(RECORDED), "--cloud", "made-up", "-f", "json"]) == 0
    assert json.loads(capsys.readouterr().out.partition("\n")[2])["changes"][1]["name"] == "new"


def test_quotas_are_compared() -> None:
    old = {"quotas": {"compute": {"cores": {"limit": 20, "used": 1}}}}
    new = {"quotas": {"compute": {"cores": {"limit": 40, "used": 1}}}, "images": []}
    lines = list(change_lines(compare_snapshots(old, new)))
    assert lines == ["? images: not known before", "~ quotas: compute cores: limit 20 -> 40"]


@for_each(
    ("text", "said"),
    [
        ("", "not a mapping"),
        ("a: [", "is not closed"),
        ("snapshot: 2\n", "newer hotlint"),
        ("snapshot: 1\nimages: 3\n", "'images' must be a list"),
        ("snapshot: 1\nimages: [{id: 3}]\n", "a mapping with a name"),
        ("snapshot: 1\nquotas: {compute: {cores: {limit: many}}}\n", "both integers"),
        ("snapshot: 1\nheat: {resource_types: [3]}\n", "a list of names"),
        (
            "a: &a [1]\n"
            + "".join(f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(9)),
            "aliases expand",
        ),
        ("[" * 3000, "nest|level|mapping"),
    ],
)
def test_what_is_no_snapshot(text: str, said: str) -> None:
    with pytest.raises(CloudError, match=said):
        plain_snapshot(text)


@for_each(
    "arguments",
    [
        ["snapshot"], ["snapshot", "--cloud", "x", "file"], ["snapshot", "--cloud", "x", "--refresh"], ["diff"], ["diff", "a"],
        ["diff", "none.yaml", "none.yaml"], ["snapshot", "--cloud", "x", "--timeout", "0"],
    ],
)  # fmt: skip
def test_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(["cloud", *arguments])
    except SystemExit as exc:
        code = int(str(exc.code))
    assert code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_addresses_that_neutron_hides_are_not_known(office: StandIn, tmp_path: Path) -> None:
    """Neutron answers an empty list to credentials that do not see the ports of other projects."""
    path = "/neutron/v2.0/network-ip-availabilities"
    office.answers[path] = 200, {"network_ip_availabilities": []}
    assert snapshot(tmp_path / "cloud.yaml") == 0
    found = plain_snapshot((tmp_path / "cloud.yaml").read_text())
    assert not any(subnet.get("used") == [] for subnet in found["subnets"])
    (note,) = (note for note in found["notes"] if note["about"] == ["used addresses"])
    assert "public-v4" in note["note"]
    counted = [{"subnet_ip_availability": [{"subnet_id": subnet["id"]} for subnet in found["subnets"]]}]
    office.answers[path] = 200, {"network_ip_availabilities": counted}
    assert snapshot(tmp_path / "cloud.yaml", "--force") == 0
    found = plain_snapshot((tmp_path / "cloud.yaml").read_text())
    assert all("used" in subnet for subnet in found["subnets"])
    assert not any(note["about"] == ["used addresses"] for note in found["notes"])


def test_the_release_does_not_depend_on_types_that_only_administrators_see() -> None:
    catalog = Catalog(target="27.0.1", default_environment=False)
    spaces = ("OS::Heat::", "OS::Neutron::", "OS::Nova::", "OS::Keystone::", "OS::Cinder::")
    every = [name for name in catalog.names() if name.startswith(spaces)]
    hidden = ("OS::Keystone::", "OS::Neutron::QoS", "OS::Neutron::Quota", "OS::Nova::Flavor", "OS::Cinder::VolumeType")
    seen = [name for name in every if not name.startswith(hidden)]
    assert likely_release(every, ["2021-04-16"]) == likely_release(seen, ["2021-04-16"]) == ("2026.2", "zed")
    older = [name for name in seen if name != "OS::Neutron::FloatingIPPortForward"]
    found = likely_release(older, ["2021-04-16"])
    assert found is not None and found.at_least == "wallaby"
    described = with_release({"heat": {"resource_types": seen, "versions": [{"version": "2021-04-16"}]}})
    assert described["heat"]["release"] == "2026.2"
    assert "zed at least" in described["notes"][-1]["note"]
