"""Object stores, by fsspec."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cluster_trees import ROOT, here, on, serial, write_tree

from hotlint.cli.cluster.check_run import sources_of
from hotlint.cli.errors import UsageError
from hotlint.cli.main import main
from hotlint.operations.unpacking import SourceError

__all__ = ["here"]


@pytest.fixture
def store(here: Path) -> Iterator[Any]:
    fsspec = pytest.importorskip("fsspec")
    made = fsspec.filesystem("memory")
    write_tree(here / "tree", 3)
    made.put(str(here / "tree") + "/", "/bucket/one/", recursive=True)
    shutil.make_archive(str(here / "two"), "zip", here / "tree")
    made.put(str(here / "two.zip"), "/bucket/two.zip")
    yield made
    made.rm("/bucket", recursive=True)


@pytest.mark.parametrize("address", ["memory://bucket/one", "memory://bucket/one/", "memory://bucket/*.zip"])
def test_an_object_store_is_read(store: Any, here: Path, address: str) -> None:
    found = on(None, [address])
    expected = serial(["tree"])
    places = [(r.path.partition("/d0")[2], [d.message for d in r.diagnostics]) for r in found if r.checked]
    assert places == [(r.path.partition("/d0")[2], [d.message for d in r.diagnostics]) for r in expected if r.checked]
    assert all("memory://" in r.path for r in found)


def test_addresses_in_sarif_are_addresses(store: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "-f", "sarif", "memory://bucket/one"]) == 1
    run = json.loads(capsys.readouterr().out)["runs"][0]
    places = [r["locations"][0]["physicalLocation"]["artifactLocation"] for r in run["results"]]
    assert {"uri": "memory://bucket/one/d000/root.yaml"} in places


@pytest.mark.parametrize(
    ("address", "why"),
    [("memory://nothing/here", "there is nothing at this address"), ("nosuch://a/b", "Protocol not known: nosuch")],
)
def test_an_address_without_templates_is_a_finding(here: Path, address: str, why: str) -> None:
    pytest.importorskip("fsspec")
    [report] = on(None, [address])
    assert why in report.diagnostics[0].message


def test_a_wildcard_that_matches_nothing_is_an_error(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("fsspec")
    assert main(["check", "memory://nothing/*.zip"]) == 2
    assert "nothing matches 'memory://nothing/*.zip'" in capsys.readouterr().err


class Store:
    """Stands in for a file system of fsspec: contents by path, or what is raised for one."""

    def __init__(self, **found: Any) -> None:
        self.found, self.asked = found, list[str]()

    def _answer(self, path: str) -> Any:
        self.asked.append(path)
        if isinstance(self.found[path], Exception):
            raise self.found[path]
        return self.found[path]

    def glob(self, path: str) -> Any:
        return self._answer(path)

    def find(self, path: str, *, detail: bool) -> Any:
        assert detail
        return self._answer(path)

    def open(self, path: str, mode: str) -> Any:
        assert mode == "rb"
        content = self._answer(path)
        return io.BytesIO(content) if isinstance(content, bytes) else content

    def unstrip_protocol(self, path: str) -> str:
        return f"fake://{path}"


class Broken(io.BytesIO):
    """A content that can be opened, and not read."""

    def read(self, size: int | None = -1, /) -> bytes:
        raise RuntimeError("half way")


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let addresses lead to a store, or to what is raised."""
    core = pytest.importorskip("fsspec.core")

    def lead(found: Store | Exception) -> None:
        def url_to_fs(address: str) -> tuple[Store, str]:
            if isinstance(found, Exception):
                raise found
            return found, address.partition("://")[2]

        monkeypatch.setattr(core, "url_to_fs", url_to_fs)

    return lead


def messages(address: str) -> dict[str, list[str]]:
    return {report.path: [found.message for found in report.diagnostics] for report in on(None, [address])}


@pytest.mark.parametrize(
    ("failure", "why"),
    [
        (ImportError("Install s3fs to access S3"), "a package is missing for it (Install s3fs to access S3)"),
        (ValueError("Protocol not known: x"), "Protocol not known: x"),
        (Store(b=FileNotFoundError("no b")), "there is nothing at this address"),
        (Store(b={}), "there is nothing at this address"),
        (Store(b=PermissionError("forbidden")), "the store refuses it (forbidden)"),
        (Store(b=KeyError()), "the store refuses it (KeyError)"),
        (Store(**{"b": {"b/t.yaml": {}}, "b/t.yaml": TimeoutError("late")}), "the store refuses it (late)"),
        (Store(**{"b": {"b/t.yaml": {}}, "b/t.yaml": Broken()}), "the store refuses it (half way)"),
    ],
)
def test_a_store_that_does_not_answer_is_a_finding(here: Path, reached: Any, failure: Any, why: str) -> None:
    reached(failure)
    assert messages("fake://b") == {"fake://b": [f"'b' cannot be checked: {why}"]}


