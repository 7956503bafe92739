"""One mistake is one finding: what only follows from it is not reported as well."""

from __future__ import annotations

from pathlib import Path

from for_each import for_each

import hotlint

HEAD = "heat_template_version: 2018-08-31\n"
SIZE = "parameters:\n  size: {type: string}\n"
PARAMETERS = SIZE + "  flag: {type: boolean, default: true}\n"
VALUE = "  it:\n    type: OS::Heat::Value\n    properties: {value: %s}\n"
SERVER = "  server: {type: 'OS::Nova::Server', properties: {image: i, flavor: f, networks: [{network: n}]%s}}\n"
DEPLOYMENT = (
    "  it: {type: 'OS::Heat::SoftwareDeployment', properties: {server: {get_resource: server}}}\n"
    "  too: {type: 'OS::Heat::SoftwareDeployment', properties: {server: {get_resource: server}}}\n"
)
MISTAKES = {
    "a function in a function that takes no mapping": (
        SIZE + "resources:\n" + VALUE % "{list_join: [',', {get_parm: size}]}",
        ["error HOT405"],
    ),
    "a function that is repeated by an alias": (
        SIZE + "resources:\n" + VALUE % "{list_join: [',', &x {get_parm: size}]}" + VALUE.replace("it:", "b:") % "*x",
        ["error HOT405"],
    ),
    "a function in the properties of members": (
        SIZE
        + "resources:\n  it:\n    type: OS::Heat::ResourceGroup\n    properties:\n      resource_def:\n"
        + "        type: OS::Neutron::Net\n        properties: {name: {get_parm: size}}\n",
        ["error HOT555"],
    ),
    "a required parameter of members": (
        "resources:\n  it:\n    type: OS::Heat::ResourceGroup\n    properties:\n      resource_def:\n"
        "        type: nested.yaml\n        properties: {metadtaa: 1}\n",
        ["error HOT613"],
    ),
    "a condition whose function is misspelled": (
        PARAMETERS + "conditions:\n  one: {equlas: [{get_param: flag}, true]}\n  two: {not: one}\nresources:\n"
        "  it: {type: 'OS::Heat::Value', condition: two, properties: {value: {if: [one, {get_param: size}, 2]}}}\n",
        ["error HOT411"],
    ),
    "a condition that is neither true nor false": (
        PARAMETERS + "conditions:\n  one: {yaql: {expression: '3', data: {}}}\n  two: {not: one}\nresources:\n"
        "  it: {type: 'OS::Heat::Value', condition: two, properties: {value: {if: [one, {get_param: size}, {get_param: flag}]}}}\n",
        ["error HOT701"],
    ),
    "values that are each other's": (
        "resources:\n" + VALUE % "{get_attr: [too, value]}" + VALUE.replace("it:", "too:") % "{get_attr: [it, value]}",
        ["error HOT307"],
    ),
    "a reference in a condition": (
        "conditions:\n  one: {equals: [{get_resource: it}, 1]}\nresources:\n"
        "  it: {type: 'OS::Heat::Value', condition: one, properties: {value: 1}}\n",
        ["error HOT403"],
    ),
    "ports in the wrong order": (
        "resources:\n  it:\n    type: OS::Neutron::SecurityGroup\n    properties:\n      rules: [{protocol: tcp, "
        "port_range_min: 90, port_range_max: 80}]\n",
        ["error HOT551"],
    ),
    "a function in the default of a string": (
        "parameters:\n  size: {type: string, default: {list_join: ['', [a]]}}\nresources:\n" + VALUE % "{get_param: size}",
        ["warning HOT410"],
    ),
    "a function in a default that the members of a group get": (
        "parameters:\n  size: {type: json, default: {get_param: nope}}\nresources:\n  it:\n    type: OS::Heat::ResourceGroup\n"
        "    properties:\n      resource_def: {type: OS::Heat::Value, properties: {value: {get_param: size}}}\n",
        ["error HOT555"],
    ),
    "a type that is alone against a default and constraints": (
        "parameters:\n  size:\n    type: boolean\n    default: large\n    constraints:\n"
        "      - allowed_values: [small, large]\n      - length: {min: 1}\nresources:\n" + VALUE % "{get_param: size}",
        ["error HOT211"],
    ),
    "a constraint that no value satisfies, and a default": (
        "parameters:\n  size: {type: string, default: large, constraints: [{length: {min: 5, max: 1}}]}\nresources:\n"
        + VALUE % "{get_param: size}",
        ["error HOT207"],
    ),
    "a type that is wrong for all uses but an output": (
        SIZE.replace("string", "comma_delimited_list, default: a") + "resources:\n  it:\n    type: OS::Neutron::Net\n"
        "    properties: {name: {get_param: size}}\noutputs: {size: {value: {get_param: size}}}\n",
        ["error HOT516"],
    ),
    "a parameter's definition": (
        PARAMETERS.replace("  size", "  szie") + "resources:\n" + VALUE % "[{get_param: size}, {get_param: size}, {get_param: flag}]",
        ["error HOT301"],
    ),
    "a resource's definition": (
        "resources:\n" + VALUE.replace("  it:", "  first_one:") % "1"
        + VALUE % "[{get_attr: [fisrt_one, value]}, {get_resource: fisrt_one}]" + "    depends_on: fisrt_one\n",
        ["error HOT302"],
    ),
    "a condition's definition": (
        "conditions: {lagre: true}\nresources:\n" + VALUE % "{if: [large, 1, 2]}" + "    condition: large\n",
        ["error HOT304"],
    ),
    "a required property in a list": (
        "resources:\n  it: {type: 'OS::Heat::MultipartMime', properties: {parts: [{cofnig: {get_resource: c}}]}}\n"
        "  c: {type: 'OS::Heat::SoftwareConfig'}\n",
        ["error HOT503"],
    ),
    "a required property by its deprecated name": (
        "resources:\n  it: {type: 'OS::Neutron::Subnet', properties: {nextwork_id: a, cidr: 10.0.0.0/8}}\n",
        ["error HOT503"],
    ),
    "the properties that a type's own rules read": (
        "resources:\n  it: {type: 'OS::Cinder::Volume', propertxies: {size: 1}}\n",
        ["error HOT109"],
    ),
    "the properties that another resource's rules read": (
        "resources:\n" + SERVER.replace("properties", "propetries") % ", user_data_format: SOFTWARE_CONFIG" + DEPLOYMENT,
        ["error HOT109"],
    ),
    "a value that another resource's rules read": (
        "resources:\n" + SERVER % ", user_data_format: SOFWTARE_CONFIG" + DEPLOYMENT,
        ["error HOT506"],
    ),
    "a property that another resource's rules read": (
        "resources:\n" + SERVER % ", user_dta_format: SOFTWARE_CONFIG" + DEPLOYMENT,
        ["error HOT503"],
    ),
    "hidden": (
        "parameters:\n  password: {type: string, hdden: true}\nresources:\n" + VALUE % "{get_param: password}",
        ["error HOT203"],
    ),
    "what limits a security group rule": (
        "resources:\n  it:\n    type: OS::Neutron::SecurityGroup\n    properties:\n"
        "      rules: [{prtocol: tcp, port_range_min: 22, port_range_max: 22}]\n",
        ["error HOT503"],
    ),
}  # fmt: skip
NESTED = HEAD + "parameters: {metadata: {type: string}}\noutputs: {o: {value: {get_param: metadata}}}\n"


