"""The entries of the cache: a report comes back as it was, and only while all that it depends on is the same."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from importlib.machinery import PathFinder
from pathlib import Path
from types import SimpleNamespace

import pytest

from hotlint.common.cache_dir import catalog_folder, read_private, write_private
from hotlint.linter.diagnostic import Fix, Related
from hotlint.operations.batch import results_cache
from hotlint.operations.batch.file_stamps import FileStamps
from hotlint.operations.batch.results_cache import CachedResult, ResultsCache, Trees
from hotlint.output.findings.model import FileReport, Finding, PositionSpan
from hotlint.syntax.edits import Edit

FINDING = Finding(
    "HOT1", "warning", 'ü\t"', PositionSpan(1, 2, 3, 4),
    (Related("here", PositionSpan(5, 6, 7, 8), "b.yaml", "words"), Related("", PositionSpan(0, 0, 0, 1), "c")),
    (
        Fix("Title", (Edit(PositionSpan(1, 1, 1, 2), "new", "b.yaml"), Edit(PositionSpan(0, 0, 0, 0), "", "c")), renames=True),
        Fix[PositionSpan]("Other", (), "safe"),
    ),
    ("unused", "deprecated"), "the-rule", ("cause", "other"), ("x", "y"), True,
    "a.yaml", ("line", "more"), "identity", "resources.a", "new",
)  # fmt: skip
REPORT = FileReport(
    "a.yaml", (FINDING, FINDING._replace(code="HOT2", related=(), fixes=(), severity="info")), 3, "info", False, 1.5, 9.0,
    is_supplied=True, environments=("one.env", "two.env"), is_discovered=True, plugins=("heat",),
)  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOTLINT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(FileStamps, "_is_recent", lambda self, changed: False)
    for name in ("a.yaml", "note.txt", "tree/x.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    return tmp_path


def cache(entries: dict[bytes, bytes] | None = {}, trees: Trees | None = None, **options: object) -> ResultsCache:  # noqa: B006
    return ResultsCache("request", None, entries=entries, trees=trees, **options)  # type: ignore[arg-type]


def put(one: ResultsCache, path: str = "a.yaml", *, named: bool = True, **facts: object) -> ResultsCache:
    """Add an entry of a file, which is one of the folder `tree` and depends on a note."""
    given: dict[str, object] = {"files": [os.path.abspath("note.txt")], "trees": ["tree"], "report": REPORT, **facts}
    entry = one.entry(path, **given)  # type: ignore[arg-type]
    assert entry is not None
    one.put(path, entry, named=named)
    return one


def results(folder: Path) -> list[str]:
    return [path.name for path in (folder / "cache").iterdir() if path.name.startswith("results")]


def test_a_report_comes_back_as_it_was_but_for_its_times(folder: Path) -> None:
    """Of a file that is no template it is known that there is none."""
    first = put(put(cache(), report=None, named=False))
    assert all(line.isascii() and b"\t" not in line for pair in first.entries.items() for line in pair)
    again = cache(first.entries)
    assert again.get("a.yaml", named=True) == (True, REPORT._replace(evaluation=0.0, budget=0.0))
    assert again.get("a.yaml", named=False) == (True, None)
    assert again.get("b.yaml", named=True) == (False, None)
    plain = FileReport("a.yaml", ())
    assert cache(put(cache(), report=plain).entries).get("a.yaml", named=True) == (True, plain)


def test_an_entry_names_all_that_the_result_depends_on(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_text("{}")
    one, stamps = cache(), FileStamps()
    config, note, own = (str(folder / name) for name in (".hotlint.yaml", "note.txt", "a.yaml"))
    tree = stamps.settled_tree("tree")
    stamp, of_note, of_config = stamps.settled("a.yaml"), stamps.settled(note), stamps.settled(config)
    assert stamp and of_note and of_config and tree
    assert one.entry("a.yaml", [note, own], ["tree"], None) == CachedResult(
        stamp, config, ((config, of_config), (note, of_note)), (("tree", tree),), None, "", None
    )
    assert one.entry("a.yaml", (), (), REPORT, "digest", "tree") == CachedResult(
        stamp, config, ((config, of_config),), (), REPORT, "digest", ("tree", tree)
    )
    assert cache(use_config=False).entry("a.yaml", (), (), None) == CachedResult(stamp, None, (), (), None)
    assert put(one).read_for("a.yaml", named=True) == (config, note)
    assert cache(one.entries).read_for("a.yaml", named=True) == (config, note)
    assert one.read_for("a.yaml", named=False) == ()


@pytest.mark.parametrize("recent", ["a.yaml", "note.txt", "tree"])
def test_there_is_no_entry_once_something_has_changed(
    folder: Path, recent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def settled(of: Callable[..., object]) -> Callable[..., object]:
        return lambda self, path: None if path.endswith(recent) else of(self, path)

    for name in ("settled", "settled_tree"):
        monkeypatch.setattr(FileStamps, name, settled(getattr(FileStamps, name)))
    one = cache()
    assert one.entry("a.yaml", [str(folder / "note.txt")], ["tree"], None) is None
    if recent == "tree":
        entry = one.entry("a.yaml", (), (), None, "digest", "tree")
        assert entry is not None and entry.tree is None


@pytest.mark.parametrize("name", ["a.yaml", "note.txt", "tree/x.yaml"])
def test_a_result_is_not_known_once_something_has_changed(folder: Path, name: str) -> None:
    entries = put(cache()).entries
    assert cache(entries).get("a.yaml", named=True)[0]
    (folder / name).write_text("changed")
    assert cache(entries).get("a.yaml", named=True) == (False, None)


def test_another_configuration_makes_a_result_unknown(folder: Path) -> None:
    entries = put(cache()).entries
    (folder / ".hotlint.yaml").write_text("{}")
    assert cache(entries).get("a.yaml", named=True) == (False, None)
    assert cache(entries, use_config=False).get("a.yaml", named=True)[0]


def test_an_answer_is_the_same_throughout_a_run(folder: Path) -> None:
    one = cache(put(cache()).entries)
    assert one.get("a.yaml", named=True)[0]
    (folder / "a.yaml").unlink()
    assert one.get("a.yaml", named=True)[0]


def test_the_digest_is_asked_for_unless_the_tree_of_the_file_is_the_same(folder: Path) -> None:
    digests = {"now": "old"}

    def trees() -> Trees:
        return Trees(digest_of=lambda path: f"{digests['now']} of {os.path.basename(path)}")

    without = put(cache(), digest="old of a.yaml").entries
    within = put(cache(), digest="old of a.yaml", tree="tree", trees=()).entries
    assert all(cache(entries, trees()).get("a.yaml", named=True)[0] for entries in (without, within))
    digests["now"] = "new"
    assert [cache(entries, trees()).get("a.yaml", named=True)[0] for entries in (without, within)] == [False, True]
    (folder / "tree" / "x.yaml").write_text("changed")
    assert not cache(within, trees()).get("a.yaml", named=True)[0]
    digests["now"] = "old"
    after = cache(within, trees())
    assert after.get("a.yaml", named=True)[0]
    digests["now"] = "new"  # the tree is the same as when the digest was asked for
    assert cache(after.entries, trees()).get("a.yaml", named=True)[0]


def test_folders_that_a_run_looked_through_are_known_to_the_next(folder: Path) -> None:
    looked: list[str] = []

    def digests(path: str) -> dict[str, str]:
        looked.append(path)
        return {str(folder / "tree" / "x.yaml"): "digest"}

    def trees() -> Trees:
        return Trees(["tree"], digests, lambda path: "alone")

    top, path = str(folder / "tree"), os.path.join("tree", "x.yaml")
    entries = put(cache(None, trees()), path, digest="digest").entries
    assert looked == [top]
    assert cache(entries, trees()).get(path, named=True)[0]
    assert cache(put(cache(entries, trees()), path, digest="digest").entries, trees()).get(path, named=True)[0]
    assert looked == [top], "its files are as they were"
    (folder / "tree" / "new.yaml").touch()
    assert cache(put(cache(entries, trees()), path, digest="digest").entries, trees()).get(path, named=True)[0]
    assert looked == [top, top]
    assert Trees([top]).folder_of(f"{top}x.yaml") is None
    assert Trees([top, str(folder)]).folder_of(os.path.join(top, "x.yaml")) == top
    assert trees().digest(str(folder / "a.yaml"), lambda path: {}) == "alone"
    assert trees().digest(os.path.join(top, "other.yaml"), lambda path: None) == ""
    assert trees().digest(os.path.join(top, "x.yaml"), lambda path: {os.path.join(top, "x.yaml"): "kept"}) == "kept"


def test_what_a_configuration_excludes_is_known_while_it_is_the_same(folder: Path) -> None:
    config = str(folder / ".hotlint.yaml")
    Path(config).write_text("exclude: [a, b]")
    one = cache()
    one.put_excludes(config, ("a", "b"))
    assert one.excludes(config) is None, "a run does not read what it has added itself"
    again = cache(one.entries)
    assert again.excludes(config) == ("a", "b")
    assert again.excludes("other") is None
    Path(config).write_text("exclude: [c]")
    assert cache(one.entries).excludes(config) is None


def test_the_configuration_of_a_file(folder: Path) -> None:
    (folder / "tree" / ".hotlint.yaml").write_text("{}")
    (folder / "one.yaml").write_text("{}")
    path = os.path.join("tree", "x.yaml")
    assert [cache().config(p) for p in ("a.yaml", path)] == [None, str(folder / "tree" / ".hotlint.yaml")]
    given = ResultsCache("request", "one.yaml", entries={})
    assert [given.config(p) for p in ("a.yaml", path)] == [str(folder / "one.yaml")] * 2
    assert ResultsCache("request", "one.yaml", use_config=False, entries={}).config(path) is None
    (folder / "tree" / "below").mkdir()
    (folder / "tree" / "below" / ".hotlint.yaml").write_text("{}")
    one = cache()
    for name in ("tree/below", "tree", "", "tree/below", str(folder / "tree"), str(folder)):
        found = folder / name / ".hotlint.yaml"
        assert one.config(os.path.join(name, "y.yaml")) == (str(found) if name not in ("", str(folder)) else None)
    assert cache(use_config=False).config(path) is None
    for name, is_misnamed in (("a.yaml", False), ("hotlint.yaml", True)):
        (folder / name).touch()
        one = cache()
        one.config("a.yaml")
        assert one.misnamed is is_misnamed


def test_entries_are_read_again_only_by_the_same_request(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(cache(None)).save()
    [name] = results(folder)
    assert re.fullmatch(r"results-[0-9a-f]{8}\.txt", name)

    def is_known(request: str = "request") -> bool:
        return ResultsCache(request, None).get(str(folder / "a.yaml"), named=True)[0]

    put(cache(None), str(folder / "a.yaml")).save()
    assert results(folder) == [name]
    assert is_known() and not is_known("other")
    assert cache(None).get("a.yaml", named=True)[0], "earlier entries are kept"
    content = read_private(name)
    assert content is not None
    write_private(name, content.replace(b"request", b"another", 1))
    assert not is_known()
    write_private(name, content)
    with monkeypatch.context() as patch:
        patch.setattr(results_cache, "__version__", "0")
        assert not is_known()
    with monkeypatch.context() as patch:
        patch.setattr(PathFinder, "find_spec", lambda name: None if name == "celpy" else object())
        assert not is_known()
    os.makedirs(catalog_folder())
    Path(catalog_folder(), "current").touch()
    assert not is_known()
    monkeypatch.chdir(folder / "tree")
    assert not is_known()


def test_the_oldest_entries_are_dropped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results_cache, "LIMIT", 2)
    for name in ("note.txt", "a.yaml", "tree/x.yaml"):
        put(cache(None), name, trees=()).save()
    kept = cache(None)
    assert [kept.get(name, named=True)[0] for name in ("note.txt", "a.yaml", "tree/x.yaml")] == [False, True, True]
    monkeypatch.setattr(results_cache, "LIMIT", 0)
    cache(None).save()
    assert cache(None).get("a.yaml", named=True)[0], "without a new entry nothing is written"


def test_a_hundred_thousand_entries_are_kept(folder: Path) -> None:
    put(cache({b"%d" % number: b"1" for number in range(100_000)})).save()
    content = read_private(results(folder)[0])
    assert content is not None and content.count(b"\n") == 100_000
    assert content.split(b"\n", 2)[1] == b"1\t1", "the oldest is dropped"


def test_old_caches_are_kept_for_a_month_and_up_to_a_size(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def left() -> bool:
        put(cache(None)).save()
        return "results-old" in results(folder)

    assert not left()
    old, own = folder / "cache" / "results-old", (folder / "cache" / results(folder)[0]).stat().st_size
    written = int(time.time()) - 1000
    month = 30 * 24 * 3600
    for size, age, is_left in (
        (1 << 28, 0, True),
        ((1 << 28) + 1, 0, False),
        (own, month, True),
        (own, month + 1, False),
    ):
        old.touch()
        os.truncate(old, size - own)
        os.utime(old, (written, written))
        monkeypatch.setattr(results_cache, "time", SimpleNamespace(time=lambda age=age: written + age))
        assert left() is is_left, (size, age)


def test_a_link_that_leads_nowhere_keeps_no_old_cache(folder: Path) -> None:
    put(cache(None)).save()
    (folder / "cache" / "results-link").symlink_to("nowhere")
    (folder / "cache" / "results-old").touch()
    os.utime(folder / "cache" / "results-old", (1, 1))
    put(cache(None)).save()
    assert "results-old" not in results(folder)


@pytest.mark.parametrize("damage", ["[" * 100_000, "5", "[1, 2]", "{}", "nothing"])
def test_a_damaged_entry_is_unknown(folder: Path, damage: str) -> None:
    entries = put(cache()).entries
    assert cache(dict.fromkeys(entries, damage.encode())).get("a.yaml", named=True) == (False, None)
    [line] = entries.values()
    facts = json.loads(line)
    facts[4][1][0] = facts[4][1][0][:3]
    assert cache(dict.fromkeys(entries, json.dumps(facts).encode())).get("a.yaml", named=True) == (False, None)


def test_a_cache_that_cannot_be_written_is_left_out(folder: Path) -> None:
    (folder / "cache").write_text("a file")
    put(cache(None)).save()
    assert not cache(None).get("a.yaml", named=True)[0]
