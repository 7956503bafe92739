"""Copies of a resource turned into a ResourceGroup: only where the index of the member accounts for every difference."""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Iterator
from typing import Any

from hotlint.analysis.files.project import Project
from hotlint.analysis.template import Resource, argument
from hotlint.ide.code_actions.action import REWRITE, CodeAction, RefusalError, check_not_named, indented, is_within
from hotlint.ide.code_actions.literals import ANCHOR, whole_lines
from hotlint.ide.code_actions.proof import check_same, comparable, dry_run
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.navigation import Users
from hotlint.ide.text_insertion import column_of, key_column
from hotlint.language.functions.base import Call
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence
from hotlint.syntax.scalars import written
from hotlint.syntax.source import Span

INDEX = "%index%"


def group_copies(analysis: FileAnalysis, span: Span, users: Users) -> Iterator[CodeAction]:
    """Yield the action that makes the resources in a selection, all of one type, the members of a ResourceGroup."""
    chosen = [r for r in analysis.template.resources.values() if is_within(r, span)]
    if len(chosen) < 2 or len({r.type for r in chosen}) > 1 or chosen[0].type is None or analysis.document.broken:
        return
    name = _free_name(analysis, chosen)
    title = f"Turn {len(chosen)} copies into the ResourceGroup '{name}' (an update replaces them)"
    try:
        check_not_named(analysis, users, [name, *(r.name for r in chosen)])
        action = CodeAction(title, REWRITE, tuple(_Grouping(analysis, chosen, name).edits()))

        def is_same(after: Project, environments: tuple[str, ...]) -> bool:
            before, now = (dry_run(one, analysis.path, environments) for one in (analysis.project, after))
            return _is_same(before, now, name, [r.name for r in chosen])

        check_same(analysis, action, users, is_same)
    except RefusalError as exc:
        yield CodeAction(title, REWRITE, disabled=str(exc))
    else:
        yield action


def _free_name(analysis: FileAnalysis, chosen: list[Resource]) -> str:
    """Return a name for the group: what the names of the copies begin with, if that is free."""
    start = _common_start([r.name for r in chosen]).rstrip(string.digits)
    base = start.rstrip("".join({c for c in start if not c.isalnum() and c != "_"})) or "group"
    taken = analysis.template.resources.keys() - {r.name for r in chosen}
    name, number = base, 2
    while name in taken:
        name, number = f"{base}_{number}", number + 1
    return name


class _Grouping:
    """Derives the edits. Methods raise RefusalError where a copy differs in more than its index."""

    def __init__(self, analysis: FileAnalysis, chosen: list[Resource], name: str) -> None:
        self.analysis, self.chosen, self.name = analysis, chosen, name
        self.text = analysis.text
        self.indexed: list[Edit] = []  # of the first copy

    def edits(self) -> list[Edit]:
        """Return the edits: the group in the place of the first copy, and what refers to the copies."""
        spans = [self._lines_of(resource) for resource in self.chosen]
        properties = [resource.field("properties") for resource in self.chosen]
        if any(node is not None for node in properties):
            self._compare(properties)
        return [Edit(spans[0], self._block()), *(Edit(span, "") for span in spans[1:]), *self._references()]

    def _lines_of(self, resource: Resource) -> Span:
        others = [name for name in resource.fields if name not in ("type", "properties")]
        if others:
            raise RefusalError(f"Resource '{resource.name}' has '{others[0]}', which members of a group do not have.")
        lines = whole_lines(self.text, Span(resource.key.start, max(resource.node.end, resource.key.end)))
        if lines is None or not isinstance(resource.node, Mapping) or resource.node.flow:
            raise RefusalError(f"Resource '{resource.name}' is not in block style, on lines of its own.")
        if ANCHOR.search(self.text[lines.start : lines.end]) or INDEX in self.text[lines.start : lines.end]:
            raise RefusalError(f"Resource '{resource.name}' has an anchor, an alias or the text {INDEX}.")
        return lines

    def _compare(self, nodes: list[Any]) -> None:
        """Hold the same part of all copies against each other, and note what the index has to replace in the first."""
        first = nodes[0]
        if isinstance(first, Scalar) and all(isinstance(n, Scalar) for n in nodes):
            self._compare_scalars(nodes)
        elif isinstance(first, Mapping) and all(isinstance(n, Mapping) for n in nodes):
            names = [entry.name for entry in first.entries]
            if any({e.name for e in n.entries} != set(names) or len(n.entries) != len(names) for n in nodes):
                raise RefusalError("The copies do not have the same properties.")
            for name in names:
                self._compare([_value(n, name) for n in nodes])
        elif isinstance(first, Sequence) and all(isinstance(n, Sequence) for n in nodes):
            if len({len(n.items) for n in nodes}) > 1:
                raise RefusalError("The copies have lists of different length.")
            for items in zip(*(n.items for n in nodes), strict=True):
                self._compare(list(items))
        else:
            raise RefusalError("The copies do not have the same properties.")

    def _compare_scalars(self, nodes: list[Scalar]) -> None:
        values = [node.value for node in nodes]
        if all(v.__class__ is values[0].__class__ and v == values[0] for v in values):
            return
        if not all(isinstance(v, str) for v in values):
            raise RefusalError(f"The copies differ in a value that is no text: {values[0]!r} and {values[1]!r}.")
        template = _with_index([str(v) for v in values])
        if template is None:
            raise RefusalError(f"The index of a member, from 0, does not lead from {values[0]!r} to {values[1]!r}.")
        node = nodes[0]
        if node.style in ("|", ">") or "\n" in self.text[node.start : node.end]:
            raise RefusalError("The copies differ in a text of several lines.")
        self.indexed.append(Edit(Span(node.start, node.end), written(template)))

    def _block(self) -> str:
        """Return the group, with the first copy as the definition of its members."""
        first = self.chosen[0]
        column = key_column(self.text, first.key)
        body = whole_lines(self.text, Span(first.node.start, first.node.end))
        if body is None:
            raise RefusalError(f"Resource '{first.name}' is not in block style, on lines of its own.")
        within = [e._replace(span=Span(e.span.start - body.start, e.span.end - body.start)) for e in self.indexed]
        indent = " " * column
        lines = [
            f"{indent}{self.name}:",
            f"{indent}  type: OS::Heat::ResourceGroup",
            f"{indent}  properties:",
            f"{indent}    count: {len(self.chosen)}",
            f"{indent}    resource_def:",
        ]
        text = apply_edits(self.text[body.start : body.end], within)
        lines += indented(text, f"{indent}      ", column_of(self.text, first.node.start))
        return "\n".join(lines) + "\n"

    # -- what refers to the copies -----------------------------------------------------------------------------------

    def _references(self) -> Iterator[Edit]:
        """Yield the edits by which what reads a copy reads the member of the group."""
        numbers = {resource.name: number for number, resource in enumerate(self.chosen)}
        seen = 0
        for part, call in self.analysis.template.calls():
            names = {t.name for t in call.targets if t.kind in ("resource", "ref")} & numbers.keys()
            if names:
                if part.owner in self.chosen:
                    raise RefusalError("A copy refers to another one.")
                yield self._read_member(call, numbers[names.pop()])
                seen += 1
        places = {o.span for name in numbers for o in self.analysis.index.references_to("resource", name)}
        if len(places) != seen:
            raise RefusalError("Another resource names a copy in depends_on, or through an alias.")

    def _read_member(self, call: Call, number: int) -> Edit:
        node, member = call.node, f"resource.{number}"
        if call.name == "get_resource" and node is not None:
            return Edit(Span(node.start, node.end), f"{{get_attr: [{self.name}, {member}]}}")
        steps = argument(call)[0]
        if call.name != "get_attr" or not isinstance(steps, Sequence) or not steps.flow or len(steps.items) < 2:
            raise RefusalError(f"{call.name} reads a copy other than as [resource, attribute].")
        owner = steps.items[0]
        return Edit(Span(owner.start, owner.end), f"{self.name}, {member}")


