"""Archives of strangers: nothing is written elsewhere, and nothing too large is read."""

from __future__ import annotations

import gzip
import io
import lzma
import os
import subprocess
import tarfile
import tracemalloc
import zipfile
import zlib
from pathlib import Path

import pytest
from cluster_trees import git, here, needs_git, on

from hotlint.operations import commits, unpacking

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
    from hotlint.operations.unpacking import Unpacker, unpack_archive

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
    from hotlint.operations import unpacking

    tar(here / "large.tar.gz", [(member(f"{n}.yaml"), bytes(100_000)) for n in range(20)])
    tar(here / "many.tar.gz", [(member(f"{n}.yaml"), b"") for n in range(20)])
    monkeypatch.setattr(unpacking, "BYTES", 1_000_000)
    assert "it holds more than" in on(None, ["large.tar.gz"])[0].diagnostics[0].message
    monkeypatch.setattr(unpacking, "FILES", 10)
    assert "it holds more than 10 files" in on(None, ["many.tar.gz"])[0].diagnostics[0].message


def test_what_is_at_its_limit_is_checked(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hotlint.operations import unpacking

    for ending, write in (("zip", _zipped), ("tar", tar)):
        write(here / f"a.{ending}", [(member(f"{n}.yaml"), bytes(1024)) for n in range(10)])
    monkeypatch.setattr(unpacking, "FILES", 10)
    for name in ("a.zip", "a.tar"):
        for limit, is_refused in ((10_240, False), (10_239, True)):
            monkeypatch.setattr(unpacking, "BYTES", limit)
            messages = [d.message for report in on(None, [name]) for d in report.diagnostics]
            assert any("it holds more than" in message for message in messages) is is_refused


def _zipped(path: Path, members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for info, content in members:
            archive.writestr(info.name, content)


def test_a_file_that_is_too_large_is_reported_as_such(here: Path) -> None:
    with zipfile.ZipFile(here / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("t.yaml", b"#" * (17 * 1024 * 1024))
    [report] = [r for r in on(None, ["a.zip"]) if r.diagnostics]
    assert "it is larger than 16 MiB" in report.diagnostics[0].message


def header_bomb(path: Path, kind: bytes, size: int, *before: tarfile.TarInfo) -> None:
    """Write a compressed archive whose one member has a header of a size, of zeros. The members before it have no content."""
    info = tarfile.TarInfo("././@LongLink")
    info.type, info.size = kind, size
    with gzip.open(path, "wb", compresslevel=1) as file:
        for other in before:
            file.write(other.tobuf(tarfile.GNU_FORMAT))
        file.write(info.tobuf(tarfile.GNU_FORMAT))
        for _ in range(size >> 20):
            file.write(bytes(1 << 20))


@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE])
def test_headers_have_a_limit_and_other_sources_are_checked(here: Path, kind: bytes) -> None:
    header_bomb(here / "bomb.tar.gz", kind, 128 << 20)
    tar(here / "good.tar.gz", [(member("t.yaml"), b"heat_template_version: 2018-08-31\nresources: []\n")])
    tracemalloc.start()
    bad, good = on(None, ["bomb.tar.gz", "good.tar.gz"])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "a member has more than 1 MiB of headers" in bad.diagnostics[0].message
    assert good.path == "good.tar.gz/t.yaml" and good.checked
    assert peak < 64 << 20


@pytest.mark.parametrize("kind", [tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE])
def test_a_member_that_lies_about_its_size_raises_no_limit(here: Path, kind: bytes) -> None:
    liar = member("d", kind)
    liar.size = 6 << 30
    header_bomb(here / "bomb.tar.gz", tarfile.GNUTYPE_LONGNAME, 40 << 20, liar)
    tracemalloc.start()
    [bad] = on(None, ["bomb.tar.gz"])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "a member has more than 1 MiB of headers" in bad.diagnostics[0].message
    assert peak < 16 << 20


def test_a_dictionary_of_gigabytes_is_not_made(here: Path) -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1536 << 20, "mode": lzma.MODE_FAST, "mf": lzma.MF_HC3}]
    head = bytearray(lzma.compress(b"x", filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 20}]))
    assert filters[0]["dict_size"] > unpacking.MEMORY
    head[16] = 37  # 1.5 GiB, in the header of the block
    size = (head[12] + 1) * 4
    head[12 + size - 4 : 12 + size] = zlib.crc32(bytes(head[12 : 12 + size - 4])).to_bytes(4, "little")
    (here / "a.tar.xz").write_bytes(head)
    message = on(None, ["a.tar.xz"])[0].diagnostics[0].message
    assert "memory" in message.lower()


@needs_git
@pytest.mark.parametrize("leaf", [True, False])
def test_a_bundle_of_ten_levels_of_ten_trees(here: Path, monkeypatch: pytest.MonkeyPatch, leaf: bool) -> None:
    repository = here / "r"
    repository.mkdir()
    git(repository, "init", "--quiet")

    def made(kind: str, text: str) -> str:
        command = ["git", "mktree"] if kind == "tree" else ["git", "hash-object", "-w", "--stdin"]
        return subprocess.run(
            command, cwd=repository, input=text, capture_output=True, text=True, check=True
        ).stdout.strip()

    tree = made("tree", f"100644 blob {made('blob', 'x')}\tf\n" if leaf else "")
    for _ in range(10):
        tree = made("tree", "".join(f"040000 tree {tree}\td{n}\n" for n in range(10)))
    identity = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
    done = subprocess.run(
        ["git", *identity, "commit-tree", tree, "-m", "m"], cwd=repository, capture_output=True, text=True, check=True
    )
    git(repository, "update-ref", "refs/heads/main", done.stdout.strip())
    git(repository, "bundle", "create", str(here / "b.bundle"), "main")
    assert (here / "b.bundle").stat().st_size < 2000
    monkeypatch.setattr(unpacking, "FILES", 200)
    monkeypatch.setattr(commits, "ENTRIES", 400)
    message = on(None, ["b.bundle"])[0].diagnostics[0].message
    assert "it holds more than" in message
