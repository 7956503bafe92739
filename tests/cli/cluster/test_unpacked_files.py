"""What is written of an archive, file by file, and where its limits are."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from cluster_trees import here

from hotlint.operations import unpacking
from hotlint.operations.unpacking import SourceError, Unpacker, limited_memory, unpack_archive

__all__ = ["here"]
Members = list[tuple[str, bytes | str]]
"""Names with contents; a text is the target of a link."""


def tar(members: Members) -> bytes:
    """Return an archive without compression."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for name, content in members:
            info = tarfile.TarInfo(name)
            if isinstance(content, str):
                info.type, info.linkname = tarfile.SYMTYPE, content
                archive.addfile(info)
            else:
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
    return made.getvalue()


def zipped(members: Members) -> bytes:
    """Return a zip file, whose first member is a folder."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("in/", b"")
        for name, content in members:
            info = zipfile.ZipInfo(name)
            info.external_attr = (0o120777 if isinstance(content, str) else 0o100755) << 16
            archive.writestr(info, content)
    return made.getvalue()


def unpacked(here: Path, name: str, content: bytes) -> dict[str, bytes | str]:
    """Return the files that an archive is unpacked to, and the targets of links."""
    (here / name).write_bytes(content)
    folder = here / f"from-{name}"
    folder.mkdir()
    unpack_archive(name, Unpacker(str(folder)))
    files = [path for path in folder.rglob("*") if path.is_symlink() or path.is_file()]
    assert not any(os.access(path, os.X_OK) for path in files if not path.is_symlink())
    return {
        str(path.relative_to(folder)): os.readlink(path) if path.is_symlink() else path.read_bytes() for path in files
    }


@pytest.mark.parametrize("compress", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_each_compression_is_known_by_its_content(here: Path, compress: Callable[[bytes], bytes]) -> None:
    files = {"a.yaml": b"a" * 3000, "in/b:c.yaml": b"", "x/y/z": b"z", "x/w": b"w"}
    members: Members = [*files.items(), ("./d.yaml", b"d"), ("l.yaml", "in/b:c.yaml")]
    expected = {**files, "d.yaml": b"d", "l.yaml": "in/b:c.yaml"}
    assert unpacked(here, "a.tar", compress(tar(members))) == expected


@pytest.mark.parametrize("name", ["a.zip", "a.tar"])
def test_an_archive_unpacks_to_so_many_times_its_size(here: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "SMALL", 1 << 20)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(3):
            archive.writestr(f"{number}.yaml", bytes(1 << 20))
    content = (
        made.getvalue() if name == "a.zip" else gzip.compress(tar([(f"{n}.yaml", bytes(1 << 20)) for n in range(3)]))
    )
    with pytest.raises(SourceError, match="it holds more than 100 times its size"):
        unpacked(here, name, content)
    assert sum(path.stat().st_size for path in here.rglob("*.yaml")) <= 3 << 20


def test_a_zip_file_has_links_folders_and_encrypted_files(here: Path) -> None:
    members: Members = [("in/a.yaml", b"a"), ("l.yaml", "in/a.yaml"), ("in/b.yaml", b"b")]
    expected = {"in/a.yaml": b"a", "l.yaml": "in/a.yaml"}
    assert unpacked(here, "A.ZIP", zipped(members[:2])) == expected
    made = bytearray(zipped(members))
    directory = made.rindex(b"PK\x01\x02")
    made[directory + 8] |= 1
    assert unpacked(here, "encrypted.zip", bytes(made)) == expected


def test_links_lead_to_what_is_unpacked(here: Path) -> None:
    links: Members = [
        ("in/up", "../a.yaml"), ("in/same", "t/.."), ("gone", "nowhere"), ("in/t/deep", "../../b"),
        ("out", ".."), ("aside", "../from-a.tar-aside/x"), ("root", "."), ("in/parent", "../.."),
        ("absolute", str(here / "from-a.tar" / "a.yaml")), ("a.yaml", "in/up"), ("null", "a\0b"),
        ("by-way", "in/t/deep/../../x"), ("long", "x/../" * 818 + "there"), ("longer", "x/../" * 819 + "yz"),
        ("too-long", "x/../" * 819 + "y"),
    ]  # fmt: skip
    (here / "from-a.tar-aside").mkdir()
    found = unpacked(here, "a.tar", tar([("a.yaml", b"a"), ("b/c.yaml", b"c"), *links]))
    assert found == {
        "a.yaml": b"a", "b/c.yaml": b"c", "in/up": "../a.yaml", "in/same": "t/..", "gone": "nowhere", "in/t/deep": "../../b",
        "long": "x/../" * 818 + "there", "null": "a",
    }  # fmt: skip


@pytest.mark.parametrize(
    "too_long", ["n" * 256, "n" * 256 + "/a.yaml", "/".join(["p" * 255] * 17)], ids=["file", "folder", "path"]
)
@pytest.mark.parametrize("kind", ["a.tar", "a.zip"])
def test_a_name_that_is_too_long_takes_no_other_file_with_it(here: Path, kind: str, too_long: str) -> None:
    members: Members = [(too_long, b"n"), ("n" * 255, b"1"), ("a.yaml", b"a")]
    pack = tar if kind == "a.tar" else zipped
    assert unpacked(here, kind, pack(members)) == {"n" * 255: b"1", "a.yaml": b"a"}
    unpacker = Unpacker(str(here))
    unpacker.add_large(too_long)
    unpacker.link(too_long, "a.yaml")
    unpacker.finish()


def test_a_name_leads_nowhere_else(here: Path) -> None:
    names = [
        "../a",
        str(here / "absolute"),
        "in/../c",
        "",
        ".",
        "d\0",
        "in/e",
        "..f",
        ".git",
        ".git/hooks/g",
        "in/.git/h",
        "in/e/i",
        "in/e",
    ]
    (here / "in").mkdir()
    unpacker = Unpacker(str(here / "in"))
    for number, name in enumerate(names):
        unpacker.add(name, io.BytesIO(b"%d" % number))
        unpacker.add_large(name + "-large")
    unpacker.link("in/e", "..f")
    unpacker.finish()
    found = sorted(str(path.relative_to(here / "in")) for path in (here / "in").rglob("*") if path.is_file())
    assert found == [
        "-large", ".-large", "..f", "..f-large", ".git-large", "in/.git/h", "in/.git/h-large", "in/e", "in/e-large",
    ]  # fmt: skip
    assert not [path for path in here.iterdir() if path.name.startswith("absolute")]
    assert (here / "in" / ".git").is_dir() and (here / "in/in/e").read_bytes() == b"6"
    assert not (here / "in/in/e").is_symlink()
    assert (here / "in/in/e-large").stat().st_size == 16 * 1024 * 1024 + 1


def test_limits_of_a_tree_are_exact(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refusal(*names: str, content: bytes = b"") -> str:
        unpacker = Unpacker(str(here / str(len(list(here.iterdir())))))
        os.mkdir(unpacker.folder)
        try:
            for name in names:
                unpacker.add(name, io.BytesIO(content))
        except SourceError as exc:
            return str(exc)
        return ""

    monkeypatch.setattr(unpacking, "FILES", 1_000)
    monkeypatch.setattr(unpacking, "NAMES", 3)
    assert refusal("abc") == refusal("a", "..") == refusal("a", "b", "a") == ""
    assert refusal("abcd") == refusal("ab", "..") == "the names of its files are too long together"
    monkeypatch.setattr(unpacking, "NAMES", 1 << 20)
    monkeypatch.setattr(unpacking, "BYTES", 6)
    assert refusal("a", "b", content=b"123") == ""
    assert refusal("a", "b", "c", content=b"123") == "it holds more than 0 GiB"
    unpacker = Unpacker(str(here))
    for number in range(1_000):
        unpacker.link(f"{number}", "a")
    with pytest.raises(SourceError) as raised:
        unpacker.link("one more", "a")
    assert str(raised.value) == "it holds more than 1,000 files"


def test_the_page_has_the_limits_of_a_tree() -> None:
    page = (Path(__file__).parents[3] / "docs" / "cluster.md").read_text(encoding="utf-8")
    assert f"a tree of more than {unpacking.FILES:,} files or {unpacking.BYTES >> 30} GiB" in page


class Long(str):
    """A name as long as it says."""

    def __len__(self) -> int:
        return 256 << 20


def test_names_have_a_quarter_of_a_gibibyte(here: Path) -> None:
    unpacker = Unpacker(str(here))
    unpacker.link(Long(".."), "a")
    with pytest.raises(SourceError):
        unpacker.link("a", "a")


def test_bytes_that_are_counted_already_are_not_counted_again(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "_CHUNK", 4)
    monkeypatch.setattr(unpacking, "BYTES", 3)
    unpacker = Unpacker(str(here))
    unpacker.add("a", io.BytesIO(b"0123456789"), 7)
    assert (here / "a").read_bytes() == b"0123456789"
    with pytest.raises(SourceError, match="it holds more than 0 GiB"):
        unpacker.add("b", io.BytesIO(b"01"), 1)
    monkeypatch.undo()
    with pytest.raises(SourceError) as raised:
        Unpacker(str(here)).count(4 * 1024**3 + 1)
    assert str(raised.value) == "it holds more than 4 GiB"
    Unpacker(str(here)).count(4 * 1024**3)


def test_of_a_file_that_is_too_large_so_much_is_written_as_shows_it(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpacking, "SIZE_LIMIT", 9)
    monkeypatch.setattr(unpacking, "_CHUNK", 4)
    Unpacker(str(here)).add("a", content := io.BytesIO(bytes(100)))
    assert ((here / "a").stat().st_size, content.tell()) == (10, 10)


def headers(size: int) -> bytes:
    """Return a name of such a length, as a member of an archive has it before its own header."""
    info = tarfile.TarInfo("././@LongLink")
    info.type, info.size = tarfile.GNUTYPE_LONGNAME, size
    return info.tobuf(tarfile.GNU_FORMAT) + bytes(-(-size // 512) * 512)


@pytest.mark.parametrize("before", [0, 1, 3])
def test_each_member_has_so_many_headers_wherever_it_is(here: Path, before: int) -> None:
    members: Members = [(f"{number}.yaml", bytes(1 << 20)) for number in range(before)]
    archive = tar([*members, ("last.yaml", b"")] if before else [])
    content = archive[: before * (512 + (1 << 20)) + (512 if before else 0)]
    end = tar([("x.yaml", b"")])
    assert len(unpacked(here, "fits.tar", gzip.compress(content + headers((1 << 20) - 40_000) + end))) >= before
    with pytest.raises(SourceError) as raised:
        unpacked(here, "bomb.tar", gzip.compress(content + headers((1 << 20) + 20_000) + end))
    assert str(raised.value) == "a member has more than 1 MiB of headers"


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.tar", b"\x1f\x8b\x07" + bytes(90), "Unknown compression method)"),
        ("b.tar", bz2.compress(tar([("a", b"a")]))[:20] + bytes(90), "Invalid data stream"),
        ("c.tar", lzma.compress(tar([("a", b"a")]))[:60], "Compressed file ended before the end-of-stream marker"),
        ("d.zip", zipped([("a", b"123456789")]).replace(b"123456789", b"123456788"), "Bad CRC-32 for file 'a'"),
        ("e.zip", b"", "File is not a zip file)"),
        ("f.tar", gzip.compress(tar([("a", b"a")]))[:12], "Compressed file ended before the end-of-stream marker"),
    ],
    ids=["gzip", "bzip2", "xz", "zip", "empty", "cut"],
)
def test_a_damaged_archive_says_what_is_wrong(here: Path, name: str, content: bytes, why: str) -> None:
    with pytest.raises(SourceError) as raised:
        unpacked(here, name, content)
    assert str(raised.value).startswith(f"it is damaged, or not an archive ({why}")


def test_an_archive_that_cannot_be_opened_is_no_damaged_one(here: Path) -> None:
    for name in ("gone.zip", "gone.tar"):
        with pytest.raises(FileNotFoundError):
            unpack_archive(name, Unpacker(str(here)))


def test_memory_is_limited_for_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    if not os.path.exists("/proc/self/statm"):
        pytest.skip("only Linux says how much memory is used")
    limits: list[tuple[int, tuple[int, int]]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda kind, pair: limits.append((kind, pair)))
    kind, endless = resource.RLIMIT_AS, resource.RLIM_INFINITY
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    for before, highest in ((endless, endless), (endless, 1 << 60), (9, endless), (8, 7), (1 << 60, 1 << 61)):
        limits.clear()
        monkeypatch.setattr(
            resource, "getrlimit", lambda asked, pair=(before, highest): pair if asked == kind else None
        )
        with pytest.raises(KeyError), limited_memory():
            raise KeyError
        [(_, (now, top)), after] = limits
        assert (top, after) == (highest, (kind, (before, highest)))
        expected = {9: 9, 8: 7}.get(before, used + (1 << 30))
        assert abs(now - expected) < (1 << 25 if expected > 9 else 1)
