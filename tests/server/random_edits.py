"""Small changes of texts, as somebody makes them who types."""

from __future__ import annotations

import random

WORDS = (
    "servers",
    "image",
    "size",
    "web.yaml",
    "nested/",
    "env/",
    "template",
    "tests",
    "get_param",
    "number",
    "ignore",
    "1",
)


def shared(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def changed(text: str, chance: random.Random) -> str:
    """Return a text with one small change: a word replaced, or a line removed, repeated, broken or commented."""
    lines = text.split("\n")
    number = chance.randrange(len(lines))
    kind = chance.randrange(6)
    if kind < 3:
        line = lines[number]
        known = [word for word in WORDS if word in line]
        if known:
            lines[number] = line.replace(chance.choice(known), chance.choice(WORDS), 1)
    elif kind == 3 and len(lines) > 3:
        del lines[number]
    elif kind == 4:
        lines.insert(number, lines[number])
    else:
        lines[number] += chance.choice(["  # hotlint: disable=HOT301", " #", "}", " [", "\n"])
    return "\n".join(lines)
