"""The catalog of resource types: schemas, names, layers."""

from __future__ import annotations

from pathlib import Path

import pytest
from for_each import for_each

from hotlint.resource_types.catalog import Catalog, Layer, NoSuchType, OpaqueType, Properties, ResourceType

DATA = Path(__file__).parents[2] / "hotlint" / "data"
CATALOG = Catalog()


def known(name: str) -> ResourceType:
    found = CATALOG.resource(name)
    assert isinstance(found, ResourceType)
    return found


class TestTypes:
    def test_properties_at_every_depth(self) -> None:
        server = known("OS::Nova::Server")
        assert server.properties["flavor"].required
        assert server.properties["flavor"].updatable
        assert not server.properties["key_name"].updatable
        networks = server.properties["networks"]
        assert networks.type == "list" and networks.items is not None and networks.items.properties is not None
        (constraint,) = networks.items.properties["port"].constraints
        assert (constraint.kind, constraint.args) == ("custom_constraint", "neutron.port")
        assert networks.items.properties["uuid"].support.status == "HIDDEN"
        assert networks.items.properties["uuid"].support.instead == "network"

    def test_attributes_include_those_of_every_type(self) -> None:
        server = known("OS::Nova::Server")
        assert server.attributes["networks"].type == "map"
        assert server.attributes["show"].type == "map"
        assert "nope" not in server.attributes
        assert not server.any_attributes

    def test_snapshots_and_update_policies(self) -> None:
        assert known("OS::Cinder::Volume").snapshot
        assert not known("OS::Nova::Flavor").snapshot
        assert "rolling_update" in known("OS::Heat::ResourceGroup").update_policy
        assert not known("OS::Nova::Server").update_policy

    def test_support_status_has_a_history(self) -> None:
        alarm = known("OS::Aodh::CombinationAlarm")
        assert (alarm.support.status, alarm.support.since) == ("HIDDEN", "9.0.0")
        assert alarm.support.instead == "OS::Aodh::CompositeAlarm"
        assert alarm.support.previous is not None
        assert alarm.support.previous.status == "DEPRECATED"
        assert alarm.placeholder
        assert not known("OS::Heat::None").placeholder

    @pytest.mark.parametrize("name", ["OS::Heat::ResourceGroup", "OS::Heat::SoftwareDeployment", "OS::Heat::None"])
    def test_types_with_dynamic_attributes(self, name: str) -> None:
        assert known(name).any_attributes
        assert known(name).dynamic

    def test_types_that_are_templates(self) -> None:
        alarm = known("AWS::CloudWatch::Alarm")
        assert alarm.from_environment
        assert alarm.properties["MetricName"].required

    def test_every_type_can_be_read_in_full(self) -> None:
        def walk(properties: Properties) -> int:
            count = 0
            for item in properties.values():
                count += 1
                assert item.type in ("string", "integer", "number", "boolean", "map", "list", "any")
                assert all(c.kind and c.args is not None for c in item.constraints)
                for nested in (item.properties, item.items and item.items.properties):
                    count += walk(nested) if nested else 0
            return count

        total = sum(walk(known(name).properties) for name in CATALOG.names())
        assert len(CATALOG.names()) >= 203
        assert total > 1300

    def test_no_sentences_of_heat_are_packaged(self) -> None:
        for path in sorted((DATA / "types").iterdir()):
            text = path.read_text(encoding="utf-8")
            assert '"description":"' not in text and '"message":"' not in text, path.name


class TestNames:
    def test_a_misspelled_type_has_suggestions(self) -> None:
        found = CATALOG.resource("OS::Nova::Sever")
        assert isinstance(found, NoSuchType)
        assert found.suggestions[0] == "OS::Nova::Server"
        assert found.namespace_known

    def test_an_unknown_namespace(self) -> None:
        for name in ("Acme::Server", "OS::Acme::Server"):
            found = CATALOG.resource(name)
            assert isinstance(found, NoSuchType)
            assert not found.namespace_known

    def test_a_removed_type_names_its_replacement(self) -> None:
        found = CATALOG.resource("OS::Ceilometer::Alarm")
        assert isinstance(found, NoSuchType)
        assert found.instead == "OS::Aodh::Alarm"
        old = CATALOG.resource("OS::Quantum::Net")
        assert isinstance(old, NoSuchType)
        assert old.instead == "OS::Neutron::Net"

    def test_known_types_are_patterns(self) -> None:
        catalog = Catalog(known_types=["Acme::*"])
        assert isinstance(catalog.resource("Acme::Server"), OpaqueType)
        assert isinstance(catalog.resource("Acne::Server"), NoSuchType)
        assert isinstance(catalog.resource("OS::Nova::Server"), ResourceType)

    @for_each("name", ["../types", "OS::Nova::", "", "OS__Nova__Server", "os::nova::server", "a\0b"])
    def test_odd_names_are_no_types(self, name: str) -> None:
        assert isinstance(CATALOG.resource(name), NoSuchType)

    def test_the_first_layer_wins(self) -> None:
        mine = Layer.of("plugins", {"OS::Nova::Server": {"type": "OS::Nova::Server", "properties": {}}})
        catalog = Catalog([mine])
        found = catalog.resource("OS::Nova::Server")
        assert isinstance(found, ResourceType)
        assert not found.properties
        assert isinstance(catalog.resource("OS::Nova::Flavor"), ResourceType)

    def test_a_type_of_other_releases_does_not_exist(self) -> None:
        facts = {"type": "Acme::Old", "releases": ["11.0.2", "13.0.0"]}
        layer = Layer.of("test", {"Acme::Old": facts})
        assert isinstance(Catalog([layer]).resource("Acme::Old"), NoSuchType)
        assert isinstance(Catalog([layer], target="12.0.0").resource("Acme::Old"), ResourceType)
        assert isinstance(Catalog([layer], target="11.0.0").resource("Acme::Old"), NoSuchType)

    def test_matching_patterns(self) -> None:
        assert "OS::Neutron::Net" in CATALOG.matching("OS::Neutron::*")
        assert CATALOG.matching("OS::Nova::Server") == ["OS::Nova::Server"]
