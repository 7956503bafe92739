"""Cases of commands: files of every kind that a command reads, one of them mutated, and arguments that fit."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from fuzz.texts import environment, everything, mutate, noise, templates
from hotlint.output.formats import binary_writer, format_names

COMMANDS: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("commands.yaml").read_text(encoding="utf-8"))
FILES: dict[str, str] = COMMANDS["files"]
_SUBJECT = re.compile(r"<(\w+)>")
_NEEDED = {
    "__snapshots__/t.hot-test.yaml.snap": {"t.hot-test.yaml": FILES["t.hot-test.yaml"]},
    "c.yaml": {"s.stack.yaml": FILES["s.stack.yaml"]},
    "j.yaml.j2": {".hotlint.yaml": "jinja: {}\n"},
    "tools": {name: FILES[name] for name in ("s.stack.yaml", "p.yaml", "t.hot-test.yaml")},
}
"""Other files that the commands on a file read."""


def command_case(rng: random.Random, text: str) -> tuple[dict[str, str], list[str]]:
    """Return the files of a case, and the arguments of the command that reads them. `text` is the template."""
    kind = rng.choice((*FILES, "t.yaml", "t.yaml", "t.yaml", "tools"))
    files = {"env.yaml": environment(rng), "old.yaml": rng.choice(templates()), **_NEEDED.get(kind, {})}
    if kind == "tools":
        tool, values = rng.choice(COMMANDS["tools"])
        unsaved = {"text": mutate(text, rng, everything())} if not values and rng.random() < 0.5 else {}
        return files, ["mcp", tool, json.dumps({"path": "t.yaml", **values, **unsaved})]
    if kind in FILES:
        files[kind] = noise(rng) if rng.random() < 0.1 else FILES[kind]
        for _ in range(rng.choice((0, 0, 1, 1, 3))):
            files[kind] = mutate(files[kind], rng, (*FILES.values(), text))
    command = rng.choice(COMMANDS["commands"][kind])
    return files, [_SUBJECT.sub(lambda subject: rng.choice(_formats(subject[1])), word) for word in command.split()]


@cache
def _formats(subject: str) -> list[str]:
    return [name for name in format_names(subject) if subject != "findings" or binary_writer(subject, name) is None]
