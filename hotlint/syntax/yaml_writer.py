"""Write data as YAML for readers; `Tagged` values carry a tag such as `!unknown`. Imported only when YAML is written."""

from __future__ import annotations

from typing import Any, NamedTuple

import yaml

try:
    from yaml import CSafeDumper as SafeDumper
except ImportError:  # PyYAML without libyaml: ten times slower
    from yaml import SafeDumper  # type: ignore[assignment]


class Tagged(NamedTuple):
    """A value with a tag before it."""

    tag: str
    value: Any


class _Dumper(SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def _tagged(dumper: _Dumper, data: Tagged) -> yaml.Node:
    if isinstance(data.value, dict):
        return dumper.represent_mapping(data.tag, data.value)
    if isinstance(data.value, list):
        return dumper.represent_sequence(data.tag, data.value)
    return dumper.represent_scalar(data.tag, str(data.value), style="|" if "\n" in str(data.value) else None)


def _text(dumper: _Dumper, data: str) -> yaml.Node:
    """Represent text of several lines as a block scalar, where YAML allows it."""
    block = "\n" in data.rstrip("\n") and not any(line.endswith((" ", "\t")) for line in data.split("\n"))
    return dumper.represent_scalar("tag:yaml.org,2002:str", data, style="|" if block else None)


_Dumper.add_representer(Tagged, _tagged)
_Dumper.add_representer(str, _text)


def dump(data: Any) -> str:
    """Return data as YAML in block style, keys in their order."""
    text: str = yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)
    return text
