"""Settings of one file: values on top of others, and what they say about rules, fixes and severities."""

from __future__ import annotations

from typing import Any

from for_each import for_each

from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.rules.rule import Rule
from hotlint.linter.settings.model import JinjaSettings, NamedDeployment, Settings, is_snapshot_name
from hotlint.syntax.source import Span


class Usual(Rule):
    """A rule that is on by default."""

    code, name, severity = "X101", "usual", "warning"
    profiles = {"strict": "error", "calm": "info"}


class Verbose(Rule):
    """A rule that is off by default."""

    code, name, severity, default = "X102", "verbose", "info", False


def test_the_defaults() -> None:
    assert Settings()._asdict() == {
        "target": None,
        "environments": (),
        "plugin_dirs": (),
        "known_types": (),
        "urls": (),
        "select": None,
        "ignore": (),
        "severity": (),
        "fail_on": None,
        "files": (),
        "default_environment": None,
        "policies": (),
        "fixable": None,
        "unfixable": (),
        "extend_select": (),
        "deployments": (),
        "jinja": (),
        "cloud_snapshot": None,
        "role": None,
        "profile": (),
        "budget": None,
        "discovery": True,
        "resource_limit": 1000,
        "list_indentation": "indented",
        "flow_spaces": "none",
        "found_plugins": (),
        "targets": (),
    }
    assert NamedDeployment("a", "b") == ("a", "b", (), (), None)
    assert JinjaSettings() == ((), (), (), (), True, False, "")


@for_each(
    ("target", "is_snapshot"),
    [("a.yaml", True), ("a.yml", True), ("a.json", True), ("2025.1", False), ("yaml", False), ("a.yaml.gz", False)],
)
def test_a_target_may_be_a_snapshot(target: str, is_snapshot: bool) -> None:
    assert is_snapshot_name(target) is is_snapshot
    assert Settings(target=target).snapshot == (target if is_snapshot else None)
    assert Settings(target=target, cloud_snapshot="c").snapshot == "c"
    assert Settings().snapshot is None


@for_each(
    ("before", "after", "both"),
    [
        ({}, {}, {}),
        ({"ignore": ("a",)}, {"ignore": ("b",)}, {"ignore": ("a", "b")}),
        ({"select": ("a",)}, {"select": ("b",)}, {"select": ("b",)}),
        ({"fixable": ("a",)}, {}, {"fixable": ("a",)}),
        ({"budget": 1.0, "target": "rocky"}, {"budget": 2.0}, {"budget": 2.0, "target": "rocky"}),
        (
            {"severity": (("a", "info"),)},
            {"severity": (("a", "error"),)},
            {"severity": (("a", "info"), ("a", "error"))},
        ),
        ({"discovery": False}, {"discovery": True}, {"discovery": False}),
    ],
)
def test_lists_are_extended_and_single_values_replaced(
    before: dict[str, Any], after: dict[str, Any], both: dict[str, Any]
) -> None:
    assert Settings(**before).changed(Settings(**after)) == Settings(**both)


@for_each(
    ("settings", "usual", "verbose"),
    [
        ({}, True, False),
        ({"select": ("X1",)}, True, True),
        ({"select": ()}, False, False),
        ({"select": ("X102",)}, False, True),
        ({"extend_select": ("X102",)}, True, True),
        ({"extend_select": ("all",)}, True, True),
        ({"select": ("X101",), "extend_select": ("verbose",)}, True, True),
        ({"ignore": ("all",)}, False, False),
        ({"ignore": ("X2",)}, True, False),
        ({"ignore": ("X1",), "select": ("X101",)}, True, False),
        ({"ignore": ("X1",), "select": ("X1",)}, False, False),
        ({"ignore": ("X101",), "select": ("all",)}, False, True),
        ({"ignore": ("all",), "select": ("all",)}, False, False),
        ({"ignore": ("all",), "select": ("X",)}, True, True),
    ],
)
def test_which_rules_run(settings: dict[str, Any], usual: bool, verbose: bool) -> None:
    assert (Settings(**settings).wants(Usual()), Settings(**settings).wants(Verbose)) == (usual, verbose)


@for_each(
    ("settings", "fixed"),
    [
        ({}, True),
        ({"fixable": ()}, False),
        ({"fixable": ("X2",)}, False),
        ({"fixable": ("usual",)}, True),
        ({"unfixable": ("all",)}, False),
        ({"unfixable": ("X2",)}, True),
        ({"unfixable": ("usual",)}, False),
        ({"fixable": ("all",), "unfixable": ("all",)}, False),
        ({"fixable": ("X",), "unfixable": ("all",)}, True),
        ({"fixable": ("X",), "unfixable": ("X1",)}, False),
    ],
)
def test_which_fixes_may_be_applied(settings: dict[str, Any], fixed: bool) -> None:
    found = Diagnostic("X101", "warning", "m", Span(0, 1), rule="usual")
    assert Settings(**settings).may_fix(found) is fixed


@for_each(
    ("profile", "severity", "of_most", "of_milder"),
    [
        ("", "", "warning", "info"),
        ("strict", "", "error", "info"),
        ("calm", "", "info", "info"),
        ("calm strict", "", "error", "info"),
        ("strict calm", "", "info", "info"),
        ("strict other", "", "error", "info"),
        ("other", "", "warning", "info"),
        ("", "all=error", "error", "info"),
        ("", "X2=error", "warning", "info"),
        ("strict", "X2=info", "error", "info"),
        ("strict", "X1=info", "info", "info"),
        ("", "usual=error X1=info", "error", "info"),
        ("", "X1=info usual=error", "error", "info"),
        ("", "X1=info X1=error", "error", "info"),
        ("", "all=info all=error", "error", "info"),
        ("", "X=info all=error", "info", "info"),
    ],
)
def test_severities_of_profiles_and_overrides(profile: str, severity: str, of_most: str, of_milder: str) -> None:
    overrides = tuple((name, value) for name, _, value in (one.partition("=") for one in severity.split()))
    settings = Settings(profile=tuple(profile.split()), severity=overrides)  # type: ignore[arg-type]
    found = Diagnostic("X101", "warning", "m", Span(0, 1), rule="usual")
    assert settings.severity_of(found, Usual()) == of_most
    assert settings.severity_of(found._replace(severity="info"), Usual()) == of_milder


def test_severities_of_policies() -> None:
    found = Diagnostic("SITE1", "warning", "m", Span(0, 1), rule="SITE1")
    assert Settings(profile=("strict",)).severity_of(found, None) == "warning"
    assert Settings(severity=(("SITE", "info"),)).severity_of(found, None) == "info"
    assert Settings(severity=(("SITE", "error"),)).severity_of(found, None) == "warning"
    assert Settings(severity=(("SITE", "info"),)).severity_of(found._replace(severity="error"), None) == "info"