def test_objects_below_an_address_are_read_one_by_one(here: Path, reached: Any) -> None:
    text = b"heat_template_version: 2018-08-31\n"
    listed = {"b/one/z.yaml": {"size": 34}, "b/one/in/a.yaml": {"size": None}, "b/one/m.yaml": {"size": (16 << 20) + 1}}
    store = Store(**{"b/one": listed, "b/one/": listed, "b/one/z.yaml": text, "b/one/in/a.yaml": text})
    reached(store)
    for address in ("fake://b/one", "fake://b/one/"):
        store.asked.clear()
        top = "fake://b/one"
        assert messages(address) == {
            f"{top}/in/a.yaml": [], f"{top}/z.yaml": [],
            f"{top}/m.yaml": ["'m.yaml' cannot be checked: it is larger than 16 MiB, which no template is"],
        }  # fmt: skip
        assert store.asked == [address.partition("://")[2], "b/one/in/a.yaml", "b/one/z.yaml"]


def test_an_object_at_the_limit_is_read_and_may_be_the_only_one(here: Path, reached: Any) -> None:
    content = b"heat_template_version: 2018-08-31\n" + b"#" * 9
    files = {"b/t.yaml": {"size": 16 << 20}}
    store = Store(**{"b/t.yaml": content})
    store.find = lambda path, *, detail: files  # type: ignore[method-assign]
    reached(store)
    assert messages("fake://b/t.yaml") == {"fake://b/t.yaml/t.yaml": []}
    assert store.asked == ["b/t.yaml"]


class Chunks:
    """A content that comes in pieces of which only the length counts."""

    def __init__(self, *pieces: Any) -> None:
        self.pieces, self.sizes = list(pieces), list[int]()

    def __enter__(self) -> Chunks:
        return self

    def __exit__(self, *_: object) -> None: ...

    def read(self, size: int) -> Any:
        self.sizes.append(size)
        return self.pieces.pop(0) if self.pieces else b""


def test_an_archive_at_an_address_is_copied_up_to_a_limit(here: Path, reached: Any) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("t.yaml", ROOT)
    content = made.getvalue()
    whole = Chunks(content[:9], content[9:])
    reached(Store(**{"b/a.zip": whole}))
    assert [name for name, found in messages("fake://b/a.zip").items() if found] == ["fake://b/a.zip/t.yaml"]
    assert whole.sizes == [1 << 20] * 3
    reached(Store(**{"b/a.zip": Chunks(content, range((4 << 30) - len(content) + 1), content)}))
    assert messages("fake://b/a.zip") == {"fake://b/a.zip": ["'a.zip' cannot be checked: it is larger than 4 GiB"]}
    reached(Store(**{"b/a.zip": FileNotFoundError("b")}))
    assert messages("fake://b/a.zip") == {
        "fake://b/a.zip": ["'a.zip' cannot be checked: there is nothing at this address"]
    }


def test_wildcards_are_as_many_trees_as_they_match(reached: Any) -> None:
    for wild in ("b/*", "b/?.zip", "b/[ab].zip"):
        reached(Store(**{wild: ["b/b.zip", "b/a.bundle", "b/c"]}))
        assert list(sources_of(["t", f"fake://{wild}"])) == [
            ("paths", ("t",)), ("bundle", ("fake://b/a.bundle",)), ("archive", ("fake://b/b.zip",)), ("store", ("fake://b/c",)),
        ]  # fmt: skip
    reached(Store(**{"b/*": []}))
    with pytest.raises(SourceError) as refused:
        list(sources_of(["fake://b/*"]))
    assert str(refused.value) == "nothing matches 'fake://b/*'"
    reached(Store(**{"b/*": PermissionError("forbidden")}))
    with pytest.raises(UsageError, match="'fake://b/.' cannot be looked through: the store refuses it .forbidden."):
        on(None, ["fake://b/*"])
