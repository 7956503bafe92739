"""Validation of properties: conversion, constraints, nested schemas, rewriting, values with unknown parts."""

from __future__ import annotations

from typing import Any

import pytest
from for_each import for_each

from hotlint.language.origins import ValueSource
from hotlint.language.values import OMITTED, Either, Partial, PartialText
from hotlint.language.values import Unknown as UnknownValue
from hotlint.resource_types.catalog import Catalog, ResourceType
from hotlint.resource_types.validation import PropertyProblem, check_properties, check_update_policy

CATALOG = Catalog()


def known(name: str) -> ResourceType:
    found = CATALOG.resource(name)
    assert isinstance(found, ResourceType)
    return found


def errors(name: str, values: dict[str, Any], **more: Any) -> list[tuple[str, str]]:
    """Return (kind, dotted path) of every error that Heat reports before it creates anything."""
    problems = check_properties(known(name), values, **more).problems
    return [_brief(p) for p in problems if p.severity == "error" and not p.later]


def messages(name: str, values: dict[str, Any]) -> list[str]:
    return [p.message for p in check_properties(known(name), values).problems]


def _brief(problem: PropertyProblem) -> tuple[str, str]:
    return problem.kind, ".".join(map(str, (*problem.path, *filter(None, [problem.name]))))


