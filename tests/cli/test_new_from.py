"""`hotlint check --new-from REV`: only findings of lines that changed since a git revision."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from hotlint.cli.main import main
from hotlint.operations.git import _changed

HEAD = "heat_template_version: 2018-08-31\ndescription: d\n"
OLD = HEAD + "resources:\n  a: {type: OS::Heat::Value, properties: {value: {get_param: old}}}\n"
NEW = "  b: {type: OS::Heat::Value, properties: {value: {get_param: new}}}\n"


def git(*args: str) -> None:
    subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e", *args], check=True, capture_output=True)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / ".own"))
    (tmp_path / ".gitignore").write_text(".own\n")
    git("init", "-q", "-b", "main")
    return tmp_path


def commit(**texts: str) -> None:
    for name, text in texts.items():
        Path(f"{name}.yaml").write_text(text)
    git("add", "-A")
    git("commit", "-qm", "c")


def check(capsys: pytest.CaptureFixture[str], *more: str) -> list[str]:
    """Return "FILE:LINE" of each finding."""
    main(["check", "--no-cache", "--min-severity", "warning", "-f", "concise", "--new-from", *more])
    return re.findall(r"(?m)^(.*?:\d+):\d+: ", capsys.readouterr().out)


def test_lines_and_files_that_are_new(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commit(a=OLD, b=OLD + "# b\n" * 99)
    assert check(capsys, "HEAD") == []
    Path("a.yaml").write_text(OLD.replace("resources:\n", f"resources:\n{NEW}"))
    Path('ü "q"\n.yaml').write_text(OLD)
    assert check(capsys, "HEAD") == ["a.yaml:4", 'ü "q"\\n.yaml:4']
    git("add", "-A")
    git("config", "diff.mnemonicPrefix", "true")
    git("config", "diff.context", "9")
    assert check(capsys, "HEAD", str(folder)) == [f"{folder}/a.yaml:4", f'{folder}/ü "q"\\n.yaml:4']
    git("mv", "b.yaml", "c d.yaml")
    git("commit", "-qm", "c")
    assert check(capsys, "HEAD") == []
    assert check(capsys, "HEAD~1") == ["a.yaml:4", 'ü "q"\\n.yaml:4'], "a file with another name is not new"
    Path("c d.yaml").write_text(OLD + NEW + "# b\n" * 99)
    assert check(capsys, "HEAD~1", "c d.yaml") == ["c d.yaml:5"]


def test_exit_code_and_what_is_left_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commit(a=OLD)
    assert main(["check", "--no-cache", "--new-from", "HEAD"]) == 0
    assert capsys.readouterr() == (
        "Nothing found in 1 file.\n",
        "hotlint: not reported: 1 finding of lines that did not change (--new-from)\n",
    )
    Path("a.yaml").write_text(OLD + NEW)
    assert main(["check", "--no-cache", "--new-from", "HEAD"]) == 1
    assert "Found 1 error in 1 file." in capsys.readouterr().out


def test_a_changed_value_counts_where_it_breaks_a_template(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    template = (
        "parameters: {p: {type: number, constraints: [{range: {max: 5}}]}}\noutputs: {o: {value: {get_param: p}}}\n"
    )
    (folder / "web.env").write_text("parameters: {p: 6}\n")
    commit(web=HEAD + template)
    assert check(capsys, "HEAD", "web.yaml") == []
    (folder / "web.env").write_text("parameters: {p: 7}\n")
    assert len(check(capsys, "HEAD", "web.yaml")) == 1


def test_what_a_change_breaks_on_other_lines_counts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    used = OLD.replace("resources:", "parameters:\n  old: {type: string, default: a}\nresources:") + NEW
    commit(a=used)
    Path("a.yaml").write_text(used.replace("  old: {type: string, default: a}\n", ""))
    assert check(capsys, "HEAD") == ["a.yaml:5"]
    Path("a.yaml").write_text(used.replace("default: a}", "default: a"))
    assert len(check(capsys, "HEAD")) == 1, "a bracket that is missing is said where the next line is read"
    Path("a.yaml").write_text(used.replace("default: a", "default: b"))
    assert check(capsys, "HEAD") == []


def test_a_branch_is_compared_with_the_commit_where_it_left(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commit(a=OLD + NEW)
    git("checkout", "-qb", "mine")
    git("checkout", "-q", "main")
    commit(a=HEAD)
    git("checkout", "-q", "mine")
    assert check(capsys, "main") == []
    git("checkout", "-q", "--orphan", "other")
    assert check(capsys, "main") == ["a.yaml:4", "a.yaml:5"], "no common commit"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--new-from", "nope"], "git: unknown revision nope"),
        (["--new-from", "--all"], "git: "),
        (["--new-from", "HEAD", "--fix"], "--new-from chooses what a report shows; it takes no --fix"),
        (["--new-from", "HEAD", "-"], "--new-from compares files of a git working tree"),
    ],
)
def test_usage_errors(folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    commit(a=OLD)
    assert main(["check", *(a if a != "--all" else "=--all" for a in arguments)]) == 2
    assert message in capsys.readouterr().err


def test_lines_that_look_like_a_difference() -> None:
    difference = b"""diff --git a/x b/x
--- a/x
+++ b/a b\t
@@ -1 +1,2 @@
-@@ -9 +9 @@
+++ b/y
+@@ -7 +7,3 @@
@@ -5,2 +5,0 @@
--- z
-z
+++ "b/\\303\\274\\"\\n.yaml"
@@ -0,0 +1 @@
+x
\\ No newline at end of file
"""
    assert _changed(difference) == {"a b": [range(2), range(4, 4)], 'ü"\n.yaml': [range(1)]}
