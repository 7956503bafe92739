"""Writes data as YAML in a random mixture of styles."""

from __future__ import annotations

import json
import random
from typing import Any


class Styler:
    """Writes data as YAML, each part in a style of its own: block or flow, plain, quoted, folded or literal."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._step = rng.choice((2, 2, 2, 4, 1, 3))
        self._flow = rng.choice((0.0, 0.1, 0.3, 0.9))

    def document(self, data: dict[Any, Any]) -> str:
        """Return the data as a document of block style."""
        return self._block(data, 0)

    def _block(self, data: Any, indent: int) -> str:
        pad = " " * indent
        if isinstance(data, dict) and data:
            return "".join(f"{pad}{self._key(key)}:{self._value(value, indent)}" for key, value in data.items())
        if isinstance(data, list) and data:
            return "".join(f"{pad}-{self._value(value, indent)}" for value in data)
        return f"{pad}{self.flow(data)}\n"

    def _value(self, value: Any, indent: int) -> str:
        rng = self._rng
        if value and isinstance(value, dict | list) and rng.random() >= self._flow:
            comment = "  # note" if rng.random() < 0.03 else ""
            return f"{comment}\n{self._block(value, indent + self._step)}"
        if isinstance(value, str) and rng.random() < 0.06:
            inside = " " * (indent + self._step)
            lines = "".join(f"{inside}{line}\n" for line in value.split("\n"))
            return f" {rng.choice(('|', '>', '|-', '>+', '|2'))}\n{lines}"
        return f" {self.flow(value)}\n"

    def flow(self, value: Any) -> str:
        """Return the data in flow style."""
        if isinstance(value, dict):
            return "{" + ", ".join(f"{self._key(k)}: {self.flow(v)}" for k, v in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ", ".join(map(self.flow, value)) + "]"
        return self._scalar(value)

    def _key(self, key: Any) -> str:
        return self._scalar(key) if self._rng.random() < 0.04 else str(key)

    def _scalar(self, value: Any) -> str:
        if not isinstance(value, str):
            return "null" if value is None else str(value)
        chance = self._rng.random()
        if chance < 0.1:
            return json.dumps(value, ensure_ascii=chance < 0.05)
        if chance < 0.2 or not value or value[0] in "{}[],&*#?|-<>=!%@`'\" " or ": " in value or " #" in value:
            return "'" + value.replace("'", "''") + "'"
        return value
