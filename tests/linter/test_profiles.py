"""Profiles: named sets of severities, which any override wins over."""

from __future__ import annotations

from pathlib import Path

import pytest

import hotlint
from hotlint.cli.main import main
from hotlint.linter.packs import registry

TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  db_password: {type: string, default: secret, hidden: true}
outputs:
  copy: {value: {get_param: db_password}}
"""
ADVICE = {"HOT902": "info", "HOT905": "info"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "severities"),
    [
        ("", ADVICE),
        ("profile: security\n", dict.fromkeys(ADVICE, "error")),
        ("profile: [security]\nseverity: {HOT905: warning}\n", {"HOT902": "error", "HOT905": "warning"}),
        ("profile: security\nseverity: {all: info}\n", ADVICE),
        ("profile: security\nignore: [HOT905]\n", {"HOT902": "error"}),
        ("templates: {a.yaml: {profile: security}}\n", dict.fromkeys(ADVICE, "error")),
        ("templates: {b.yaml: {profile: security}}\n", ADVICE),
    ],
)
def test_the_profile_of_a_configuration(folder: Path, text: str, severities: dict[str, str]) -> None:
    (folder / ".hotlint.yaml").write_text(text)
    assert {d.code: d.severity for d in hotlint.check("a.yaml").diagnostics} == severities


def test_the_option(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "a.yaml"]) == 0
    assert main(["check", "--profile", "security", "a.yaml"]) == 1
    assert "error HOT902" in capsys.readouterr().out
    assert main(["check", "--profile", "securty", "a.yaml"]) == 2
    assert "no rule belongs to a profile 'securty' (did you mean 'security'?)" in capsys.readouterr().err


def test_an_unknown_profile_is_reported_at_its_place(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_text("profile: [security, strict]\n")
    report = hotlint.check("a.yaml").diagnostics
    (problem,) = (d for d in report if d.code == "HOT092")
    assert problem.message == "no rule belongs to a profile 'strict' (there is security)"
    assert problem.span.start_column == 20
    assert {d.severity for d in report} == {"error"}


def test_all_advice_on_security_belongs_to_the_profile() -> None:
    advice = [r for r in registry.load().rules if r.code.startswith("HOT9")]
    assert {r.code for r in advice} >= {f"HOT90{n}" for n in (1, 2, 3, 4, 5, 6, 8)}
    assert all(r.severity == "info" and r.profiles == {"security": "error"} for r in advice)