def found_in(folder: Path, text: str, environment: str = "") -> list[str]:
    (folder / "nested.yaml").write_text(NESTED)
    (folder / "a.yaml").write_text(HEAD + text)
    (folder / "env.yaml").write_text(environment)
    given = [folder / "env.yaml"] if environment else []
    report = hotlint.check(folder / "a.yaml", environments=given, config=False)
    return [f"{d.severity} {d.code}" for d in report.diagnostics]


@for_each("mistake", MISTAKES)
def test_one_mistake_is_one_finding(tmp_path: Path, mistake: str) -> None:
    text, expected = MISTAKES[mistake]
    assert found_in(tmp_path, text) == expected


def test_a_value_for_a_parameter_in_a_misspelled_section(tmp_path: Path) -> None:
    text = "parmeters:\n  size: {type: string}\nresources:\n" + VALUE % "{get_param: size}"
    assert found_in(tmp_path, text, "parameters: {size: a}\n") == ["error HOT104"]


def test_uses_of_a_definition_that_is_used_are_mistakes_of_their_own(tmp_path: Path) -> None:
    text = (
        PARAMETERS
        + "resources:\n"
        + VALUE % "[{get_param: size}, {get_param: flag}, {get_param: sizes}, {get_param: sizes}]"
    )
    assert found_in(tmp_path, text) == ["error HOT301", "error HOT301"]


def test_the_fix_of_a_misspelled_definition_changes_all_its_uses(tmp_path: Path) -> None:
    text, _ = MISTAKES["a parameter's definition"]
    (tmp_path / "a.yaml").write_text(HEAD + text)
    (found,) = hotlint.check(tmp_path / "a.yaml", config=False).diagnostics
    assert [r.message for r in found.related] == ["same problem here"]
    assert len(found.fixes[0].edits) == 2


def test_a_file_without_any_of_the_placeholders_is_one_finding(tmp_path: Path) -> None:
    replaced = "{str_replace: {template: {get_file: boot.sh}, params: {$size: {get_param: size}, $name: b, $kind: c}}}"
    text = SIZE + "resources:\n" + VALUE % replaced + "outputs: {o: {value: {get_attr: [it, value]}}}\n"
    for script, expected in (
        ("exit 0\n", ["warning HOT752"]),
        ("echo $size\n", ["warning HOT752"] * 2),
        ("echo $SIZE\n", ["warning HOT752"] * 2),
    ):
        (tmp_path / "boot.sh").write_text(script)
        assert found_in(tmp_path, text) == expected, script
