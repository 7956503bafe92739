"""Findings of rules on documents, structure, parameters and references beyond their own examples."""

from pathlib import Path
from typing import Any

import pytest

import hotlint
from hotlint.analysis import template
from hotlint.language.versions import NEWEST

HEAD = "heat_template_version: 2018-08-31\n"


def found(text: str, **kwargs: Any) -> list[tuple[str, str, int]]:
    """Code, severity and line (from 1) of each error and warning."""
    report = hotlint.check("template.yaml", text=text, **kwargs)
    return [(d.code, d.severity, d.span.start_line + 1) for d in report.diagnostics if d.severity != "info"]


def messages(text: str) -> list[str]:
    return [d.message for d in hotlint.check("template.yaml", text=text).diagnostics if d.severity != "info"]


def test_a_syntax_error_makes_only_its_own_entry_unreliable() -> None:
    text = HEAD + (
        "parameters:\n"
        "  size: {type: strng}\n"
        "resources:\n"
        "  one:\n"
        "    type: OS::Heat::Value\n"
        "    properties: {value: {get_resource: {{ name }}\n"
        "  two:\n"
        "    type: OS::Heat::Value\n"
        "    depends_on: nobody\n"
        "    properties: {value: 1}\n"
    )
    assert [(code, line) for code, _, line in found(text)] == [("HOT202", 3), ("HOT005", 7), ("HOT302", 10)]


def test_names_in_lost_lines_are_not_missed() -> None:
    text = HEAD + "parameters:\n  %size: {type: string}\noutputs:\n  a: {value: {get_param: size}}\n"
    assert [code for code, _, _ in found(text)] == ["HOT001"]


SERVER = "  b:\n    type: OS::Nova::Server\n    properties:\n      image: x\n      flavor: y\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("  a: {type: [}\n" + SERVER + "\tnetworks: []\n", [("HOT001", 3), ("HOT001", 9)]),
        (SERVER + "\tnetworks: []\n", [("HOT001", 8)]),
        (SERVER.replace("y", '"y') + "\ta\n", [("HOT001", 7)]),
    ],
)
def test_a_tab_in_another_entry_is_told_beside_the_first_mistake(body: str, expected: list[tuple[str, int]]) -> None:
    """A property that is lost with its line is not missing, and a tab in a text that is not closed is none of indentation."""
    assert [(code, line) for code, _, line in found(HEAD + "resources:\n" + body)] == expected


@pytest.mark.parametrize("text", ["", "# nothing\n", "--- \n"])
def test_an_empty_file(text: str) -> None:
    assert [code for code, _, _ in found(text)] == ["HOT010"]


def test_a_cycle_is_reported_once_with_all_its_steps() -> None:
    value = "{type: OS::Heat::Value, properties: {value: %s}}"
    links = {"a": "{get_resource: b}", "b": "{get_attr: [c, value]}", "c": "{get_resource: a}"}
    text = HEAD + "resources:\n" + "".join(f"  {n}: {value % v}\n" for n, v in links.items())
    (only,) = hotlint.check("template.yaml", text=text).diagnostics
    assert "a -> b -> c -> a" in only.message
    assert [r.message for r in only.related] == ["'b' depends on 'c' here", "'c' depends on 'a' here"]


def test_what_depends_on_a_value_that_is_not_given_is_a_warning() -> None:
    text = HEAD + (
        "parameters: {p: {type: boolean}}\n"
        "resources:\n"
        "  a: {type: OS::Heat::Value, condition: {get_param: p}, properties: {value: {get_resource: b}}}\n"
        "  b: {type: OS::Heat::Value, depends_on: a, properties: {value: 1}}\n"
    )
    assert found(text) == [("HOT307", "warning", 4)]
    assert found(text, parameters={"p": True}) == [("HOT307", "error", 4)]
    assert found(text, parameters={"p": False}) == []


def test_an_undefined_condition_in_an_untaken_branch_is_a_warning() -> None:
    text = HEAD + "conditions:\n  gate: false\n  x: {and: [gate, nope]}\noutputs:\n  a: {value: 1, condition: %s}\n"
    assert ("HOT304", "warning", 4) in found(text % "x")
    assert ("HOT304", "error", 4) in found(text.replace("gate: false", "gate: true") % "x")
    assert ("HOT304", "warning", 4) in found(text.replace("gate: false", "gate: true") % "gate")