class TestProperties:
    def test_valid_properties_are_converted(self) -> None:
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
        ("device", "converted"),
        [
            ({"volume_id": "v"}, {"volume_id": "v"}),
            ({"image_id": "i", "volume_size": 4}, {"image": "i", "volume_size": 4}),
            ({"image": "i", "volume_size": "4"}, {"image": "i", "volume_size": 4}),
        ],
    )
    def test_a_property_with_two_names_is_there_only_where_it_is_given(
        self, device: dict[str, Any], converted: dict[str, Any]
    ) -> None:
        values = {"flavor": "f", "networks": "auto", "block_device_mapping_v2": [device]}
        assert check_properties(known("OS::Nova::Server"), values).values["block_device_mapping_v2"] == [converted]

    @for_each(
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
    def test_one_problem(self, values: dict[str, Any], error: tuple[str, str]) -> None:
        assert errors("OS::Nova::Server", values) == [error]

    def test_every_problem_is_reported(self) -> None:
        found = errors("OS::Nova::Server", {"nope": 1, "networks": [{"port": []}, {"nope": 1}]})
        assert len(found) == 4

    def test_another_name_replaces_a_property(self) -> None:
        assert errors("OS::Neutron::Port", {"network_id": "a"}) == []
        assert errors("OS::Neutron::Port", {"network_id": ["a"]})[0] == ("wrong-type", "network_id")
        assert errors("OS::Neutron::Port", {"network_id": "a", "network": "b"}) == [("conflict", "network_id")]

    def test_another_name_conflicts_with_a_list(self) -> None:
        assert errors("OS::Heat::RandomString", {"sequence": "digits"}) == []
        found = errors("OS::Heat::RandomString", {"sequence": "digits", "character_classes": []})
        assert found == [("conflict", "sequence")]

    def test_a_property_that_heat_does_not_implement(self) -> None:
        values = {"ImageId": "a", "InstanceType": "b", "Tenancy": "default"}
        assert errors("AWS::EC2::Instance", values) == [("not-implemented", "Tenancy")]

    def test_null_becomes_the_empty_value(self) -> None:
        assert errors("OS::Nova::Server", {"flavor": None}) == []
        assert errors("OS::Neutron::Port", {"network": "a", "mac_address": None}) == [("constraint", "mac_address")]
        found = errors("OS::Neutron::Router", {"external_gateway_info": None})
        assert found == [("missing-property", "external_gateway_info.network")]

    def test_the_type_of_a_property_may_follow_another_property(self) -> None:
        assert errors("OS::Heat::Value", {"value": [1]}) == []
        assert errors("OS::Heat::Value", {"type": "number", "value": [1]}) == [("wrong-type", "value")]
        assert errors("OS::Heat::Value", {"type": "comma_delimited_list", "value": [1]}) == []

    def test_a_type_that_accepts_any_property(self) -> None:
        assert errors("OS::Heat::None", {"what": ["ever"]}) == []

    def test_update_policy(self) -> None:
        group = known("OS::Heat::ResourceGroup")
        assert check_update_policy(group, {"rolling_update": {"max_batch_size": 2}}).problems == []
        (problem,) = check_update_policy(group, {"rolling_update": {"max_batch_size": 0}}).problems
        assert _brief(problem) == ("constraint", "rolling_update.max_batch_size")
        (problem,) = check_update_policy(group, {"nope": 1}).problems
        assert _brief(problem) == ("unknown-property", "nope")
        assert problem.message == "update_policy of OS::Heat::ResourceGroup has no property 'nope'"


class TestUnknownParts:
    UNKNOWN = UnknownValue("only the cloud knows")

    def test_unknown_values_are_valid(self) -> None:
        assert errors("OS::Nova::Server", {"flavor": self.UNKNOWN, "networks": [self.UNKNOWN]}) == []
        assert errors("OS::Nova::Server", {"flavor": PartialText(("m1.", self.UNKNOWN))}) == []
        assert errors("OS::Nova::Server", {"flavor": OMITTED}) == [("missing-property", "flavor")]

    def test_known_parts_of_a_value_are_checked(self) -> None:
        found = errors("OS::Nova::Server", {"flavor": self.UNKNOWN, "networks": [{"port": self.UNKNOWN, "nope": 1}]})
        assert found == [("unknown-property", "networks.0.nope")]
        text = PartialText(("a", self.UNKNOWN))
        assert errors("OS::Heat::RandomString", {"length": text}) == [("wrong-type", "length")]
        assert errors("OS::Heat::RandomString", {"length": PartialText(("1", self.UNKNOWN))}) == []

    def test_a_partly_known_mapping_lacks_no_property(self) -> None:
        assert errors("OS::Neutron::Router", {"external_gateway_info": Partial({}, self.UNKNOWN)}) == []
        value = Partial({"nope": 1}, self.UNKNOWN)
        found = errors("OS::Neutron::Router", {"external_gateway_info": value})
        assert found == [("unknown-property", "external_gateway_info.nope")]

    def test_a_condition_is_an_error_when_both_outcomes_are(self) -> None:
        def problems(first: Any, second: Any) -> list[PropertyProblem]:
            values = {"flavor": Either("'c'", first, second)}
            return check_properties(known("OS::Nova::Server"), values).problems

        assert problems("a", "b") == []
        assert [p.severity for p in problems([], "b")] == ["warning"]
        assert {p.severity for p in problems([], {})} == {"error"}
        assert [p.kind for p in problems("a", OMITTED)] == ["missing-property"]

    def test_problems_that_heat_reports_only_on_creation_are_marked(self) -> None:
        port = UnknownValue("its id", "string", ValueSource("reference", "port"))
        values = {"flavor": "a", "networks": [{"port": port, "nope": 1}]}
        assert errors("OS::Nova::Server", values, referring={"networks"}) == []
        (problem,) = check_properties(known("OS::Nova::Server"), values, referring={"networks"}).problems
        assert problem.later

    def test_resource_ids_are_strings_before_the_resource_exists(self) -> None:
        value = UnknownValue("its id", "string", ValueSource("reference", "other"))
        values = {"flavor": "a", "networks": value}
        more: dict[str, Any] = {"referring": {"networks"}}
        assert errors("OS::Nova::Server", values, references={"other": "text"}, **more) == [("wrong-type", "networks")]
        assert errors("OS::Nova::Server", values, references={"other": "null"}, **more) == []
        assert errors("OS::Nova::Server", values, **more) == []
        assert known("OS::Neutron::Net").reference == "null"
        assert known("OS::Nova::Server").reference == "text"


def converted(schema: dict[str, Any], value: Any) -> Any:
    """Return the value of a property with this schema as Heat converts it; fail when it has a problem."""
    checked = check_properties(ResourceType("Acme::Thing", {"properties": {"it": schema}}, {}), {"it": value})
    assert not [p for p in checked.problems if p.severity == "error"]
    return checked.values["it"]


class TestConversion:
    @for_each(
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
    def test_values_that_are_converted(self, kind: str, value: Any, expected: Any) -> None:
        found = converted({"type": kind}, value)
        assert found == expected and type(found) is type(expected)

    @for_each(
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
    def test_values_that_heat_refuses(self, kind: str, value: Any) -> None:
        thing = ResourceType("Acme::Thing", {"properties": {"it": {"type": kind}}}, {})
        (problem,) = check_properties(thing, {"it": value}).problems
        assert problem.kind == "wrong-type" and problem.path == ("it",)
        assert problem.message.startswith("'it' of Acme::Thing must be ")

    def test_parameters_of_nested_templates_convert_strings_and_lists(self) -> None:
        assert converted({"type": "list", "convert": True}, "a,b") == ["a", "b"]
        assert converted({"type": "map", "convert": True}, "{}") == "{}"
        converted({"type": "map", "convert": True}, [1])

    def test_a_truncated_number_is_a_warning(self) -> None:
        (problem,) = check_properties(known("OS::Heat::RandomString"), {"length": 8.5}).problems
        assert (problem.kind, problem.severity) == ("cut", "warning")


@for_each(
    ("type_name", "values", "message"),
    [
        (
            "OS::Cinder::Volume",
            {"size": 1, "sise": 2},
            "OS::Cinder::Volume has no property 'sise' (did you mean 'size'?)",
        ),
        ("OS::Nova::Server", {}, "OS::Nova::Server requires the property 'flavor'"),
        (
            "OS::Nova::Server",
            {"flavor": "a", "networks": [{"nope": 1}]},
            "'networks' of OS::Nova::Server has no property 'nope'",
        ),
        (
            "AWS::EC2::Instance",
            {"ImageId": "a", "InstanceType": "b", "Tenancy": "default"},
            "'Tenancy' of AWS::EC2::Instance is not implemented by Heat",
        ),
        (
            "OS::Neutron::Port",
            {"network_id": "a", "network": "b"},
            "'network_id' and 'network' are two names of one property of OS::Neutron::Port; keep only 'network'",
        ),
        (
            "OS::Heat::RandomString",
            {"length": 8.5},
            "'length' of OS::Heat::RandomString is an integer, so Heat truncates 8.5 to 8",
        ),
    ],
)
def test_messages_name_the_property_and_its_type(type_name: str, values: dict[str, Any], message: str) -> None:
    assert messages(type_name, values) == [message]


def test_a_broken_constraint_names_the_property() -> None:
    (found,) = messages("OS::Heat::RandomString", {"length": 0})
    assert found.startswith("'length' of OS::Heat::RandomString: 0 is ")
    (found,) = messages("OS::Neutron::Port", {"network": "a", "mac_address": None})
    assert found.startswith("'mac_address' of OS::Neutron::Port is null, which Heat replaces with ''")
