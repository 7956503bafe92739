"""A system as its author writes it: what systems.yaml says, made up by chance, with one of the mistakes or none."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import yaml

VERSION = "2018-08-31"
_ABSENT = object()


@cache
def written() -> dict[str, Any]:
    """Return what systems.yaml says, by the name of each system."""
    found: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("systems.yaml").read_text(encoding="utf-8"))
    return found


class Draft:
    """A system by its name and a seed. `mistake` is the one that its author makes; `mistakes` are all that there could be.

    The same seed makes the same system, but for the mistake, and for texts that only one system may have at a time. A system for
    `updates` keeps those texts, too, and has outputs: attributes of its resources.
    """

    def __init__(self, name: str, seed: int, mistake: str = "", *, updates: bool = False) -> None:
        self.mistake = mistake
        self.mistakes: list[str] = []
        self._rng = random.Random(seed)
        tag = random.Random(seed if updates else f"{seed} {mistake}").randrange(16**4)
        self._texts = {"$A": f"10.{self._rng.randint(16, 250)}", "$T": f"{tag:04x}", "$N": str(2000 + tag)}
        self.templates = {file: self._template(parts, file) for file, parts in written()[name].items()}
        if updates:
            self.templates["main"]["outputs"] = _attributes(self.templates["main"]["resources"], seed)

    def _template(self, parts: dict[str, Any], file: str) -> dict[str, Any]:
        """Return a template of the system; its parameters are those that it gets, and those of texts that are spelled so."""
        self._parameters: dict[str, Any] = {}
        made = self._made(parts, () if file == "main" else (file,))
        outputs = {key: {"value": value} for key, value in made.pop("outputs", {}).items()}
        for name in sorted(set(_got(made)) - set(self._parameters)):
            self._parameters[name] = {"type": "string"}
        sections = {"parameters": self._parameters, "resources": made, "outputs": outputs}
        return {"heat_template_version": VERSION} | {name: section for name, section in sections.items() if section}

    def _made(self, value: Any, path: tuple[str, ...]) -> Any:
        """Return a value of systems.yaml as the author writes it; `path` leads to it."""
        if isinstance(value, list):
            return [made for one in value if (made := self._made(one, path)) is not _ABSENT]
        if isinstance(value, str):
            return self._text(value)
        if not isinstance(value, dict):
            return _ABSENT if value is None else value
        if "right" in value:
            return self._made(self._chosen(value, path), path)
        if "sometimes" in value:
            is_there = self._rng.random() < 0.5
            return self._made(value["sometimes"], path) if is_there else _ABSENT
        if "any" in value:
            return self._made(self._rng.choice(value["any"]), path)
        if "spelled" in value:
            return self._spelled(str(self._text(value["spelled"])))
        found = {key: self._made(item, (*path, key)) for key, item in value.items()}
        return {key: made for key, made in found.items() if made is not _ABSENT}

    def _chosen(self, choices: dict[str, Any], path: tuple[str, ...]) -> Any:
        """Return what is right, or what the author writes instead."""
        place = " ".join(step for step in path if step not in ("properties", "resource_def"))
        names = {f"{place}: {name}": name for name in choices if name != "right"}
        self.mistakes += names
        return choices[names.get(self.mistake, "right")]

    def _text(self, text: str) -> Any:
        if text.startswith("@"):
            return {"get_resource": text[1:]}
        for name, value in self._texts.items():
            text = text.replace(name, value)
        return text

    def _spelled(self, text: str) -> Any:
        """Return a text as it is, as a parameter's default, or as a call that makes it."""
        head, _, tail = text.rpartition(".")
        way = self._rng.randrange(6)
        if way == 0:
            self._parameters[name := f"given_{len(self._parameters)}"] = {"type": "string", "default": text}
            return {"get_param": name}
        ways = [
            {"str_replace": {"template": f"NET.{tail}", "params": {"NET": head}}},
            {"list_join": [".", [head, tail]]},
        ]
        return ways[way - 1] if way < 3 else text


def _attributes(resources: dict[str, Any], seed: int) -> dict[str, Any]:
    """Return outputs: up to two attributes of each resource, as the seed chooses them."""
    from hotlint.resource_types.catalog import Catalog

    found = {}
    for name, resource in resources.items():
        attributes = [*getattr(Catalog().resource(resource["type"]), "attributes", ())]
        attributes = [one for one in attributes if one not in ("show", "console_urls", "propagate_uplink_status")]
        for one in random.Random(f"{seed} {name}").sample(attributes, min(2, len(attributes))):
            found[f"{name}_{one}"] = {"value": {"get_attr": [name, one]}}
    return found


def _got(value: Any) -> list[str]:
    """Return the names of the parameters that a value gets."""
    if isinstance(value, list):
        return [name for one in value for name in _got(one)]
    if not isinstance(value, dict):
        return []
    own = [value["get_param"]] if isinstance(value.get("get_param"), str) else []
    return own + [name for one in value.values() for name in _got(one)]
