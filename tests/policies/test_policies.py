"""Policies on resolved values: findings of `hotlint check`, settings, the cache, and tests of policies."""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent

import pytest
from policy_fixture import policies

import hotlint
from hotlint.cli.main import main
from hotlint.policies import expressions
from hotlint.policies import subjects as policy_subjects


def test_subjects_and_their_variables(capsys: pytest.CaptureFixture[str]) -> None:
    file = Path(__file__).parents[1] / "data/policies/subjects.yaml"
    assert main(["policy", "test", str(file)]) == 0
    assert "8 tests: 8 passed, 0 failed." in capsys.readouterr().out


TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string, default: small}
  password: {type: string, hidden: true, default: hunter22}
  large: {type: boolean, default: false}
conditions: {large: {get_param: large}}
resources:
  server:
    type: OS::Nova::Server
    properties: {flavor: {get_param: flavor}, networks: [{network: n}], admin_pass: {get_param: password}}
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def: {type: OS::Nova::Server, properties: {flavor: large, networks: [{network: n}]}}
  inner: {type: inner.yaml, properties: {flavor: {get_param: flavor}}}
  off: {type: OS::Nova::Server, condition: large, properties: {flavor: huge, networks: [{network: n}]}}
outputs:
  flavor: {value: {get_param: flavor}}
