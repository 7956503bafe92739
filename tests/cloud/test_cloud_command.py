"""`hotlint cloud` with the answers of a cloud at hand: what it asks, writes, keeps and compares by its options."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from answered import Answered

from hotlint.cli.main import main
from hotlint.cloud.errors import CloudError
from hotlint.cloud.snapshot_reader import plain_snapshot

ANSWERS: dict[tuple[str, str], Any] = {
    ("compute", "/servers?limit=1000"): {"servers": [{"id": "v-1", "name": "server"}]},
    ("network", "/networks"): {"networks": [{"id": "n-1", "name": "net"}]},
    ("identity", "/roles"): {"roles": [{"id": "r-1", "name": "member"}]},
    ("orchestration", "/template_versions"): {
        "template_versions": [{"version": "heat_template_version.2018-08-31", "type": "hot"}]
    },
}
HEAD = "# What the cloud 'made-up' has, as `hotlint cloud snapshot --cloud made-up` found it. Comments are kept by --refresh.\n"


class Command:
    """The command in a folder, with a cloud that `asked` collects the questions of."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.cloud = Answered(dict(ANSWERS))
        self.connected: list[tuple[str, float, float]] = []
        self._capsys = capsys

    def connect(self, name: str, *, request_seconds: float, total_seconds: float) -> Answered:
        self.connected.append((name, request_seconds, total_seconds))
        return self.cloud

    def run(self, *words: str) -> tuple[int, str, str]:
        """Return the exit code, the output and the messages."""
        code = main(["cloud", *words])
        said = self._capsys.readouterr()
        return code, said.out, said.err


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    monkeypatch.chdir(tmp_path)
    made = Command(capsys)
    monkeypatch.setattr("hotlint.cloud.connection.connect", made.connect)
    return made


def test_a_snapshot_on_the_terminal(command: Command) -> None:
    command.cloud.answers["orchestration", "/resource_types"] = {"resource_types": ["OS::Heat::Value"]}
    code, out, err = command.run("snapshot", "--cloud", "made-up")
    assert (code, command.connected) == (0, [("made-up", 30.0, 300.0)])
    found = plain_snapshot(out)
    assert out.startswith(f"{HEAD}snapshot: 1\ncloud: made-up\nregion: R1\nproject: web\nrole: member\nservices:\n")
    assert out.endswith("\n") and not out.endswith("\n\n")
    assert [*found] == [
        "snapshot",
        "cloud",
        "region",
        "project",
        "role",
        "services",
        "heat",
        "networks",
        "roles",
        "notes",
    ]
    assert found["heat"]["release"] == "2026.2"
    assert err.splitlines() == [f"hotlint: not known ({', '.join(n['about'])}): {n['note']}" for n in found["notes"]]
    assert len(found["notes"]) > 3


def test_a_snapshot_with_what_comes_and_goes(command: Command) -> None:
    options = ("--cloud", "other", "--with-ids", "--timeout", "2", "--total-timeout", "5")
    code, out, _ = command.run("snapshot", *options)
    assert (code, command.connected) == (0, [("other", 2.0, 5.0)])
    assert plain_snapshot(out)["servers"] == [{"name": "server", "id": "v-1"}]


def test_a_snapshot_in_a_file(command: Command) -> None:
    path = Path("cloud.yaml")
    assert command.run("snapshot", "--cloud", "made-up", "-o", "cloud.yaml")[:2] == (0, "")
    first = path.read_text()
    assert first.startswith(HEAD) and "servers" not in first
    said = command.run("snapshot", "--cloud", "made-up", "-o", "cloud.yaml")
    assert said == (2, "", "hotlint: 'cloud.yaml' exists: --refresh keeps its comments, --force replaces it\n")
    path.write_text("mine")
    assert command.run("snapshot", "--cloud", "made-up", "-o", "cloud.yaml", "--force")[0] == 0
    assert path.read_text() == first
    assert len(command.connected) == 2
    assert command.run("snapshot", "--cloud", "made-up", "-o", "new.yaml", "--refresh")[0] == 0
    assert Path("new.yaml").read_text() == first


def test_a_refresh_of_a_file(command: Command) -> None:
    """What comes and goes is asked for again where the file has it, also where the cloud has none now."""
    path = Path("cloud.yaml")
    path.write_text("snapshot: 1 # mine\ncloud: made-up\nroles: [] # none\nports: []\nimages: [{name: kept}]\n")
    assert command.run("snapshot", "--cloud", "made-up", "-o", "cloud.yaml", "--refresh")[:2] == (0, "")
    found = plain_snapshot(path.read_text())
    assert path.read_text().startswith("snapshot: 1 # mine\ncloud: made-up\n")
    assert found["servers"] == [{"name": "server", "id": "v-1"}] and found["images"] == [{"name": "kept"}]
    assert found["roles"] == [{"name": "member", "id": "r-1"}]
    path.write_text("snapshot: 1\ncloud: made-up\n")
    assert command.run("snapshot", "--cloud", "made-up", "-o", "cloud.yaml", "--refresh")[0] == 0
    assert "servers" not in plain_snapshot(path.read_text())
    path.write_text("snapshot: 1\ncloud: made-up\n")
    assert command.run("snapshot", "--cloud", "made-up", "-o", "cloud.yaml", "--refresh", "--with-ids")[0] == 0
    assert "servers" in plain_snapshot(path.read_text())


