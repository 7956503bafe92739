"""What git says, without git: its errors, and which findings a difference is about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from for_each import for_each

from hotlint.common.processes import ProgramError
from hotlint.linter.diagnostic import Related
from hotlint.operations import git as git_module
from hotlint.operations.errors import OperationError
from hotlint.operations.git import ChangedLines, commit_of, git, top_folder
from hotlint.output.findings.model import FileReport, Finding, PositionSpan

DIFFERENCE = b"+++ b/a.yaml\n@@ -3,0 +3,2 @@\n+x\n+y\n@@ -9 +10 @@\n-x\n+y\n+++ b/gone.yaml\n@@ -1 +0,0 @@\n-x\n"
ZERO = PositionSpan(0, 0, 0, 0)


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Let git answer about three files of the folder. Returns a list that gets what it is asked."""
    monkeypatch.chdir(tmp_path)
    found: list[tuple[str, ...]] = []

    def answer(*args: str) -> bytes:
        found.append(args)
        if "cat-file" in args and not args[-1].endswith(":a.yaml"):
            raise OperationError("git: the file had another name")
        answers = {
            "rev-parse": f"{tmp_path}\n".encode() if "--show-toplevel" in args else b"c0ffee\n",
            "merge-base": b"base\nother\n",
            "ls-files": b"a.yaml\0b.yaml\0gone.yaml\0sub/c.yaml\0",
            "diff": DIFFERENCE,
            "cat-file": b"before",
        }
        return next(text for name, text in answers.items() if name in args)

    monkeypatch.setattr(git_module, "git", answer)
    return found


def finding(path: str, *span: int, message: str = "wrong", related: tuple[Related[PositionSpan], ...] = ()) -> Finding:
    return Finding("HOT1", "error", message, PositionSpan(*span), related, path=path)


def kept(lines: ChangedLines, *found: Finding) -> list[bool]:
    """Return which findings are about changed lines; the rest of a report stays."""
    shown = []
    for one in found:
        report = FileReport(one.path, (one,), suppressed=3, environments=("e",))
        left = lines.only(report)
        assert left._replace(diagnostics=(one,)) == report
        shown.append(left.diagnostics == (one,))
    return shown


@pytest.mark.parametrize(
    ("span", "is_changed"),
    [
        ((2, 0, 2, 5), True), ((3, 4, 3, 5), True), ((1, 0, 1, 5), False), ((4, 0, 4, 5), False), ((0, 0, 9, 0), True),
        ((1, 0, 2, 1), True), ((1, 0, 2, 0), False), ((2, 0, 2, 0), True), ((4, 0, 8, 9), False), ((4, 0, 9, 1), True),
        ((9, 0, 9, 1), True), ((8, 0, 9, 0), False), ((10, 0, 10, 1), False), ((0, 0, 0, 0), True), ((0, 0, 0, 1), False),
        ((0, 1, 0, 1), False), ((0, 0, 1, 0), False),
    ],
)  # fmt: skip
def test_a_finding_counts_where_it_has_a_changed_line(
    span: tuple[int, ...], is_changed: bool, asked: list[tuple[str, ...]]
) -> None:
    assert kept(ChangedLines("main"), finding("a.yaml", *span)) == [is_changed]


def test_a_file_that_did_not_change_counts_only_where_git_does_not_know_it(asked: list[tuple[str, ...]]) -> None:
    lines = ChangedLines("main")
    names = ("b.yaml", "sub/c.yaml", "new.yaml", "../a.yaml", str(Path.cwd() / "a.yaml"), "./a.yaml")
    assert kept(lines, *(finding(name, 2, 0, 2, 1) for name in names)) == [False, False, True, True, True, True]
    assert kept(lines, *(finding(name, *ZERO) for name in names)) == [False, False, True, True, True, True]
    assert kept(lines, finding("gone.yaml", 0, 0, 0, 1), finding("gone.yaml", *ZERO)) == [False, True]


def test_a_place_that_explains_a_finding_counts(asked: list[tuple[str, ...]]) -> None:
    first, second = (Related("", PositionSpan(line, 0, line, 1), "a.yaml") for line in (0, 2))
    found = [finding("b.yaml", 0, 0, 0, 1, related=places) for places in ((), (first,), (first, second))]
    assert kept(ChangedLines("main"), *found) == [False, False, True]


def test_what_a_changed_file_did_not_have_before_counts(asked: list[tuple[str, ...]]) -> None:
    texts: list[tuple[bytes, str]] = []

    def of_text(text: bytes, path: str) -> FileReport:
        texts.append((text, path))
        return FileReport(path, (finding(path, 7, 0, 7, 1, message="old"), finding(path, 8, 0, 8, 1, message="older")))

    lines = ChangedLines("main", of_text)
    found = [finding("a.yaml", 0, 0, 0, 1, message=message) for message in ("new", "old", "older", "newer")]
    assert kept(lines, *found) == [True, False, False, True]
    assert texts == [(b"before", "a.yaml")], "an earlier text is checked once"
    assert [args[-1] for args in asked if "cat-file" in args] == ["base:a.yaml"]
    assert kept(lines, finding("b.yaml", 0, 0, 0, 1), finding("gone.yaml", 5, 0, 5, 1)) == [False, False]
    assert len(texts) == 1


def test_git_is_asked_for_the_commit_where_the_branch_left(asked: list[tuple[str, ...]]) -> None:
    ChangedLines("main")
    assert ("rev-parse", "--verify", "--quiet", "--end-of-options", "main^{commit}") in asked
    assert ("merge-base", "c0ffee", "HEAD") in asked
    [difference] = [args for args in asked if "diff" in args]
    assert difference[-2:] == ("base", "--")
    assert commit_of("main") == "c0ffee" and top_folder() == str(Path.cwd())


@for_each(
    ("code", "error", "message"),
    [
        (128, b"fatal: no \xff\n", "git: no \ufffd"), (1, b"error: a fatal: b\n", "git: error: a fatal: b"),
        (1, b"", "git: unknown revision main"), (-9, b" \n", "git: unknown revision main"), (0, b"warning", None),
    ],
)  # fmt: skip
def test_an_error_of_git_is_one_sentence(
    code: int, error: bytes, message: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*_: str) -> bytes:
        if code:
            raise ProgramError(error.decode("utf-8", "replace").strip(), code)
        return b"said"

    monkeypatch.setattr(git_module, "Git", lambda: SimpleNamespace(run=run))
    if message is None:
        assert git("log") == b"said"
        return
    with pytest.raises(OperationError) as raised:
        git("rev-parse", "main^{commit}")
    assert str(raised.value) == message


def test_without_git_there_are_no_revisions(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_: object, **__: object) -> None:
        raise FileNotFoundError(2, "No such file or directory", "git")

    monkeypatch.setattr(git_module, "Git", lambda: SimpleNamespace(run=run))
    calls: list[Callable[[], object]] = [
        lambda: git("log"),
        lambda: commit_of("main"),
        top_folder,
        lambda: ChangedLines("x"),
    ]
    for call in calls:
        with pytest.raises(OperationError) as raised:
            call()
        assert str(raised.value) == "a git revision needs git, which is not installed"
