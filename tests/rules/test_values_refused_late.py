"""Values that only the creation of a nested stack refuses: errors where that is certain, at the place of the value."""

from __future__ import annotations

from pathlib import Path

import pytest

import hotlint
from hotlint.cli.main import main

HEAD = "heat_template_version: 2018-08-31\n"
CHILD = (
    HEAD + "parameters: {size: {type: number, constraints: [{range: {min: 1, max: 5}}]}}\n"
    "resources: {it: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}\n"
)
MIDDLE = (
    HEAD
    + "parameters: {size: {type: number}, wanted: {type: boolean, default: true}, count: {type: number, default: 1}}\n"
    "conditions: {wanted: {get_param: wanted}}\nresources:\n"
    "  inner: {type: child.yaml, condition: wanted, properties: {size: %s}}\n"
)
PARENT = HEAD + "resources:\n  outer: {type: middle.yaml, properties: {size: %s}}\n"
GROUP = (
    HEAD + "parameters: {count: {type: number%s}}\nresources:\n  webs:\n    type: OS::Heat::ResourceGroup\n"
    "    properties:\n      count: {get_param: count}\n      resource_def: {type: child.yaml, properties: {size: 9}}\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "child.yaml").write_text(CHILD)
    (tmp_path / "middle.yaml").write_text(MIDDLE % "{get_param: size}")
    return tmp_path


def found(folder: Path, text: str, environment: str = "") -> list[str]:
    """Return the findings of a template as "line:column severity code"."""
    path = folder / "parent.yaml"
    path.write_text(text)
    (folder / "env.yaml").write_text(environment or "{}")
    report = hotlint.check(path, environments=[folder / "env.yaml"] if environment else [], config=False)
    return [f"{d.span.start_line + 1}:{d.span.start_column + 1} {d.severity} {d.code}" for d in report.diagnostics]


def test_a_literal_that_passes_through_a_nested_template(folder: Path) -> None:
    assert found(folder, PARENT % "9") == ["3:49 error HOT555"]
    assert found(folder, PARENT % "3") == []


def test_a_value_of_an_environment_that_passes_through(folder: Path) -> None:
    text = PARENT.replace("resources", "parameters: {size: {type: number}}\nresources") % "{get_param: size}"
    assert found(folder, text, "parameters: {size: 9}\n") == ["4:49 error HOT555"]
    assert found(folder, text, "parameters: {size: 3}\n") == []
    assert found(folder, text) == []


def test_the_constraint_is_a_related_place(folder: Path) -> None:
    (folder / "parent.yaml").write_text(PARENT % "9")
    (diagnostic,) = hotlint.check(folder / "parent.yaml", config=False).diagnostics
    assert [Path(r.path or "").name for r in diagnostic.related] == ["middle.yaml", "child.yaml"]
    assert diagnostic.message.endswith(
        "9 is above the maximum (5); Heat reports this only when it creates the resource"
    )


def test_a_literal_in_a_nested_template(folder: Path) -> None:
    (folder / "middle.yaml").write_text(MIDDLE % "9")
    assert found(folder, PARENT % "3") == ["3:17 error HOT555", "3:43 info HOT756"]


def test_a_resource_that_is_disabled(folder: Path) -> None:
    assert found(folder, PARENT.replace("{size", "{wanted: false, size") % "9") == []


@pytest.mark.parametrize(
    "condition", ["", "\nparameters: {flag: {type: boolean}}\nconditions: {flag: {get_param: flag}}"]
)
def test_a_parent_that_may_be_disabled(folder: Path, condition: str) -> None:
    text = (PARENT % "9").replace("\nresources", f"{condition}\nresources")
    text = text.replace("middle.yaml", "middle.yaml, condition: flag") if condition else text
    assert [f.split()[1] for f in found(folder, text)] == ([] if condition else ["error"])


def test_a_value_that_is_not_known(folder: Path) -> None:
    server = "  server: {type: OS::Nova::Server, properties: {flavor: f, image: i, networks: [{network: n}]}}\n"
    assert found(folder, PARENT % "{get_attr: [server, show, size]}" + server) == []


def test_members_of_a_group(folder: Path) -> None:
    assert found(folder, GROUP % ", default: 2") == ["8:59 error HOT555"]
    assert found(folder, GROUP % ", default: 0") == []
    assert [f.split()[1] for f in found(folder, GROUP % "")] == ["warning"]  # it may have no members


def test_a_constraint_that_only_the_cloud_knows(folder: Path) -> None:
    (folder / "child.yaml").write_text(
        CHILD.replace("number", "string").replace("range: {min: 1, max: 5}", "custom_constraint: nova.flavor")
    )
    (folder / "middle.yaml").write_text(
        MIDDLE.replace("size: {type: number}", "size: {type: string}") % "{get_param: size}"
    )
    assert found(folder, PARENT % "m1.none") == []


@pytest.mark.parametrize(
    ("kind", "constraint", "bad", "good"),
    [
        ("json", "length: {max: 1}", "{a: 1, b: 2}", "{a: 1}"),
        ("comma_delimited_list", "allowed_values: [a, b]", "[a, c]", "[a, b]"),
        ("string", "allowed_pattern: '[a-z]+'", "A1", "abc"),
        ("boolean", "", "maybe", "true"),
        ("number", "", "many", "'3'"),
    ],
)
def test_types(folder: Path, kind: str, constraint: str, bad: str, good: str) -> None:
    (folder / "child.yaml").write_text(
        HEAD + f"parameters: {{size: {{type: {kind}, constraints: [{f'{{{constraint}}}' if constraint else ''}]}}}}\n"
    )
    outer = kind if constraint else "string"
    (folder / "middle.yaml").write_text(
        MIDDLE.replace("size: {type: number}", f"size: {{type: {outer}}}") % "{get_param: size}"
    )
    assert [f.split()[1:] for f in found(folder, PARENT % bad)] == [["error", "HOT555"]]
    assert found(folder, PARENT % good) == []


def test_one_value_is_one_finding(folder: Path) -> None:
    """The child's own resource refuses the value as well, and so does a third template."""
    (folder / "child.yaml").write_text(
        CHILD.replace("OS::Heat::Value, properties: {value", "OS::Cinder::Volume, properties: {size")
    )
    assert found(folder, PARENT % "0") == ["3:49 error HOT555"]


def test_a_value_that_the_parent_refuses_is_no_finding_in_its_nested_templates(folder: Path) -> None:
    (folder / "child.yaml").write_text(
        HEAD + "parameters: {size: {type: number, constraints: [{range: {min: 1, max: 5}}]}}\n"
        "resources: {it: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}}\n"
    )
    text = HEAD + "resources:\n  outer: {type: child.yaml, properties: {size: 0}}\n"
    assert found(folder, text) == ["3:48 error HOT506"]


def test_two_parents_have_places_of_their_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "other.yaml").write_text(PARENT.replace("  outer", "\n\n  other") % "9")
    (folder / "parent.yaml").write_text(PARENT % "9")
    main(["check", str(folder), "--no-cache", "--no-config", "--format", "concise"])
    lines = [line.partition(" HOT555")[0] for line in capsys.readouterr().out.splitlines()]
    assert [line.rpartition("/")[2] for line in lines] == ["other.yaml:5:49: error", "parent.yaml:3:49: error"]