def test_a_file_that_is_no_snapshot_is_refused_before_the_cloud_is_asked(command: Command) -> None:
    Path("cloud.yaml").write_text("a: 1\n")
    said = command.run("snapshot", "--cloud", "made-up", "-o", "cloud.yaml", "--refresh")
    assert said == (2, "", "hotlint: it does not say 'snapshot: 1'\n")
    assert (command.connected, Path("cloud.yaml").read_text()) == ([], "a: 1\n")


def test_files_that_cannot_be_written(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("link.yaml").symlink_to("gone.yaml")
    said = command.run("snapshot", "--cloud", "made-up", "-o", "link.yaml")
    assert said == (2, "", "hotlint: 'link.yaml' exists: --refresh keeps its comments, --force replaces it\n")
    code, _, err = command.run("snapshot", "--cloud", "made-up", "-o", "gone/cloud.yaml")
    assert (code, err) == (2, "hotlint: cannot write 'gone/cloud.yaml': No such file or directory\n")

    def refuses(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("hotlint.common.file_replacement.replace_text", refuses)
    Path("cloud.yaml").write_text("snapshot: 1\ncloud: made-up\n")
    code, _, err = command.run("snapshot", "--cloud", "made-up", "-o", "cloud.yaml", "--refresh")
    assert (code, err) == (2, "hotlint: cannot write 'cloud.yaml': Permission denied\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("snapshot", "cloud snapshot takes --cloud NAME and no files; the result goes to -o FILE"),
        ("snapshot a.yaml --cloud c", "cloud snapshot takes --cloud NAME and no files; the result goes to -o FILE"),
        ("snapshot --cloud c --refresh", "--refresh changes the file of -o FILE, which is not given"),
        ("diff", "cloud diff takes two snapshots, OLD and NEW, or OLD and --cloud NAME"),
        ("diff a.yaml", "cloud diff takes two snapshots, OLD and NEW, or OLD and --cloud NAME"),
        ("diff a b c", "cloud diff takes two snapshots, OLD and NEW, or OLD and --cloud NAME"),
        ("diff a b --cloud c", "cloud diff takes two snapshots, OLD and NEW, or OLD and --cloud NAME"),
        ("diff --cloud c", "cloud diff takes two snapshots, OLD and NEW, or OLD and --cloud NAME"),
        ("diff a.yaml b.yaml", "cannot read 'a.yaml': No such file or directory"),
        ("diff old.yaml odd.yaml", "'odd.yaml' is not a snapshot of a cloud: it does not say 'snapshot: 1'"),
    ],
)
def test_usage(command: Command, words: str, said: str) -> None:
    Path("old.yaml").write_text("snapshot: 1\n")
    Path("odd.yaml").write_text("a: 1\n")
    assert command.run(*words.split()) == (2, "", f"hotlint: {said}\n")
    assert command.connected == []


def test_an_error_of_the_cloud_is_one_message(command: Command) -> None:
    command.cloud.answers = {key: CloudError("it is closed") for key in ANSWERS}
    code, out, err = command.run("snapshot", "--cloud", "made-up")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_differences_of_two_files(command: Command) -> None:
    Path("old.yaml").write_text("snapshot: 1\nroles: [{name: a}, {name: b, x: 1}]\n")
    Path("new.yaml").write_text("snapshot: 1\nroles: [{name: b, x: 2}]\n")
    lines = "- roles: a\n~ roles: b: x 1 -> 2\n"
    assert command.run("diff", "old.yaml", "new.yaml") == (0, lines, "")
    assert command.run("diff", "old.yaml", "new.yaml", "--fail-on", "change") == (1, lines, "")
    assert command.run("diff", "old.yaml", "old.yaml", "--fail-on", "change") == (0, "Nothing changed.\n", "")
    code, out, _ = command.run("diff", "old.yaml", "new.yaml", "-f", "json")
    assert (code, json.loads(out)) == (0, {"changes": [
        {"action": "removed", "section": "roles", "name": "a", "id": "", "fields": {}},
        {"action": "changed", "section": "roles", "name": "b", "id": "", "fields": {"x": [1, 2]}},
    ]})  # fmt: skip
    assert out.splitlines()[:2] == ["{", '  "changes": [']
    assert command.run("diff", "old.yaml", "old.yaml", "-f", "json")[1] == '{\n  "changes": []\n}\n'


@pytest.mark.parametrize(("kept", "lines"), [("", []), ("ports: []\n", ["? servers: not known before"])])
def test_differences_from_the_cloud_as_it_is(command: Command, kept: str, lines: list[str]) -> None:
    """What comes and goes is asked for where the file has any of it."""
    assert command.run("snapshot", "--cloud", "made-up", "-o", "old.yaml")[0] == 0
    Path("old.yaml").write_text(Path("old.yaml").read_text() + kept)
    command.connected.clear()
    code, out, _ = command.run("diff", "old.yaml", "--cloud", "made-up", "--timeout", "3", "--total-timeout", "4")
    assert command.connected == [("made-up", 3.0, 4.0)]
    assert (code, [line for line in out.splitlines() if "servers" in line]) == (0, lines)
    assert (out == "Nothing changed.\n") == (not kept)


def test_names_of_clouds(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["a", "b"]
    monkeypatch.setattr("hotlint.cloud.clouds_yaml.cloud_names", lambda: names)
    assert command.run("list") == (0, "a\nb\n", "")
    assert command.run("list", "-f", "json") == (0, '["a", "b"]\n', "")
    names.clear()
    assert command.run("list") == (0, "clouds.yaml names no cloud.\n", "")
    assert command.run("list", "-f", "json") == (0, "[]\n", "")
