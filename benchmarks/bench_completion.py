"""How often completion offers what the author of a real template or environment has typed.

    python benchmarks/bench_completion.py --root FOLDER [--kind KIND] [--per-kind 60] [--seed 1] [--show 10]

At random places of real files, the rest of the line from a word on is cut away, as if the author had typed no further. The
word that stood there must be among the completions. Two shapes: the lines below stay, or are cut as well. Two prefixes: nothing
typed yet, or the first two characters. "Top 5" is the share of words among the first five that fit what is typed. Each file is
opened under its own name, so that its text on disk does not count as that of another file. The kind `hard` means places in
templates that are hard to complete.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from lsp_session import Document, Session, session

from hotlint.analysis.file_kinds import recognize
from hotlint.analysis.symbols import is_file
from hotlint.formats.catalog import FORMATS
from hotlint.formats.policies import VARIABLES
from hotlint.formats.suite import SUITE
from hotlint.formats.table import Format
from hotlint.ide.completion.other_names import in_hot
from hotlint.language import functions
from hotlint.language.dialects import dialect

Path_ = tuple[str | int, ...]
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


_OF_CLOUDFORMATION = {"Fn::GetAtt": "get_attr", "Fn::If": "if"}


def kind_in_cloudformation(path: Path_, word: str, *, is_key: bool) -> str | None:
    """Return the kind of a word of a CloudFormation template; None for one that nobody could know."""
    if is_key and path[-1] in functions.CFN_NAMES:
        return "condition-function" if path[0] == "Conditions" else "function"
    if path[-1] == "Ref":
        return None if word.startswith("AWS::") else "reference"
    if path[-2:] == ("Fn::FindInMap", 0):
        return "mapping"
    in_words = in_hot(path, dialect("2010-09-09"))
    found = kind_in_template(tuple(_OF_CLOUDFORMATION.get(str(s), s) for s in in_words), word, is_key=is_key)
    return None if found == "sub-property" and functions.CFN_NAMES & set(map(str, path)) else found


_OWN_NAMES = ("assertions", "attributes", "effects", "severities")
_OWN_VALUES = (
    "boolean", "selectors", "target", "profiles", "policies", "severities", "rule", "value path", "codes", "tested code",
)  # fmt: skip
"""Kinds of keys of hotlint's own formats whose names, or values, somebody could know."""


def kind_in_own(form: Format, path: Path_, word: str, *, is_key: bool) -> str | None:
    """Return the kind of a word of one of hotlint's own files; None for one that nobody could know."""
    steps = [step for step in path if isinstance(step, str)]
    place = form.at(path[:-1] if is_key else path)
    kind = place.kind
    if is_key and place.level is not None:
        return f"key of {next(name for name, level in form.levels.items() if level is place.level)}"
    if is_key:
        known = kind in _OWN_NAMES or (kind == "mapping" and form is SUITE)
        return f"name in {kind}{' of one' if place.rest else ''}" if known else None
    if kind == "expression":
        return kind if word.split(".")[0] in _VARIABLES else None
    is_known = kind in _OWN_VALUES or kind.startswith("choice") or (steps in (["template"], ["policies", "resources"]))
    return kind if is_known else None


_VARIABLE = re.compile(r"\w*")
_VARIABLES = {name for names in VARIABLES.values() for name in names}


def kind_in_hard(path: Path_, word: str, *, is_key: bool) -> str | None:
    """Return the kind of a word of a template that is hard to complete; None for any other."""
    steps = [step for step in path if isinstance(step, str)]
    if is_key:
        return "placeholder-key" if steps[-2:-1] == ["params"] and steps[-3][:11] == "str_replace" else None
    if len(path) > 1 and path[-2] == "get_attr" and isinstance(path[-1], int) and path[-1] > 1:
        return None if word.isdigit() else "path-in-output"
    if path[-1] == "get_file":
        return "file-above" if word.startswith("../") else "file"
    return None


_KINDS: dict[str, Callable[..., str | None]] = {
    "hot": kind_in_template,
    "cfn": kind_in_cloudformation,
    "environment": kind_in_environment,
    **{kind: partial(kind_in_own, form) for kind, form in FORMATS.items()},
    "hard": kind_in_hard,
}
KINDS = tuple(_KINDS)
"""What may be measured: the kinds of files, and the hard places of templates."""


def places(file: Path, text: str, kind: str) -> Iterator[Place]:
    """Yield the words of a file that may be completed. Raises yaml.YAMLError."""
    kind_of = _KINDS[kind]
    root = yaml.compose(text, Loader=yaml.CSafeLoader)
    for path, node, is_key in _scalars(root, ()):
        found = kind_of(path, node.value, is_key=is_key)
        start, end = node.start_mark, node.end_mark
        if found is not None and len(node.value) > 1 and "\n" not in text[start.index : end.index]:
            quoted = node.style in ("'", '"')
            word = _VARIABLE.match(node.value)[0] if found == "expression" else node.value  # type: ignore[index]
            if not _is_known(file, found, word):
                continue
            yield Place(file, text, found, start.index + quoted, start.line, start.column + quoted, word)
    if kind == "hard":
        yield from _placeholders(file, text, root)
        yield from _functions_in_flow(file, text, root)