def test_a_selected_rule_sums_up_what_all_rules_find(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "middle.yaml").write_text(MIDDLE % "[1]" + "  none: {type: 'OS::Heat::Nope'}\n")
    (folder / "parent.yaml").write_text(PARENT % "3")
    for code in ("HOT607", "HOT555"):
        main(
            ["check", str(folder / "parent.yaml"), "--no-cache", "--no-config", "--format", "concise", "--select", code]
        )
        assert f"error {code} nested template 'middle.yaml': " in capsys.readouterr().out


def test_what_members_of_a_group_are_given_is_refused_before_it_exists(folder: Path) -> None:
    """Until it is created, the id of a random string is its name, which is no number."""
    size = "size: {str_replace: {template: X, params: {X: {get_resource: it}}}}"
    (folder / "parent.yaml").write_text(
        f"{HEAD}resources:\n  it: {{type: OS::Heat::RandomString}}\n  disks:\n    type: OS::Heat::ResourceGroup\n"
        f"    properties: {{count: 2, resource_def: {{type: OS::Cinder::Volume, properties: {{{size}}}}}}}\n"
    )
    assert [d.message for d in hotlint.check(folder / "parent.yaml", config=False).diagnostics] == [
        "'size' of OS::Cinder::Volume must be an integer, but 'it' is a string"
        " (before the stack is created, when attributes and many IDs are null)"
    ]


