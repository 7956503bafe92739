"""Object stores, by fsspec."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cluster_trees import here, on, serial, write_tree

from hotlint.cli.main import main

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
