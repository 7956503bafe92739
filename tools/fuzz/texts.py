"""The texts that cases are made from, and damage to them.

Texts are templates of the project, the examples of the rules, and what the grammar makes up. A damaged one is what a careless editor,
a broken merge or a bad disk leaves: several mutations at once.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from grammar import Grammar

from fuzz import hostile
from fuzz.styler import Styler
from hotlint.language import functions
from hotlint.language.versions import VERSIONS
from hotlint.linter.checking.testing import parse_marks
from hotlint.linter.packs import registry

TOP = Path(__file__).resolve().parents[2]
TOO_LONG = "evaluation-limit-exceeded"
PREFIXED = 24
"""How many templates are cut short anywhere."""
TOKENS = (
    ":", ": ", "- ", "{", "}", "[", "]", "'", '"', "|", ">", "#", " # ", "&a ", "*a", "!!str ", "!x ", "? ", "<<: ", "%", "@", "`",
    "\t", "  ", "---\n", "...\n", ",", "\\", "get_param", "get_attr: [a, b]", "{get_resource: net}", "type: ", "~", "\n", "\n\n    ",
    "if: [a, b, c]", "$", "null", "0", "999999999999", "-1", "😀", "resources:", "# hotlint: disable", "# hotlint: disable-file=HOT301\n",
)  # fmt: skip
NAMES = ("net", "server", "port", "image", "count", "flavor", "group", "a", "b_1", "b_2", "Zone-A", "key", "größe")
SCALARS: tuple[Any, ...] = (
    "x", "", "cirros", "m1.small", "10.0.0.0/24", "%index%", "$a", "~", "yes", "0x1F", "1_000", "1e400", ".nan", "-.inf",
    "2001-01-01", "12:30:45", "0o17", "!!binary", "é", "😀", "a: b", "null", "<<", "=", "OS::stack_name", 7, 10**20, 1.5,
)  # fmt: skip
ODD: dict[str, tuple[Any, ...]] = {
    "scalar": SCALARS, "text": SCALARS[:25], "parameter name": NAMES, "resource name": NAMES, "condition name": NAMES[:6], "key": NAMES,
    "version": (*VERSIONS, *VERSIONS[-3:], 2018, "2099-01-01"), "file": ("child.yaml", "nothing", "http://[", "/dev/null", "../x"),
    "pattern": (hostile.pattern,) * 9, "yaql expression": (hostile.expression,) * 20, "function": tuple(sorted(functions.NAMES)),
}  # fmt: skip
"""What the fuzzer adds to the grammar of templates."""
CHILD = """\
heat_template_version: 2018-08-31
parameters:
  p: {type: string, default: x}
  size: {type: number, default: 1}
resources:
  r: {type: OS::Heat::Value, properties: {value: {get_param: p}}}
outputs:
  o: {value: {get_attr: [r, value]}}
