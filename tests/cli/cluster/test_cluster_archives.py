"""Archives of strangers: nothing is written elsewhere, and nothing too large is read."""

from __future__ import annotations

import io
import os
import tarfile
import zipfile
from pathlib import Path

import pytest
from cluster_trees import here, on

__all__ = ["here"]


def tar(path: Path, members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    """Write an archive."""
    with tarfile.open(path, "w:gz") as archive:
        for member, content in members:
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))


def member(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
    """Return an entry of an archive."""
    made = tarfile.TarInfo(name)
    made.type, made.linkname, made.mode = kind, target, 0o777
    return made


def test_an_archive_writes_nothing_elsewhere(here: Path) -> None:
    from hotlint.cli.cluster.unpacking import Unpacker, unpack_archive

    inside, outside = here / "in" / "side", here / "secret.yaml"
    inside.mkdir(parents=True)
    outside.write_text("secret")
    members = [
        (member("../up.yaml"), b"x"),
        (member(str(here / "absolute.yaml")), b"x"),
        (member("out", tarfile.SYMTYPE, ".."), b""),
        (member("out/through.yaml"), b"x"),
        (member("a", tarfile.SYMTYPE, str(outside)), b""),
        (member("b", tarfile.SYMTYPE, "c/../../../secret.yaml"), b""),
        (member("hard", tarfile.LNKTYPE, "../../secret.yaml"), b""),
        (member("pipe", tarfile.FIFOTYPE), b""),
        (member("good/t.yaml"), b"t"),
        (member("good/t.yaml"), b"second"),
        (member("link", tarfile.SYMTYPE, "good/t.yaml"), b""),
        (member("good/t.yaml/below"), b"x"),
        (member(".git/hooks/post-checkout"), b"x"),
    ]
    tar(here / "a.tar.gz", members)
    unpack_archive(str(here / "a.tar.gz"), Unpacker(str(inside)))
    found = {str(p.relative_to(inside)) for p in inside.rglob("*") if not p.is_dir()}
    assert found == {"out/through.yaml", "good/t.yaml", "link"}
    assert (inside / "good" / "t.yaml").read_text() == "t"
    assert not os.access(inside / "good" / "t.yaml", os.X_OK)
    assert sorted(p.name for p in here.iterdir() if p.name != ".cache") == ["a.tar.gz", "in", "secret.yaml"]
    assert [p.name for p in (here / "in").iterdir()] == ["side"]


def test_bombs_are_refused(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hotlint.cli.cluster import unpacking

    tar(here / "large.tar.gz", [(member(f"{n}.yaml"), bytes(100_000)) for n in range(20)])
    tar(here / "many.tar.gz", [(member(f"{n}.yaml"), b"") for n in range(20)])
    monkeypatch.setattr(unpacking, "BYTES", 1_000_000)
    assert "it holds more than" in on(None, ["large.tar.gz"])[0].diagnostics[0].message
    monkeypatch.setattr(unpacking, "FILES", 10)
    assert "it holds more than 10 files" in on(None, ["many.tar.gz"])[0].diagnostics[0].message


def test_a_file_that_is_too_large_is_reported_as_such(here: Path) -> None:
    with zipfile.ZipFile(here / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("t.yaml", b"#" * (17 * 1024 * 1024))
    [report] = [r for r in on(None, ["a.zip"]) if r.diagnostics]
    assert "it is larger than 16 MiB" in report.diagnostics[0].message
