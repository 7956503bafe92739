"""Trees of files as they are: open worlds, and unrendered Jinja sources."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hotlint.cli.main import main

V = "heat_template_version: 2018-08-31\ndescription: d\n"
Check = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    """Return a function that writes files, checks the folder and returns its findings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))

    def run(files: dict[str, str], *args: str) -> list[dict[str, Any]]:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        main(["check", "--format", "json", "--no-cache", *(args or (".",))])
        return list(json.loads(capsys.readouterr().out)["diagnostics"])

    return run


def brief(found: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    return [(d["path"], d["code"], d["severity"]) for d in found if d["severity"] != "info"]


NESTED = {
    "env.yaml": "resource_registry: {'Acme::Web::Server': web.yaml}\nparameter_defaults: {size: 1}\n",
    "web.yaml": V + "resources:\n  a: {type: Acme::Web::Log}\n  b: {type: disk.yaml}\n",
    "disk.yaml": V + "parameters: {size: {type: number}}\noutputs: {o: {value: {get_param: size}}}\n",
}


def test_what_users_supply_is_unknown_in_a_nested_template(check: Check) -> None:
    assert brief(check(NESTED)) == []


def test_an_environment_may_map_to_a_type_of_another_one(check: Check) -> None:
    vendor = "resource_registry:\n  Acme::Core: Acme::Vendor::Core\n  Other::Core: Other::Vendor\n  Acme::Web: OS::Nova::Sever\n"
    found = check({"base.yaml": "resource_registry: {'Acme::Log': OS::Heat::None}\n", "vendor.yaml": vendor})
    assert [d["message"].partition(";")[0] for d in found] == [
        "unknown resource type 'Other::Vendor'",
        "unknown resource type 'OS::Nova::Sever' (did you mean 'OS::Nova::Server' or 'OS::Nova::ServerGroup'?)",
    ]


def test_an_absolute_name_is_not_judged_by_the_files_of_this_machine(check: Check) -> None:
    files = {
        "env.yaml": "resource_registry: {'Acme::Web': /usr/share/acme/web.yaml}\n",
        "a.yaml": V
        + "resources:\n  a: {type: /usr/share/acme/a.yaml}\noutputs: {o: {value: {get_file: /usr/share/acme/a.sh}}}\n",
    }
    severities = {d["code"]: d["severity"] for d in check(files)}
    assert severities == {"HOT604": "info", "HOT635": "info"}


def test_the_last_line_says_what_is_assumed(check: Check, capsys: pytest.CaptureFixture[str]) -> None:
    check({**NESTED, "root.yaml": V})
    line = "hotlint: assumed that 2 templates that others use get the values and types that are missing\n"
    for _ in range(2):  # the second time from the cache
        main(["check", "."])
        assert line in capsys.readouterr().err
    main(["check", "root.yaml", "web.yaml", "disk.yaml"])
    assert line in capsys.readouterr().err
    main(["check", "web.yaml", "root.yaml"])
    assert "hotlint: assumed that a template that others use gets the values" in capsys.readouterr().err
    main(["check", "--no-discovery", "root.yaml", "web.yaml"])
    assert "assumed" not in capsys.readouterr().err
    main(["check", "-q", "."])
    assert capsys.readouterr().err == ""


def test_a_nested_template_that_is_named_is_checked_as_in_its_folder(check: Check) -> None:
    check(NESTED)
    assert brief(check({}, "web.yaml")) == []


def test_without_discovery_a_nested_template_is_checked_as_heat_does(check: Check) -> None:
    check(NESTED)
    found = brief(check({}, "--no-discovery", "web.yaml"))
    assert found == [("web.yaml", "HOT501", "error"), ("web.yaml", "HOT504", "error")]


def test_a_root_is_checked_as_heat_does(check: Check) -> None:
    root = V + "resources:\n  a: {type: Acme::Web::Log}\n  b: {type: disk.yaml}\n"
    assert brief(check({**NESTED, "root.yaml": root})) == [
        ("root.yaml", "HOT501", "error"),
        ("root.yaml", "HOT504", "error"),
    ]


def test_a_misspelled_type_of_heat_is_reported_in_any_world(check: Check) -> None:
    files = {
        "env.yaml": "resource_registry:\n  OS::Nova::Server: web.yaml\n",
        "web.yaml": V + "resources: {a: {type: 'OS::Nova::Sever'}}\n",
    }
    assert brief(check(files)) == [("web.yaml", "HOT501", "error")]


def test_an_empty_configuration_changes_nothing(check: Check) -> None:
    outside = {"sub/.keep": "", "note.txt": "x"}
    files = {**NESTED, **outside, "sub/top.yaml": V + "outputs: {o: {value: {get_file: ../note.txt}}}\n"}
    before = check(files)
    assert check({".hotlint.yaml": ""}) == before
    assert check({"sub/.hotlint.yaml": "{}\n"}) == before


def test_an_error_that_depends_on_the_values_stays_with_its_user(check: Check) -> None:
    files = {
        "user.yaml": V + "resources:\n  a: {type: pick.yaml, properties: {n: 9}}\n",
        "pick.yaml": V + "parameters: {n: {type: number, default: 0}}\n"
        "outputs: {o: {value: {get_param: n}}}\n"
        "resources:\n  b:\n    type: OS::Heat::None\n    depends_on: [{get_param: n}]\n",
    }
    assert {d["path"] for d in check(files) if d["code"] == "HOT607"} <= {"user.yaml"}


def test_no_finding_is_reported_twice(check: Check) -> None:
    """A file, its folder, what is above it, two parents of it and an environment lead to the same findings."""
    child = V + "parameters: {size: {type: number}}\noutputs: {o: {value: {get_param: sise}}}\n"
    uses = "resources:\n  a: {type: sub/child.yaml, properties: {size: 1}}\n  b: {type: ./sub/child.yaml, properties: {size: 2}}\n"
    files = {
        "sub/child.yaml": child, "one.yaml": V + uses, "two.yaml": V + uses,
        "env.yaml": "parameter_defaults: {size: 1}\nresource_registry: {'A::B': sub/child.yaml, 'A::C': gone.yaml}\n",
    }  # fmt: skip
    once = check(files)
    assert len([d for d in once if d["code"] == "HOT301"]) == len([d for d in once if d["code"] == "HOT635"]) == 1
    child_path = str(Path("sub", "child.yaml"))
    for more in (
        (child_path, "sub", "."),
        (".", "../" + Path.cwd().name, str(Path.cwd())),
        ("sub", "one.yaml", "two.yaml", "env.yaml"),
    ):
        found = [(d["path"], d["code"], d["message"], str(d["span"])) for d in check({}, *more)]
        assert len(set(found)) == len(found)
        assert len([code for _, code, _, _ in found if code == "HOT301"]) == 1


def test_files_of_another_machine_are_warnings(check: Check) -> None:
    files = {
        "env.yaml": "resource_registry:\n  A::B: /usr/share/none/x.yaml\n  A::C: here.yaml\n",
        "here.yaml": V + "resources:\n  a: {type: 'file:///etc/none/x.yaml'}\n",
        "top.yaml": V + "resources:\n  a: {type: here.yaml}\n",
    }
    check(files)
    for args in ((".",), ("top.yaml",), ("env.yaml",), ("here.yaml",)):
        assert {d["severity"] for d in check({}, *args) if d["code"] != "HOT803"} <= {"warning", "info"}


# -- Jinja -------------------------------------------------------------------------------------------------------------

LOOP = V + "resources:\n{% for n in nets %}\n  {{ n }}: {type: OS::Neutron::Net}\n{% endfor %}\n"


@pytest.mark.parametrize("name", ["a.j2", "a.j2.yaml", "a.yaml.j2", "a.yaml.jinja2", "a.yaml"])
def test_a_jinja_source_is_one_info(check: Check, name: str) -> None:
    assert [(d["path"], d["code"], d["severity"]) for d in check({name: LOOP})] == [(name, "HOT096", "info")]


def test_the_preview_of_a_jinja_source_says_why_there_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.j2.yaml"
    path.write_text("{%- set x = 1 -%}\n" + LOOP)
    assert main(["preview", str(path)]) == 2
    assert "'a.j2.yaml' is a Jinja source, which is not rendered and so has no preview" in capsys.readouterr().err


_NAMED = V + "resources:\n  net:\n    type: OS::Neutron::Net\n    properties:\n      name: %s\n"
_EXPRESSIONS = [
    "{{ unique }}_net",
    "{{ CONF.name }}",
    "{{ names[0] | default('a: b') }}-x",
    '{{- name(1, "{") -}}',
    "{{ a }}-{{ b }}",
]
_TAGS = "      tags:\n      - {{ tag }}\n"


@pytest.mark.parametrize("written", _EXPRESSIONS)
def test_a_file_with_several_expressions_without_quotes_is_a_jinja_source(check: Check, written: str) -> None:
    (found,) = check({"a.yaml": _NAMED % written + _TAGS})
    assert (found["code"], found["severity"], found["line"]) == ("HOT096", "warning", 7)
    assert f"'{written[: written.index('}}') + 2]}' need quotes" in found["message"]


def test_expressions_in_a_flow_mapping_count_as_well(check: Check) -> None:
    (found,) = check(
        {"a.yaml": V + "resources:\n  n: {type: 'OS::Neutron::Net', properties: {name: {{ a }}-x, tags: {{ b }}}}\n"}
    )
    assert (found["code"], found["severity"], found["line"]) == ("HOT096", "warning", 4)


@pytest.mark.parametrize("written", _EXPRESSIONS)
def test_one_expression_without_quotes_is_a_mistake_of_a_template(check: Check, written: str) -> None:
    found = check({"a.yaml": _NAMED % written})
    assert "error" in [d["severity"] for d in found]
    assert "HOT096" not in [d["code"] for d in found]


@pytest.mark.parametrize("written", ["{{ get_param: name }}", "{{ }}", "{{ 1 }}", "{{a: b}}", "{{}}"])
def test_braces_around_a_mapping_are_a_mistake_of_a_template(check: Check, written: str) -> None:
    assert "HOT005" in [d["code"] for d in check({"a.yaml": _NAMED % written + _TAGS.replace("{{ tag }}", written)})]


@pytest.mark.parametrize("written", ["'{{ name }}'", "x{{ name }}", "\n        {{ name }}".replace("\n", "|\n")])
def test_an_expression_that_is_text_stays_text(check: Check, written: str) -> None:
    assert check({"a.yaml": _NAMED % written}) == []


def test_jinja_in_a_script_is_no_source(check: Check) -> None:
    script = V + "outputs:\n  o:\n    value: |\n      {% for n in nets %}\n      {{ n }}\n      {% endfor %}\n"
    assert check({"a.yaml": script}) == []


def test_a_source_counts_as_its_product(check: Check) -> None:
    user = V + "resources:\n  a: {type: a.yaml}\n  b: {type: nets/ext.yaml}\noutputs: {o: {value: {get_file: x.sh}}}\n"
    files = {"top.yaml": user, "a.j2.yaml": LOOP, "x.sh.j2": "{{ x }}", "nets/net.net.j2.yaml": LOOP}
    assert brief(check(files)) == []
    assert brief(check({}, "top.yaml")) == []
    found = check({}, "--no-discovery", "top.yaml")
    assert {d["code"] for d in found if d["severity"] == "error"} == {"HOT601", "HOT602"}
    assert not [f for d in found for f in d["fixes"]]
    assert not [d for d in found if "did you mean" in d["message"]]


def test_parameters_of_a_nested_template_are_an_interface_with_an_environment_too(check: Check) -> None:
    files = {
        "e.env": "parameter_defaults: {other: 1}\n",
        "root.yaml": V + "resources: {w: {type: web.yaml, properties: {size: 1}}}\n",
        "web.yaml": V + "parameters: {size: {type: number}}\n",
    }
    assert [d["code"] for d in check(files, ".", "-e", "e.env") if d["path"] == "web.yaml"] == []
    named = [d["code"] for d in check({}, "web.yaml", "-e", "e.env")]
    assert "HOT801" in named


def test_a_value_that_a_parent_passes_is_reported_in_the_parent(check: Check) -> None:
    port = "parameters: {port: {type: number, constraints: [{range: {min: 1024}}]}}\noutputs: {o: {value: {get_param: port}}}\n"
    files = {
        ".hotlint.yaml": "environments: [e.env]\n",
        "e.env": "parameter_defaults: {}\n",
        "web.yaml": V + port,
        "a.yaml": V + "resources: {w: {type: web.yaml, properties: {port: 80}}}\n",
    }
    assert brief(check(files)) == [("a.yaml", "HOT506", "error")]
    assert brief(check({}, "web.yaml")) == []
    assert brief(check({}, "web.yaml", "-e", "e.env", "-P", "port=80")) == [("web.yaml", "HOT215", "error")]
