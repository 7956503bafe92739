"""`check --add-disable`: a check after it reports nothing, neither what was found before nor an unused comment."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from for_each import for_each

from hotlint.cli.main import main
from hotlint.common.file_replacement import replace_text
from hotlint.common.files import ReadError
from hotlint.operations import suppress

VERSION = "heat_template_version: 2018-08-31\n"
CHECK = ["check", "--no-cache", "-f", "json"]
JSON = '{"heat_template_version": "2018-08-31", "resources": {"r": {"type": "OS::No"}}}'


def _findings(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[tuple[str, str]]:
    capsys.readouterr()
    main([*CHECK, *arguments])
    return [(f["path"], f["code"]) for f in json.loads(capsys.readouterr().out)["diagnostics"]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with findings that depend on its other files."""
    monkeypatch.chdir(tmp_path)
    uses = "resources: {r: {type: nested.yaml, properties: {size: 1}}}\n"
    files = {
        "web.yaml": f"{VERSION}parameters:\n  n:\n    type: number\n    constraints: [{{range: {{max: 3}}}}]\n{uses}",
        "web.env": "parameters:\n  n: 9\n  undeclared: 1\n",
        "nested.yaml": f"{VERSION}parameters: {{size: {{type: string}}}}\nresources:\n  r:\n    type: OS::Heat::Valu\n",
        "many.env": "resource_registry:\n" + "".join(f"  My::T{n}: missing.yaml\n" for n in range(20)),
        "page.j2.yaml": "{% if one %}\n" + VERSION + "{% endif %}\nresources: {}\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_nothing_is_found_in_a_folder_afterwards(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The files are checked as parts of their folder, before and after."""
    before = _findings(capsys, ".")
    assert {path for path, _ in before} >= {"web.env", "nested.yaml", "many.env", "page.j2.yaml"}
    assert main([*CHECK, "--add-disable", "."]) == 0
    assert _findings(capsys, ".") == []
    texts = {p.name: p.read_text() for p in folder.iterdir() if p.is_file()}
    assert main([*CHECK, "--add-disable", "."]) == 0
    assert {p.name: p.read_text() for p in folder.iterdir() if p.is_file()} == texts


def test_each_place_of_one_cause_gets_a_comment(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Suppressing the first place would show the next one, with the other places as related to it."""
    assert main([*CHECK, "--add-disable", "."]) == 0
    assert (folder / "many.env").read_text().count("hotlint: disable=HOT635") == 20


def test_findings_within_scalars_get_a_comment_around_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line within a scalar holds no comment, and neither does the line above it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(
        f"{VERSION}resources:\n  r:\n    type: OS::Heat::Value\n    properties:\n      value:\n        - {{get_param:\n"
        '            "undefined\n\n            name"}\n  bad:\n    type:\n      "OS::No::\n\n      Such"\n'
    )
    assert _findings(capsys, ".")
    assert main([*CHECK, "--add-disable", "."]) == 0
    assert _findings(capsys, ".") == []


def test_a_comment_above_is_extended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A second comment between the first one and its line would take the first one's effect."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(
        f"{VERSION}resources:\n  r:\n    type: OS::Heat::Value\n    # hotlint: disable-next-line=HOT301\n"
        "    properties: {value: {get_param: p}, other: 1}  # why\n"
    )
    assert main([*CHECK, "--add-disable", "."]) == 0
    assert capsys.readouterr().err == "1 finding suppressed in 1 file\n"
    assert "disable-next-line=HOT301, HOT503\n    properties" in (tmp_path / "a.yaml").read_text()
    assert _findings(capsys, ".") == []


def test_comments_with_a_reason_and_unused_ones_are_suppressed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    unused = "  # hotlint: disable-next-line=HOT302\n"
    (tmp_path / "a.yaml").write_text(
        f"{VERSION}outputs:\n  a: {{value: {{get_param: p}}}}\n  b: {{value: {{get_param: p}}}}  # hotlint: disable=HOT302, -- why\n"
        f"{unused}  c: {{value: 1}}\n"
    )
    assert main([*CHECK, "--add-disable", "a.yaml"]) == 0
    assert (tmp_path / "a.yaml").read_text() == (
        f"{VERSION}outputs:\n  a: {{value: {{get_param: p}}}}  # hotlint: disable=HOT301\n"
        "  b: {value: {get_param: p}}  # hotlint: disable=HOT302, HOT301, HOT091, -- why\n"
        f"  # hotlint: disable-next-line=HOT091\n{unused}  c: {{value: 1}}\n"
    )
    assert _findings(capsys, "a.yaml") == []


def test_rules_are_ignored_in_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """JSON has no comments: the configuration ignores the rules in the file, and in no other one."""
    monkeypatch.chdir(tmp_path)
    text = '{"heat_template_version": "2018-08-31", "resources": {"r": {"type": "OS::No"}}}'
    (tmp_path / "in").mkdir()
    for name in ("a[1].json", "in/a.json"):
        (tmp_path / name).write_text(text)
    assert main([*CHECK, "--add-disable", "."]) == 0
    assert "in JSON, which has no comments, ignored by `templates` of .hotlint.yaml" in capsys.readouterr().err
    assert (tmp_path / ".hotlint.yaml").read_text().startswith('templates:\n  "/a[[]1].json": {ignore: [HOT')
    assert [(tmp_path / name).read_text() for name in ("a[1].json", "in/a.json")] == [text, text]
    assert _findings(capsys, ".") == []
    (tmp_path / "b.json").write_text(text)
    assert {path for path, _ in _findings(capsys, ".")} == {"b.json"}


@for_each(
    ("before", "after"),
    [
        ("# ours\nfail_on: warning  # all", "# ours\nfail_on: warning  # all\n\ntemplates:\n  ENTRY\n"),
        (
            "templates:\n    x.yaml:\n        ignore: [HOT8]  # why\n\n# more\nfail_on: error\n",
            "templates:\n    x.yaml:\n        ignore: [HOT8]  # why\n    ENTRY\n\n# more\nfail_on: error\n",
        ),
        ("templates: {x.yaml: {ignore: [HOT8]}}\n", None),
        ("templates:\n  /a.json: {ignore: [HOT8]}\n", None),
        ("{fail_on: error}\n", None),
        ("fail_on: [\n", None),
    ],
)
def test_a_configuration_keeps_its_text(
    before: str, after: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".hotlint.yaml").write_text(before)
    (tmp_path / "a.json").write_text('{"heat_template_version": "2018-08-31", "resources": {"r": {"type": "OS::No"}}}')
    main([*CHECK, "--add-disable", "a.json"])
    text = (tmp_path / ".hotlint.yaml").read_text()
    if after is None:
        assert text == before
        assert "left, since JSON has no comments: in a.json; 'hotlint baseline' records them" in capsys.readouterr().err
    else:
        head, tail = after.split("ENTRY")
        assert text.startswith(f'{head}"/a.json": {{ignore: [HOT') and text.endswith(f"]}}{tail}")


def test_a_template_for_aws_gets_one_comment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a folder has is checked as a part of it also with its comments: a template that is named has other findings."""
    monkeypatch.chdir(tmp_path)
    text = 'AWSTemplateFormatVersion: "2010-09-09"\nResources:\n  a: {Type: "AWS::S3::Bucket", Properties: {BucketName: b}}\n'
    (tmp_path / "aws.yaml").write_text(text)
    assert main([*CHECK, "--add-disable", "."]) == 0
    assert capsys.readouterr().err == "1 finding suppressed in 1 file\n"
    assert (tmp_path / "aws.yaml").read_text() == text.replace("\n", "  # hotlint: disable=HOT009\n", 1)
    assert len(_findings(capsys, "aws.yaml")) > 1


def test_a_comment_that_would_change_the_template_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would be within an expression of Jinja."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".hotlint.yaml").write_text("jinja: {variables: {a: 1}}\n")
    text = f"{VERSION}resources:\n  r: {{type: OS::Nope, properties: {{a: {{{{ [1,\n    2] | length }}}}}}}}\n"
    (tmp_path / "t.j2.yaml").write_text(text)
    assert main([*CHECK, "--add-disable", "t.j2.yaml"]) == 1
    shown = capsys.readouterr()
    assert [f["code"] for f in json.loads(shown.out)["diagnostics"]] == ["HOT501"]
    assert shown.err == "0 findings suppressed in 0 files\n"
    assert (tmp_path / "t.j2.yaml").read_text() == text


FULL = OSError(28, "No space left on device", "x")
CHANGED = ReadError("it was changed during the check")


@pytest.mark.parametrize(("error", "why"), [(FULL, "No space left on device"), (CHANGED, CHANGED.message)])
def test_a_file_that_cannot_be_changed_keeps_its_findings(
    error: Exception, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The others get their comments."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".hotlint.yaml").write_text("{}\n" if error is FULL else "fail_on: error\n")
    text = f"{VERSION}outputs: {{o: {{value: {{get_param: p}}}}}}\n"
    for name in ("a\n.yaml", "b.yaml"):
        (tmp_path / name).write_text(text)
    (tmp_path / "c.json").write_text(JSON)

    def replace(path: str, before: str, after: str) -> None:
        if not path.endswith("b.yaml"):
            raise error
        replace_text(path, before, after)

    monkeypatch.setattr(suppress, "replace_text", replace)
    assert main(["check", "--no-cache", "-f", "concise", "--add-disable", "a\n.yaml", "b.yaml", "c.json"]) == 1
    shown = capsys.readouterr()
    assert shown.out.splitlines() == [
        "a\\n.yaml:2:34: warning HOT301 undefined parameter 'p'",
        "c.json:1:69: error HOT501 unknown resource type 'OS::No' (did you mean 'OS::Nova::Flavor'?)",
    ]
    ignored = [f"hotlint: '{tmp_path / '.hotlint.yaml'}' was not changed: {why}"] if error is CHANGED else []
    assert shown.err.splitlines() == [
        *ignored,
        f"hotlint: 'a\\n.yaml' was not changed: {why}",
        "1 finding suppressed in 1 file",
        "hotlint: 1 finding is left, since JSON has no comments: in c.json; 'hotlint baseline' records them",
    ]
    assert (tmp_path / "a\n.yaml").read_text() == text
    assert (tmp_path / "b.yaml").read_text() == text.replace("}\n", "}  # hotlint: disable=HOT301\n")


def test_the_configuration_of_each_json_file_ignores_its_findings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that is in flow style is left, as are its findings; the working folder gets one where there is none."""
    monkeypatch.chdir(tmp_path)
    for name in ("own", "flow", "none"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.json").write_text(f" \ufeff\r\n\t{JSON}" if name == "none" else JSON)
    (tmp_path / "own" / ".hotlint.yaml").write_text("fail_on: error\n")
    (tmp_path / "flow" / ".hotlint.yaml").write_text("{fail_on: info}\n")
    paths = [f"{name}/a.json" for name in ("own", "flow", "none")]
    main(["check", "--no-cache", "-f", "concise", "--add-disable", *paths])
    shown = capsys.readouterr()
    assert [line.split(":")[0] for line in shown.out.splitlines()] == ["flow/a.json"]
    assert "hotlint: 1 finding is left, since JSON has no comments: in flow/a.json" in shown.err
    entry = 'templates:\n  "/%sa.json": {ignore: [HOT501]}\n'
    assert (tmp_path / "own" / ".hotlint.yaml").read_text() == f"fail_on: error\n\n{entry % ''}"
    assert (tmp_path / "flow" / ".hotlint.yaml").read_text() == "{fail_on: info}\n"
    assert not (tmp_path / "none" / ".hotlint.yaml").exists()


def test_what_shows_once_others_are_suppressed_gets_a_comment_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(
        f"{VERSION}parameters:\n  a: {{type: strin}}\n  b: {{type: string}}\nresources:\n  r: {{type: OS::No, x: 1}}\n"
    )
    (tmp_path / "notes.yaml").write_text("some: notes\n")
    (tmp_path / "empty.yaml").write_text("")
    assert main(["check", "--no-cache", "-f", "concise", "--fail-on", "info", "--add-disable", "a.yaml"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["check", "--no-cache", "-f", "concise", "--fail-on", "info", "a.yaml"]) == 0
    assert main(["check", "--no-cache", "-f", "concise", "--add-disable", "gone.yaml", "a.yaml"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "hotlint: 'gone.yaml' does not exist",
        "0 findings suppressed in 0 files",
    ]


def test_what_cannot_be_read_or_is_no_template_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of a folder must not be a template; one that is JSON is found behind a link that leads nowhere."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "0.yaml").symlink_to("nowhere.yaml")
    (tmp_path / "maybe.yaml").write_text("# heat_template_version: 2018-08-31\nsome: notes\n")
    (tmp_path / "z.json").write_text(JSON)
    assert main(["check", "--no-cache", "-f", "concise", "--add-disable"]) == 0
    shown = capsys.readouterr()
    why = "'0.yaml' cannot be checked: it is a link to a file that does not exist"
    assert shown.out == f"0.yaml:1:1: warning HOT090 {why}\n"
    assert shown.err.splitlines() == [
        "0 findings suppressed in 0 files",
        "1 finding in JSON, which has no comments, ignored by `templates` of .hotlint.yaml",
    ]


@pytest.mark.parametrize(
    ("count", "names"),
    [(2, "0.json, 1.json"), (3, "0.json, 1.json, 2.json"), (4, "0.json, 1.json, 2.json and 1 more")],
)
def test_at_most_three_json_files_are_named(
    count: int, names: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for n in range(count):
        (tmp_path / f"{n}.json").write_text(JSON)
    assert main(["check", "--no-cache", "--no-config", "-f", "concise", "--add-disable"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "0 findings suppressed in 0 files",
        f"hotlint: {count} findings are left, since JSON has no comments: in {names}; 'hotlint baseline' records them",
    ]
    assert not (tmp_path / ".hotlint.yaml").exists()


def test_a_new_configuration_is_made_for_the_whole_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """But not for files outside of it."""
    for name in ("repository/.git", "repository/sub", "other"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "repository" / "sub")
    for name in ("a.json", "../b.json", "../../other/c.json"):
        Path(name).write_text(JSON)
    paths = ["a.json", "../b.json", "../../other/c.json"]
    assert main(["check", "--no-cache", "-f", "concise", "--add-disable", *paths]) == 1
    assert [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()] == ["../../other/c.json"]
    assert (tmp_path / "repository" / ".hotlint.yaml").read_text() == (
        'templates:\n  "/sub/a.json": {ignore: [HOT501]}\n  "/b.json": {ignore: [HOT501]}\n'
    )
