"""The packages for Python in WebAssembly: compiled, and the same bytes each time."""

from __future__ import annotations

import zipfile
from pathlib import Path

from wasm.compiled_packages import pack


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
