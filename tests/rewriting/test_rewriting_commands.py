"""The commands that rewrite files, where a file cannot be read or written, and what comments and configurations become."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hotlint.cli.main import main
from hotlint.linter.diagnostic import Diagnostic
from hotlint.rewriting.suppression_comments import glob_of, is_json, with_ignored, with_suppressions
from hotlint.syntax.differences import unified
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

UNTIDY = "heat_template_version:   2018-08-31\noutputs: {}\n"


@pytest.fixture(autouse=True)
def _in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("named", ["a.yaml", "."])
def test_a_file_that_cannot_be_written_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], named: str
) -> None:
    def replace_text(path: str, before: str, after: str) -> None:
        raise PermissionError(13, "Permission denied", path)

    Path("a.yaml").write_text(UNTIDY)
    monkeypatch.setattr("hotlint.operations.rewrite.replace_text", replace_text)
    assert main(["format", named]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == (
        "hotlint: 'a.yaml' was not formatted: Permission denied\n0 files formatted, 0 files left unchanged, 1 file skipped\n"
    )
    assert main(["format", "--check", "-q", named]) == 1
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("named", "code"), [("a.yaml", 2), (".", 0)])
def test_a_file_that_cannot_be_read_fails_where_it_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], named: str, code: int
) -> None:
    def read_bytes(path: str) -> bytes:
        raise PermissionError(13, "Permission denied", path)

    Path("a.yaml").write_text(UNTIDY)
    monkeypatch.setattr("hotlint.operations.rewrite.read_bytes", read_bytes)
    assert main(["upgrade", "--to", "wallaby", named]) == code
    assert capsys.readouterr().err == (
        "hotlint: 'a.yaml' was not upgraded: Permission denied\n0 files upgraded, 0 files left unchanged, 1 file skipped\n"
    )


def test_a_file_that_changes_meanwhile_keeps_the_change(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def read_bytes(path: str) -> bytes:
        Path(path).write_text("changed: 1\n")
        return UNTIDY.encode()

    Path("a.yaml").write_text(UNTIDY)
    monkeypatch.setattr("hotlint.operations.rewrite.read_bytes", read_bytes)
    assert main(["format", "."]) == 2
    assert Path("a.yaml").read_text() == "changed: 1\n"
    assert capsys.readouterr().err.startswith("hotlint: 'a.yaml' was not formatted: ")


@pytest.mark.parametrize(
    ("path", "before", "after", "expected"),
    [
        ("a.yaml", "a\n", "b\n", "--- a/a.yaml\n+++ b/a.yaml\n@@ -1 +1 @@\n-a\n+b\n"),
        ("/x/a.yaml", "a\nb\n", "b\n", "--- a/x/a.yaml\n+++ b/x/a.yaml\n@@ -1,2 +1 @@\n-a\n b\n"),
        (
            "a", "a", "b",
            "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
        ),
        ("a", "a", "a\n", "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"),
        ("a", "a\r\n\x0cb\n", "a\r\n\x0cc\n", "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n a\r\n-\x0cb\n+\x0cc\n"),
        ("a", "a\n", "a\n", ""),
        ("a", "", "a\n", "--- a/a\n+++ b/a\n@@ -0,0 +1 @@\n+a\n"),
        ("a", "a", "", "--- a/a\n+++ b/a\n@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n"),
    ],
)  # fmt: skip
def test_differences_are_as_patch_takes_them(path: str, before: str, after: str, expected: str) -> None:
    assert unified(path.replace("/", os.sep), before, after) == expected


# -- configurations that ignore rules ----------------------------------------------------------------------------------

ONE = {"/a.json": ["HOT2", "HOT1"]}
ROW = '"/a.json": {ignore: [HOT1, HOT2]}\n'


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("", f"templates:\n  {ROW}"),
        ("\n \n", f"templates:\n  {ROW}"),
        ("# why\n", f"# why\n\ntemplates:\n  {ROW}"),
        ("fail_on: error", f"fail_on: error\n\ntemplates:\n  {ROW}"),
        ("fail_on: error\n\n\n", f"fail_on: error\n\ntemplates:\n  {ROW}"),
        ("templates:\n  x.yaml: {ignore: [HOT8]}\n", f"templates:\n  x.yaml: {{ignore: [HOT8]}}\n  {ROW}"),
        ("templates:\n  x.yaml: {ignore: [HOT8]}", f"templates:\n  x.yaml: {{ignore: [HOT8]}}\n  {ROW}"),
        (
            "templates:\n      x.yaml:\n        ignore:\n        - HOT8  # why\n\nfail_on: error\n",
            f"templates:\n      x.yaml:\n        ignore:\n        - HOT8  # why\n      {ROW}\nfail_on: error\n",
        ),
        (
            "templates:\n  x.yaml: {}\n  y.yaml: {}  # last\nfail_on: error\n",
            f"templates:\n  x.yaml: {{}}\n  y.yaml: {{}}  # last\n  {ROW}fail_on: error\n",
        ),
        ("templates: {x.yaml: {}}\n", None),
        ("templates: {}\n", None),
        ("templates:\n", None),
        ("templates: []\n", None),
        ("templates:\n  <<: {}\n", None),
        ("templates:\n  x.yaml: {}\n  /a.json: {}\n", None),
        ("{fail_on: error}\n", None),
        ("- a\n", None),
        ("text\n", None),
        ("fail_on: [\n", None),
    ],
)
def test_a_configuration_ignores_rules_in_one_more_file(text: str, made: str | None) -> None:
    assert with_ignored(text, ONE) == made


def test_a_configuration_ignores_rules_in_several_files() -> None:
    codes = {'/a "b".json': ["HOT2"], "/c.json": [], "/ö.json": ["HOT3", "HOT1"]}
    made = 'templates:\n  "/a \\"b\\".json": {ignore: [HOT2]}\n  "/c.json": {ignore: []}\n  "/\\u00f6.json": {ignore: [HOT1, HOT3]}\n'
    assert with_ignored("", codes) == made
    more = with_ignored(made, ONE)
    assert more == f"{made}  {ROW}"
    assert with_ignored(made, {**ONE, "/c.json": []}) is None


def test_the_glob_of_a_file_matches_no_other() -> None:
    assert [glob_of(path) for path in ("a.json", "in/a[1].json", "a*?.json")] == [
        "/a.json", "/in/a[[]1].json", "/a[*][?].json",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.yaml", '{"a": 1}', True),
        ("a.yaml", '\ufeff \r\n\t{"a": 1}', True),
        ("a.yaml", "a: {b: 1}", False),
        ("a.yaml", "", False),
        ("a.yaml.j2", "{{ a }}", False),
        ("a.yaml", "{% if a %}\na: 1\n{% endif %}", False),
    ],
)
def test_what_is_json(path: str, text: str, expected: bool) -> None:
    assert is_json(parse(Source(path, text))) is expected


def test_json_holds_no_comments() -> None:
    assert with_suppressions(parse(Source("a.json", '{"a": 1}')), []) == '{"a": 1}'
    assert with_suppressions(parse(Source("a.yaml", "a: 1")), []) == "a: 1"


NOTES = """\
a: # of a
  b: # of b
    c: |
      in c
    d: in
      d
