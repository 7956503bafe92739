"""Write data as YAML for readers; `Tagged` values carry a tag such as `!unknown`. Imported only when YAML is written."""

from __future__ import annotations

from typing import Any, NamedTuple

import yaml

from hotlint.syntax.scalars import escape

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


class _PureDumper(yaml.SafeDumper):
    """The dumper for where libyaml is missing, and for halves of surrogate pairs, which libyaml cannot write."""

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def choose_scalar_style(self) -> Any:
        """Return the style that libyaml chooses: a tag alone is no reason for quotes."""
        event: Any = self.event
        given = event.implicit
        if event.tag is not None and not any(given):
            event.implicit = (True, False)
        try:
            return super().choose_scalar_style()
        finally:
            event.implicit = given


def _tagged(dumper: _Dumper | _PureDumper, data: Tagged) -> yaml.Node:
    if isinstance(data.value, dict):
        return dumper.represent_mapping(data.tag, data.value)
    if isinstance(data.value, list):
        return dumper.represent_sequence(data.tag, data.value)
    text = str(data.value)
    style = '"' if not _is_shown(text) else "|" if "\n" in text else None
    return dumper.represent_scalar(data.tag, text, style=style)


def _text(dumper: _Dumper | _PureDumper, data: str) -> yaml.Node:
    """Represent text of several lines as a block scalar, where YAML allows it, and what is not shown in quotes."""
    if not _is_shown(data):
        return dumper.represent_scalar("tag:yaml.org,2002:str", data, style='"')
    is_blank_at_end = " \n" in data or "\t\n" in data or data.endswith((" ", "\t"))
    block = not is_blank_at_end and "\n" in data.rstrip("\n")
    return dumper.represent_scalar("tag:yaml.org,2002:str", data, style="|" if block else None)


for _class in (_Dumper, _PureDumper):
    _class.add_representer(Tagged, _tagged)
    _class.add_representer(str, _text)


def dump(data: Any, *, compact: bool = False, exact: bool = False) -> str:
    """Return data as YAML, keys in order: in block style; `compact` has collections of scalars in flow style, on a line each.

    `exact`: the text is for programs, which read the same data from it; it is ASCII.
    """
    style: Any = {"sort_keys": False, "allow_unicode": not exact, "width": 1 << 20 if compact else 110}
    style["default_flow_style"] = None if compact else False
    try:
        text: str = yaml.dump(data, Dumper=_Dumper if yaml.__with_libyaml__ else _PureDumper, **style)
    except UnicodeEncodeError:
        text = yaml.dump(data, Dumper=_PureDumper, **style)
    return text if _is_shown(text) else "".join(c if _is_shown(c) else escape(c) for c in text)


def _is_shown(text: str) -> bool:
    """Return whether readers see every character of a text, or that it ends a line."""
    return text.isprintable() or text.replace("\n", "").replace("\t", "").isprintable()
