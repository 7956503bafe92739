"""Python in WebAssembly: its packages are compiled, and the tests that it leaves out exist."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from wasm import runs
from wasm.compiled_packages import pack

TESTS = Path(__file__).resolve().parents[1]


def test_modules_are_packed_in_their_compiled_form_only(tmp_path: Path) -> None:
    folder = tmp_path / "packages"
    (folder / "one").mkdir(parents=True)
    (folder / "one/a.py").write_text("VALUE = 1\n", encoding="utf-8")
    (folder / "one/data.json").write_text("{}", encoding="utf-8")
    for name in ("first.zip", "second.zip"):
        pack(str(folder), str(tmp_path / name))
    with zipfile.ZipFile(tmp_path / "first.zip") as packed:
        assert packed.namelist() == ["one/a.pyc", "one/data.json"]
    assert (tmp_path / "first.zip").read_bytes() == (tmp_path / "second.zip").read_bytes()


def test_the_tests_that_are_left_out_exist() -> None:
    names = {
        name for file in TESTS.rglob("test_*.py") for name in re.findall(r"def (test_\w+)", file.read_text("utf-8"))
    }
    assert [name for name in runs._OTHER if name not in names] == []