"""
INNER = """\
heat_template_version: 2018-08-31
parameters: {flavor: {type: string}}
resources:
  server: {type: OS::Nova::Server, properties: {flavor: {get_param: flavor}, networks: [{network: n}]}}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a template, one nested in it, and a configuration with policies."""
    (tmp_path / "t.yaml").write_text(TEMPLATE)
    (tmp_path / "inner.yaml").write_text(INNER)
    (tmp_path / "p.yaml").write_text(policies(", at: flavor"))
    (tmp_path / ".hotlint.yaml").write_text("policies: [p.yaml]\nignore: [HOT8]\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def findings(folder: Path, **options: object) -> list[str]:
    """Return the findings of policies in the template, each with its line and severity."""
    report = hotlint.check(folder / "t.yaml", **options)  # type: ignore[arg-type]
    return [
        f"{d.span.start_line + 1} {d.severity} {d.message}" for d in report.diagnostics if d.code.startswith("SITE")
    ]


def test_groups_are_checked_by_their_members(folder: Path) -> None:
    assert findings(folder) == ["15 error flavor large"]


def test_nested_stacks_are_checked_with_the_values_they_get(folder: Path) -> None:
    report = hotlint.check(folder / "t.yaml", parameters={"flavor": "huge"})
    found = {(d.span.start_line + 1, d.message) for d in report.diagnostics if d.code == "SITE1"}
    assert found == {
        (10, "flavor huge"), (15, "flavor large"), (16, "flavor huge (in the nested resource inner.server)"),
    }  # fmt: skip
    (nested,) = [d for d in report.diagnostics if "inner.server" in d.message]
    assert nested.related[0].path.endswith("inner.yaml")
    assert nested.related[0].span.start_line == 3


def test_templates_that_others_nest_are_no_outermost_ones(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "p.yaml").write_text(
        "policies: [{code: SITE1, templates: '*', assert: level > 0, message: '{{ name }}'}]"
    )
    main(["check", ".", "--no-cache", "--select", "SITE"])
    assert re.findall("SITE1: (.*)", capsys.readouterr().out) == ["t.yaml"]


def test_what_is_disabled_is_not_checked(folder: Path) -> None:
    assert not any("huge" in one for one in findings(folder))
    assert any("huge" in one for one in findings(folder, parameters={"large": True}))


@pytest.mark.parametrize(
    ("unknown", "expected"),
    [("report", ["10 info cannot be decided"]), ("fail", ["10 error cannot be decided"]), ("pass", [])],
)
def test_unknown_is_an_answer_of_its_own(folder: Path, unknown: str, expected: list[str]) -> None:
    (folder / "t.yaml").write_text(TEMPLATE.replace(", default: small", ""))
    (folder / "p.yaml").write_text(policies(f", at: flavor, unknown: {unknown}"))
    found = [one[: len("10 error cannot be decided")].rstrip(":") for one in findings(folder) if one.startswith("10 ")]
    assert [one.rstrip(": ") for one in found] == expected


def test_a_property_that_may_be_left_out_is_not_known_to_be_there(folder: Path) -> None:
    value = "{if: [{get_param: wanted}, {if: [{get_param: wanted}, m1.tiny]}, null]}"
    server = f"{{type: OS::Nova::Server, properties: {{flavor: {value}, image: i, networks: [{{network: n}}]}}}}"
    head = "heat_template_version: 2021-04-16\nparameters: {wanted: {type: boolean}}\nresources:\n"
    (folder / "t.yaml").write_text(f"{head}  s: {server}\n")
    for condition in ("has(properties.flavor)", "!has(properties.flavor)"):
        policy = f"{{code: SITE101, name: a-b, resources: 'OS::Nova::Server', assert: '{condition}', message: m}}"
        (folder / "p.yaml").write_text(f"policies: [{policy}]\n")
        (found,) = [one for one in findings(folder) if "cannot be decided" in one or one.endswith(": m")]
        assert "info cannot be decided: m" in found


def test_a_failing_expression_is_a_violation(folder: Path) -> None:
    (folder / "p.yaml").write_text(policies().replace("properties.flavor ==", "properties.image =="))
    assert "9 error flavor small (the expression fails: there is no key 'image')" not in findings(folder)
    assert any("(the expression fails: there is no key 'image')" in one for one in findings(folder))


def test_secrets_are_redacted(folder: Path) -> None:
    (folder / "p.yaml").write_text(policies().replace("{{ properties.flavor }}", "{{ properties.admin_pass }}"))
    found = findings(folder, parameters={"flavor": "x"})
    assert any("******" in one for one in found)
    assert not any("hunter22" in one for one in found)


def test_policies_may_be_in_the_configuration_itself(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_text(
        dedent("""\
            policies:
            - code: SITE7
              outputs: '*'
              assert: value != 'small'
              message: output {{ name }} is {{ value }}
              severity: warning
            - code: SITE8
              parameters: pass*
              when: hidden
              assert: '!has_default'
              message: parameter {{ name }} has a default
            """)
    )
    assert findings(folder) == ["4 error parameter password has a default", "19 warning output flavor is small"]


def test_a_condition_that_is_neither_true_nor_false_fails(folder: Path) -> None:
    policy = "{code: SITE1, outputs: '*', when: 'PLACE', assert: 'true', message: m}"
    for when, said in (
        ("value", ["19 error m (its 'when' yields small, which is neither true nor false)"]),
        ("false", []),
    ):
        (folder / ".hotlint.yaml").write_text(f"policies: [{policy.replace('PLACE', when)}]\n")
        assert findings(folder) == said


def test_mistakes_in_policies_are_mistakes_in_the_configuration(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / ".hotlint.yaml").write_text("policies: [p.yaml, none.yaml, {code: x}, [5]]\n")
    (folder / "p.yaml").write_text("policies: [{code: SITE1}]\n")
    assert main(["check", str(folder / "t.yaml"), "--no-cache"]) == 1
    out = capsys.readouterr().out
    assert " p.yaml:1: a policy must have 'assert'" in out  # from the folder of the configuration, as an editor says it
    assert "file 'none.yaml' does not exist" in out
    assert "'code' must be capital letters" in out
    assert "'policies' must be a list of files and policies" in out


@pytest.mark.parametrize(
    ("settings", "codes"),
    [
        ("select: [SITE1]", ["SITE1"]),
        ("ignore: [SITE]", []),
        ("severity: {SITE1: info}", []),
        ("ignore: [SITE2]", ["HOT092", "SITE1"]),
    ],
)
def test_selectors_name_policies(
    folder: Path, capsys: pytest.CaptureFixture[str], settings: str, codes: list[str]
) -> None:
    (folder / ".hotlint.yaml").write_text(f"policies: [p.yaml]\n{settings}\n")
    main(["check", "t.yaml", "--no-cache", "-f", "json"])
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    named = [d["code"] for d in found if d["severity"] == "error" and d["code"].startswith(("SITE", "HOT092"))]
    assert sorted(set(named)) == codes


def test_options_name_policies_of_the_configuration(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "t.yaml", "--no-cache", "--ignore", "SITE1"])
    assert "SITE1" not in capsys.readouterr().out
    assert main(["check", "t.yaml", "--no-cache", "--ignore", "SITE2"]) == 2
    assert "no rule has the code or name 'SITE2' (did you mean 'SITE1'?)" in capsys.readouterr().err


def test_comments_suppress_findings(folder: Path) -> None:
    (folder / "t.yaml").write_text(TEMPLATE.replace("  group:", "  group:  # hotlint: disable=SITE1"))
    report = hotlint.check(folder / "t.yaml")
    assert [d.code for d in report.diagnostics if d.code in ("SITE1", "HOT091")] == []
    assert report.suppressed == 1


def test_the_cache_knows_the_files_of_policies(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "t.yaml"]) == 1
    assert main(["check", "t.yaml"]) == 1
    (folder / "p.yaml").write_text(policies().replace('"small"', '"large"').replace("==", "!="))
    capsys.readouterr()
    main(["check", "t.yaml", "-f", "json"])
    data = json.loads(capsys.readouterr().out)
    assert "flavor large" in json.dumps(data)


def test_policies_that_take_for_ever_are_stopped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All policies together have a time, and each of them a number of steps."""
    monkeypatch.setattr(expressions.ExpressionMeter.__init__, "__defaults__", (0.4,))
    monkeypatch.setattr(expressions, "STEP_LIMIT", 10_000)
    n = f"[{', '.join(map(str, range(60)))}]"
    (folder / "p.yaml").write_text(
        f"policies:\n- {{code: SITE1, resources: '*', message: m, assert: '{n}.all(a, {n}.all(b, {n}.all(c, a + b + c >= 0)))'}}\n"
    )
    found = findings(folder)
    assert all("it cannot be evaluated: the" in one for one in found)
    assert found