def test_a_value_from_an_environment_is_related_to_its_place(tmp_path: Path) -> None:
    environment = tmp_path / "env.yaml"
    environment.write_text("parameters:\n  port: http\n  prot: 80\n", encoding="utf-8")
    text = HEAD + "parameters:\n  port: {type: number}\noutputs:\n  a: {value: {get_param: port}}\n"
    report = hotlint.check(tmp_path / "t.yaml", text=text, environments=[environment])
    by_code = {d.code: d for d in report.diagnostics if d.severity == "error"}
    assert set(by_code) == {"HOT215", "HOT217"}
    assert all(d.related and d.related[0].path == str(environment) for d in by_code.values())
    assert "did you mean 'port'" in by_code["HOT217"].message


@pytest.mark.parametrize(
    ("written", "offered"),
    [
        ("2013-05-24", "2013-05-23"), ("2019-01-01", "2018-08-31"), ("2024-10-02", "2021-04-16"), ("Queens", "queens"),
        ("train", "2018-08-31"), ("mitaka", "2016-04-08"), ("latest", NEWEST), ("2018-8-31", "2018-08-31"),
        ("2012-12-12", "2013-05-23"),
    ],
)  # fmt: skip
def test_the_nearest_version(written: str, offered: str) -> None:
    (message,) = messages(f'heat_template_version: "{written}"\n')
    assert f"did you mean '{offered}'" in message


@pytest.mark.parametrize("default", ["10GB", "cirros", "[1]"])
def test_the_wrong_default_is_marked(default: str) -> None:
    text = f"{HEAD}parameters:\n  a: {{type: number,\n    default: {default}}}\noutputs: {{o: {{value: {{get_param: a}}}}}}\n"
    assert found(text) == [("HOT211", "error", 4)]


def test_an_invalid_constraint_is_not_checked_against_values() -> None:
    text = HEAD + (
        "parameters:\n  a: {type: number, default: 5, constraints: [{length: {max: 1}}, {range: {mx: 1}}]}\n"
        "outputs: {o: {value: {get_param: a}}}\n"
    )
    assert [code for code, _, _ in found(text)] == ["HOT206", "HOT204"]


@pytest.mark.slow
def test_thousands_of_undefined_names_are_reported_fast() -> None:
    names = [f"server_{i}" for i in range(1000)]
    entries = "".join(f"  {n}: {{type: OS::Heat::None, depends_on: {n}x}}\n" for n in names[:200])
    rest = "".join(f"  {n}: {{type: OS::Heat::None}}\n" for n in names[200:])
    assert [severity for code, severity, _ in found(HEAD + "resources:\n" + entries + rest) if code != "HOT645"] == [
        "error"
    ] * 200


def test_a_removed_function_is_one_finding_whatever_its_arguments() -> None:
    """Heat reads any arguments of a function that a version dropped, and refuses it when it is resolved."""
    text = "heat_template_version: 2015-04-30\noutputs:\n  o: {value: {'Fn::Join': x}}\n"
    found = hotlint.check("t.yaml", text=text, config=False).diagnostics
    assert [d.code for d in found if d.severity == "error"] == ["HOT402"]


def test_a_block_of_the_wrong_type_begins_with_its_key() -> None:
    text = HEAD + "resources:\n  a:\n    type: OS::Swift::Container\n    properties:\n      name:\n      - b\n"
    (only,) = [d for d in hotlint.check("template.yaml", text=text).diagnostics if d.code == "HOT505"]
    assert (only.span.start_line, only.span.end_line) == (5, 6)


def test_a_version_that_is_too_old_is_named_with_what_it_lacks() -> None:
    text = (
        "heat_template_version: 2014-10-16\nparameters: {p: {type: string, default: a, tags: [b]}}\n"
        "conditions: {c: true}\nresources: {r: {type: OS::Heat::None, condition: c}}\n"
    )
    (only,) = [d for d in hotlint.check("template.yaml", text=text).diagnostics if d.code == "HOT118"]
    assert only.message == (
        "version 2014-10-16 (Juno) is too old for key 'tags' of a parameter, section 'conditions' and 1 more; "
        "this template requires 2018-03-02 (Queens) or later"
    )
    assert [fix.title for fix in only.fixes] == ["Change to '2018-03-02'"]


