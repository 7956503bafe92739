"""Documents made up by a grammar, which the comparison with Heat and the fuzzer share: `hot.yaml` is that of templates.

A grammar has alternatives by name, and one source of randomness chooses among them. It needs neither Heat nor hotlint.
"""

import random
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

DEEPEST = 3
"""How deep values are nested in values."""
_PART = re.compile(r"<([a-zA-Z][\w :]*)>(\*?)")
_OPTIONS = (1.0, 0.5, 0.125)
"""How often a key is there, by how many question marks end it."""
_BOTTOM = " at the bottom"
_DEEPER = ("value", "condition")
Rules = Mapping[str, Sequence[Any]]


@cache
def rules(path: Path) -> Rules:
    """Return the alternatives of a grammar by the names of its parts."""
    found: Rules = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


class Grammar:
    """Makes documents. `more` are other alternatives by name; one that is a function is called with the source of randomness.

    `used` collects the functions of HOT that were called.
    """

    def __init__(self, rng: random.Random, more: Rules | None = None, path: Path | None = None) -> None:
        self.rng = rng
        self.used: set[str] = set()
        self._rules = rules(path or Path(__file__).with_name("hot.yaml"))
        self._more = more or {}

    def make(self, name: str, depth: int = DEEPEST) -> Any:
        """Return one of the alternatives of a name, in which values are nested so deep."""
        if name == "call":
            return self._call(depth)
        if depth <= 0 and name + _BOTTOM in self._rules:
            name += _BOTTOM
        first, more = self._rules.get(name, ()), self._more.get(name, ())
        at = self.rng.randrange(len(first) + len(more))
        return self._made(first[at] if at < len(first) else more[at - len(first)], depth)

    def _call(self, depth: int) -> dict[str, Any]:
        """Return a call of a function; now and then with arguments of no kind, or with a second key."""
        name = self.make("function", 0)
        self.used.add(name)
        usual = self.rng.random() > 0.07 and name in self._rules
        call = {name: self.make(name, depth) if usual else self.make("value", min(depth - 1, 1))}
        return call | ({"extra": 1} if self.rng.random() < 0.01 else {})

    def _made(self, form: Any, depth: int) -> Any:
        if isinstance(form, str):
            part = _PART.fullmatch(form)
            return self.make(part[1], depth - (part[1] in _DEEPER)) if part else form
        if isinstance(form, list):
            return [self._made(item, depth) for item in self._repeated(form)]
        if isinstance(form, dict):
            return self._made(self.rng.choice(form["<one>"]), depth) if "<one>" in form else self._mapping(form, depth)
        return form(self.rng) if callable(form) else form

    def _repeated(self, forms: Sequence[Any]) -> list[Any]:
        """Return forms with those repeated that may be there several times."""
        found: list[Any] = []
        for form in forms:
            several = isinstance(form, str) and form.endswith(">*")
            found += [form.removesuffix("*")] * self.rng.choice((1, 1, 2, 3)) if several else [form]
        return found

    def _mapping(self, form: Mapping[Any, Any], depth: int) -> dict[Any, Any]:
        found = {}
        for given in form:
            name = given.rstrip("?") if isinstance(given, str) else given
            if name == given or self.rng.random() < _OPTIONS[len(given) - len(name)]:
                for key in self._repeated([name]):
                    found[self._made(key, depth)] = self._made(form[given], depth)
        return found