def test_config_show_and_list(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "show", "t.yaml"]) == 0
    assert "policies: [SITE1]" in capsys.readouterr().out
    assert main(["policy", "list", "t.yaml"]) == 0
    assert main(["policy", "list", "p.yaml"]) == 0
    assert capsys.readouterr().out.count("SITE1  error    site1: flavor") == 2


def test_a_list_without_policies_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["policy", "list"]) == 0
    assert "no policies apply" in capsys.readouterr().err


def test_failing_tests_of_policies(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tests = "tests:\n- {name: a, policy: SITE1, template: t.yaml, parameters: {flavor: x}, expect: {server: pass, sever: fail}}\n"
    (folder / "p.yaml").write_text(policies() + tests)
    assert main(["policy", "test", "p.yaml"]) == 1
    out = capsys.readouterr().out
    assert "'server' has the result fail (flavor x); expected pass" in out
    assert "SITE1 says nothing about 'sever' (did you mean 'server'?); expected fail" in out
    assert "'group.0' has the result fail, and the test expects none for it" in out


def test_tests_of_the_files_that_the_configuration_names(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tests = "tests:\n- {name: a, policy: SITE1, template: t.yaml, parameters: {flavor: x}, expect: {server: pass}}\n"
    (folder / "p.yaml").write_text(policies() + tests)
    assert main(["policy", "test"]) == 1
    assert "1 test: 0 passed, 1 failed." in capsys.readouterr().out
    (folder / ".hotlint.yaml").write_text("policies: ['hotlint:example']\n")
    assert main(["policy", "test"]) == 2
    assert "the configuration names no file of policies" in capsys.readouterr().err


def test_a_configuration_of_another_name_is_the_file_of_its_policies(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "site.config").write_text(policies())
    assert main(["policy", "list", "--config", "site.config"]) == 0
    assert "from site.config\n" in capsys.readouterr().out
    assert main(["check", "--no-cache", "--config", "site.config", "-f", "json", "t.yaml"]) == 1
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    assert {r["path"] for d in found if d["code"] == "SITE1" for r in d["related"]} >= {"site.config"}
    assert main(["policy", "test", "--config", "site.config"]) == 2
    assert "the configuration names no file of policies" in capsys.readouterr().err


def test_a_finding_names_the_place_of_its_policy(folder: Path) -> None:
    (folder / "p.yaml").write_text("# of our site\n" + policies())
    found = [d for d in hotlint.check(folder / "t.yaml").diagnostics if d.code == "SITE1"]
    assert found
    for one in found:
        origin = one.related[-1]
        assert (origin.message, Path(origin.path).name, origin.span.start_line) == ("policy 'SITE1'", "p.yaml", 2)


def test_usage_errors(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["policy", "test", "none.yaml"]) == 2
    assert main(["policy", "test", "hotlint:none"]) == 2
    assert "there is no pack 'hotlint:none'" in capsys.readouterr().err


def test_without_the_library_the_run_says_what_to_install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for name in ("hotlint.policies.expressions", "hotlint.policies.values", "celpy"):
        monkeypatch.setitem(sys.modules, name, None)
    report = hotlint.check(folder / "t.yaml")
    assert any("pip install 'hotlint[policies]'" in d.message for d in report.diagnostics)


def test_files_of_a_run_share_the_missing_library(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import shutil
    import sys

    shutil.copy(folder / "t.yaml", folder / "u.yaml")
    for name in ("hotlint.policies.expressions", "hotlint.policies.values", "celpy"):
        monkeypatch.setitem(sys.modules, name, None)
    main(["check", "t.yaml", "u.yaml", "--no-cache", "-q"])
    out = capsys.readouterr().out
    assert out.count("pip install 'hotlint[policies]'") == 1
    assert "see p.yaml:" in out and "see u.yaml:1:1: same problem here" in out


def test_the_cache_knows_whether_the_library_is_installed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import sys
    from importlib.machinery import PathFinder

    find = PathFinder.find_spec
    with monkeypatch.context() as without:
        without.setattr(PathFinder, "find_spec", lambda name, *rest: None if name == "celpy" else find(name, *rest))
        for name in ("hotlint.policies.expressions", "hotlint.policies.values", "celpy"):
            without.setitem(sys.modules, name, None)
        main(["check", "t.yaml", "-f", "json"])
        assert "pip install 'hotlint[policies]'" in capsys.readouterr().out
    main(["check", "t.yaml", "-f", "json"])
    out = capsys.readouterr().out
    assert "SITE1" in out and "pip install" not in out


def test_only_the_variables_that_policies_use_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*given: object) -> object:
        raise AssertionError("no policy uses this variable")

    for name in ("_parameter", "_given"):
        monkeypatch.setattr(policy_subjects, name, refused)
    (tmp_path / "t.yaml").write_text(f"{TEMPLATE}outputs:\n  flavor: {{value: {{get_param: flavor}}}}\n")
    (tmp_path / ".hotlint.yaml").write_text(
        "policies:\n"
        "- {code: SITE1, templates: '*', assert: description != '', message: no description}\n"
        "- {code: SITE2, resources: '*', assert: name != 'server', message: a bad name}\n"
        "- {code: SITE3, outputs: '*', assert: name != 'flavor', message: a bad name}\n"
    )
    found = hotlint.check(str(tmp_path / "t.yaml")).diagnostics
    assert {one.code for one in found if one.code.startswith("SITE")} == {"SITE1", "SITE2", "SITE3"}


def test_references_are_those_to_resources(folder: Path) -> None:
    """A parameter and a condition may have the name of a resource."""
    (folder / "t.yaml").write_text(
        "heat_template_version: 2018-08-31\nparameters: {server: {type: string, default: x}}\n"
        "conditions: {one: {equals: [1, 1]}}\nresources:\n  server: {type: OS::Heat::RandomString}\n"
        "  one: {type: OS::Heat::RandomString}\n"
        "  two: {type: OS::Heat::Value, condition: one, properties: {value: {if: [one, {get_param: server}, 1]}}}\n"
        "  three: {type: OS::Heat::Value, depends_on: two, properties: {value: {get_attr: [one, value]}}}\n"
        "outputs: {o: {value: [{get_param: server}, {get_resource: two}]}}\n"
    )
    said = "assert: 'false', message: '{{ name }}: {{ references }}'"
    (folder / "p.yaml").write_text(
        f"policies: [{{code: SITE1, resources: 'OS::Heat::Value', {said}}}, {{code: SITE2, outputs: '*', {said}}}]"
    )
    assert [one.partition("error ")[2] for one in findings(folder)] == ["two: []", "three: [one, two]", "o: [two]"]


def test_the_registry_of_the_environment_names_resources_by_dots(folder: Path) -> None:
    (folder / "e.yaml").write_text(
        "resource_registry: {'My::T': inner.yaml, resources: {inner: {'My::U': inner.yaml, deep: {'My::V': inner.yaml}}}}\n"
    )
    (folder / "p.yaml").write_text(
        "policies: [{code: SITE1, templates: t.yaml, assert: 'false', "
        "message: '{{ environment.resource_registry.map(name, name) }}'}]"
    )
    (found,) = findings(folder, environments=[str(folder / "e.yaml")])
    assert found.partition("error ")[2] == "[My::T, inner.My::U, inner.deep.My::V]"
