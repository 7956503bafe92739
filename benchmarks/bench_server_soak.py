#!/usr/bin/env python3
"""A long session: typed edits in ten open files, questions in between; memory must not grow, and nothing stay unanswered.

    python benchmarks/bench_server_soak.py [--minutes 30] [--rate 10] [FOLDER of templates]

Prints memory each minute, and fails when it grows by more than a tenth after the first sixth of the time.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from lsp_client import Client

GROWTH = 1.10
FILES = 10
PIECES = ["x", "y", ":", " ", "\n", "{get_param: ", "}", '"', "- ", "é", "😀"]
QUESTIONS = ("completion", "hover", "definition", "documentSymbol", "codeLens", "foldingRange", "semanticTokens/full")


class Typist:
    """One open file that is typed in: a burst of edits somewhere, and then all of it taken back."""

    def __init__(self, client: Client, file: Path, text: str, rng: random.Random) -> None:
        self.client, self.uri, self.rng = client, file.as_uri(), rng
        self.text = self.original = text
        self.version = 1
        item = {"uri": self.uri, "languageId": "yaml", "version": 1, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": item})

    def position(self, offset: int) -> dict[str, int]:
        line = self.text.count("\n", 0, offset)
        row = self.text[self.text.rfind("\n", 0, offset) + 1 : offset]
        return {"line": line, "character": len(row.encode("utf-16-le")) // 2}

    def type(self) -> None:
        self.version += 1
        if len(self.text) > len(self.original) + 40:
            change: dict[str, Any] = {"text": self.original}
            self.text = self.original
        else:
            at = self.rng.randrange(len(self.text) + 1)
            piece = self.rng.choice(PIECES)
            place = self.position(at)
            change = {"range": {"start": place, "end": place}, "text": piece}
            self.text = self.text[:at] + piece + self.text[at:]
        document = {"uri": self.uri, "version": self.version}
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def ask(self) -> None:
        question = self.rng.choice(QUESTIONS)
        params = {"textDocument": {"uri": self.uri}, "position": self.position(self.rng.randrange(len(self.text)))}
        self.client.request(f"textDocument/{question}", params)


def texts(folder: Path | None) -> list[str]:
    found = sorted(folder.rglob("*.yaml"), key=lambda f: -f.stat().st_size)[:FILES] if folder else []
    made = "heat_template_version: 2018-08-31\nparameters:\n  a: {type: string}\nresources:\n" + "".join(
        f"  r{n}:\n    type: OS::Heat::Value\n    properties:\n      value: {{get_param: a}}\n" for n in range(60)
    )
    return ([f.read_text(encoding="utf-8") for f in found] + [made] * FILES)[:FILES]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--rate", type=float, default=10, help="edits a second")
    options = parser.parse_args()
    rng = random.Random(1)
    root = Path(tempfile.mkdtemp())
    client = Client(root)
    typists = [Typist(client, root / f"t{n}.yaml", text, rng) for n, text in enumerate(texts(options.folder))]
    began = time.monotonic()
    end, settled = began + 60 * options.minutes, began + 10 * options.minutes
    edits, asked, baseline, published = 0, 0, 0, began
    while (now := time.monotonic()) < end:
        rng.choice(typists).type()
        edits += 1
        if edits % 7 == 0:
            rng.choice(typists).ask()
            asked += 1
        if not baseline and now > settled:
            baseline = client.memory()
        if now - published > 60:
            published = now
            print(
                f"{(now - began) / 60:5.1f} min  {edits:6} edits  {asked:5} answers  {client.memory() / 1024:.1f} MiB",
                flush=True,
            )
        time.sleep(max(0.0, began + edits / options.rate - time.monotonic()))
    final = client.memory()
    client.stop()
    print(
        f"{edits} edits, {asked} questions answered; memory {baseline / 1024:.1f} -> {final / 1024:.1f} MiB ({final / baseline - 1:+.1%})"
    )
    return 0 if final <= baseline * GROWTH else 1


if __name__ == "__main__":
    sys.exit(main())
