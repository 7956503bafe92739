"""The names that a text declares and uses, found in its lines, so that a half-typed text has them too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

_KEY = r"(\"[^\"\n]*\"|'[^'\n]*'|[^\s#'\"{}\[\],|>&*!%@`-][^#\n]*?)(?<! )[ ]*+:(?=[ \t\r\n]|$)[ \t]*([^\n]*)"
_SECTION = re.compile(r"^([A-Za-z_]\w*|\"\w+\"|'\w+')[ ]*:(?=[ \t\r\n]|$)[ \t]*([^\n]*)", re.M)
_FIRST = re.compile(r"\n([ ]+)[^\s#]")
_DEEP = re.compile(rf"^[ ]*(?:-[ ]+)?{_KEY}", re.M)
_TYPE = re.compile(r"^[ ]*[\"']?type[\"']?[ ]*:[ \t]+[\"']?([\w:./-]+)", re.M)
_FLOW_TYPE = re.compile(r"[{,]\s*[\"']?type[\"']?\s*:\s*[\"']?([\w:./-]+)")
_CUSTOM = re.compile(r"custom_constraint[\"']?\s*:\s*[\"']?([\w.:]+)")
_USES = {
    "parameter": re.compile(r"get_param[\"']?\s*:\s*(?:\[\s*)?[\"']?([\w.:-]+)"),
    "resource": re.compile(r"get_resource[\"']?\s*:\s*[\"']?([\w.-]+)"),
    "attribute": re.compile(r"get_attr[\"']?\s*:\s*\[\s*[\"']?([\w.-]+)"),
    "depends": re.compile(r"depends_on[\"']?\s*:[ ]*[\"']?([\w.-]+)"),
}
_DEPENDS = re.compile(r"depends_on[\"']?\s*+:(?:[ ]*+\[([^\[\]\n]*+)\]|((?:[ ]*+\n[ ]*+-[ ]++[\w.-]++)++))")
_ITEM = re.compile(r"[\w.-]+")
_GROUP = re.compile(r"\bresource(?:_def)?[\"']?:")
_DECLARING = ("parameters", "conditions", "resources", "outputs")


class Declared(NamedTuple):
    """A declared name: `at` is its offset, `end` that of its definition, `type` its type as written.

    `customs` are the custom constraints of a parameter, `inner` is the type of the members of a group.
    """

    name: str
    at: int
    end: int
    type: str | None
    customs: tuple[str, ...] = ()
    inner: str | None = None


class DeclaredNames:
    """The names that a text declares, in order, and how often it uses each."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.version: str | None = None
        self.sections: list[str] = []
        found: dict[str, dict[str, Declared]] = {name: {} for name in _DECLARING}
        matches = list(_SECTION.finditer(text))
        for index, match in enumerate(matches):
            name = match.group(1).strip("\"'")
            self.sections.append(name)
            if name in found:
                end = matches[index + 1].start() if index + 1 < len(matches) else len(text)
                found[name].update((d.name, d) for d in _declared(text, match.end(1), end, name))
            elif name == "heat_template_version":
                self.version = match.group(2).split("#")[0].strip().strip("\"'")
        self.parameters = found["parameters"]
        self.conditions = found["conditions"]
        self.resources = found["resources"]
        self.outputs = found["outputs"]

    @cached_property
    def uses(self) -> dict[str, dict[str, int]]:
        """Counts of used names by kind of use: "parameter", "resource", "attribute" or "depends"."""
        counted = {kind: _counted(pattern.findall(self.text)) for kind, pattern in _USES.items()}
        for flow, block in _DEPENDS.findall(self.text):
            for name in _ITEM.findall(flow or block):
                if name.strip(".-"):
                    counted["depends"][name] = counted["depends"].get(name, 0) + 1
        return counted

    @cached_property
    def deep(self) -> dict[str, int]:
        """Counts of the keys inside of resources."""
        return _counted([key for _, key in self.nested_keys if key not in self.resources])

    @cached_property
    def nested_keys(self) -> list[tuple[str, str]]:
        """The keys in block style inside of resources, each after the key that it is nested below ("" for none)."""
        if not self.resources:
            return []
        start, end = next(iter(self.resources.values())).at, max(d.end for d in self.resources.values())
        found: list[tuple[str, str]] = []
        open_: list[tuple[int, str]] = []
        for match in _DEEP.finditer(self.text, start, end):
            key = match.group(1).strip("\"'")
            column = match.start(1) - match.start()
            while open_ and open_[-1][0] >= column:
                open_.pop()
            if not key.startswith(":"):
                found.append((open_[-1][1] if open_ else "", key))
                open_.append((column, key))
        return found


def _declared(text: str, start: int, end: int, section: str) -> Iterator[Declared]:
    """Yield the entries of a section: the lines at the indentation of its first one."""
    first = _FIRST.search(text, start, end)
    if first is None:
        return
    entry = re.compile(rf"^[ ]{{{len(first.group(1))}}}{_KEY}", re.M)
    matches = list(entry.finditer(text, start, end))
    for index, match in enumerate(matches):
        stop = matches[index + 1].start() if index + 1 < len(matches) else end
        at, name = match.start(1), match.group(1).strip("\"'")
        if section in ("conditions", "outputs"):
            yield Declared(name, at, stop, None)
            continue
        pattern, begin = (_FLOW_TYPE, at) if match.group(2).startswith("{") else (_TYPE, match.end())
        type_ = pattern.search(text, begin, stop)
        customs = tuple(_CUSTOM.findall(text, at, stop)) if section == "parameters" else ()
        inner = None
        if type_ is not None and section == "resources" and _GROUP.search(text, type_.end(), stop):
            others = (m.group(1) for p in (_TYPE, _FLOW_TYPE) for m in p.finditer(text, type_.end(), stop))
            inner = next((t for t in others if "::" in t or t.endswith((".yaml", ".template"))), None)
        yield Declared(name, at, stop, type_.group(1) if type_ else None, customs, inner)


def _counted(names: list[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return counts
