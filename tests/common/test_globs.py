"""Globs of the configuration, and ignore files, which git itself checks here."""

from __future__ import annotations

import random
import subprocess
from glob import glob
from pathlib import Path

import pytest
from for_each import for_each

from hotlint.common import globs
from hotlint.common.gitignore import RULES_LIMIT, IgnoreFile
from hotlint.operations.discovery import candidates


@for_each(
    ("pattern", "path", "matches"),
    [
        ("web/**", "web/a.yaml", True),
        ("web/**", "web/x/a.yaml", True),
        ("web/**", "web", False),
        ("**", "a.yaml", True),
        ("**/a.yaml", "a.yaml", True),
        ("a/**/**/b", "a/b", True),
        ("a/**/b/**/c", "a/b/x/b/y/c/d", True),
        ("a/**/b/**/c", "a/b/x/b/y/d", False),
        ("./a.yaml", "a.yaml", True),
        ("[z-a]", "b", False),
        ("[", "[", True),
    ],
)
def test_patterns_of_folders(pattern: str, path: str, matches: bool) -> None:
    assert globs.matches(pattern, path) is matches


TREE = (
    "a.yaml",
    "b.yml",
    "env/a.yaml",
    "env/prod/b.yaml",
    "env/prod/x/c.yaml",
    "env/.d.yaml",
    ".e/f.yaml",
    "x/env/g.yaml",
)


@for_each(
    "pattern",
    ["*.yaml", "**/*.yaml", "env/**", "env/**/*.yaml", "**/env/*", "**/prod/**/*", "**/**/c.yaml", "**/.d*", "e*/**/b.yaml",
     "env/[p]*/*", "nothing/**", "env/prod", "**"],
)  # fmt: skip
@for_each("absolute", [False, True])
def test_files_are_those_of_the_standard_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pattern: str, absolute: bool
) -> None:
    for name in TREE:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    pattern = f"{tmp_path}/{pattern}" if absolute else pattern
    assert globs.expand(pattern) == sorted({f for f in glob(pattern, recursive=True) if Path(f).is_file()})


NAMES = ("a", "b", "ab", "a.b", "a b", "[a]", "!a", "#a", "aa", "c*")
PIECES = (
    *NAMES,
    "*",
    "?",
    "**",
    "a*",
    "*b",
    "[ab]",
    "[!a]",
    "[^a]",
    r"\!a",
    r"\#a",
    r"c\*",
    r"\[a\]",
    "a**b",
    "a?b",
    r"a\ ",
)


@pytest.mark.slow
def test_git_ignores_the_same_files(tmp_path: Path) -> None:
    """100 random ignore files in one tree, one of them in a folder of it."""
    chance = random.Random(904)
    folders = ["", *(f"{a}/" for a in NAMES[:5]), *(f"{a}/{b}/" for a in NAMES[:4] for b in NAMES[:5])]
    for name in (
        f"{folder}{n}.yaml" if chance.random() < 0.5 else f"{folder}{n}1" for folder in folders for n in NAMES
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("heat_template_version: 2018-08-31\n")
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)

    def rule() -> str:
        body = "/".join(chance.choice(PIECES) for _ in range(chance.choice([1, 1, 2, 3])))
        ends = chance.choice(["", "", "*", ".yaml", "1", "/", "  "])
        return chance.choice(["", "", "", "!"]) + chance.choice(["", "", "/"]) + body + ends

    for _ in range(100):
        for place in ("", "a/"):
            text = "".join(rule() + "\n" for _ in range(chance.randrange(5)))
            (tmp_path / place / ".gitignore").write_text(text)
        (tmp_path / ".git" / "info" / "exclude").write_text(rule() + "\n")
        listed = subprocess.run(
            ["git", "-C", str(tmp_path), "ls-files", "-z", "--others", "--exclude-standard"],
            capture_output=True,
            check=True,
        )
        expected = {name for name in listed.stdout.decode().split("\0") if name and not name.endswith(".gitignore")}
        found = {str(Path(c.path).relative_to(tmp_path)) for c in candidates([str(tmp_path)], lambda path: False)}
        rules = [
            p.read_text() for p in (tmp_path / ".gitignore", tmp_path / "a/.gitignore", tmp_path / ".git/info/exclude")
        ]
        assert found == expected, rules


def test_a_file_of_too_many_rules() -> None:
    file = IgnoreFile([*(f"x{n}" for n in range(RULES_LIMIT)), "y"])
    assert file.ignores("x9", is_folder=False) is True
    assert file.ignores("y", is_folder=False) is None
