"""`hotlint diff` from a folder below the top of a repository: which files of a revision are meant, and how often it is unpacked."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from diff_fixture import HEAD

from hotlint.cli.main import main
from hotlint.operations import commits

TEMPLATE = HEAD + (
    "parameters: {p: {type: string, default: x}, q: {type: string, default: x}}\n"
    "resources: {r: {type: OS::Heat::Value, properties: {value: {list_join: ['-', [{get_param: p}, {get_param: q}]]}}}}\n"
)
Said = pytest.CaptureFixture[str]


@pytest.fixture
def below(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of a repository, whose files have changed since its only commit."""
    folder = tmp_path / "below"
    folder.mkdir()
    (folder / "t.yaml").write_text(TEMPLATE)
    (folder / "p.env").write_text("parameters: {p: old}\n")
    (tmp_path / "q.env").write_text("parameters: {q: old}\n")
    (tmp_path / "t.yaml").write_text(TEMPLATE)
    (tmp_path / "link.yaml").symlink_to("t.yaml")
    (tmp_path / "out.yaml").symlink_to(tmp_path / "t.yaml")
    identity = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    (folder / "a:b.yaml").write_text(TEMPLATE.replace("default: x", "default: colon"))
    for words in (["init", "-q"], ["add", "."], [*identity, "commit", "-qm", "first"], ["tag", "v"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    (folder / "p.env").write_text("parameters: {p: new}\n")
    (tmp_path / "q.env").write_text("parameters: {q: new}\n")
    (folder / "late.env").write_text("parameters: {q: late}\n")
    monkeypatch.chdir(folder)
    return folder


def values(capsys: Said, *words: str) -> list[str]:
    """Return how the values of the resource differ."""
    assert main(["diff", "--no-discovery", *words]) == 0
    return [line.strip().replace("'", "") for line in capsys.readouterr().out.splitlines() if "->" in line]


def test_environments_are_those_of_the_revision(below: Path, capsys: Said) -> None:
    both = ("-e", "p.env", "-e", "../q.env")
    for name in ("HEAD:./t.yaml", "HEAD:below/t.yaml", "HEAD:../t.yaml", "HEAD:t.yaml"):
        assert values(capsys, *both, name, "t.yaml") == ["value: old-old -> new-new"]
    assert values(capsys, *both, "t.yaml", "HEAD:./t.yaml") == ["value: new-new -> old-old"]
    assert values(capsys, *both, "-e", "late.env", "HEAD:t.yaml", "t.yaml") == ["value: old-late -> new-late"]
    assert values(capsys, "-e", "HEAD:q.env", "-e", "p.env", "t.yaml", "HEAD:t.yaml") == ["value: new-old -> old-old"]
    assert values(capsys, "-e", "HEAD:./p.env", "t.yaml", "t.yaml", "--old-environment", "HEAD:../q.env") == [
        "value: x-old -> old-x"
    ]


def test_a_file_whose_name_has_a_colon(below: Path, capsys: Said) -> None:
    (below / "HEAD:t.yaml").write_text(TEMPLATE.replace("default: x", "default: own"))
    (below / "HEAD:p.env").write_text("parameters: {p: own}\n")
    assert values(capsys, "-e", "HEAD:p.env", "HEAD:t.yaml", "t.yaml") == ["value: own-own -> own-x"]


def test_revisions_and_paths_are_told_apart(below: Path, capsys: Said) -> None:
    assert values(capsys, "v:t.yaml", "HEAD:./a:b.yaml") == ["value: x-x -> colon-colon"]


def test_links_are_followed_within_a_revision(below: Path, capsys: Said) -> None:
    assert values(capsys, "-e", "p.env", "-e", "../q.env", "HEAD:link.yaml", "t.yaml") == ["value: old-old -> new-new"]
    assert main(["diff", "HEAD:out.yaml", "t.yaml"]) == 2
    assert capsys.readouterr().err == "hotlint: file 'out.yaml' is a link that leads to no file in HEAD\n"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("HEAD:", "cannot read 'HEAD:': it is a folder; name a file in it"),
        ("HEAD:below", "cannot read 'HEAD:below': it is a folder; name a file in it"),
        ("HEAD:below/p.env", "'HEAD:below/p.env' is not a HOT template: it has no heat_template_version"),
        (":t.yaml", "':t.yaml' has no revision before the colon; HEAD:t.yaml is the file of the last commit"),
    ],
)
def test_a_file_of_a_revision_has_the_name_that_was_given(below: Path, capsys: Said, name: str, said: str) -> None:
    assert main(["diff", name, "t.yaml"]) == 2
    assert capsys.readouterr().err == f"hotlint: {said}\n"


def test_a_revision_is_unpacked_once(below: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    called: list[str] = []
    own = commits.unpack_commit

    def unpack(commit: str, *more: Any) -> None:
        called.append(commit)
        own(commit, *more)

    monkeypatch.setattr(commits, "unpack_commit", unpack)
    assert values(capsys, "-e", "p.env", "HEAD:t.yaml", "HEAD:./t.yaml") == []
    assert len(called) == 1


@pytest.mark.parametrize("name", ["gone.yaml", "./gone.yaml", "below/gone.yaml", "{0}/t.yaml"])
def test_a_file_that_a_revision_does_not_have(below: Path, capsys: Said, name: str) -> None:
    name = name.format(below)
    assert main(["diff", f"HEAD:{name}", "t.yaml"]) == 2
    said = name.replace("./", "below/")
    assert capsys.readouterr() == ("", f"hotlint: file '{said}' does not exist in HEAD\n")
