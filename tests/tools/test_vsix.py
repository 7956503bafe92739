"""What is demanded of a packaged extension: it has its files, and its links lead somewhere."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from artefacts.vsix import lost_links, missing_files

ADDRESS = "https://github.com/someone/hotlint"
MANIFEST = {
    "main": "./dist/a.js",
    "contributes": {"steps": [{"media": {"image": "media/a.png"}}]},
    "name": "not/a/file",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The extension, as it lies in a checkout after it was built."""
    for name in ("dist/a.js", "dist/a.js.map", "dist/pyodide/a.zip", "media/a.png", "src/a.ts"):
        (tmp_path / "extension" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "extension" / name).write_text("", encoding="utf-8")
    return tmp_path / "extension"


def packed(folder: Path, readme: str, *names: str) -> Path:
    archive = folder.parent / "a.vsix"
    with zipfile.ZipFile(archive, "w") as written:
        written.writestr("extension/package.json", json.dumps(MANIFEST))
        written.writestr("extension/readme.md", readme)
        for name in names:
            written.writestr(f"extension/{name}", "")
    return archive


def test_what_is_built_and_what_is_named_is_in_the_archive(folder: Path) -> None:
    whole = packed(folder, "", "dist/a.js", "dist/pyodide/a.zip", "media/a.png")
    assert missing_files(whole, folder) == []
    assert missing_files(packed(folder, "", "dist/a.js"), folder) == ["dist/pyodide/a.zip", "media/a.png"]


@pytest.mark.parametrize(
    ("link", "address", "leads"),
    [
        ("![a](images/A.png)", "", True),
        ("![a](images/b.png)", "", False),
        ("[a](../docs/start.md#a)", "", False),
        ("[a](#settings)", "", True),
        ("[a](https://example.org/a)", "", True),
        ("[a](http://example.org/a)", "", False),
        ("[a](https://github.com/OWNER/hotlint)", "", False),
        ('<img src="images/b.png">', "", False),
        ("`[a](b)`", "", True),
        (f"![a]({ADDRESS}/raw/v0.2.0/vscode-extension/images/a.png)", ADDRESS, True),
        (f"![a]({ADDRESS}/raw/v0.2.0/images/a.png)", ADDRESS, False),
        (f"[a]({ADDRESS}/blob/v0.2.0/vscode-extension/../docs/start.md#a)", ADDRESS, True),
        (f"[a]({ADDRESS}/blob/v0.2.0/docs/gone.md)", ADDRESS, False),
        (f"[a]({ADDRESS}/tree/main/docs)", ADDRESS, True),
    ],
)
def test_links(folder: Path, link: str, address: str, leads: bool) -> None:
    archive = packed(folder, f"Text {link}.\n", "images/a.png")
    tracked = {"vscode-extension/images/a.png", "docs/start.md"}
    assert (lost_links(archive, address, tracked) == []) is leads