"""
_WORD = re.compile(r"[\w:.-]+")


@cache
def examples() -> tuple[str, ...]:
    """Return the examples of all rules but the one on what takes too long to evaluate, the shortest first."""
    rules = [rule for rule in registry.load().rules if rule.name != TOO_LONG]
    found = {parse_marks(example.text).text for rule in rules for example in (*rule.bad, *rule.good)}
    return tuple(sorted(found, key=lambda text: (len(text), text)))


@cache
def templates() -> tuple[str, ...]:
    """Return the PREFIXED templates: of the folder of examples, of the comparison with Heat, and the longest of rules."""
    paths = [
        *sorted((TOP / "examples").glob("*.yaml")),
        *sorted((TOP / "tools/heat_parity/data/sources").glob("*.yaml")),
    ]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return tuple([*texts, *examples()[::-1]][:PREFIXED])


@cache
def everything() -> tuple[str, ...]:
    """Return all texts that pieces are taken from."""
    return tuple(dict.fromkeys([*templates(), *examples()]))


def template(rng: random.Random, entries: Sequence[int]) -> str:
    """Return a made-up template; each entry of a section has a seed of its own."""
    data: dict[Any, Any] = {"heat_template_version": Grammar(rng, ODD).make("version")}
    for entry in entries:
        for section, content in Grammar(random.Random(entry), ODD).make("section").items():
            both = isinstance(data.get(section), dict) and isinstance(content, dict)
            data[section] = {**data[section], **content} if both else content
    return Styler(rng).document(data)


def environment(rng: random.Random) -> str:
    """Return a made-up environment."""
    return Styler(rng).document(Grammar(rng, ODD).make("environment"))


def mutate(text: str, rng: random.Random, others: Sequence[str]) -> str:
    """Return the text with one to eight mutations; `others` are texts of which pieces are spliced in."""
    for _ in range(rng.choice((1, 1, 2, 2, 3, 5, 8))):
        text = rng.choice(_MUTATIONS)(text, rng, others)
    return text


def line_ends(text: str, rng: random.Random) -> str:
    """Return the text with other line ends: all, or each on its own."""
    if rng.random() < 0.5:
        return text.replace("\n", rng.choice(hostile.LINE_ENDS))
    usual = rng.choice(("\r\n", "\n", "\r"))
    return "".join(
        (rng.choice(hostile.LINE_ENDS) if rng.random() < 0.1 else usual) if char == "\n" else char for char in text
    )


def noise(rng: random.Random) -> str:
    """Return random characters: bytes as Latin-1, tokens of YAML, or anything of Unicode."""
    kind = rng.randrange(3)
    if kind == 0:
        return rng.randbytes(rng.randrange(400)).decode("latin-1")
    if kind == 1:
        return "".join(rng.choices(TOKENS + hostile.CHARACTERS + hostile.LINE_ENDS, k=rng.randrange(120)))
    return "".join(
        chr(rng.choice((rng.randrange(128), rng.randrange(0x3000), rng.randrange(0x110000))))
        for _ in range(rng.randrange(150))
    )


def _insert(text: str, rng: random.Random, others: Sequence[str]) -> str:
    at = rng.randrange(len(text) + 1)
    pool = rng.choice((TOKENS, TOKENS, hostile.CHARACTERS, hostile.LINE_ENDS, hostile.NUMBERS[:1]))
    return text[:at] + rng.choice(pool) + text[at:]


def _remove(text: str, rng: random.Random, others: Sequence[str]) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at + rng.choice((1, 1, 3, 20, 200)) :]


def _swap_words(text: str, rng: random.Random, others: Sequence[str]) -> str:
    words = [m.span() for m in _WORD.finditer(text)]
    if len(words) < 2:
        return text
    (a, b), (c, d) = sorted(rng.sample(words, 2))
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def _misspell(text: str, rng: random.Random, others: Sequence[str]) -> str:
    words = [m.span() for m in _WORD.finditer(text)]
    if not words:
        return text
    start, end = rng.choice(words)
    at = rng.randrange(start, end)
    made = rng.choice((text[at] * 2, "", text[at].swapcase(), text[at : at + 2][::-1], "_", "-", "1"))
    return text[:at] + made + text[at + (2 if len(made) == 2 and made != text[at] * 2 else 1) :]


def _lines(text: str, rng: random.Random, others: Sequence[str]) -> str:
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(4)
    if kind == 0:
        lines[a], lines[b] = lines[b], lines[a]
    elif kind == 1:
        lines.insert(a, lines[b])
    elif kind == 2:
        del lines[a]
    else:
        lines[a] = rng.choice((" ", "  ", "\t", "    ")) + lines[a] if rng.random() < 0.5 else lines[a].lstrip()
    return "".join(lines)


def _splice(text: str, rng: random.Random, others: Sequence[str]) -> str:
    other = rng.choice(others)
    start = rng.randrange(len(other) + 1)
    at = rng.randrange(len(text) + 1)
    return text[:at] + other[start : start + rng.choice((5, 40, 300))] + text[at + rng.choice((0, 0, 40)) :]


def _cut(text: str, rng: random.Random, others: Sequence[str]) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _ends(text: str, rng: random.Random, others: Sequence[str]) -> str:
    return line_ends(text, rng)


def _hostile(text: str, rng: random.Random, others: Sequence[str]) -> str:
    at = text.rfind("\n", 0, rng.randrange(len(text) + 1)) + 1
    return text[:at] + rng.choice((hostile.aliases, hostile.nesting))(rng) + "\n" + text[at:]


_MUTATIONS: tuple[Callable[[str, random.Random, Sequence[str]], str], ...] = (
    *(_insert, _insert, _remove, _remove, _swap_words, _misspell, _misspell, _lines, _lines, _splice) * 3,
    *(_cut, _ends, _hostile),
)
