"""The values that a configuration is read into, and what is said about each kind of wrong value."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hotlint.linter.settings.config import Config, read_config
from hotlint.linter.settings.model import JinjaSettings, NamedDeployment
from hotlint.linter.settings.reader import packaged_config
from hotlint.linter.settings.selectors import KnownRules

RELATIVE = " (paths are relative to the configuration's folder)"


@pytest.fixture
def nested(folder: Path) -> Path:
    """Return the working folder, with what configurations in `c` and in the home folder name."""
    for name in ("c/plugins", "home/plugins"):
        (folder / name).mkdir(parents=True)
    for name in ("c/t.yaml", "c/e.env", "c/v.yaml", "e.env", "home/t.yaml"):
        (folder / name).touch()
    return folder


def read(text: str, known: KnownRules | None = None) -> Config:
    """Return the configuration of a text in the folder `c`."""
    Path("c/.hotlint.yaml").write_text(text)
    return read_config("c/.hotlint.yaml", known)


def messages(text: str, known: KnownRules | None = None) -> list[str]:
    """Return the messages about a text."""
    return [problem.message for problem in read(text, known).problems]


@pytest.mark.parametrize(
    ("key", "written", "value"),
    [
        ("target", "24", "24"),
        ("target", "2025.1", "2025.1"),
        ("environments", "[e.env, ../e.env]", ("c/e.env", "e.env")),
        ("environments", "e.env", ("c/e.env",)),
        ("environments", "[gone, e.env]", ("c/e.env",)),
        ("environments", "~/t.yaml", ("HOME/t.yaml",)),
        ("plugin_dirs", "[plugins, t.yaml]", ("c/plugins",)),
        ("plugin_dirs", "~/plugins", ("HOME/plugins",)),
        ("discovery", "false", False),
        ("default_environment", "true", True),
        ("known_types", "['A::*', 5]", ("A::*", "5")),
        ("select", "HOT3", ("HOT3",)),
        ("budget", "1", 1.0),
        ("budget", "86400", 86400.0),
        ("budget", "0.01", 0.01),
        ("resource_limit", "0", 0),
        ("resource_limit", "-1", -1),
        ("list_indentation", "flush", "flush"),
        ("flow_spaces", "one", "one"),
        ("fail_on", "info", "info"),
        ("severity", "{HOT3: info, 5: error, X: bad}", (("HOT3", "info"), ("5", "error"))),
        ("profile", "[a, b]", ("a", "b")),
        ("cloud_snapshot", "t.yaml", "c/t.yaml"),
        (
            "deployments",
            "{name: a, template: t.yaml}",
            (NamedDeployment("a", "c/t.yaml"),),
        ),
        (
            "deployments",
            "[{name: 1, template: t.yaml, values: {p: [1], 5: {q: null}}, target: rocky, environments: e.env}]",
            (NamedDeployment("1", "c/t.yaml", ("c/e.env",), (("p", [1]), ("5", {"q": None})), "rocky"),),
        ),
        (
            "deployments",
            "[{name: a, template: gone}, x, {name: b, template: t.yaml, values: 5, target: none},"
            " {name: c, template: t.yaml, target: gone.json}]",
            (NamedDeployment("b", "c/t.yaml"), NamedDeployment("c", "c/t.yaml")),
        ),
        ("jinja", "{}", (JinjaSettings(folder="HERE/c"),)),
        (
            "jinja",
            "[{files: ['*.j2'], variables: {a: 1}, variable_files: v.yaml, search_path: [plugins], trim_blocks: false,"
            " lstrip_blocks: true}, 5]",
            (JinjaSettings(("*.j2",), (("a", 1),), ("c/v.yaml",), ("c/plugins",), False, True, "HERE/c"),),
        ),
        ("jinja", "{trim_blocks: x, files: [[a], b]}", (JinjaSettings(("b",), folder="HERE/c"),)),
    ],
)
def test_values(nested: Path, monkeypatch: pytest.MonkeyPatch, key: str, written: str, value: Any) -> None:
    monkeypatch.setenv("HOME", str(nested / "home"))
    (setting,) = read(f"{key}: {written}\n").settings
    plain = repr(setting.value).replace(str(nested / "home"), "HOME").replace(str(nested), "HERE")
    assert (setting.key, plain, setting.glob, setting.file) == (key, repr(value), None, None)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", []),
        ("# nothing\n", []),
        ("5\n", ["a configuration must be a mapping of settings, such as 'ignore: [HOT8]'"]),
        ("budget: true\n", ["'budget' takes a number of seconds above 0, such as 'budget: 10'"]),
        ("budget: [1]\n", ["'budget' takes a number of seconds above 0, such as 'budget: 10'"]),
        ("resource_limit: 1.5\n", ["'resource_limit' takes a whole number, or -1 for no limit, such as 'resource_limit: 2000'"]),
        ("jinja: {files: [[a]]}\n", ["'files' must be a list of strings"]),
        ("resource_limit: {}\n", ["'resource_limit' takes a whole number, or -1 for no limit, such as 'resource_limit: 2000'"]),
        ("list_indentation: 5\n", ["'list_indentation' takes indented, flush or keep"]),
        ("severity: [a]\n", ["'severity' must be a mapping from rules to severities, such as 'severity: {HOT301: warning}'"]),
        ("plugin_dirs: t.yaml\n", [f"folder 't.yaml' does not exist{RELATIVE}"]),
        ("environments: plugins\n", [f"file 'plugins' does not exist{RELATIVE}"]),
        ("target: {a: b}\n", ["'target' must be a string, such as 'target: [rocky, \"2026.2\"]'"]),
        ("target: gone.yaml\n", [f"file 'gone.yaml' does not exist{RELATIVE}"]),
        ("deployments: {}\n", ["'deployments' must be a list of mappings, such as [{name: prod, template: web.yaml}]"]),
        ("deployments: {x: 1}\n", ["'deployments' must be a list of mappings, such as [{name: prod, template: web.yaml}]"]),
        ("deployments: {name: a, nme: b}\n", ["unknown key 'nme' of 'deployments' (did you mean 'name'?)"]),
        ("deployments: {name: a}\n", ["an entry of 'deployments' requires 'name' and 'template', both strings"]),
        ("deployments: []\n", []),
        ("templates: {a: {ignore: x, templates: {}}}\n", ["'templates' applies to all files and is not allowed under a glob"]),
    ],
)  # fmt: skip
def test_messages(nested: Path, text: str, wanted: list[str]) -> None:
    assert messages(text) == wanted


def test_values_that_expand_to_too_much(nested: Path) -> None:
    row, rows = ", ".join("x" * 99), ", ".join(["*row"] * 990)
    message = "'values' of deployment 'a' must not expand to more than 100,000 values"
    for more, wanted in (("x", []), (", ".join("x" * 1_000), [message])):
        text = f"{{name: a, template: t.yaml, values: {{row: &row [{row}], rows: [{rows}], more: [{more}]}}}}"
        config = read(f"deployments: [{text}, {{name: b, template: t.yaml}}]\n")
        assert [problem.message for problem in config.problems] == wanted
        first, second = config.settings[0].value
        assert (bool(first.values), second) == (not wanted, NamedDeployment("b", "c/t.yaml"))


def test_settings_under_globs_keep_the_order_of_the_file(nested: Path) -> None:
    config = read("templates: {'*.yaml': {ignore: a, 5: x}, 'b/*': {target: rocky}}\nignore: b\n")
    assert [(s.key, s.value, s.glob) for s in config.settings] == [
        ("ignore", ("a",), "*.yaml"),
        ("target", "rocky", "b/*"),
        ("ignore", ("b",), None),
    ]
    text = config.document.text
    assert [text[s.span.start : s.span.end] for s in config.settings] == ["a", "rocky", "b"]
    assert [s.value for s in config.effective("c/b/t.yaml")] == [("b",), ("a",), "rocky"]


def test_names_of_rules_and_profiles_are_checked_where_they_are_known(nested: Path) -> None:
    text = "ignore: [X1, Y1]\nprofile: [calm, mad]\nseverity: {X: info, Z: info}\n"
    assert messages(text) == []
    known = KnownRules(("X1",), ("x-rule",), ("calm",))
    assert messages(text, known) == [
        "no rule has the code or name 'Y1'",
        "no rule belongs to a profile 'mad' (there is calm)",
        "no rule has the code or name 'Z'",
    ]
    config = read(text, known)
    assert [s.value for s in config.settings] == [("X1", "Y1"), ("calm",), (("X", "info"), ("Z", "info"))]


@pytest.mark.parametrize("text", ["severity: {[a]: info}\n", "templates: {[a]: {ignore: X1}}\n"])
def test_a_key_that_is_no_name_is_one_mistake(nested: Path, text: str) -> None:
    assert len(messages(text, KnownRules(("X1",)))) == 1


def test_selectors_may_name_policies_of_other_configurations(nested: Path) -> None:
    Path("base.yaml").write_text("policies: [{code: POL1, resources: '*', assert: 'true', message: m}]\n")
    known = KnownRules(("X1",))
    assert messages("ignore: [POL1, POL2]\nextends: ../base.yaml\n", known) == [
        "no rule has the code or name 'POL2' (did you mean 'POL1'?)"
    ]
    assert messages("ignore: POL1\n", known) == ["no rule has the code or name 'POL1'"]


def test_mistakes_of_policies_are_told_where_they_are_named(nested: Path) -> None:
    Path("c/p.yaml").write_text("# first\npolicies:\n- a\n- b\n- c\n- d\n")
    found = messages("policies: [p.yaml, [x], gone.yaml]\n")
    assert found[:3] == [f"p.yaml:{line}: {found[0].partition(': ')[2]}" for line in (3, 4, 5)]
    assert found[3:] == [
        "'policies' must be a list of files and policies, such as [policies.yaml]",
        "file 'gone.yaml' does not exist",
    ]


def test_policies_of_files_and_of_the_configuration_together(nested: Path) -> None:
    policy = "resources: '*', assert: 'true', message: m"
    for name in ("p", "q", "r"):
        Path(f"c/{name}.yaml").write_text(f"policies: [{{code: {name.upper()}1, {policy}}}]\n")
    own = f"{{code: OWN1, {policy}}}"
    text = f"budget: 0\npolicies: [p.yaml, {own}, {{code: BAD}}, q.yaml]\ntemplates: {{'*': {{policies: r.yaml}}}}\n"
    config = read(text)
    assert [[policy.code for policy in setting.value] for setting in config.settings] == [["P1", "OWN1", "Q1"], ["R1"]]
    assert {Path(path).name for path in config.read} == {".hotlint.yaml", "p.yaml", "q.yaml", "r.yaml"}
    assert config.problems[0].message == "'budget' takes a number of seconds above 0, such as 'budget: 10'"
    assert {text[p.span.start : p.span.end] for p in config.problems[1:]} == {"{code: BAD}", "BAD"}


def test_a_configuration_in_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pack_of_settings", "pack_without_settings"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit\n")
    (tmp_path / "space_of_settings").mkdir()
    (tmp_path / "one_module_only.py").touch()
    for name in ("pack_of_settings", "space_of_settings"):
        (tmp_path / name / ".hotlint.yaml").touch()
    (tmp_path / "pack_without_settings" / ".hotlint.yaml").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("pack_of_settings", "space_of_settings"):
        assert packaged_config(name) == str(tmp_path / name / ".hotlint.yaml")
    names = ("pack_without_settings", "one_module_only", "no_such_package", "pack_of_settings.x", "a b", "", "sys")
    assert [packaged_config(name) for name in names] == [None] * len(names)