e: |
  in e
f: "in
  f"
"""


@pytest.mark.parametrize(
    ("text", "place", "old", "new"),
    [
        (NOTES, "in c", "    c: |", "    c: |  # hotlint: disable=A1"),
        (NOTES, "in e", "e: |", "e: |  # hotlint: disable=A1"),
        (NOTES, "  d\n", "a: # of a", "# hotlint: disable-file=A1\na: # of a"),
        (NOTES.replace("# of b", ""), "  d\n", "  b: ", "  b:   # hotlint: disable=A1"),
        (NOTES.replace("# of a", ""), "  d\n", "a: ", "a:   # hotlint: disable=A1"),
        (NOTES.replace("# of b", "# hotlint: disable=B1"), "  d\n", "disable=B1", "disable=B1, A1"),
        (NOTES, '  f"', "a: # of a", "# hotlint: disable-file=A1\na: # of a"),
        (NOTES, "in\n", "    d: in", "    # hotlint: disable-next-line=A1\n    d: in"),
        (NOTES, "b: ", "  b: # of b", "  # hotlint: disable-next-line=A1\n  b: # of b"),
        (f"\ufeff{NOTES}", '  f"', "a: # of a", "# hotlint: disable-file=A1\na: # of a"),
    ],
)
def test_a_comment_is_written_at_the_nearest_place(text: str, place: str, old: str, new: str) -> None:
    at = text.index(place) + len(place) - len(place.lstrip())
    found = Diagnostic("A1", "error", "a message", Span(at, at + 1))
    assert with_suppressions(parse(Source("t.yaml", text)), [found, found]) == text.replace(old, new, 1)
