"""Configuration: which settings apply to which file, and diagnostics of an invalid configuration."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from for_each import for_each
from two_findings import TEMPLATE

import hotlint
from hotlint.cli.commands import check
from hotlint.cli.main import main
from hotlint.common import globs
from hotlint.formats.configuration import CONFIGURATION, DEPLOYMENT, JINJA, KEYS
from hotlint.formats.schema import schema
from hotlint.linter.settings.finder import Finder
from hotlint.linter.settings.model import Settings
from hotlint.linter.settings.reader import ConfigReader


def found(path: str = "a.yaml") -> list[tuple[str, str]]:
    return [(d.code, d.severity) for d in hotlint.check(path).diagnostics]


BOTH = [("HOT801", "info"), ("HOT301", "error")]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("", BOTH),
        ("ignore: HOT8\n", BOTH[1:]),
        ("ignore: [unused-parameter]\n", BOTH[1:]),
        ("select: [HOT8]\n", BOTH[:1]),
        ("select: [HOT8, unknown-parameter]\n", BOTH),
        ("select: [HOT801]\nignore: [HOT8]\n", BOTH[:1]),
        ("ignore: [all]\nselect: [HOT3]\n", BOTH[1:]),
        ("ignore: [all]\n", []),
        ("ignore: [all]\nselect: [all]\n", []),
        ("ignore: [all]\nextend_select: [HOT3]\n", BOTH[1:]),
        ("ignore: [HOT3]\nextend_select: [HOT3]\n", BOTH[:1]),
        ("severity: {HOT3: warning}\n", [BOTH[0], ("HOT301", "warning")]),
        ("severity: {HOT: info, HOT301: warning, HOT3: error}\n", [BOTH[0], ("HOT301", "warning")]),
        ("templates: {'*.yaml': {ignore: [HOT8]}}\n", BOTH[1:]),
        ("templates: {'b.yaml': {ignore: [HOT8]}}\n", BOTH),
    ],
)
def test_rules_and_severities(folder: Path, text: str, left: list[tuple[str, str]]) -> None:
    (folder / ".hotlint.yaml").write_text(text)
    assert found() == left


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("", True),
        ("unfixable: [all]\n", False),
        ("unfixable: [HOT]\n", False),
        ("unfixable: [HOT091]\n", False),
        ("unfixable: [HOT8]\n", True),
        ("fixable: [HOT8]\n", False),
        ("fixable: [all]\n", True),
        ("fixable: [all]\nunfixable: [all]\n", False),
        ("fixable: [HOT0]\nunfixable: [all]\n", True),
        ("fixable: [HOT0]\nunfixable: [HOT0]\n", False),
        ("fixable: [HOT0]\nunfixable: [unused-suppression]\n", False),
        ("fixable: [HOT091]\nunfixable: [HOT0]\n", True),
    ],
)
def test_which_fixes_are_applied(folder: Path, text: str, fixed: bool, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".hotlint.yaml").write_text(text)
    (folder / "a.yaml").write_text("heat_template_version: 2018-08-31  # hotlint: disable=HOT301\n")
    main(["check", "--fix", "-q", "--no-cache", "a.yaml"])
    assert ("disable" not in (folder / "a.yaml").read_text()) is fixed


@pytest.mark.parametrize("name", ["cloud.yaml", "cloud.yml", "cloud.json"])
def test_a_target_that_ends_like_a_file_is_a_snapshot_of_a_cloud(folder: Path, name: str) -> None:
    (folder / name).write_text('{"snapshot": 1, "heat": {"release": "2024.1", "resource_types": ["OS::Heat::None"]}}')
    (folder / ".hotlint.yaml").write_text(f"target: {name}\nselect: [HOT5]\n")
    (folder / "a.yaml").write_text(
        "heat_template_version: 2018-08-31\nresources: {a: {type: OS::Heat::RandomString}}\n"
    )
    assert [d.code for d in hotlint.check(folder / ".hotlint.yaml").diagnostics] == []
    assert len(found()) == 1


def test_the_nearest_configuration_wins(folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "b.yaml").write_text(TEMPLATE)
    (folder / ".hotlint.yaml").write_text("ignore: [HOT8]\n")
    assert found("sub/b.yaml") == BOTH[1:]
    (folder / "sub" / ".hotlint.yaml").write_text("ignore: [HOT3]\n")
    assert found("sub/b.yaml") == BOTH[:1]
    assert found() == BOTH[1:]


def test_the_api_takes_no_configuration_or_another(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_text("ignore: [all]\n")
    (folder / "other.yaml").write_text("ignore: [HOT3]\n")
    assert [d.code for d in hotlint.check("a.yaml", config=False).diagnostics] == ["HOT801", "HOT301"]
    assert [d.code for d in hotlint.check("a.yaml", config="other.yaml").diagnostics] == ["HOT801"]
    with pytest.raises(FileNotFoundError):
        hotlint.check("a.yaml", config="nowhere.yaml")


@pytest.mark.parametrize(
    ("profile", "security", "others"),
    [("security", {"error"}, "info"), ("[]", {"info"}, "info"), ("[security]", {"error"}, "info")],
)
def test_a_profile_changes_the_severity_of_its_rules(
    folder: Path, profile: str, security: set[str], others: str
) -> None:
    (folder / ".hotlint.yaml").write_text(f"profile: {profile}\n")
    (folder / "b.yaml").write_text(TEMPLATE.replace("unused: {type", "password: {default: x, type"))
    found = hotlint.check("b.yaml").diagnostics
    assert {d.severity for d in found if d.code == "HOT901"} == security
    assert {d.severity for d in found if d.code == "HOT801"} == {others}


def test_a_configuration_that_cannot_be_read(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_bytes(b"ignore: [HOT8]\n\x80\x00\xff")
    found = {d.code: d.message for d in hotlint.check("a.yaml").diagnostics}
    assert set(found) == {"HOT801", "HOT301", "HOT092"}
    assert re.match(r"configuration '.*\.hotlint\.yaml' cannot be read: [^ ]", found["HOT092"])


def test_excluded_files_are_not_checked_even_when_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".hotlint.yaml").write_text("exclude: [a.yaml, vendor/]\n")
    (folder / "vendor").mkdir()
    (folder / "vendor" / "b.yaml").write_text(TEMPLATE)
    for paths in (["a.yaml"], ["."], ["vendor"], ["vendor/b.yaml"]):
        assert main(["check", *paths]) == 0
        assert capsys.readouterr().out == "No templates found.\n"


@pytest.mark.parametrize(
    "text", ["environments: [e.yaml]\n", "deployments: [{name: a, template: top.yaml, environments: [e.yaml]}]\n"]
)
def test_a_nested_template_is_checked_where_an_environment_of_its_parent_cannot_be_read(
    folder: Path, text: str
) -> None:
    (folder / "e.yaml").write_bytes(b"parameters: {}\0")
    (folder / "top.yaml").write_text(
        "heat_template_version: 2018-08-31\nresources: {a: {type: b.yaml, properties: {p: x}}}\n"
    )
    child = (
        "heat_template_version: 2018-08-31\nparameters: {p: {type: string}}\noutputs: {o: {value: {get_param: p}}}\n"
    )
    (folder / "b.yaml").write_text(
        child + "resources: {r: {type: OS::Heat::Value, properties: {value: {get_param: q}}}}\n"
    )
    (folder / ".hotlint.yaml").write_text(text)
    assert found("b.yaml") == [("HOT555", "error")]


def test_environments_for_all_and_by_glob(folder: Path) -> None:
    text = TEMPLATE.replace("resources:", "conditions: {on_demand: {get_param: p}}\nresources:").replace(
        "  unused: {type: string, description: never used}", "  p: {type: boolean, description: d}"
    )
    (folder / "a.yaml").write_text(text.replace("    type: OS", "    condition: on_demand\n    type: OS"))
    (folder / "env").mkdir()
    (folder / "env" / "off.yaml").write_text("parameters: {p: false}\n")
    (folder / "env" / "on.yaml").write_text("parameters: {p: true}\n")
    assert found() == [("HOT301", "error")]
    (folder / ".hotlint.yaml").write_text("environments: [env/off.yaml]\n")
    assert found() == [("HOT301", "warning")]
    (folder / ".hotlint.yaml").write_text(
        "environments: [env/off.yaml]\ntemplates: {a.yaml: {environments: env/on.yaml}}\n"
    )
    assert found() == [("HOT301", "error")]


@pytest.mark.parametrize(("limit", "codes"), [("", []), ("2", ["HOT645"]), ("3", []), ("-1", []), ("-2", ["HOT092"])])
def test_the_limit_of_resources(folder: Path, limit: str, codes: list[str]) -> None:
    """A group is a stack of its own; what a template has and what is nested in it count together."""
    (folder / "a.yaml").write_text(
        "heat_template_version: 2018-08-31\nresources:\n  g:\n    type: OS::Heat::ResourceGroup\n"
        "    properties: {count: 2, resource_def: {type: OS::Heat::RandomString}}\n"
    )
    if limit:
        (folder / ".hotlint.yaml").write_text(f"resource_limit: {limit}\n")
    assert [d.code for d in hotlint.check("a.yaml").diagnostics if d.code in ("HOT092", "HOT645")] == codes


def test_fail_on(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_text("fail_on: info\nignore: [HOT3]\n")
    assert main(["check", "a.yaml"]) == 1
    assert main(["check", "a.yaml", "--fail-on", "error"]) == 0


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("ignores: []\n", (0, 0, 0, 7), "unknown setting 'ignores' (did you mean 'ignore'?)"),
        ("ignore: [HOT8O1]\n", (0, 9, 0, 15), "no rule has the code or name 'HOT8O1' (did you mean 'HOT801'"),
        (
            "severity: {HOT301: eror}\n",
            (0, 19, 0, 23),
            "'severity' takes error, warning or info (did you mean 'error'?)",
        ),
        ("severity: warning\n", (0, 10, 0, 17), "'severity' must be a mapping"),
        ("environments: [nowhere.yaml]\n", (0, 15, 0, 27), "file 'nowhere.yaml' does not exist"),
        ("plugin_dirs: nowhere\n", (0, 13, 0, 20), "folder 'nowhere' does not exist"),
        ("- HOT8\n", (0, 0, 0, 6), "a configuration must be a mapping of settings"),
        ("templates: {a.yaml: {exclude: [b]}}\n", (0, 21, 0, 28), "'exclude' applies to all files"),
        ("templates: {a.yaml: [b]}\n", (0, 20, 0, 23), "the value of glob 'a.yaml' must be a mapping of settings"),
        ("target: 1999.1\n", (0, 8, 0, 14), "'1999.1' is not an OpenStack release that hotlint knows"),
        ("ignore: [\n", None, ""),
        ("ignore: [HOT8]\nignore: [HOT3]\n", (1, 0, 1, 6), "duplicate key 'ignore'; hotlint keeps only the last value"),
        ("ignore: !x []\n", (0, 8, 0, 11), "hotlint does not accept the YAML tag !x here"),
    ],
)
def test_an_invalid_setting_is_reported_at_its_place(
    folder: Path, text: str, place: tuple[int, int, int, int] | None, message: str
) -> None:
    (folder / ".hotlint.yaml").write_text(text)
    report = hotlint.check("a.yaml")
    wrong = [d for d in report.diagnostics if d.code == "HOT092"]
    assert [d.path for d in wrong] == [".hotlint.yaml"]
    assert message in wrong[0].message
    assert place is None or tuple(wrong[0].span) == place
    assert main(["check", "a.yaml"]) == 1


def test_a_key_that_is_a_list_is_reported_once(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_text(
        "? [a]\n: 1\ntemplates:\n  ? [b]\n  : {select: [HOT3]}\n  a.yaml: {? {c: 1} : 2}\n"
        "jinja: {variables: {? [d] : 3}}\nseverity: {? [e] : error}\n"
    )
    wrong = [d for d in hotlint.check("a.yaml").diagnostics if d.code == "HOT092"]
    assert {d.message for d in wrong} == {"key must be a scalar, such as a string, not a list or a mapping"}
    assert [d.span.start_line for d in wrong] == [0, 3, 5, 6, 7]


def test_a_configuration_may_be_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".hotlint.yaml").write_text("ignore: [HOT8]\n")
    assert main(["check", ".hotlint.yaml"]) == 0
    (folder / ".hotlint.yaml").write_text("ignroe: [HOT8]\n")
    assert main(["check", ".hotlint.yaml"]) == 1
    assert "HOT092" in capsys.readouterr().out


def test_the_valid_settings_of_an_invalid_configuration_apply(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_text("nonsense: 1\nignore: [HOT8, HOT3]\n")
    assert found() == [("HOT092", "error")]


def test_config_show_names_the_origin_of_values(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".hotlint.yaml").write_text(
        "# ours\nignore: [HOT8]\ntemplates:\n  a.yaml:\n    severity: {HOT301: info}\n"
    )
    assert main(["config", "show", "a.yaml"]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "ignore: [HOT8] # .hotlint.yaml:2"
    assert lines[1] == "severity: {HOT301: info} # .hotlint.yaml:5, templates: a.yaml"
    assert "fail_on: error # default" in lines


def test_the_schema_accepts_valid_configurations_only(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "schema"]) == 0
    shipped = (Path(hotlint.__file__).parent / "data" / "config.schema.json").read_text(encoding="utf-8")
    assert capsys.readouterr().out == shipped
    right = "target: 2025.1\nignore: HOT8\nseverity: {HOT301: info}\ntemplates: {'*.yaml': {select: [HOT3]}}\n"
    jsonschema.validate(yaml.safe_load(right), schema(CONFIGURATION))
    for wrong in ("ignores: 1", "severity: {HOT301: fatal}", "templates: {a: {exclude: [b]}}"):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(yaml.safe_load(wrong), schema(CONFIGURATION))


@for_each(
    ("pattern", "path", "matches"),
    [
        ("a.yaml", "a.yaml", True),
        ("a.yaml", "deep/down/a.yaml", True),
        ("/a.yaml", "deep/a.yaml", False),
        ("*.yaml", "deep/a.yaml", True),
        ("web/*.yaml", "web/a.yaml", True),
        ("web/*.yaml", "web/sub/a.yaml", False),
        ("web/**/*.yaml", "web/a.yaml", True),
        ("web/**/*.yaml", "web/x/y/a.yaml", True),
        ("**/env/*", "a/env/b", True),
        ("vendor/", "vendor/deep/a.yaml", True),
        ("vendor/", "x/vendor/a.yaml", True),
        ("[ab].yaml", "b.yaml", True),
        ("[!ab].yaml", "b.yaml", False),
        ("a?.yaml", "ab.yaml", True),
        ("a+b.yaml", "aab.yaml", False),
    ],
)
def test_globs(pattern: str, path: str, matches: bool) -> None:
    assert globs.matches(pattern, path) is matches


def test_standard_input_counts_as_its_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".hotlint.yaml").write_text("templates: {a.yaml: {ignore: [all]}}\n")
    assert main(["check", "a.yaml", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["diagnostics"] == []


def test_the_last_of_several_single_values_counts(folder: Path) -> None:
    (folder / "base.yaml").write_text("discovery: false\nbudget: 3\n")
    (folder / ".hotlint.yaml").write_text("extends: base.yaml\ntemplates: {a.yaml: {discovery: true, budget: 4}}\n")
    settings = Finder().settings
    assert (settings("a.yaml").discovery, settings("a.yaml").budget) == (True, 4)
    assert (settings("b.yaml").discovery, settings("b.yaml").budget) == (False, 3)
    assert settings("a.yaml").changed(Settings(discovery=False)).discovery is False
    assert settings("b.yaml").changed(Settings()).discovery is False


def test_options_give_settings(folder: Path) -> None:
    parser = ArgumentParser()
    check.arguments(parser)

    def given(*words: str) -> dict[str, Any]:
        return check.request(parser.parse_args(words)).settings

    assert given() == {}
    assert given("--no-discovery", "--budget", "3") == {"discovery": False, "budget": 3.0}
    assert given("--select", "HOT1,HOT2", "--select", "all", "--ignore", " ") == {"select": ("HOT1", "HOT2", "all")}
    assert given("-e", "a,b.env", "--plugin-dir", ".") == {"environments": ("a,b.env",), "plugin_dirs": (".",)}
    assert given("--fail-on", "info") == {}  # it changes no finding


def test_every_setting_is_declared_once() -> None:
    """A row of the table and a field of `Settings`, unless a run finds it. Reader and schema know the kinds of the rows."""
    apart = {"extends", "templates", "exclude"}  # of the configuration itself, not of a file
    assert set(Settings._fields) - {"files", "found_plugins", "targets"} == set(KEYS) - apart
    defaults = {name: Settings._field_defaults[name] for name, key in KEYS.items() if key.kind == "boolean"}
    assert {name: KEYS[name].default for name in defaults} == {
        name: "" if value is None else str(value).lower() for name, value in defaults.items()
    }
    kinds = {key.kind for key in (*KEYS.values(), *DEPLOYMENT.keys, *JINJA.keys)} - {"templates"}
    assert [kind for kind in kinds if not kind.startswith("choice of ") and not hasattr(ConfigReader, kind)] == []


@pytest.mark.parametrize("budget", ["0", "-1", "true", "86401", "'2'"])
def test_a_budget_is_above_zero(folder: Path, budget: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".hotlint.yaml").write_text(f"budget: {budget}\n")
    assert main(["check", "a.yaml", "--no-cache"]) == 1
    assert "'budget' takes a number of seconds above 0" in capsys.readouterr().out


def test_the_style_of_format_is_a_setting(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "heat_template_version: 2018-08-31\n\nresources:\n  r:\n    type: OS::Heat::Value\n    depends_on:\n    - { b: 1 }\n"
    (folder / "web.yaml").write_text(text)
    (folder / ".hotlint.yaml").write_text("list_indentation: keep\nflow_spaces: one\n")
    assert main(["format", "--check", "web.yaml"]) == 0
    (folder / ".hotlint.yaml").write_text("flow_spaces: keeps\n")
    assert main(["check", "."]) == 1
    assert "'flow_spaces' takes none, one or keep (did you mean 'keep'?)" in capsys.readouterr().out
