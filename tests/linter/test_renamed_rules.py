"""Older names of rules keep working, and are reported as deprecated."""

from __future__ import annotations

from pathlib import Path

import pytest

import hotlint
from hotlint.cli.main import main

TEMPLATE = "heat_template_version: 2018-08-31\nresources: {r: {type: OS::Heat::None}}\n"
UNUSED = "# hotlint: disable=HOT301\n"


@pytest.fixture
def template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "t.yaml"
    path.write_text(TEMPLATE + UNUSED)
    return path


def codes(path: Path) -> list[str]:
    return [d.code for d in hotlint.check(path).diagnostics if not d.code.startswith("HOT8")]


def test_an_older_name_in_a_comment_suppresses_and_is_reported_with_a_fix(template: Path) -> None:
    template.write_text(f"{TEMPLATE}# hotlint: disable-file=unused-disable\n{UNUSED}")
    report = hotlint.check(template)
    found = [d for d in report.diagnostics if not d.code.startswith("HOT8")]
    assert [(d.code, d.rule, d.severity, d.tags) for d in found] == [
        ("HOT095", "renamed-rule", "warning", ("deprecated",))
    ]
    assert found[0].message == "rule 'unused-disable' has been renamed to 'unused-suppression'"
    assert main(["check", "--fix", str(template)]) == 0
    assert template.read_text() == f"{TEMPLATE}# hotlint: disable-file=unused-suppression\n{UNUSED}"
    assert codes(template) == []


@pytest.mark.parametrize("setting", ["ignore: [Unused-Disable]\n", "templates: {'*.yaml': {ignore: unused-disable}}\n"])
def test_an_older_name_in_the_configuration_is_honored_and_reported_once(template: Path, setting: str) -> None:
    assert codes(template) == ["HOT091"]
    template.with_name(".hotlint.yaml").write_text(setting)
    report = hotlint.check(template)
    assert [(d.path, d.code) for d in report.diagnostics if not d.code.startswith("HOT8")] == [
        (".hotlint.yaml", "HOT095")
    ]


def test_a_severity_under_an_older_name(template: Path) -> None:
    template.with_name(".hotlint.yaml").write_text("severity: {unused-disable: info}\nignore: [HOT8]\n")
    assert [(d.code, d.severity) for d in hotlint.check(template).diagnostics] == [
        ("HOT095", "warning"), ("HOT091", "info"),
    ]  # fmt: skip


def test_an_older_name_on_the_command_line(template: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):  # also when the results of the first run are known
        assert main(["check", "--ignore", "unused-disable,HOT8", str(template)]) == 0
        out, err = capsys.readouterr()
        assert out == "Nothing found in 1 file.\n"
        assert err == "hotlint: warning: rule 'unused-disable' has been renamed to 'unused-suppression'\n"


def test_an_older_name_finds_the_page_of_the_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "unused-disable"]) == 0
    assert capsys.readouterr().out.startswith("# HOT091 unused-suppression\n")
