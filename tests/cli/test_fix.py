"""--fix and --diff: what is fixed, what is left alone, and that files are written whole or not at all."""

from __future__ import annotations

import io
import os
import stat
import sys
from pathlib import Path

import pytest

from hotlint.cli.main import main
from hotlint.linter.checking import fixer
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.source import Span

TEMPLATE = """\
heat_template_version: 2018-08-31   # the version
description: problems that can be fixed

parameters:
    flavor: {type: string,   description: 'odd  spaces'}   # kept
    password:
        type: string
        description: a secret


resources:
  a:
    type: OS::Heat::Value
    properties:
      value: {get_param:   "Flavor"}   # quotes and spaces stay
  b:
    type: OS::Heat::value
    properties: {value: {get_param: password}}
"""
SECRET_IN_USER_DATA = """\
heat_template_version: 2018-08-31
parameters: {password: {type: string}}
resources:
  web:
    type: OS::Nova::Server
    properties:
      flavor: m1.small
      image: cirros
      networks: [{network: private}]
      user_data: {str_replace: {template: echo $it, params: {$it: {get_param: password}}}}
"""
FIXED = (
    TEMPLATE.replace('"Flavor"', '"flavor"')
    .replace("OS::Heat::value", "OS::Heat::Value")
    .replace("        type: string\n", "        type: string\n        hidden: true\n")
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def test_a_fix_changes_nothing_else(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "a.yaml"
    path.write_text(TEMPLATE)
    assert main(["check", "--fix", "a.yaml"]) == 0
    assert path.read_text() == FIXED
    assert capsys.readouterr().err == "3 findings fixed in 1 file\n"
    assert main(["check", "--fix", "a.yaml"]) == 0
    assert path.read_text() == FIXED
    assert capsys.readouterr().err == "0 findings fixed in 0 files\n"


@pytest.mark.parametrize(("bom", "line_end"), [("", "\n"), ("\ufeff", "\n"), ("", "\r\n"), ("\ufeff", "\r\n")])
def test_byte_order_mark_and_line_ends_are_kept(folder: Path, bom: str, line_end: str) -> None:
    path = folder / "a.yaml"
    path.write_bytes((bom + TEMPLATE.replace("\n", line_end)).encode())
    main(["check", "--fix", "a.yaml"])
    assert path.read_bytes() == (bom + FIXED.replace("\n", line_end)).encode()


def test_diff_changes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "a.yaml"
    path.write_text(TEMPLATE)
    assert main(["check", "--diff", "a.yaml"]) == 1
    assert path.read_text() == TEMPLATE
    out, err = capsys.readouterr()
    assert out.startswith("--- a/a.yaml\n+++ b/a.yaml\n@@")
    assert "-    type: OS::Heat::value\n+    type: OS::Heat::Value\n" in out
    assert err == "3 findings would be fixed in 1 file\n"
    path.write_text(FIXED)
    assert main(["check", "--diff", "a.yaml"]) == 0


def test_the_mode_is_kept_and_no_link_is_written_through(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "real.yaml"
    path.write_text(TEMPLATE)
    path.chmod(0o640)
    (folder / "link.yaml").symlink_to("real.yaml")
    main(["check", "--fix", "link.yaml"])
    assert "'link.yaml' was not changed: it is a link" in capsys.readouterr().err
    assert (folder / "link.yaml").is_symlink() and path.read_text() == TEMPLATE
    main(["check", "--fix", "."])
    assert path.read_text() == FIXED
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(os.listdir(folder)) == ["link.yaml", "real.yaml"]


@pytest.mark.skipif(os.name != "posix" or os.getuid() == 0, reason="root may write everywhere")
def test_a_file_that_cannot_be_written_is_left_whole(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "a.yaml").write_text(TEMPLATE)
    (folder / "sub").chmod(0o500)
    try:
        assert main(["check", "--fix", "sub/a.yaml"]) == 1
    finally:
        (folder / "sub").chmod(0o700)
    assert (folder / "sub" / "a.yaml").read_text() == TEMPLATE
    assert "was not changed" in capsys.readouterr().err


def test_standard_input_is_fixed_to_standard_output(
    folder: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEMPLATE.encode())))
    assert main(["check", "--fix", "-"]) == 0
    sys.stdout.flush()
    assert capfdbinary.readouterr().out == FIXED.encode()


def test_utf16_is_left_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "a.yaml"
    path.write_bytes(TEMPLATE.encode("utf-16"))
    main(["check", "--fix", "a.yaml"])
    assert path.read_bytes() == TEMPLATE.encode("utf-16")
    assert "was not changed: it is not UTF-8" in capsys.readouterr().err


def test_a_fix_that_changes_a_value_is_not_applied(folder: Path) -> None:
    text = TEMPLATE.replace("2018-08-31 ", "2018-08-32 ").replace("resources:", "resources: # 2")
    path = folder / "a.yaml"
    path.write_text(text)
    main(["check", "--fix", "a.yaml", "--select", "unknown-version"])
    assert path.read_text() == text
    main(["check", "--fix", "--unsafe-fixes", "a.yaml", "--select", "unknown-version"])
    assert "2018-08-31 " in path.read_text()


@pytest.mark.parametrize(("profile", "severity"), [((), "info"), (("--profile", "security"), "error")])
def test_a_safe_fix_may_lead_to_advice(
    folder: Path, profile: tuple[str, ...], severity: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A parameter that is hidden now is in user data, which a rule advises against: the fix is right nevertheless."""
    (folder / "web.yaml").write_text(SECRET_IN_USER_DATA)
    main(["check", "web.yaml", "--fix", "--no-cache", *profile])
    assert "hidden: true" in (folder / "web.yaml").read_text()
    assert f"{severity} HOT904" in capsys.readouterr().out


def test_a_refused_fix_says_why_and_is_announced_no_more(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fixer, "same_values", lambda *_: False)
    (folder / "web.yaml").write_text(SECRET_IN_USER_DATA)
    main(["check", "web.yaml", "--fix", "--no-cache"])
    done = capsys.readouterr()
    assert "hotlint: web.yaml:2: HOT901 was not fixed: it would change a value of the dry run\n" in done.err
    assert "fixable" not in done.out and "[*]" not in done.out


def test_overlapping_fixes_are_applied_in_rounds(folder: Path) -> None:
    path = folder / "a.yaml"
    path.write_text(TEMPLATE.replace("    properties: {value: {get_param: password}}",
                    "    properteis: {value: {get_param: PassWord}}"))  # fmt: skip
    main(["check", "--fix", "a.yaml"])
    assert path.read_text() == FIXED


def test_splices() -> None:
    assert apply_edits("abc", [Edit(Span(2, 3), "X"), Edit(Span(0, 1), "Y")]) == "YbX"
    assert apply_edits("a\r\nb", [Edit(Span(4, 4), "\nc")]) == "a\r\nb\r\nc"
    with pytest.raises(ValueError, match="overlap"):
        apply_edits("abc", [Edit(Span(0, 2), ""), Edit(Span(1, 3), "")])
