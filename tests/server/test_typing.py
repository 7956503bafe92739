"""Texts typed key by key, with their newlines, come out as they were typed.

More of them: `HOTLINT_TYPED=200 HOTLINT_TEMPLATES=FOLDER:FOLDER HOTLINT_SEED=2 pytest THIS_FILE`.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from typist import Typist

from hotlint.analysis.file_kinds import recognize

ROOT = Path(__file__).parents[2]
COUNT = int(os.environ.get("HOTLINT_TYPED", "4"))
SEED = int(os.environ.get("HOTLINT_SEED", "1"))
FOLDERS = [Path(f) for f in os.environ.get("HOTLINT_TEMPLATES", "").split(os.pathsep) if f]
OWN = [ROOT / "examples", ROOT / "tools/heat_parity/data/sources", ROOT / "vscode-extension/test/vscode/corpus"]
KINDS = ("hot", "environment", "suite", "policies")
LONGEST = 12_000
"""The characters of the longest text that is typed."""
TYPED = LONGEST if FOLDERS else 3_100
"""The characters that are typed of a text, to the end of a line: each takes as long as the text before it."""


def texts() -> list[tuple[str, str]]:
    """Return name and text of what is typed, by turns of each kind."""
    found: dict[str, list[tuple[str, str]]] = {kind: [] for kind in KINDS}
    files = [f for folder in [*FOLDERS, *OWN] for f in folder.rglob("*") if f.suffix in (".yaml", ".yml", ".env")]
    for file in sorted({*files, ROOT / "hotlint/data/policies/example.yaml"}):
        text = file.read_text(encoding="utf-8", errors="replace")
        kind = recognize(str(file), text) if file.is_file() and len(text) < LONGEST else "other"
        if kind in found:
            found[kind].append((file.name, text.replace("\r\n", "\n")))
    chance = random.Random(SEED)
    for several in found.values():
        chance.shuffle(several)
    most = max(map(len, found.values()))
    turns = [several[n] for n in range(most) for several in found.values() if n < len(several)]
    return [
        (name, text[: text.rfind("\n", 0, TYPED) + 1] if len(text) > TYPED else text) for name, text in turns[:COUNT]
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "text"), [pytest.param(*pair, id=pair[0]) for pair in texts()])
async def test_typed_texts_come_out_as_typed(name: str, text: str, tmp_path: Path) -> None:
    typist = Typist(tmp_path / name)
    failed = [f"{name}: {damage}" for damage in typist.type(text)]
    assert typist.text == text
    typist.close()
    assert not failed, f"{len(failed)} lines are damaged:\n" + "\n".join(failed[:400])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("e.env", "resource_registry:\n  OS::A::B: all/swap.yaml\n  OS::A::C: swap.yaml\n"),
        (
            "t.yaml",
            "heat_template_version: rocky\nresources:\n  a:\n    type: all/swap.yaml\n  b:\n    type: swap.yaml\n",
        ),
    ],
)
async def test_a_whole_file_name_is_not_completed_to_another_one(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "all").mkdir()
    for folder in (tmp_path, tmp_path / "all"):
        (folder / "swap-partition.yaml").write_text("heat_template_version: rocky\n")
    typist = Typist(tmp_path / name, fast=True)
    assert typist.type(text) == []
    assert typist.text == text
    typist.close()
