"""Files of a tree that a script assembles: one warning for a folder, with the file that was found."""

from __future__ import annotations

from pathlib import Path

import pytest

from hotlint.cli.main import main

HEAD = "heat_template_version: 2018-08-31\nresources:\n"
CONFIG = "  %s: {type: OS::Heat::Value, properties: {value: {get_file: %s}}}\n"


def _found(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[tuple[str, str, str]]:
    main(["check", "-f", "concise", *arguments])
    lines = (line.split(" ", 3) for line in capsys.readouterr().out.splitlines() if " info " not in line)
    return [(code, severity, message) for _, severity, code, message in lines]


@pytest.fixture(autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "common/scripts/a.sh": "a\n", "common/scripts/b.sh": "b\n", "scripts/b.sh": "b\n",
        "other/one.yaml": "heat_template_version: 2018-08-31\n", "README": "no folder\n",
        "web/root.yaml": HEAD + CONFIG % ("a", "scripts/a.sh") + CONFIG % ("b", "scripts/b.sh") + "  c: {type: one.yaml}\n",
        "web/top.yaml": HEAD + "  r: {type: root.yaml}\n",
    }.items():  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)


def test_a_file_that_is_once_elsewhere_is_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    """Of several files with the name, the one with the same place below a folder further up counts.

    What uses the template that lacks it is no finding of its own.
    """
    found = _found(capsys, ".")
    assert {(code, severity) for code, severity, _ in found} == {(f"HOT60{n}", "warning") for n in (1, 2)}
    (moved,) = [message for code, _, message in found if code == "HOT602"]
    words = "file 'scripts/a.sh' does not exist, but '../common/scripts/a.sh' does: Heat's client needs it where it is named"
    assert moved.startswith(words)
    assert "'../other/one.yaml' does" in next(message for code, _, message in found if code == "HOT601")


def test_a_template_that_uses_such_a_file_is_a_warning_too(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever checks the root alone must know that Heat's client stops."""
    assert [(code, severity) for code, severity, _ in _found(capsys, "web/top.yaml")] == [("HOT606", "warning")]


@pytest.mark.parametrize("more", ["third/one.yaml", "one.yaml/x"])
def test_a_file_that_is_nowhere_or_twice_is_an_error(more: str, capsys: pytest.CaptureFixture[str]) -> None:
    if "x" in more:
        Path("other/one.yaml").unlink()
    Path(more).parent.mkdir(exist_ok=True)
    Path(more).write_text("heat_template_version: 2018-08-31\n")
    assert ("HOT601", "error") in {(code, severity) for code, severity, _ in _found(capsys, ".")}


def test_a_deployment_with_given_environments_needs_its_files(capsys: pytest.CaptureFixture[str]) -> None:
    Path("e.env").write_text("parameters: {}\n")
    found = _found(capsys, "web/root.yaml", "-e", "e.env")
    assert {("HOT601", "error"), ("HOT602", "error")} <= {(code, severity) for code, severity, _ in found}


def test_of_several_files_the_one_with_the_same_folder_counts(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("web/init.yaml", "parts/cloud/init.yaml"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("x: 1\n")
    Path("web/own.yaml").write_text(HEAD + CONFIG % ("a", "cloud/init.yaml"))
    (message,) = [message for code, _, message in _found(capsys, "web/own.yaml") if code == "HOT602"]
    assert "but '../parts/cloud/init.yaml' does" in message
