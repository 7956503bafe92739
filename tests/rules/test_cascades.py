"""Mistakes that several rules see are one finding: that of the rule that tells best what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

import hotlint

VERSION = "heat_template_version: 2018-08-31\n"
NET = VERSION + "resources:\n  net: {type: 'OS::Neutron::Net', properties: %s}\n"
NESTED = VERSION + "parameters: {name: {type: string, default: d}, size: {type: number}}\nresources:\n"
NESTED += "  a: {type: OS::Heat::Value, properties: {value: [{get_param: name}, {get_param: size}]}}\n"
DOUBLED = VERSION + "parameters:\n  size: {type: string}\nparameters:\n  a:\n    type: OS::Heat::Value\n"
DOUBLED += "    properties: {value: {get_param: size}}\noutputs: {a: {value: {get_attr: [a, value]}}}\n"


def errors(
    folder: Path, template: str, environment: str = "", nested: str = "", *, also: tuple[str, ...] = ()
) -> list[str]:
    for name, text in (("app.yaml", template), ("e.env", environment), ("net.yaml", nested)):
        (folder / name).write_text(text)
    given = [str(folder / "e.env")] if environment else []
    found = hotlint.check(str(folder / "app.yaml"), environments=given).diagnostics
    return [d.code for d in found if d.severity == "error" or d.code in also]


@pytest.mark.parametrize(
    ("properties", "codes"),
    [
        ("{}", ["HOT609"]),  # that the template requires a size
        ("{shared: true}", ["HOT609"]),  # which the template does not have
        ("{nmae: x}", ["HOT609", "HOT503"]),  # neither has it
    ],
)
def test_a_template_that_does_not_match_the_type_it_replaces(tmp_path: Path, properties: str, codes: list[str]) -> None:
    entry = "resource_registry: {'OS::Neutron::Net': net.yaml}\n"
    assert errors(tmp_path, NET % properties, entry, NESTED) == codes
    assert errors(tmp_path, NET.replace("OS::Neutron::Net", "net.yaml") % properties, nested=NESTED)[-1] in (
        "HOT504",
        "HOT503",
    )


def test_an_environment_of_another_template_is_one_finding(tmp_path: Path) -> None:
    template = VERSION + "parameters: {image: {type: string, default: i}}\n"
    assert errors(tmp_path, template, "parameters: {alpha: 1, beta: 2, gamma: 3}\n") == ["HOT217"]
    assert errors(tmp_path, template, "parameters: {image: x, beta: 2, gamma: 3}\n") == ["HOT217", "HOT217"]
    assert errors(tmp_path, template, "parameters: {imgae: x, beta: 2}\n") == ["HOT217", "HOT217"]
    assert errors(tmp_path, template, "parameter_defaults: {alpha: 1, beta: 2}\n") == []


def test_the_environment_of_a_nested_template_says_nothing_of_its_parameters(tmp_path: Path) -> None:
    template = VERSION + "parameters: {alpha: {type: string}, beta: {type: string}}\nresources:\n"
    template += "  a: {type: net.yaml, properties: {name: {get_param: alpha}, size: {get_param: beta}}}\n"
    assert errors(tmp_path, template, "parameters: {alpha: 1, beta: 2}\n", NESTED) == []


def test_a_section_that_is_written_twice_and_holds_another_kind(tmp_path: Path) -> None:
    assert errors(tmp_path, DOUBLED) == ["HOT116"]
    assert errors(tmp_path, DOUBLED.replace("parameters:\n  a", "resources:\n  a")) == []
    again = VERSION + "resources:\n  a: {type: OS::Heat::Value}\nresources:\n  b: {type: OS::Heat::Value}\n"
    assert errors(tmp_path, again)[0] == "HOT002"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ('{"=": {"server_group": stack_id}}', ["HOT551"]),  # the placeholder would make it JSON
        ('{"=": {"server_group": "stack_id"}}', ["HOT752"]),
    ],
)
def test_a_placeholder_that_is_not_in_a_refused_text(tmp_path: Path, text: str, codes: list[str]) -> None:
    alarm = (
        "resources:\n  a:\n    type: OS::Aodh::GnocchiAggregationByResourcesAlarm\n    properties:\n      metric: cpu\n"
    )
    alarm += "      aggregation_method: mean\n      threshold: 50\n      resource_type: instance\n      query:\n"
    alarm += f"        str_replace: {{template: '{text}', params: {{STACK: {{get_param: 'OS::stack_id'}}}}}}\n"
    assert errors(tmp_path, VERSION + alarm, also=("HOT752",)) == codes
