"""Messages of an editor that keeps to no order: before `initialize`, twice, after `shutdown`, cut short, malformed."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from grammar import Grammar

from fuzz.case import Step


def session(rng: random.Random, text: str) -> list[Step]:
    """Return the steps of a session: mostly in order, with messages moved, repeated, dropped and damaged."""
    grammar: Grammar = Grammar(
        rng,
        {
            "whole text": [lambda _: text],
            "text": [lambda rng: text[: rng.randrange(len(text) + 1)]],
            "damaged text": [lambda rng: json.dumps(grammar.make("initialize"))[: rng.randrange(99)]],
            "bytes": [lambda rng: rng.randbytes(rng.randrange(60)).decode("latin-1")],
            "body": ["{" * 3000, "[" * 100_000, "1" * 5000],
        },
        Path(__file__).with_name("messages.yaml"),
    )
    steps: list[Step] = [["send", grammar.make(name)] for name in ("initialize", "initialized", "open")]
    steps += [grammar.make("step") for _ in range(rng.choice((1, 3, 8, 20)))]
    if rng.random() < 0.3:
        steps += [["send", grammar.make("shutdown")], *[grammar.make("step") for _ in range(rng.randrange(3))]]
    for number, (kind, message) in enumerate(steps):
        if kind == "send":
            _number(message, number + 1, rng)
    for _ in range(rng.choice((0, 0, 1, 2, 5))):
        at, to = rng.randrange(len(steps)), rng.randrange(len(steps))
        change = rng.choice(("move", "repeat", "drop"))
        if change == "repeat":
            steps.insert(to, steps[at])
        elif change == "move":
            steps.insert(to, steps.pop(at))
        elif len(steps) > 1:
            del steps[at]
    return steps


def _number(message: dict[str, Any], number: int, rng: random.Random) -> None:
    """Give a request an id of its own, and a change the next version."""
    message.setdefault("jsonrpc", "2.0")
    if message.get("id", number) is None:
        message["id"] = number if rng.random() < 0.9 else f"id {number}"
    if message.get("method") == "textDocument/didChange":
        message["params"]["textDocument"]["version"] = number
