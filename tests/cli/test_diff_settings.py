"""Settings and links of a repository: what `check --new-from` and `diff REV:FILE` do not follow."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from hotlint.cli.main import main

OLD = "heat_template_version: 2018-08-31\nresources:\n  a: {type: OS::Heat::Value, properties: {value: 1}}\n"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a template of one commit, which is changed since, below a folder."""
    top = tmp_path / "top"
    (top / "in").mkdir(parents=True)
    (tmp_path / "out").mkdir()
    (tmp_path / "out/secret.yaml").write_text(OLD)
    (top / "in/t.yaml").write_text(OLD)
    (top / "in/link").symlink_to(tmp_path / "out")
    (top / ".gitattributes").write_text("*.yaml diff=own\n")
    for name in ("name", "email"):
        monkeypatch.setenv(f"GIT_AUTHOR_{name.upper()}", "t")
        monkeypatch.setenv(f"GIT_COMMITTER_{name.upper()}", "t")
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        subprocess.run(["git", *words], cwd=top, check=True)
    (top / "in/t.yaml").write_text(OLD.replace("Value", "Valeu"))
    monkeypatch.chdir(top / "in")
    return top


def configure(top: Path, name: str, value: str) -> None:
    """Change a setting of a repository."""
    subprocess.run(["git", "config", name, value], cwd=top, check=True)


@pytest.mark.parametrize("name", ["diff.own.command", "diff.own.textconv", "diff.external"])
def test_no_program_for_differences_runs(repository: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure(repository, name, f"touch '{repository.parent}/ran' #")
    assert main(["check", "--new-from", "HEAD", "t.yaml"]) == 1
    assert "OS::Heat::Valeu" in capsys.readouterr().out
    assert not (repository.parent / "ran").exists()


@pytest.mark.parametrize(
    ("name", "value"), [("diff.relative", "true"), ("diff.noprefix", "true"), ("diff.mnemonicPrefix", "true")]
)
def test_settings_of_differences_change_nothing(
    repository: Path, name: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    configure(repository, name, value)
    assert main(["check", "--new-from", "HEAD", "t.yaml"]) == 1
    assert "OS::Heat::Valeu" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["in/link/secret.yaml", "{}/secret.yaml", "in/../../../..{}/secret.yaml"])
def test_a_name_out_of_a_revision_leads_to_no_file(
    repository: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name = name.format(repository.parent / "out")
    assert main(["diff", f"HEAD:{name}", "t.yaml"]) == 2
    assert f"file '{name}' does not exist in HEAD" in capsys.readouterr().err
