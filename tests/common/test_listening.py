"""Addresses and tokens of servers that listen."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from for_each import for_each

from hotlint.common.files import ReadError
from hotlint.common.listening import host_and_port, is_loopback, is_token, token_of


@for_each(
    ("text", "expected"),
    [
        ("a:1", ("a", 1)), (":0", ("127.0.0.1", 0)), ("[::1]:80", ("::1", 80)), ("::1:65535", ("::1", 65_535)), ("a", None), ("80", None),
        ("a:", None),
        ("a:65536", None), ("a:-1", None), ("a:1.5", None), ("a:\u00b2", None), ("a:\u0661", None), ("a: 1", None), ("", None),
        ("a:" + "1" * 9_000, None),
    ],
)  # fmt: skip
def test_an_address_has_a_port(text: str, expected: tuple[str, int] | None) -> None:
    assert host_and_port(text) == expected


@for_each(
    ("host", "expected"),
    [
        ("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("::", False),
        ("10.0.0.1", False), ("localhost.example.com", False), ("", False),
    ],
)  # fmt: skip
def test_what_only_this_machine_reaches(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected


def test_a_token_is_made_for_its_owner_only(tmp_path: Path) -> None:
    file = str(tmp_path / "token")
    before = os.umask(0)
    try:
        made = token_of(file)
    finally:
        os.umask(before)
    assert len(made) >= 40
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    assert token_of(file) == made != token_of(f"{file}2")


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o644])
def test_a_token_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "token"
    file.write_text("x" * 40)
    file.chmod(mode)
    with pytest.raises(ReadError, match="only you may read it"):
        token_of(str(file))


@pytest.mark.parametrize("target", ["readable", "nothing", ".", "link", "/dev/zero", "/proc/self/cmdline"])
def test_a_link_to_no_token_of_ones_own_is_refused(tmp_path: Path, target: str) -> None:
    """The file that a link leads to counts; none is made there."""
    (tmp_path / "readable").write_text("x" * 40)
    (tmp_path / "readable").chmod(0o644)
    (tmp_path / "link").symlink_to(target)
    with pytest.raises((ReadError, OSError)):
        token_of(str(tmp_path / "link"))
    assert sorted(os.listdir(tmp_path)) == ["link", "readable"]


def test_a_token_of_another_user_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    token_of(str(tmp_path / "token"))
    monkeypatch.setattr(os, "getuid", lambda: 4_711)
    with pytest.raises(ReadError, match="it must be yours"):
        token_of(str(tmp_path / "token"))


@pytest.mark.parametrize("text", ["", "short", "two words of a text", "\u00e4" * 40])
def test_a_token_is_one_long_word(tmp_path: Path, text: str) -> None:
    file = tmp_path / "token"
    file.touch(0o600)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ReadError, match="one word"):
        token_of(str(file))


def test_only_the_whole_token_counts() -> None:
    assert is_token("abc", "abc")
    assert not any(is_token(given, "abc") for given in ("ab", "abcd", "", None, 1, ["abc"], "\ud800", "\u00e4"))
