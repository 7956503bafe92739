"""The catalogue of resource types, what it says of property values, and importing a site's own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hotlint.language.values import OMITTED, Either, Partial, PartialText
from hotlint.language.values import Unknown as UnknownValue
from hotlint.resource_types import cloud_import
from hotlint.resource_types.catalog import (
    PACKAGED,
    Catalog,
    Layer,
    NoSuchType,
    OpaqueType,
    Properties,
    Property,
    ResourceType,
)
from hotlint.resource_types.validation import (
    PropertyConversionError,
    PropertyProblem,
    check_properties,
    check_section,
    convert,
)

ROOT = Path(__file__).parent.parent
CATALOGUE = Catalog()


def known(name: str) -> ResourceType:
    found = CATALOGUE.resource(name)
    assert isinstance(found, ResourceType)
    return found


def errors(name: str, values: dict[str, Any], **more: Any) -> list[tuple[str, str]]:
    """(fault, dotted path) of every error that Heat has at once."""
    problems = check_properties(known(name), values, **more).problems
    return [_brief(p) for p in problems if p.severity == "error" and not p.later]


def _brief(problem: PropertyProblem) -> tuple[str, str]:
    return problem.kind, ".".join(map(str, (*problem.path, *filter(None, [problem.name]))))


class TestTypes:
    def test_a_type_tells_properties_at_every_depth(self) -> None:
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

    def test_a_type_tells_attributes_and_those_of_every_type(self) -> None:
        server = known("OS::Nova::Server")
        assert server.attributes["networks"].type == "map"
        assert server.attributes["show"].type == "map"
        assert "nope" not in server.attributes
        assert not server.any_attributes

    def test_a_type_tells_policies(self) -> None:
        assert known("OS::Cinder::Volume").snapshot
        assert not known("OS::Nova::Flavor").snapshot
        assert "rolling_update" in known("OS::Heat::ResourceGroup").update_policy
        assert not known("OS::Nova::Server").update_policy

    def test_support_status_has_its_history(self) -> None:
        alarm = known("OS::Aodh::CombinationAlarm")
        assert (alarm.support.status, alarm.support.since) == ("HIDDEN", "9.0.0")
        assert alarm.support.instead == "OS::Aodh::CompositeAlarm"
        assert alarm.support.previous is not None
        assert alarm.support.previous.status == "DEPRECATED"
        assert alarm.placeholder
        assert not known("OS::Heat::None").placeholder

    @pytest.mark.parametrize("name", ["OS::Heat::ResourceGroup", "OS::Heat::SoftwareDeployment", "OS::Heat::None"])
    def test_some_types_decide_themselves_which_attributes_they_have(self, name: str) -> None:
        assert known(name).any_attributes
        assert known(name).dynamic

    def test_types_that_are_templates(self) -> None:
        alarm = known("AWS::CloudWatch::Alarm")
        assert alarm.from_environment
        assert alarm.properties["MetricName"].required

    def test_every_type_can_be_looked_at_whole(self) -> None:
        def walk(properties: Properties) -> int:
            count = 0
            for item in properties.values():
                count += 1
                assert item.type in ("string", "integer", "number", "boolean", "map", "list", "any")
                assert all(c.kind and c.args is not None for c in item.constraints)
                for nested in (item.properties, item.items and item.items.properties):
                    count += walk(nested) if nested else 0
            return count

        total = sum(walk(known(name).properties) for name in CATALOGUE.names())
        assert len(CATALOGUE.names()) >= 203
        assert total > 1300

    def test_no_sentences_of_heat_are_packaged(self) -> None:
        for path in sorted((ROOT / "hotlint" / "data" / "types").iterdir()):
            text = path.read_text(encoding="utf-8")
            assert '"description":"' not in text and '"message":"' not in text, path.name


class TestNames:
    def test_a_misspelt_type_has_suggestions(self) -> None:
        found = CATALOGUE.resource("OS::Nova::Sever")
        assert isinstance(found, NoSuchType)
        assert found.suggestions[0] == "OS::Nova::Server"
        assert found.namespace_known

    def test_a_namespace_that_nobody_knows(self) -> None:
        for name in ("Acme::Server", "OS::Acme::Server"):
            found = CATALOGUE.resource(name)
            assert isinstance(found, NoSuchType)
            assert not found.namespace_known

    def test_a_type_that_once_existed_names_what_replaces_it(self) -> None:
        found = CATALOGUE.resource("OS::Ceilometer::Alarm")
        assert isinstance(found, NoSuchType)
        assert found.instead == "OS::Aodh::Alarm"
        old = CATALOGUE.resource("OS::Quantum::Net")
        assert isinstance(old, NoSuchType)
        assert old.instead == "OS::Neutron::Net"

    def test_known_types_are_patterns(self) -> None:
        catalog = Catalog(known_types=["Acme::*"])
        assert isinstance(catalog.resource("Acme::Server"), OpaqueType)
        assert isinstance(catalog.resource("Acne::Server"), NoSuchType)
        assert isinstance(catalog.resource("OS::Nova::Server"), ResourceType)

    @pytest.mark.parametrize("name", ["../types", "OS::Nova::", "", "OS__Nova__Server", "os::nova::server", "a\0b"])
    def test_odd_names_are_missing(self, name: str) -> None:
        assert isinstance(CATALOGUE.resource(name), NoSuchType)

    def test_the_first_layer_wins(self) -> None:
        mine = Layer.of("plugins", {"OS::Nova::Server": {"type": "OS::Nova::Server", "properties": {}}})
        catalog = Catalog([mine])
        found = catalog.resource("OS::Nova::Server")
        assert isinstance(found, ResourceType)
        assert not found.properties
        assert isinstance(catalog.resource("OS::Nova::Flavor"), ResourceType)

    def test_a_type_of_other_releases_is_missing(self) -> None:
        facts = {"type": "Acme::Old", "releases": ["11.0.2", "13.0.0"]}
        layer = Layer.of("test", {"Acme::Old": facts})
        assert isinstance(Catalog([layer]).resource("Acme::Old"), NoSuchType)
        assert isinstance(Catalog([layer], target="12.0.0").resource("Acme::Old"), ResourceType)
        assert isinstance(Catalog([layer], target="11.0.0").resource("Acme::Old"), NoSuchType)

    def test_matching_patterns(self) -> None:
        assert "OS::Neutron::Net" in CATALOGUE.matching("OS::Neutron::*")
        assert CATALOGUE.matching("OS::Nova::Server") == ["OS::Nova::Server"]


class TestProperties:
    def test_what_is_right(self) -> None:
        values = {
            "flavor": "m1.small",
            "networks": [{"network": "private"}],
            "metadata": {"a": 1},
            "config_drive": "True",
        }
        checked = check_properties(known("OS::Nova::Server"), values)
        assert not checked.problems
        assert checked.values["config_drive"] is True
        assert checked.values["user_data_format"] == "HEAT_CFNTOOLS"

    @pytest.mark.parametrize(
        ("values", "error"),
        [
            ({}, ("missing-property", "flavor")),
            ({"flavor": ["a"]}, ("wrong-type", "flavor")),
            ({"flavor": 1.5}, ("wrong-type", "flavor")),
            ({"flavor": "a", "nope": 1}, ("unknown-property", "nope")),
            ({"flavor": "a", "networks": "x"}, ("wrong-type", "networks")),
            ({"flavor": "a", "networks": [{"nope": 1}]}, ("unknown-property", "networks.0.nope")),
            ({"flavor": "a", "networks": [{}, {"port": []}]}, ("wrong-type", "networks.1.port")),
            ({"flavor": "a", "block_device_mapping": [{}]}, ("missing-property", "block_device_mapping.0.device_name")),
            ({"flavor": "a", "config_drive": 1}, ("wrong-type", "config_drive")),
            ({"flavor": "a", "user_data_format": "raw"}, ("constraint", "user_data_format")),
            ({"flavor": "a", "networks": [{"network": "a", "uuid": "b"}]}, ("conflict", "networks.0.uuid")),
        ],
    )
    def test_what_is_wrong(self, values: dict[str, Any], error: tuple[str, str]) -> None:
        assert errors("OS::Nova::Server", values) == [error]

    def test_all_that_is_wrong_is_told(self) -> None:
        found = errors("OS::Nova::Server", {"nope": 1, "networks": [{"port": []}, {"nope": 1}]})
        assert len(found) == 4

    def test_another_spelling_stands_for_a_property(self) -> None:
        assert errors("OS::Neutron::Port", {"network_id": "a"}) == []
        assert errors("OS::Neutron::Port", {"network_id": ["a"]})[0] == ("wrong-type", "network_id")
        assert errors("OS::Neutron::Port", {"network_id": "a", "network": "b"}) == [("conflict", "network_id")]

    def test_another_spelling_may_not_stand_beside_a_list(self) -> None:
        assert errors("OS::Heat::RandomString", {"sequence": "digits"}) == []
        found = errors("OS::Heat::RandomString", {"sequence": "digits", "character_classes": []})
        assert found == [("conflict", "sequence")]

    def test_properties_that_heat_does_not_implement(self) -> None:
        values = {"ImageId": "a", "InstanceType": "b", "Tenancy": "default"}
        assert errors("AWS::EC2::Instance", values) == [("not-implemented", "Tenancy")]

    def test_null_stands_for_what_is_empty(self) -> None:
        assert errors("OS::Nova::Server", {"flavor": None}) == []
        assert errors("OS::Neutron::Port", {"network": "a", "mac_address": None}) == [("constraint", "mac_address")]
        found = errors("OS::Neutron::Router", {"external_gateway_info": None})
        assert found == [("missing-property", "external_gateway_info.network")]

    def test_the_type_of_a_value_may_follow_another_property(self) -> None:
        assert errors("OS::Heat::Value", {"value": [1]}) == []
        assert errors("OS::Heat::Value", {"type": "number", "value": [1]}) == [("wrong-type", "value")]
        assert errors("OS::Heat::Value", {"type": "comma_delimited_list", "value": [1]}) == []

    def test_a_type_that_takes_anything(self) -> None:
        assert errors("OS::Heat::None", {"what": ["ever"]}) == []

    def test_update_policy(self) -> None:
        schema = known("OS::Heat::ResourceGroup").update_policy
        assert check_section(schema, {"rolling_update": {"max_batch_size": 2}}).problems == []
        (problem,) = check_section(schema, {"rolling_update": {"max_batch_size": 0}}).problems
        assert _brief(problem) == ("constraint", "rolling_update.max_batch_size")
        (problem,) = check_section(schema, {"nope": 1}).problems
        assert _brief(problem) == ("unknown-property", "nope")


class TestUnknownParts:
    UNKNOWN = UnknownValue("only the cloud knows")

    def test_what_is_unknown_is_right(self) -> None:
        assert errors("OS::Nova::Server", {"flavor": self.UNKNOWN, "networks": [self.UNKNOWN]}) == []
        assert errors("OS::Nova::Server", {"flavor": PartialText(("m1.", self.UNKNOWN))}) == []
        assert errors("OS::Nova::Server", {"flavor": OMITTED}) == [("missing-property", "flavor")]

    def test_what_is_known_beside_it_is_checked(self) -> None:
        found = errors("OS::Nova::Server", {"flavor": self.UNKNOWN, "networks": [{"port": self.UNKNOWN, "nope": 1}]})
        assert found == [("unknown-property", "networks.0.nope")]
        text = PartialText(("a", self.UNKNOWN))
        assert errors("OS::Heat::RandomString", {"length": text}) == [("wrong-type", "length")]
        assert errors("OS::Heat::RandomString", {"length": PartialText(("1", self.UNKNOWN))}) == []

    def test_a_map_that_may_hold_more_lacks_nothing(self) -> None:
        assert errors("OS::Neutron::Router", {"external_gateway_info": Partial({}, self.UNKNOWN)}) == []
        value = Partial({"nope": 1}, self.UNKNOWN)
        found = errors("OS::Neutron::Router", {"external_gateway_info": value})
        assert found == [("unknown-property", "external_gateway_info.nope")]

    def test_a_choice_is_wrong_when_both_ways_are(self) -> None:
        def problems(first: Any, second: Any) -> list[PropertyProblem]:
            values = {"flavor": Either("'c'", first, second)}
            return check_properties(known("OS::Nova::Server"), values).problems

        assert problems("a", "b") == []
        assert [p.severity for p in problems([], "b")] == ["warning"]
        assert {p.severity for p in problems([], {})} == {"error"}
        assert [p.kind for p in problems("a", OMITTED)] == ["missing-property"]

    def test_what_heat_notices_only_later_is_marked(self) -> None:
        port = UnknownValue("its id", "string", ("reference", "port"))
        values = {"flavor": "a", "networks": [{"port": port, "nope": 1}]}
        assert errors("OS::Nova::Server", values, referring={"networks"}) == []
        (problem,) = check_properties(known("OS::Nova::Server"), values, referring={"networks"}).problems
        assert problem.later

    def test_ids_are_text_for_heat_before_the_resource_exists(self) -> None:
        value = UnknownValue("its id", "string", ("reference", "other"))
        values = {"flavor": "a", "networks": value}
        more: dict[str, Any] = {"referring": {"networks"}}
        assert errors("OS::Nova::Server", values, references={"other": "text"}, **more) == [("wrong-type", "networks")]
        assert errors("OS::Nova::Server", values, references={"other": "null"}, **more) == []
        assert errors("OS::Nova::Server", values, **more) == []
        assert known("OS::Neutron::Net").reference == "null"
        assert known("OS::Nova::Server").reference == "text"


class TestConvert:
    @pytest.mark.parametrize(
        ("kind", "value", "expected"),
        [
            ("string", 1, "1"),
            ("string", True, "True"),
            ("string", None, ""),
            ("integer", "3", 3),
            ("integer", " 3 ", 3),
            ("integer", True, 1),
            ("integer", 1.9, 1),
            ("number", "1.5", 1.5),
            ("number", "2", 2),
            ("boolean", "FALSE", False),
            ("boolean", None, False),
            ("list", None, []),
            ("map", None, {}),
            ("any", [1], [1]),
        ],
    )
    def test_as_heat_converts(self, kind: str, value: Any, expected: Any) -> None:
        found = convert(Property("it", {"type": kind}), value)
        assert found == expected and type(found) is type(expected)

    @pytest.mark.parametrize(
        ("kind", "value"),
        [
            ("string", 1.5),
            ("string", []),
            ("integer", "1.5"),
            ("integer", "x"),
            ("integer", []),
            ("integer", float("inf")),
            ("number", "x"),
            ("number", {}),
            ("boolean", 1),
            ("boolean", "yes"),
            ("list", "a,b"),
            ("list", {}),
            ("map", []),
            ("map", "{}"),
        ],
    )
    def test_what_heat_refuses(self, kind: str, value: Any) -> None:
        with pytest.raises(PropertyConversionError, match="must be"):
            convert(Property("it", {"type": kind}), value)

    def test_parameters_of_nested_templates_take_more(self) -> None:
        assert convert(Property("it", {"type": "list", "convert": True}), "a,b") == ["a", "b"]
        assert convert(Property("it", {"type": "map", "convert": True}), "{}") == "{}"
        convert(Property("it", {"type": "map", "convert": True}), [1])

    def test_a_cut_number_is_a_warning(self) -> None:
        (problem,) = check_properties(known("OS::Heat::RandomString"), {"length": 8.5}).problems
        assert (problem.kind, problem.severity) == ("cut", "warning")


SHOWN = {
    "resource_type": "OS::Neutron::Port",
    "description": "A port of this cloud.",
    "properties": {
        "network": {
            "type": "string",
            "required": True,
            "update_allowed": False,
            "immutable": False,
            "description": "Where it is.",
            "constraints": [{"custom_constraint": "neutron.network"}],
        },
        "fixed_ips": {
            "type": "list",
            "required": False,
            "update_allowed": True,
            "schema": {"*": {"type": "map", "required": False, "schema": {"subnet": {"type": "string"}}}},
        },
        "colour": {"type": "string", "default": "red", "constraints": [{"allowed_values": ["red", "blue"]}]},
    },
    "attributes": {"status": {"type": "string", "description": "How it fares."}, "show": {"type": "map"}},
    "support_status": {"status": "SUPPORTED", "version": None, "message": None, "previous_status": None},
}


class TestImport:
    def imported(self, folder: Path) -> ResourceType:
        layer = cloud_import.site_layer(folder)
        assert layer is not None
        found = Catalog([layer]).resource("OS::Neutron::Port")
        assert isinstance(found, ResourceType)
        return found

    @pytest.mark.parametrize("kind", ["json", "yaml"])
    def test_what_a_cloud_shows(self, tmp_path: Path, kind: str) -> None:
        yaml = pytest.importorskip("yaml")
        shown = tmp_path / f"port.{kind}"
        shown.write_text(json.dumps(SHOWN) if kind == "json" else yaml.safe_dump(SHOWN))
        done = cloud_import.import_files([shown], folder=tmp_path / "cache")
        assert (done.types, done.skipped) == (["OS::Neutron::Port"], [])
        port = self.imported(tmp_path / "cache")
        assert port.description == "A port of this cloud."
        assert port.properties["network"].description == "Where it is."
        assert port.properties["colour"].default == "red"
        assert port.properties["fixed_ips"].updatable
        assert "mac_address" not in port.properties, "this cloud does not have it"
        assert {"status", "show"} <= port.attributes.keys()

    def test_what_a_cloud_does_not_show_is_still_known(self, tmp_path: Path) -> None:
        shown = tmp_path / "port.json"
        shown.write_text(json.dumps(SHOWN))
        cloud_import.import_files([shown], folder=tmp_path / "cache")
        port = self.imported(tmp_path / "cache")
        assert not check_properties(port, {"network_id": "hidden, but fine"}).problems
        assert port.reference == "null"

    def test_files_add_up_and_can_be_forgotten(self, tmp_path: Path) -> None:
        cache = tmp_path / "cache"
        for name in ("Acme::One", "Acme::Two"):
            (tmp_path / "shown.json").write_text(json.dumps([{"resource_type": name, "properties": {}}]))
            cloud_import.import_files([tmp_path / "shown.json"], folder=cache)
        layer = cloud_import.site_layer(cache)
        assert layer is not None and set(layer.index["types"]) == {"Acme::One", "Acme::Two"}
        assert len([p for p in cache.iterdir() if p.is_dir()]) == 1
        assert cloud_import.remove_imported(cache)
        assert cloud_import.site_layer(cache) is None
        assert not cloud_import.remove_imported(cache)

    @pytest.mark.parametrize("text", ["", "{", "a: [", "[1]", "{}", "resource_type: [a]", "\0"])
    def test_other_files_change_nothing(self, tmp_path: Path, text: str) -> None:
        shown = tmp_path / "shown"
        shown.write_text(text)
        with pytest.raises(cloud_import.CatalogImportError, match="shown"):
            cloud_import.import_files([shown], folder=tmp_path / "cache")
        assert not (tmp_path / "cache").exists()

    @pytest.mark.parametrize(
        "broken", [{"properties": 1}, {"properties": {"a": {}}}, {"properties": {"a": {"type": "x"}}}]
    )
    def test_a_type_that_is_not_understood_is_left_out(self, tmp_path: Path, broken: dict[str, Any]) -> None:
        shown = tmp_path / "shown.json"
        shown.write_text(json.dumps([{"resource_type": "Acme::Odd", **broken}, SHOWN]))
        done = cloud_import.import_files([shown], folder=tmp_path / "cache")
        assert done.types == ["OS::Neutron::Port"]
        assert [name for name, _ in done.skipped] == ["Acme::Odd"]

    def test_a_cloud_is_asked(self, tmp_path: Path) -> None:
        class Answer:
            def __init__(self, body: Any, status: int = 200) -> None:
                self.body, self.status_code = body, status

            def json(self) -> Any:
                return self.body

        class Heat:
            orchestration: Any

            def get(self, path: str) -> Answer:
                if path == "/resource_types":
                    return Answer({"resource_types": ["OS::Neutron::Port", "OS::Gone"]})
                return Answer(SHOWN) if path.startswith("/resource_types/OS::Neutron::Port") else Answer({}, 404)

        heat = Heat()
        heat.orchestration = heat
        done = cloud_import.import_cloud("mine", connect=lambda cloud: heat, folder=tmp_path)
        assert done.types == ["OS::Neutron::Port"]
        assert [name for name, _ in done.skipped] == ["OS::Gone"]
        assert self.imported(tmp_path).properties["colour"].type == "string"

    def test_an_interpreter_without_heat(self, tmp_path: Path) -> None:
        with pytest.raises(cloud_import.CatalogImportError, match="openstack-heat"):
            cloud_import.import_heat(sys.executable, folder=tmp_path / "cache")
        assert not (tmp_path / "cache").exists()

    def test_the_cache_is_where_the_user_has_caches(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        assert cloud_import.catalog_folder() == tmp_path / "hotlint" / "catalogue"
        assert cloud_import.site_layer() is None


HEAT_PYTHON = os.environ.get("HOTLINT_HEAT_PYTHON", "")


@pytest.mark.skipif(not HEAT_PYTHON, reason="HOTLINT_HEAT_PYTHON names no interpreter with openstack-heat")
class TestWithHeat:
    def test_the_catalogue_is_what_the_generator_writes(self, tmp_path: Path) -> None:
        command = [HEAT_PYTHON, str(ROOT / "tools" / "catalogue.py"), "--out", str(tmp_path)]
        subprocess.run(command, check=True, capture_output=True)
        for new in sorted(tmp_path.rglob("*.json")):
            committed = ROOT / "hotlint" / "data" / new.relative_to(tmp_path)
            assert _without_releases(json.loads(committed.read_text())) == json.loads(new.read_text()), new.name

    def test_importing_an_installed_heat(self, tmp_path: Path) -> None:
        done = cloud_import.import_heat(HEAT_PYTHON, folder=tmp_path)
        assert set(done.types) == {name for name, entry in PACKAGED.index["types"].items() if "removed" not in entry}
        layer = cloud_import.site_layer(tmp_path)
        assert layer is not None
        server = layer.resource("OS::Nova::Server")
        assert server is not None and server.properties["flavor"].description


def _without_releases(facts: Any) -> Any:
    """Facts without what is read from other releases, and types that only these have."""
    if not isinstance(facts, dict):
        return [_without_releases(f) for f in facts] if isinstance(facts, list) else facts
    kept = {key: _without_releases(value) for key, value in facts.items() if key not in ("releases", "past")}
    if "aliases" in kept:
        gone = {name for name, entry in facts["types"].items() if "releases" in entry and "removed" in entry}
        kept["types"] = {name: entry for name, entry in kept["types"].items() if name not in gone}
    return kept