def _is_known(file: Path, kind: str, word: str) -> bool:
    """Return whether anybody could know a word: a path must lead to a file, and a setting must be valid."""
    if kind in ("registry-path", "policies", "target") and ("/" in word or is_file(word)):
        return word.startswith("/") or (file.parent / word).exists()
    return kind != "severities" or word in ("error", "warning", "info", "off")


def _calls(node: Any, names: tuple[str, ...]) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the calls of functions in a tree: the mapping, its key and the arguments."""
    for child in node.value if isinstance(node, yaml.CollectionNode) else ():
        key, value = child if isinstance(node, yaml.MappingNode) else (None, child)
        if key is not None and key.value in names:
            yield node, key, value
        yield from _calls(value, names)


def _placeholders(file: Path, text: str, root: Any) -> Iterator[Place]:
    """Yield the placeholders in templates that are written in quotes on one line."""
    for _, _, arguments in _calls(root, ("str_replace", "str_replace_strict")):
        found = {k.value: v for k, v in arguments.value} if isinstance(arguments, yaml.MappingNode) else {}
        template, params = found.get("template"), found.get("params")
        if not (isinstance(template, yaml.ScalarNode) and isinstance(params, yaml.MappingNode)):
            continue
        start, end = template.start_mark, template.end_mark
        written = text[start.index : end.index]
        if template.style not in ("'", '"') or "\n" in written:
            continue
        for key, _ in params.value:
            at = written.find(key.value)
            if at > 0 and len(key.value) > 1:
                yield Place(
                    file, text, "quoted-placeholder", start.index + at, start.line, start.column + at, key.value
                )


def _functions_in_flow(file: Path, text: str, root: Any) -> Iterator[Place]:
    """Yield the names of functions in flow style, which are in a broken flow once the rest of the line is cut."""
    for node, key, _ in _calls(root, tuple(functions.NAMES)):
        if node.flow_style and not key.style:
            mark = key.start_mark
            yield Place(file, text, "function-in-flow", mark.index, mark.line, mark.column, key.value)


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


# -- questions --------------------------------------------------------------------------------------------------------

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

    def __init__(self, server: Session) -> None:
        self._server = server
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        self.times: list[float] = []
        self.missed: list[str] = []

    async def ask(self, place: Place, shape: str, typed: int) -> None:
        """Ask for one word of which some characters are typed."""
        end = place.text.find("\n", place.start)
        cut = place.start + min(typed, len(place.word))
        text = place.text[:cut] + (place.text[end if end >= 0 else len(place.text) :] if shape == "mid" else "\n")
        items = await self._completions(place.file, text, place.line, place.column + cut - place.start)
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

    async def _completions(self, file: Path, text: str, line: int, column: int) -> list[dict[str, Any]]:
        document = Document(self._server, file, text)
        began = time.perf_counter()
        answer = await document.ask("completion", line, column)
        self.times.append(time.perf_counter() - began)
        document.close()
        items: list[dict[str, Any]] = answer["items"]
        return sorted(items, key=lambda item: str(item["sortText"]))

    def show(self) -> None:
        """Print the shares of each kind, their means, and the 95th percentile of the times."""
        totals = {"recall": 0.0, "top5": 0.0}
        for kind, counts in self.counts.items():
            recall, top = counts["recall"] / counts["n"], counts["top5"] / counts["n"]
            totals["recall"] += recall
            totals["top5"] += top
            print(f"{kind:20} n={counts['n']:4} recall={recall:.1%} top5={top:.1%}")
        shown = {name: f"{value / len(self.counts):.1%}" for name, value in totals.items()}
        ordered = sorted(self.times)
        print("mean of kinds", shown, f"p95 {1000 * ordered[int(len(ordered) * 0.95)]:.0f} ms")


def _is(item: dict[str, Any], word: str) -> bool:
    return _inserted(item).startswith(word) or item["label"] == word


async def measure(options: argparse.Namespace) -> None:
    """Ask for words of a folder, and print how many are offered."""
    chance, root = random.Random(options.seed), options.root.resolve()
    pool = _pool(root, options.kind)
    async with session(root) as server:
        await asyncio.sleep(options.wait)
        found = Measure(server)
        for kind in sorted(pool):
            for place in chance.sample(pool[kind], min(options.per_kind, len(pool[kind]))):
                for shape in ("mid", "end"):
                    for typed in (0, 2):
                        await found.ask(place, shape, typed)
    found.show()
    for line in chance.sample(found.missed, min(options.show, len(found.missed))):
        print("  ", line)


def main() -> None:
    """Read the arguments, and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, required=True, help="the workspace folder")
    parser.add_argument("--kind", choices=KINDS, default="environment")
    parser.add_argument("--per-kind", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="print this many words that are not among the first five")
    parser.add_argument("--wait", type=float, default=10, help="seconds for the server to look through the folder")
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