@pytest.mark.parametrize(
    ("servers", "code"),
    [
        ("{a: [x], b: y}", "HOT518"),  # Heat validates the first member of a group
        ("{a: x, b: [y]}", "HOT555"),
        ("{a: {get_attr: [value, value]}, b: {c: d}}", "HOT555"),
    ],
)
def test_the_servers_of_a_deployment_group(folder: Path, servers: str, code: str) -> None:
    group = f"{{type: OS::Heat::SoftwareDeploymentGroup, properties: {{config: c, servers: {servers}}}}}"
    text = f"heat_template_version: 2018-08-31\nresources:\n  value: {{type: OS::Heat::RandomString}}\n  it: {group}\n"
    assert [f.split()[1:] for f in found(folder, text)][-1:] == [["error", code]]


GROUP_OF = "OS::Heat::ResourceGroup, properties: {count: %s, resource_def: {type: 'OS::Heat::Value', properties: {value: {get_param: q}}}}"


@pytest.mark.parametrize(
    ("reads", "code"),
    [
        (GROUP_OF % "1", "HOT607"),
        (GROUP_OF % "{get_attr: [a, value]}", "HOT607"),  # which is null, so the group has one member
        (
            "OS::Heat::ResourceChain, properties: {resources: ['OS::Heat::Value'], resource_properties: {value: {get_param: q}}}",
            "HOT607",
        ),
        ("OS::Heat::Value, properties: {value: {get_param: q}}", "HOT555"),
    ],
)
@pytest.mark.parametrize(("kind", "value"), [("number", "1"), ("boolean", "true"), ("json", "{}")])
def test_parameter_defaults_that_a_nested_template_does_not_take(
    folder: Path, kind: str, value: str, reads: str, code: str
) -> None:
    other = "  a: {type: OS::Heat::Value, properties: {value: 2}}\n"
    child = f"{HEAD}parameters: {{q: {{type: {kind}}}}}\nresources:\n{other}  r: {{type: {reads}}}\n"
    (folder / "child.yaml").write_text(child)
    text = HEAD + "resources: {n: {type: child.yaml%s}}\n"
    assert found(folder, text % "", "parameter_defaults: {q: text}\n") == [f"2:23 error {code}"]
    assert found(folder, text % f", properties: {{q: {value}}}", "parameter_defaults: {q: text}\n") == []


def test_a_type_that_only_reads_a_property(folder: Path) -> None:
    (folder / "child.yaml").write_text(
        HEAD + "resources: {a: {type: OS::Heat::Value, properties: {value: a, type: [b]}}}\n"
    )
    assert found(folder, HEAD + "resources: {n: {type: child.yaml}}\n") == ["2:23 error HOT607"]


@pytest.mark.parametrize(("count", "expected"), [("{get_param: count}", ["3:17 error HOT607"]), ("1", [])])
def test_a_default_that_a_nested_stack_reads_before_it_is_created(
    folder: Path, count: str, expected: list[str]
) -> None:
    child = GROUP % ", default: many"
    (folder / "group.yaml").write_text(child.replace("{get_param: count}", count).replace("size: 9", "size: 1"))
    assert found(folder, HEAD + "resources:\n  outer: {type: group.yaml}\n") == expected


def test_a_use_that_is_certain_does_not_count_for_another_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "broken.yaml").write_text(CHILD.replace("type: number", "type: numbr").replace("{size:", "{sizes:", 1))
    group = GROUP.replace("child.yaml, properties: {size: 9}", "broken.yaml") % ", default: 1"
    (folder / "certain.yaml").write_text(group)
    (folder / "uncertain.yaml").write_text(group.replace("get_param: count", "get_param: undefined"))
    main(["check", str(folder), "--no-config", "--no-cache", "--jobs", "1", "--format", "concise"])
    late = [line.partition(":")[0] for line in capsys.readouterr().out.splitlines() if " HOT555 " in line]
    assert [Path(name).name for name in late] == ["certain.yaml"]
