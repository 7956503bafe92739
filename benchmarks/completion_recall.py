"""How often completion offers what the author of a real template or environment has typed.

    python benchmarks/completion_recall.py --root FOLDER [--kind KIND] [--per-kind 60] [--seed 1] [--show 10]

At random places of real files, the rest of the line from a word on is cut away, as if the author had typed no further. The
word that stood there must be among the completions. Two shapes: the lines below stay, or are cut as well. Two prefixes: nothing
typed yet, or the first two characters. "Top 5" is the share of words among the first five that fit what is typed. Each file is
opened under its own name, so that its text on disk does not count as that of another file. The kind `hard` means places in
templates that are hard to complete.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import yaml
from lsp_client import Client
from recall_places import KINDS, Place, places

from hotlint.analysis.file_kinds import recognize

_NAME = re.compile(r"[\w:.-]*\w")
LONGEST = 40_000
"""The characters of the longest file in which something is completed."""


def _pool(root: Path, kind: str) -> dict[str, list[Place]]:
    pool: dict[str, list[Place]] = defaultdict(list)
    for file in sorted(f for f in root.rglob("*") if f.suffix in (".yaml", ".yml", ".env") and f.is_file()):
        text = file.read_text(encoding="utf-8", errors="replace")
        if len(text) < LONGEST and text.isascii() and recognize(str(file), text) == ("hot" if kind == "hard" else kind):
            try:
                for place in list(places(file, text, kind)):
                    pool[place.kind].append(place)
            except (yaml.YAMLError, RecursionError):
                continue
    return {of: known for of, places_ in pool.items() if (known := _elsewhere(root, of, places_))}


def _elsewhere(root: Path, kind: str, found: list[Place]) -> list[Place]:
    """Return the places whose word nobody could know left out: a name that stands in no other file of the tree."""
    if kind not in ("registry-type", "given-parameter"):
        return found
    files = Counter(
        word
        for file in root.rglob("*.y*ml")
        if file.is_file()
        for word in set(_NAME.findall(file.read_text(encoding="utf-8", errors="replace")))
    )
    return [place for place in found if files[place.word] > 1]


def _inserted(item: dict[str, Any]) -> str:
    text = item["textEdit"]["newText"]
    return str(text).strip().lstrip("\"'{[ ")


class Measure:
    """Asks a server, and counts by kind of word: cases, and those among all and among the first five completions."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        self.times: list[float] = []
        self.missed: list[str] = []

    def ask(self, place: Place, shape: str, typed: int) -> None:
        """Ask for one word of which some characters are typed."""
        end = place.text.find("\n", place.start)
        cut = place.start + min(typed, len(place.word))
        text = place.text[:cut] + (place.text[end if end >= 0 else len(place.text) :] if shape == "mid" else "\n")
        items = self._completions(place.file.as_uri(), text, place.line, place.column + cut - place.start)
        prefix = place.word[:typed].lower()
        fitting = [i for i in items if i["filterText"].lstrip("\"'").lower().startswith(prefix)]
        counts = self.counts[place.kind]
        counts["n"] += 1
        counts["recall"] += any(_is(item, place.word) for item in items)
        counts["top5"] += any(_is(item, place.word) for item in fitting[:5])
        if not any(_is(item, place.word) for item in fitting[:5]):
            where = f"{place.file.name}:{place.line + 1}"
            how = "late" if any(_is(item, place.word) for item in items) else "lacking"
            self.missed.append(
                f"{how}: {place.kind} {shape} {typed} {place.word!r} {where} {[i['label'] for i in fitting[:5]]}"
            )

    def _completions(self, uri: str, text: str, line: int, column: int) -> list[dict[str, Any]]:
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self._client.notify("textDocument/didOpen", {"textDocument": document})
        began = time.perf_counter()
        position = {"line": line, "character": column}
        answer = self._client.request("textDocument/completion", {"textDocument": {"uri": uri}, "position": position})
        self.times.append(time.perf_counter() - began)
        self._client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        items: list[dict[str, Any]] = answer["items"]
        return sorted(items, key=lambda item: str(item["sortText"]))


def _is(item: dict[str, Any], word: str) -> bool:
    return _inserted(item).startswith(word) or item["label"] == word


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--root", type=Path, required=True, help="the workspace folder")
    parser.add_argument("--kind", choices=KINDS, default="environment")
    parser.add_argument("--per-kind", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="print this many words that are not among the first five")
    parser.add_argument("--wait", type=float, default=10, help="seconds for the server to look through the folder")
    args = parser.parse_args()
    chance, root = random.Random(args.seed), args.root.resolve()
    pool = _pool(root, args.kind)
    client = Client(root)
    time.sleep(args.wait)
    measure = Measure(client)
    for kind in sorted(pool):
        for place in chance.sample(pool[kind], min(args.per_kind, len(pool[kind]))):
            for shape in ("mid", "end"):
                for typed in (0, 2):
                    measure.ask(place, shape, typed)
    client.stop()
    totals = {"recall": 0.0, "top5": 0.0}
    for kind, counts in measure.counts.items():
        recall, top = counts["recall"] / counts["n"], counts["top5"] / counts["n"]
        totals["recall"] += recall
        totals["top5"] += top
        print(f"{kind:20} n={counts['n']:4} recall={recall:.1%} top5={top:.1%}")
    shown = {name: f"{value / len(measure.counts):.1%}" for name, value in totals.items()}
    ordered = sorted(measure.times)
    print("mean of kinds", shown, f"p95 {1000 * ordered[int(len(ordered) * 0.95)]:.0f} ms")
    for line in chance.sample(measure.missed, min(args.show, len(measure.missed))):
        print("  ", line)


if __name__ == "__main__":
    main()
