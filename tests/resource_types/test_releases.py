"""Releases: their names, and the types of each."""

from __future__ import annotations

from for_each import for_each

from hotlint.resource_types import releases
from hotlint.resource_types.catalog import PACKAGED, Catalog, NoSuchType, ResourceType
from hotlint.resource_types.schema import facts_at


def type_at(name: str, target: str | None) -> ResourceType:
    found = Catalog(target=releases.number_of(target) if target else None).resource(name)
    assert isinstance(found, ResourceType)
    return found


class TestNames:
    @for_each("text", ["24", "24.0.0", "24.1", "2025.1", "epoxy", "Epoxy", "2025.1 Epoxy", " 2025.1  epoxy "])
    def test_one_release(self, text: str) -> None:
        found = releases.parse_release(text)
        assert found is not None and (found.series, found.name) == ("2025.1", "epoxy")

    @for_each("text", ["", "queens", "10", "2025", "2025.3", "epoxi", "99", "1e1", "24x"])
    def test_no_release(self, text: str) -> None:
        assert releases.parse_release(text) is None

    def test_known_are_all_since_rocky(self) -> None:
        found = releases.known()
        assert [r.number.partition(".")[0] for r in found] == [str(n) for n in range(11, 11 + len(found))]
        assert found[0].series == found[0].name == "rocky"
        assert found[-1].number == PACKAGED.index["heat"]

    @for_each(
        ("number", "title"),
        [("10.0.0", "Queens"), ("5.0.0", "Liberty"), ("2014.1", "Icehouse"), ("2015.1.0", "Kilo"), ("22.0.0", "2024.1 Caracal"),
         ("19.0.2", "Zed"), ("1.2", "1.2")],
    )  # fmt: skip
    def test_titles(self, number: str, title: str) -> None:
        assert releases.title(number) == title

    def test_spans(self) -> None:
        numbers = [release.number for release in releases.known()]
        assert releases.span(numbers[3], numbers[-1]) == "since Ussuri"
        assert releases.span(numbers[0], numbers[8]) == "until Zed"
        assert releases.span(numbers[2], numbers[8]) == "from Train to Zed"
        assert releases.span(numbers[2], numbers[2]) == "only in Train"
        assert releases.span("2013.2", "6.1.2") == "from Havana to Mitaka"


class TestTypes:
    """Types that were compared by hand with the sources of two releases."""

    def test_an_added_property(self) -> None:
        assert set(type_at("OS::Nova::ServerGroup", "wallaby").properties) == {"name", "policies"}
        assert set(type_at("OS::Nova::ServerGroup", "xena").properties) == {"name", "policies", "rules"}
        missing = type_at("OS::Nova::ServerGroup", "wallaby").properties.releases_with("rules")
        assert missing is not None and releases.span(*missing) == "since Xena"

    def test_properties_added_one_after_the_other(self) -> None:
        hints, tenant = "availability_zone_hints", "tenant_id"
        found = {v: type_at("OS::Neutron::Router", v).properties for v in ("yoga", "zed", "2024.2", "2025.1")}
        assert [hints in p for p in found.values()] == [False, True, True, True]
        assert [tenant in p for p in found.values()] == [False, False, False, True]

    def test_an_added_nested_property(self) -> None:
        for target, there in (("2025.2", False), ("2026.1", True)):
            mapping = type_at("OS::Nova::Server", target).properties["block_device_mapping_v2"].items
            assert mapping and mapping.properties is not None and ("volume_type" in mapping.properties) is there

    def test_a_type_that_became_a_placeholder(self) -> None:
        before, after = type_at("OS::Designate::Domain", "stein"), type_at("OS::Designate::Domain", "train")
        assert set(before.properties) == {"name", "ttl", "description", "email"} and "serial" in before.attributes
        assert not before.any_properties and not before.any_attributes
        assert after.any_properties and not after.properties
        assert after.releases_with_attribute("serial") == ("11.0.3", "12.2.0")

    def test_added_types(self) -> None:
        assert isinstance(Catalog(target="13.1.0").resource("OS::Octavia::Flavor"), NoSuchType)
        assert "flavor_profile" in type_at("OS::Octavia::Flavor", "ussuri").properties
        assert "OS::Octavia::Flavor" not in Catalog(target="13.1.0").names()

    def test_removed_types(self) -> None:
        alarm = Catalog().resource("OS::Ceilometer::Alarm")
        assert isinstance(alarm, NoSuchType) and alarm.instead == "OS::Aodh::Alarm"
        assert alarm.releases and releases.span(*alarm.releases) == "from Havana to Mitaka"
        gone = Catalog().resource("OS::Heat::CWLiteAlarm")
        assert isinstance(gone, NoSuchType) and gone.releases
        assert releases.span(*gone.releases) == "until Yoga"
        assert type_at("OS::Heat::CWLiteAlarm", "yoga").any_properties
        assert "OS::Heat::CWLiteAlarm" not in Catalog().names()

    def test_a_status_holds_since_its_release(self) -> None:
        seen = [type_at("OS::Senlin::Node", target).support.status for target in ("2023.2", "2024.1", "2024.2")]
        assert seen == ["SUPPORTED", "DEPRECATED", "HIDDEN"]

    def test_required_properties_and_limits_of_another_release(self) -> None:
        assert not type_at("OS::Octavia::Listener", "2023.2").properties["loadbalancer"].required
        assert type_at("OS::Octavia::Listener", "2024.1").properties["loadbalancer"].required
        for target, count in (("rocky", 5), ("stein", 6)):
            (allowed,) = type_at("OS::Octavia::Listener", target).properties["protocol"].constraints
            assert allowed.kind == "allowed_values" and len(allowed.args) == count

    def test_without_a_target_the_newest_counts(self) -> None:
        assert "rules" in type_at("OS::Nova::ServerGroup", None).properties
        newest = PACKAGED.index["heat"]
        for name in Catalog().names():
            plain, targeted = type_at(name, None).facts, type_at(name, newest).facts
            for key in plain.keys() | targeted.keys():
                if key not in ("past", "releases"):
                    assert _now(plain.get(key)) == _now(targeted.get(key)), (name, key)

    def test_every_release_can_be_asked_for_every_type(self) -> None:
        for release in releases.known():
            catalog = Catalog(target=release.number)
            for name in catalog.names():
                assert isinstance(catalog.resource(name), ResourceType)


def _now(facts: object) -> object:
    if isinstance(facts, dict):
        return {key: _now(value) for key, value in facts.items() if key != "past"}
    return [_now(item) for item in facts] if isinstance(facts, list) else facts


def test_facts_of_another_release() -> None:
    facts = {
        "properties": {
            "new": {"type": "string", "releases": ["3", "4"]},
            "limited": {"type": "string", "past": {"was": [["1", {"type": "list"}], ["2", {"required": True}]]}},
        },
        "past": {"properties": {"old": {"type": "map", "releases": ["1", "2"]}}},
    }

    def at(release: int) -> dict[str, object]:
        return facts_at(
            facts,
            lambda span: span is None or int(span[0]) <= release <= int(span[1]),
            lambda since: int(since) <= release,
        )

    limited = {"type": "string"}
    assert at(4)["properties"] == {"new": {"type": "string", "releases": ["3", "4"]}, "limited": limited}
    old = {"type": "map", "releases": ["1", "2"]}
    assert at(2)["properties"] == {"limited": {**limited, "required": True}, "old": old}
    assert at(1)["properties"] == {"limited": {"type": "list"}, "old": old}
    assert at(1)["past"] == {"properties": {"new": {"type": "string", "releases": ["3", "4"]}}}
