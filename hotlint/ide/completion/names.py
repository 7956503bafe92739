"""The names that a text declares and uses, read from its lines: a half-typed text is searched like any other."""

from __future__ import annotations

import re
from typing import NamedTuple

_LINE = re.compile(
    r"^([ ]*)(?:(-)[ ]+)?(\"[^\"\n]*\"|'[^'\n]*'|[^\s#'\"{}\[\],|>&*!%@`-][^#\n]*?)[ ]*:(?:[ \t]+([^\n]*))?\r?$", re.M
)
_FLOW_TYPE = re.compile(r"[{,]\s*[\"']?type[\"']?\s*:\s*[\"']?([\w:]+)")
_FLOW_CUSTOM = re.compile(r"custom_constraint[\"']?\s*:\s*[\"']?([\w.:]+)")
_USES = {
    "parameter": re.compile(r"get_param[\"']?\s*:\s*(?:\[\s*)?[\"']?([\w.:-]+)"),
    "resource": re.compile(r"get_resource[\"']?\s*:\s*[\"']?([\w.-]+)"),
    "attribute": re.compile(r"get_attr[\"']?\s*:\s*\[\s*[\"']?([\w.-]+)"),
    "depends": re.compile(r"depends_on[\"']?\s*:[ ]*[\"']?([\w.-]+)"),
}
_DEPENDS = re.compile(r"depends_on[\"']?\s*:(?:[ ]*\[([^\]\n]*)\]|((?:[ ]*\n[ ]*-[ ]+[\w.-]+[ ]*)+))")
_ITEM = re.compile(r"[\w.-]*\w[\w.-]*")


class Declared(NamedTuple):
    """One declared name: its `type` as written, and where it stands.

    `customs` are custom constraints of a parameter, `inner` is the type of the members of a group.
    """

    name: str
    at: int
    type: str | None
    customs: tuple[str, ...] = ()
    inner: str | None = None


class Names:
    """What a text declares, in its order, and how often it uses what."""

    __slots__ = ("conditions", "deep", "outputs", "parameters", "resources", "sections", "uses", "version")

    def __init__(self, text: str) -> None:
        self.version: str | None = None
        self.sections: list[str] = []
        self.parameters: dict[str, Declared] = {}
        self.resources: dict[str, Declared] = {}
        self.conditions: dict[str, Declared] = {}
        self.outputs: dict[str, Declared] = {}
        self.deep: dict[str, int] = {}  # keys further down in resources
        self.uses = {kind: _counted(pattern.findall(text)) for kind, pattern in _USES.items()}
        for flow, block in _DEPENDS.findall(text):
            for name in _ITEM.findall(flow or block):
                self.uses["depends"][name] = self.uses["depends"].get(name, 0) + 1
        self._read(text)

    def _read(self, text: str) -> None:
        section, level, field_level = "", -1, -1
        into: dict[str, Declared] | None = None
        current: Declared | None = None
        for match in _LINE.finditer(text):
            indent = match.end(1) - match.start(1)
            key = match.group(3).strip("\"'")
            if indent == 0 and not match.group(2):
                section, level = key, -1
                self.sections.append(key)
                into = getattr(self, key) if key in ("parameters", "resources", "conditions", "outputs") else None
                if key == "heat_template_version":
                    self.version = (match.group(4) or "").split("#")[0].strip().strip("\"'")
                continue
            if into is None or (match.group(2) and level < 0):
                continue
            if level < 0:
                level = indent
            if indent == level and not match.group(2):
                rest = match.group(4) or ""
                type_ = _FLOW_TYPE.search(rest)
                current = into[key] = Declared(
                    key, match.start(3), type_.group(1) if type_ else None, tuple(_FLOW_CUSTOM.findall(rest))
                )
                field_level = -1
            elif current is not None and indent > level:
                field_level = indent if field_level < 0 else field_level
                if section == "resources" and indent > field_level:
                    self.deep[key] = self.deep.get(key, 0) + 1
                current = into[current.name] = self._field(current, key, match.group(4) or "", indent == field_level)

    @staticmethod
    def _field(current: Declared, key: str, value: str, own: bool) -> Declared:
        if key == "type" and own:
            return current._replace(type=value.split(" #")[0].strip().strip("\"'"))
        if key == "type" and current.inner is None and ("::" in value or value.rstrip().endswith(".yaml")):
            return current._replace(inner=value.split(" #")[0].strip().strip("\"'"))
        if key == "custom_constraint":
            return current._replace(customs=(*current.customs, value.split(" #")[0].strip().strip("\"'")))
        if key in ("resource", "resource_def") and value.startswith("{"):
            type_ = _FLOW_TYPE.search(value)
            return current._replace(inner=type_.group(1)) if type_ else current
        found = _FLOW_CUSTOM.findall(value) if "custom_constraint" in value else ()
        return current._replace(customs=(*current.customs, *found)) if found else current


def _counted(names: list[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return counts
