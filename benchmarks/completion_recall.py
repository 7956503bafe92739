"""How often completion offers what the author of a real template or environment has typed.

    python benchmarks/completion_recall.py --root FOLDER [--kind environment] [--per-kind 60] [--seed 1] [--show 10]

At random places of real files, the rest of the line from a word on is cut away, as if the author had typed no further. The
word that stood there must be among the completions. Two shapes: the lines below stay, or are cut as well. Two prefixes: nothing
typed yet, or the first two characters. "Top 5" is the share of words among the first five that fit what is typed. Each file is
opened under its own name, so that its text on disk does not count as that of another file.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from lsp_client import Client

from hotlint.analysis.file_kinds import recognize
from hotlint.analysis.symbols import is_file
from hotlint.language import functions

Path_ = tuple[str | int, ...]
LONGEST = 40_000
"""The characters of the longest file in which something is completed."""
_FREE = frozenset({"metadata", "tags", "value_specs", "config", "input_values", "params", "inputs", "outputs"})
_KEYS = {"parameters": "parameter-key", "resources": "resource-key", "outputs": "output-key"}


class Place(NamedTuple):
    """A word of a file: its kind, its offset without quotes, its line and column, and the word."""

    file: Path
    text: str
    kind: str
    start: int
    line: int
    column: int
    word: str


def kind_in_environment(path: Path_, word: str, *, is_key: bool) -> str | None:
    """Return the kind of a word of an environment; None for one that nobody could know."""
    if is_key and len(path) == 1:
        return "environment-section"
    if len(path) != 2:
        return None
    if path[0] in ("parameters", "parameter_defaults"):
        return "given-parameter" if is_key else "given-boolean" if word in ("true", "false") else None
    if path[0] == "resource_registry" and path[1] != "resources":
        return (
            "registry-type"
            if is_key
            else "registry-path"
            if is_file(word)
            else "registry-target"
            if "::" in word
            else None
        )
    return None


def kind_in_template(path: Path_, word: str, *, is_key: bool) -> str | None:
    """Return the kind of a word of a template; None for one that nobody could know."""
    return _kind_of_key(path) if is_key else _kind_of_value(path, word)


def _kind_of_key(path: Path_) -> str | None:
    section, last = path[0], path[-1]
    if len(path) == 1:
        return "section"
    if last in functions.NAMES and section in ("resources", "outputs") and len(path) > 3:
        return "function"
    if last in functions.NAMES and section == "conditions" and len(path) > 2:
        return "condition-function"
    if len(path) == 3 and section in _KEYS:
        return _KEYS[str(section)]
    if section == "resources" and len(path) > 3 and path[2] == "properties":
        steps = set(map(str, path[3:]))
        return "property" if len(path) == 4 else None if steps & (_FREE | functions.NAMES) else "sub-property"
    return "constraint-key" if section == "parameters" and len(path) == 5 and path[2] == "constraints" else None


def _kind_of_value(path: Path_, word: str) -> str | None:
    section = path[0]
    ends = {
        ("get_attr", 0): "attr-resource", ("get_attr", 1): "attr-name", ("get_param", 0): "param-name",
        ("if", 0): "condition-name",
    }  # fmt: skip
    last = {"get_resource": "resource-name", "custom_constraint": "custom-constraint", "condition": "condition-name"}
    found = (
        ends.get((str(path[-2]), int(path[-1])))
        if len(path) > 1 and isinstance(path[-1], int)
        else last.get(str(path[-1]))
    )
    if path[-1] == "get_param" or found == "param-name":
        return None if word.startswith("OS::") else "param-name"
    if found is not None:
        return found
    if len(path) == 3 and path[2] == "type":
        kinds = {"parameters": "parameter-type", "resources": "resource-type"}
        return kinds.get(str(section)) if section == "parameters" or word.startswith(("OS::", "AWS::")) else None
    if section == "resources" and len(path) in (3, 4) and path[2] == "depends_on":
        return "depends-on"
    if section == "parameter_groups" and "parameters" in path:
        return "group-parameter"
    return "version" if path == ("heat_template_version",) else None


def places(file: Path, text: str, kind: str) -> Iterator[Place]:
    """Yield the words of a file that may be completed. Raises yaml.YAMLError."""
    kind_of = kind_in_environment if kind == "environment" else kind_in_template
    for path, node, is_key in _scalars(yaml.compose(text, Loader=yaml.CSafeLoader), ()):
        found = kind_of(path, node.value, is_key=is_key)
        start, end = node.start_mark, node.end_mark
        if found is not None and len(node.value) > 1 and "\n" not in text[start.index : end.index]:
            quoted = node.style in ("'", '"')
            yield Place(file, text, found, start.index + quoted, start.line, start.column + quoted, node.value)


def _scalars(node: Any, path: Path_) -> Iterator[tuple[Path_, Any, bool]]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                yield (*path, key.value), key, True
                yield from _scalars(value, (*path, key.value))
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield from _scalars(item, (*path, index))
    elif isinstance(node, yaml.ScalarNode) and path:
        yield path, node, False


def _pool(root: Path, kind: str) -> dict[str, list[Place]]:
    pool: dict[str, list[Place]] = defaultdict(list)
    for file in sorted(f for f in root.rglob("*") if f.suffix in (".yaml", ".yml", ".env") and f.is_file()):
        text = file.read_text(encoding="utf-8", errors="replace")
        if len(text) < LONGEST and text.isascii() and recognize(str(file), text) == kind:
            try:
                for place in list(places(file, text, kind)):
                    pool[place.kind].append(place)
            except (yaml.YAMLError, RecursionError):
                continue
    return pool


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
    parser.add_argument("--kind", choices=("hot", "environment"), default="environment")
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