def _value(node: Mapping, name: Any) -> Node | None:
    entry = node.entry(name)
    return entry.value if entry is not None else None


def _common_start(texts: list[str]) -> str:
    """Return what all of some texts begin with."""
    same = itertools.takewhile(lambda chars: len(set(chars)) == 1, zip(*texts, strict=False))
    return "".join(chars[0] for chars in same)


def _with_index(values: list[str]) -> str | None:
    """Return the text that gives each of some texts with its number, from 0, for `%index%`; None where there is none."""
    start = _common_start(values)
    rest = [value[len(start) :] for value in values]
    end = _common_start([value[::-1] for value in rest])[::-1]
    middle = rest[0][: len(rest[0]) - len(end)]
    template = start + middle.replace("0", INDEX) + end
    if any(template.replace(INDEX, str(number)) != value for number, value in enumerate(values)):
        return None
    return template


def _is_same(before: dict[str, Any], after: dict[str, Any], group: str, copies: list[str]) -> bool:
    """Return whether the members of the group are what the copies were, and all else is as before, in two dry runs."""
    members = after["resources"].pop(group, {}).get("nested", {}).get("resources", {})
    made = [members.get(str(number)) for number in range(len(copies))]
    was = [before["resources"].pop(name) for name in copies]
    label = re.compile(rf"<{re.escape(group)}\.resource\.(\d+)(?=[>.\[])")
    return (
        len(members) == len(copies)
        and comparable(made) == comparable(was)
        and _agrees(_comparable(before), _comparable(after), label, copies)
    )


def _agrees(before: Any, after: Any, label: re.Pattern[str], copies: list[str]) -> bool:
    """Return whether a part of a dry run is as before; an attribute of a member is never known, that of a copy may be."""
    if isinstance(after, dict) and isinstance(before, dict):
        return before.keys() == after.keys() and all(_agrees(v, after[k], label, copies) for k, v in before.items())
    if isinstance(after, list | tuple) and isinstance(before, list | tuple):
        pairs = zip(before, after, strict=False)
        return len(before) == len(after) and all(_agrees(b, a, label, copies) for b, a in pairs)
    if not isinstance(after, str) or not isinstance(before, str) or label.search(after) is None:
        return bool(before == after)
    was_known = not any(f"<{copy}" in before for copy in copies)
    return was_known or label.sub(lambda found: f"<{copies[int(found[1])]}", after) == before


def _comparable(run: dict[str, Any]) -> Any:
    return comparable([run["resources"], run["outputs"]])