def test_a_function_in_a_condition_that_comes_later_is_named_at_the_version() -> None:
    text = "heat_template_version: %s\nconditions: {c: {contains: [a, [a]]}}\nresources: {}\n"
    codes = {version: [c for c, _, _ in found(text % version)] for version in ("2016-10-14", "2017-09-01")}
    assert "HOT118" in codes["2016-10-14"] and "HOT118" not in codes["2017-09-01"]
    data = "heat_template_version: 2016-10-14\nconditions: {c: {equals: [a, {contains: [a, [a]]}]}}\nresources: {}\n"
    assert "HOT118" not in [c for c, _, _ in found(data)]


def test_a_name_of_the_stack_is_no_list() -> None:
    text = HEAD + "resources:\n  a: {type: OS::Neutron::Net, properties: {tags: {get_param: 'OS::%s'}}}\n"
    for name in ("stack_name", "stack_id", "project_id"):
        assert [c for c, _, _ in found(text % name)] == ["HOT505"]
    text = HEAD + "resources:\n  a: {type: OS::Neutron::Net, properties: {tags: [{get_param: 'OS::stack_name'}]}}\n"
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("parameter_groups: [{parameters: [a]}]\nparameter_groups: []\n", "warning"),
        ("parameters:\n  p:\n    type: string\n    label: a\n    label: b\n    default: c\n", "warning"),
        ("parameters:\n  p:\n    type: string\n    default: a\n    default: b\n", "error"),
        ("parameters:\n  p:\n    type: string\n    default: a\n    default: a\n", "warning"),
        ("parameters:\n  p:\n    type: string\n    default: '1'\n    default: 1\n", "error"),
        ("resources:\n  r:\n    type: OS::Neutron::Net\n    description: a\n    description: b\n", "error"),
        ("resources:\n  r:\n  r: {type: OS::Heat::None}\n", "warning"),
        ("resources:\n  r: {type: OS::Heat::None}\n  r:\n", "error"),
    ],
)
def test_what_only_documents_is_no_loss(text: str, severity: str) -> None:
    assert [s for code, s, _ in found(HEAD + text) if code == "HOT002"] == [severity]


def test_properties_under_another_name_are_where_a_missing_one_is() -> None:
    text = HEAD + "resources:\n  r:\n    type: OS::Heat::Value\n    metadata:\n      value: 1\n"
    (only,) = [d for d in hotlint.check("template.yaml", text=text).diagnostics if d.code == "HOT504"]
    assert only.span.start_line == 4
    assert only.message == "OS::Heat::Value requires the property 'value'; is 'metadata' meant to be 'properties'?"


def test_the_key_that_cannot_be_a_description_is_meant_to_be_the_value() -> None:
    text = HEAD + "outputs:\n  o:\n    description: a\n    description:\n      b: c\n"
    (only,) = [d for d in hotlint.check("template.yaml", text=text).diagnostics if d.code == "HOT112"]
    assert only.span.start_line == 4


def test_a_placeholder_has_attributes_that_are_no_strings() -> None:
    text = (
        HEAD
        + "resources:\n  v: {type: OS::Heat::None}\n  w: {type: OS::Heat::Value, properties: {value: {get_attr: [v, %s, x]}}}\n"
    )
    assert ("HOT405", "warning", 4) in found(text % "1")
    assert ("HOT405", "error", 4) in found(text % "[a]")


def test_what_is_missing_because_it_is_empty_is_reported_there() -> None:
    text = HEAD + (
        "resources:\n  r:\n    type: AWS::AutoScaling::LaunchConfiguration\n    properties:\n"
        "      InstanceType: a\n      ImageId: ''\n"
    )
    (only,) = [d for d in hotlint.check("template.yaml", text=text).diagnostics if d.code == "HOT517"]
    assert only.span.start_line == 6


def test_a_template_whose_aliases_expand_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template, "NODE_LIMIT", 12)
    resource = "{type: OS::Heat::Value, properties: {value: %s}}"
    for section, form in {"resources": resource, "outputs": "{value: %s}"}.items():
        text = HEAD + f"{section}:\n  a: {form % '&a [1, 2, 3, 4, 5, 6, 7, 8, 9]'}\n  b: {form % '&b [*a, *a, *a]'}\n"
        assert found(text) == []
        assert found(text + f"  c: {form % '[*b, *b]'}\n") == [("HOT007", "error", 2)]
