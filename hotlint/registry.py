"""The rules there are: every pack found through the entry point group `hotlint.rules`, ours like anyone's.

An entry point names a module with a list `RULES` of rule classes. Entry points are read straight from the installed
distributions' entry_points.txt, and the answer is kept in the user's cache: `importlib.metadata` alone takes longer
than checking a template.
"""

from __future__ import annotations

import marshal
import os
import sys
from importlib import import_module
from typing import Any, NamedTuple

from hotlint.rule import Rule
from hotlint.startup import cache_folder

_FILE = "entry-points.bin"
GROUP = "hotlint.rules"


class DuplicateCodeError(Exception):
    """Two rules claim one code or one name."""


class PackProblem(NamedTuple):
    """A rule pack that could not be loaded."""

    pack: str
    message: str


class Registry(NamedTuple):
    """Rules in the order of their codes, and the packs that failed to load."""

    rules: tuple[Rule, ...]
    problems: tuple[PackProblem, ...]

    def find(self, name: str) -> Rule | None:
        """The rule of that code or name, in any case."""
        folded = name.casefold()
        return next((r for r in self.rules if folded in (r.code.casefold(), r.name.casefold())), None)


_loaded: Registry | None = None


def load() -> Registry:
    """All rules, loaded once a process. Raises DuplicateCodeError."""
    global _loaded
    if _loaded is None:
        _loaded = _load(entry_points())
    return _loaded


def _load(packs: dict[str, str]) -> Registry:
    rules: dict[str, Rule] = {}
    names: dict[str, str] = {}
    problems = []
    for pack, target in sorted(packs.items()):
        try:
            module, _, attribute = target.partition(":")
            kinds = getattr(import_module(module), attribute or "RULES")
            made = [kind() for kind in kinds]
        except Exception as exc:  # a pack is foreign code: whatever it raises is its problem, not ours
            problems.append(PackProblem(pack, f"{type(exc).__name__}: {exc}"))
            continue
        for rule in made:
            if rule.code in rules or rule.name in names:
                other = rules.get(rule.code) or rules[names[rule.name]]
                raise DuplicateCodeError(f"{_where(rule)} and {_where(other)} both claim {rule.code} {rule.name}")
            rules[rule.code], names[rule.name] = rule, rule.code
    return Registry(tuple(rules[code] for code in sorted(rules)), tuple(problems))


def _where(rule: Rule) -> str:
    return f"{type(rule).__module__}.{type(rule).__name__}"


def entry_points() -> dict[str, str]:
    """{name of the pack: "module" or "module:attribute"} of the group `hotlint.rules`."""
    folders = [p for p in dict.fromkeys(sys.path) if p and os.path.isdir(p)]
    stamp = [[p, os.stat(p).st_mtime_ns] for p in folders]
    cached = _cached()
    if cached is not None and cached.get("stamp") == stamp:
        packs: dict[str, str] = cached["packs"]
        return packs
    packs = {}
    for folder in reversed(folders):
        for text in _entry_point_files(folder):
            packs |= _section(text, GROUP)
    _keep({"stamp": stamp, "packs": packs})
    return packs


def _entry_point_files(folder: str) -> list[str]:
    texts = []
    with os.scandir(folder) as found:
        for entry in found:
            if entry.name.endswith((".dist-info", ".egg-info")):
                try:
                    with open(os.path.join(entry.path, "entry_points.txt"), encoding="utf-8") as file:
                        texts.append(file.read())
                except (OSError, UnicodeDecodeError):
                    continue
    return texts


def _section(text: str, group: str) -> dict[str, str]:
    """The `name = target` lines of one section of an entry_points.txt."""
    found, inside = {}, False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            inside = line == f"[{group}]"
        elif inside and "=" in line and not line.startswith(("#", ";")):
            name, _, target = line.partition("=")
            found[name.strip()] = target.split("[")[0].strip()
    return found


def _cached() -> dict[str, Any] | None:
    try:
        with open(os.path.join(cache_folder(), _FILE), "rb") as file:
            found = marshal.loads(file.read())
    except (OSError, ValueError, EOFError, TypeError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("packs"), dict) else None


def _keep(facts: dict[str, object]) -> None:
    path = os.path.join(cache_folder(), _FILE)
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(f"{path}.{os.getpid()}", "wb") as file:
            file.write(marshal.dumps(facts))
        os.replace(f"{path}.{os.getpid()}", path)
    except OSError:
        return  # a home that cannot be written to: the next run looks again
