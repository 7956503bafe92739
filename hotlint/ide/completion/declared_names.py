"""The names that a text declares and uses, found in its lines, so that a half-typed text has them too."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple

from hotlint.ide.completion.habits import LONGEST, Counts, Written, counted, written_names
from hotlint.ide.completion.lines import SECTION_WORDS
from hotlint.ide.completion.placeholders import placeholders_of
from hotlint.language.dialects import section_names, version_of
from hotlint.language.versions import SECTIONS
from hotlint.syntax.nodes import Mapping
from hotlint.syntax.parser import whole_tree

_KEY = r"(\"[^\"\n]*\"|'[^'\n]*'|[^\s#'\"{}\[\],|>&*!%@`-][^#\n]*?)(?<! )[ ]*+:(?=[ \t\r\n]|$)[ \t]*([^\n]*)"
_SECTION = re.compile(
    rf"^(?: (?=(?:{SECTION_WORDS}):))?([A-Za-z_]\w*|\"\w+\"|'\w+')[ ]*:(?=[ \t\r\n]|$)[ \t]*([^\n]*)", re.M
)
"""The header of a section, which may be shifted by a blank."""
_FIRST = re.compile(r"\n([ ]+)[^\s#]")
_TYPE = re.compile(
    r"^[ ]*[\"']?[Tt]ype[\"']?(?:[ ]*:[ \t]+|[ ]+(?=[A-Z]\w*::\w|(?:string|number|json|boolean|comma_delimited_list)[ ]*$))"
    r"[\"'\[]?([\w:./-]+)",
    re.M,
)
"""The type of an entry, also where its colon is missing."""
_FLOW_TYPE = re.compile(r"[{,]\s*[\"']?[Tt]ype[\"']?\s*:\s*[\"']?([\w:./-]+)")
_JINJA = r"\{\{[^{}\n]*+\}\}"
_TYPE_NAME = re.compile(rf"(?<![\w:])[A-Z]\w*+(?:::(?:[A-Z]|{_JINJA})(?:\w++|{_JINJA})*+)++")
_CUSTOM = re.compile(r"custom_constraint[\"']?\s*:\s*[\"']?([\w.:]+)")
_USES = {
    "parameter": re.compile(r"get_param[\"']?\s*:\s*(?:\[\s*)?[\"']?([\w.:-]+)"),
    "resource": re.compile(r"get_resource[\"']?\s*:\s*[\"']?([\w.-]+)"),
    "attribute": re.compile(r"(?:get_attr|Fn::GetAtt)[\"']?\s*:\s*\[\s*[\"']?([\w.-]+)"),
    "depends": re.compile(r"(?:depends_on|DependsOn)[\"']?\s*:[ ]*[\"']?([\w.-]+)"),
}
_DEPENDS = re.compile(
    r"(?:depends_on|DependsOn)[\"']?\s*+:(?:[ ]*+\[([^\[\]\n]*+)\]|((?:[ ]*+\n[ ]*+-[ ]++[\w.-]++)++))"
)
_ITEM = re.compile(r"[\w.-]+")
_FILE = re.compile(r"get_file[\"']?\s*:\s*[\"']?([^\s\"'{}\[\],#]+)")
_PATH = re.compile(r"get_attr[\"']?\s*+:\s*+\[[\s\"']*+([^\[\]{}]++)\]")
_GROUP = re.compile(r"\bresource(?:_def)?[\"']?:")
_DECLARING = (
    "parameters", "mappings", "conditions", "resources", "outputs", "parameter_defaults", "resource_registry",
)  # fmt: skip


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


class _Section(NamedTuple):
    """A section: the offsets of its header and its end, the value of its header, and the entries that it declares.

    `first` is the offset of its first line with content, and `indent` the column of its entries; 0 for a section without.
    """

    name: str
    start: int
    end: int
    value: str
    first: int = 0
    indent: int = 0
    entries: tuple[Declared, ...] = ()

    def moved(self, by: int) -> _Section:
        """Return the section with other offsets."""
        entries = tuple(_moved(entry, by) for entry in self.entries)
        return self._replace(start=self.start + by, end=self.end + by, first=self.first + by, entries=entries)


class DeclaredNames:
    """The names that a text declares, in order, and how often it uses each.

    `before` are the names of an earlier text: what is outside of the edited entries is taken from there.
    """

    def __init__(self, text: str, before: DeclaredNames | None = None) -> None:
        self.text = text
        edit = _Edit.between(before, text) if before is not None else None
        self._sections = edit.sections if edit is not None else _sections(text)
        self.version: str | None = None
        self.sections: list[str] = [section.name for section in self._sections]
        found: dict[str, dict[str, Declared]] = {name: {} for name in _DECLARING}
        for section in self._sections:
            if section.name in found:
                found[section.name].update((entry.name, entry) for entry in section.entries)
            else:
                written = section.value.split("#")[0].strip().strip("\"'")
                self.version = version_of(section.name, written) or self.version
        self.parameters = found["parameters"]
        self.mappings = found["mappings"]
        self.conditions = found["conditions"]
        self.resources = found["resources"]
        self.outputs = found["outputs"]
        self.defaults = found["parameter_defaults"]
        self.registry = found["resource_registry"]
        if before is not None and edit is not None and "uses" in vars(before):
            self.uses = edit.uses(before, text)

    @cached_property
    def uses(self) -> dict[str, dict[str, int]]:
        """Counts of used names by kind of use: "parameter", "resource", "attribute" or "depends"."""
        return _uses(self.text, 0, len(self.text))

    @cached_property
    def deep(self) -> dict[str, int]:
        """Counts of the keys inside of resources."""
        return _counted([key for _, key in self.nested_keys if key not in self.resources])

    @cached_property
    def named_types(self) -> list[str]:
        """The names of resource types in the text, wherever they stand, each once and in order."""
        return list(dict.fromkeys(_TYPE_NAME.findall(self.text)))

    @cached_property
    def files(self) -> dict[str, int]:
        """Counts of the arguments of get_file in the text."""
        return _counted(_FILE.findall(self.text))

    @cached_property
    def steps(self) -> dict[str, dict[str, int]]:
        """Counts of the names that follow a name in the paths of get_attr, behind the resource; indices are left out."""
        found: dict[str, dict[str, int]] = {}
        for call in _PATH.findall(self.text):
            names = [name for name in re.split(r"[\s,\"']+", call)[1:] if name and not name.isdigit()]
            for before, name in pairwise(names):
                counts = found.setdefault(before, {})
                counts[name] = counts.get(name, 0) + 1
        return found

    def section_at(self, offset: int) -> str:
        """Return the section of a language of templates that an offset is in; "" for none."""
        above = (section.name for section in reversed(self._sections) if section.start < offset)
        return next((name for name in above if name in SECTIONS), "")

    def properties_of(self, type_: str) -> Iterator[str]:
        """Yield the properties that the resources of a type have in the text."""
        for declared in self.resources.values():
            if declared.type == type_:
                row = self.text.rfind("\n", 0, declared.at) + 1
                root = whole_tree(self.text[row : declared.end])
                body = root.get(declared.name) if isinstance(root, Mapping) else None
                properties = body.get("properties") if isinstance(body, Mapping) else None
                if isinstance(properties, Mapping):
                    yield from (str(entry.name) for entry in properties.entries)

    def attributes_of(self, type_: str) -> Iterator[str]:
        """Yield the attributes that the text reads of resources of a type."""
        for call in _PATH.findall(self.text):
            resource, *names = re.split(r"[\s,\"']+", call.strip())
            declared = self.resources.get(resource)
            if declared is not None and declared.type == type_ and names:
                yield names[0]

    @cached_property
    def placeholders(self) -> dict[str, int]:
        """Counts of the placeholders that calls of str_replace have, in the whole text."""
        return placeholders_of(self.text)

    @cached_property
    def written(self) -> list[Written]:
        """The names in the text with their places; none of a very long text."""
        return written_names(self.text) if len(self.text) <= LONGEST else []

    @cached_property
    def habits(self) -> Counts:
        """Counts of the names at each place."""
        return counted(self.written, {resource.name: resource.type for resource in self.resources.values()})

    @cached_property
    def nested_keys(self) -> list[tuple[str, str]]:
        """The keys in block style inside of resources, each after the key that it is nested below ("" for none)."""
        if not self.resources:
            return []
        start, end = next(iter(self.resources.values())).at, max(d.end for d in self.resources.values())
        return [
            (written.key if written.entry else "", written.name)
            for written in self.written
            # a row of a script is no key
            if written.kind == "key"
            and start <= written.at < end
            and " " not in written.name
            and not written.name.startswith(":")
        ]


class _Edit(NamedTuple):
    """What differs between two texts: the entries from `start` to `old_end` became those up to `end`.

    Both ends are behind the first line that did not change, which a use that begins above it may reach into.
    """

    start: int
    old_end: int
    end: int
    sections: list[_Section]

    @classmethod
    def between(cls, before: DeclaredNames, text: str) -> _Edit | None:
        """Return the edit that leads to a text; None where it may change which sections there are, or their indentation."""
        old = before.text
        same = _common(old, text)
        tail = _common_end(old, text, min(len(old), len(text)) - same)
        delta = len(text) - len(old)
        start, stop = text.rfind("\n", 0, same) + 1, _after_line(text, len(text) - tail)
        if _SECTION.search(text, start, stop) or _SECTION.search(old, start, stop - delta):
            return None
        index = bisect_right(before._sections, start, key=lambda section: section.start) - 1
        section = before._sections[index] if index >= 0 else None
        if section is None or not section.indent or start <= section.first:
            return None
        lines = [entry.at - section.indent for entry in section.entries]
        first, last = max(bisect_left(lines, start) - 1, 0), bisect_left(lines, stop - delta)
        begin = lines[first] if lines and lines[first] < start else section.first
        end = (lines[last] if last < len(lines) else section.end) + delta
        entries = (
            *section.entries[:first],
            *_entries(text, begin, end, section.name, section.indent),
            *(_moved(entry, delta) for entry in section.entries[last:]),
        )
        sections = [
            *before._sections[:index],
            section._replace(end=section.end + delta, entries=entries),
            *(later.moved(delta) for later in before._sections[index + 1 :]),
        ]
        reach = _after_line(text, end)
        return cls(begin, reach - delta, reach, sections)

    def uses(self, before: DeclaredNames, text: str) -> dict[str, dict[str, int]]:
        """Return how often the text uses each name, by what differs."""
        gone, come = _uses(before.text, self.start, self.old_end), _uses(text, self.start, self.end)
        counted = {kind: dict(counts) for kind, counts in before.uses.items()}
        for kind, counts in counted.items():
            for name in gone[kind].keys() | come[kind].keys():
                counts[name] = counts.get(name, 0) + come[kind].get(name, 0) - gone[kind].get(name, 0)
                if not counts[name]:
                    del counts[name]
        return counted


def _common(a: str, b: str) -> int:
    """Return the length of what two texts have in common at their start."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(a: str, b: str, most: int) -> int:
    """Return the length of what two texts have in common at their end, up to a number of characters."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if a[len(a) - middle : len(a) - low] == b[len(b) - middle : len(b) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def _after_line(text: str, offset: int) -> int:
    """Return the start of the line below an offset; the end of the text for the last one."""
    return text.find("\n", offset) + 1 or len(text)


def _moved(entry: Declared, by: int) -> Declared:
    name, at, end, type_, customs, inner = entry
    return Declared(name, at + by, end + by, type_, customs, inner) if by else entry


def _uses(text: str, start: int, end: int) -> dict[str, dict[str, int]]:
    """Return how often names are used in a part of a text, by kind of use."""
    counted = {kind: _counted(pattern.findall(text, start, end)) for kind, pattern in _USES.items()}
    for flow, block in _DEPENDS.findall(text, start, end):
        for name in _ITEM.findall(flow or block):
            if name.strip(".-"):
                counted["depends"][name] = counted["depends"].get(name, 0) + 1
    return counted


def _sections(text: str) -> list[_Section]:
    """Return the sections of a text, from one header in the first column to the next."""
    matches = list(_SECTION.finditer(text))
    ends = [*(match.start() for match in matches[1:]), len(text)]
    found = []
    for match, end in zip(matches, ends, strict=False):
        name = match.group(1).strip("\"'")
        section = _Section(section_names().get(name, name), match.start(), end, match.group(2))
        first = _FIRST.search(text, match.end(1), end) if section.name in _DECLARING else None
        if first is not None:
            at, indent = first.start() + 1, len(first.group(1))
            entries = tuple(_entries(text, at, end, section.name, indent))
            section = section._replace(first=at, indent=indent, entries=entries)
        found.append(section)
    return found


@cache
def _entry_at(indent: int) -> re.Pattern[str]:
    return re.compile(rf"^[ ]{{{indent}}}{_KEY}", re.M)


def _entries(text: str, start: int, end: int, section: str, indent: int) -> Iterator[Declared]:
    """Yield the entries of a section in a part of a text: the lines at the section's indentation."""
    matches = list(_entry_at(indent).finditer(text, start, end))
    for index, match in enumerate(matches):
        stop = matches[index + 1].start() if index + 1 < len(matches) else end
        at, name = match.start(1), match.group(1).strip("\"'")
        if section not in ("parameters", "resources"):
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
