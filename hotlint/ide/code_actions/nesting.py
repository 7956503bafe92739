"""Extraction of resources to a nested template: parameters and outputs are derived, and the dry run proves it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.context import TemplateContext
from hotlint.analysis.discovery import stem_of
from hotlint.analysis.symbols import name_span
from hotlint.analysis.template import Resource, argument
from hotlint.dry_run.stack_preview import Preview
from hotlint.ide.code_actions.action import EXTRACT, CodeAction, NewFile
from hotlint.ide.code_actions.literals import whole_lines
from hotlint.ide.code_actions.proof import comparable, project_after
from hotlint.ide.snapshot import Snapshot
from hotlint.ide.text_insertion import column_of
from hotlint.language.functions.base import Call
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.nodes import Scalar
from hotlint.syntax.source import Span

_NAME = re.compile(r"[A-Za-z_][\w-]*$")
_LABEL = re.compile(r"<(?:\.\./)+")
_SHARED_PSEUDO = "OS::project_id"
"""The pseudo parameter that is the same in a nested stack."""


class _NotMovableError(Exception):
    """Raised for resources that cannot be extracted without a change."""


class _Extraction(NamedTuple):
    """What an extraction consists of: the nested template's text, the edits of the outer one, and the name of the new resource."""

    name: str
    file: NewFile
    edits: list[Edit]


def extract_resources(snapshot: Snapshot, span: Span) -> Iterator[CodeAction]:
    """Yield the action that moves the resources in a selection to a nested template; a cursor selects none."""
    chosen = [r for r in snapshot.template.resources.values() if _is_within(r, span)]
    if not chosen or span.end - span.start < 2 or snapshot.document.broken or snapshot.unit.parent is not None:
        return
    try:
        found = _Work(snapshot, chosen).extraction()
    except _NotMovableError:
        return
    count = "a resource" if len(chosen) == 1 else f"{len(chosen)} resources"
    title = (
        f"Extract {count} to the nested template '{os.path.basename(found.file.path)}' (an update replaces what exists)"
    )
    action = CodeAction(title, EXTRACT, tuple(found.edits), creates=(found.file,))
    if _is_same(snapshot, action, found.name, [r.name for r in chosen]):
        yield action


def _is_within(resource: Resource, span: Span) -> bool:
    """Return whether a selection covers a whole resource, white space at its end aside."""
    return span.start <= resource.key.end and resource.key.start < span.end and resource.node.end <= span.end + 1


class _Work:
    """Derives one extraction. Methods raise _NotMovableError for what cannot be moved."""

    def __init__(self, snapshot: Snapshot, chosen: list[Resource]) -> None:
        self.snapshot = snapshot
        self.template = snapshot.template
        self.text = snapshot.text
        self.chosen = chosen
        self.names = {r.name for r in chosen}
        self.passed: dict[str, str] = {}  # what the new resource passes, by parameter of the nested template
        self.declared: dict[str, list[str]] = {}  # the lines that declare each of these
        self.outputs: dict[str, str] = {}  # the values of the nested template's outputs
        self.inner: list[Edit] = []  # within the resources that are moved
        self.outer: list[Edit] = []

    def extraction(self) -> _Extraction:
        spans = [self._lines_of(resource) for resource in self.chosen]
        name = self._free_name()
        for part, call in self.template.calls():
            if part.owner in self.chosen:
                self._take_in(call)
            else:
                self._take_out(call, name)
        self._check_dependencies()
        file = self._file(name, spans)
        block = self._block(name, os.path.basename(file.path))
        first, *others = spans
        edits = [Edit(first, block), *(Edit(s, "") for s in others), *self.outer]
        return _Extraction(name, file, edits)

    def _lines_of(self, resource: Resource) -> Span:
        """Return the whole lines of a resource in block style."""
        if resource.fields.get("condition") is not None or not _NAME.match(resource.name) or resource.type is None:
            raise _NotMovableError
        lines = whole_lines(self.text, Span(resource.key.start, max(resource.node.end, resource.key.end)))
        if lines is None or re.search(r"(?m)(?:^|[\s\[{,])[&*][\w-]", self.text[lines.start : lines.end]):
            raise _NotMovableError  # anchors and aliases may lead out of it
        return lines

    def _free_name(self) -> str:
        base, number = f"{self.chosen[0].name}_stack", 2
        name = base
        while name in self.template.resources:
            name, number = f"{base}_{number}", number + 1
        return name

    # -- what the resources need -------------------------------------------------------------------------------------

    def _take_in(self, call: Call) -> None:
        """Have the nested template get what a call in it reads from outside."""
        if call.function.macro or call.name == "resource_facade" or call.node is None:
            raise _NotMovableError
        for target in call.targets:
            if target.kind == "condition" or (call.function.takes("attribute") and target.name not in self.names):
                raise _NotMovableError
            if target.kind in ("parameter", "ref") and target.name in self.template.parameters:
                self._pass_parameter(target.name)
            elif target.kind == "parameter" and target.name != _SHARED_PSEUDO:
                raise _NotMovableError
            elif target.kind in ("resource", "ref") and target.name not in self.names:
                self._pass_reference(call, target.name)

    def _pass_parameter(self, name: str) -> None:
        owner = self.template.parameters[name]
        lines = whole_lines(self.text, Span(owner.key.start, max(owner.node.end, owner.key.end)))
        if (
            lines is None
            or not _NAME.match(name)
            or self.passed.get(name, f"{{get_param: {name}}}") != f"{{get_param: {name}}}"
        ):
            raise _NotMovableError
        self.passed[name] = f"{{get_param: {name}}}"
        self.declared[name] = _indented(self.text[lines.start : lines.end], "  ", column_of(self.text, owner.key.start))

    def _pass_reference(self, call: Call, name: str) -> None:
        if call.name != "get_resource" or call.node is None or not _NAME.match(name):
            raise _NotMovableError
        if name in self.template.parameters:
            raise _NotMovableError
        self.passed[name] = f"{{get_resource: {name}}}"
        self.declared[name] = [f"  {name}:", "    type: string"]
        self.inner.append(Edit(Span(call.node.start, call.node.end), f"{{get_param: {name}}}"))

    # -- what others need of them ------------------------------------------------------------------------------------

    def _take_out(self, call: Call, nested: str) -> None:
        """Have a call outside read an output of the nested template, where it reads what is moved."""
        names = {
            t.name for t in call.targets if t.kind in ("resource", "ref") and t.name not in self.template.parameters
        }
        moved = names & self.names
        if not moved:
            return
        name, args = next(iter(moved)), call.args
        if call.node is None:
            raise _NotMovableError
        if call.name == "get_resource":
            self.outputs[name] = f"{{get_resource: {name}}}"
            self.outer.append(Edit(Span(call.node.start, call.node.end), f"{{get_attr: [{nested}, {name}]}}"))
            return
        if call.name != "get_attr" or not isinstance(args, list) or len(args) < 2 or not isinstance(args[1], str):
            raise _NotMovableError
        owner, attribute = argument(call, (0,))[0], argument(call, (1,))[0]
        output = f"{name}_{args[1]}"
        if not isinstance(owner, Scalar) or not isinstance(attribute, Scalar) or not _NAME.match(output):
            raise _NotMovableError
        self.outputs[output] = f"{{get_attr: [{name}, {args[1]}]}}"
        self.outer += [Edit(name_span(owner), nested), Edit(name_span(attribute), output)]

    def _check_dependencies(self) -> None:
        for resource in self.template.resources.values():
            is_moved = resource.name in self.names
            if any((str(d.value) in self.names) != is_moved for d in resource.depends_on()):
                raise _NotMovableError
        if self._needed_before() & self.names:
            raise _NotMovableError  # the new resource would depend on itself

    def _needed_before(self) -> set[str]:
        """Return the resources that have to exist before those that are moved, without the moved ones themselves."""
        needs: dict[str, set[str]] = {}
        for part, call in self.template.calls():
            if part.owner.section == "resources":
                needs.setdefault(part.owner.name, set()).update(
                    t.name for t in call.targets if t.name in self.template.resources
                )
        for resource in self.template.resources.values():
            needs.setdefault(resource.name, set()).update(str(d.value) for d in resource.depends_on())
        waiting = [n for name in self.names for n in needs.get(name, ()) if n not in self.names]
        found: set[str] = set()
        while waiting:
            for name in needs.get(waiting.pop(), ()):
                if name not in found:
                    found.add(name)
                    waiting.append(name)
        return found

    # -- texts -------------------------------------------------------------------------------------------------------

    def _file(self, name: str, spans: list[Span]) -> NewFile:
        version = self.template.version_node
        written = self.text[version.start : version.end] if version is not None else self.template.version
        lines = [f"heat_template_version: {written}", ""]
        if self.declared:
            lines += ["parameters:", *(line for declared in self.declared.values() for line in declared), ""]
        lines.append("resources:")
        for resource, span in zip(self.chosen, spans, strict=True):
            inner = [e._replace(span=Span(e.span.start - span.start, e.span.end - span.start)) for e in self.inner
                     if span.start <= e.span.start < span.end]  # fmt: skip
            moved = apply_edits(self.text[span.start : span.end], inner)
            lines += _indented(moved, "  ", column_of(self.text, resource.key.start))
        if self.outputs:
            lines += ["", "outputs:"]
            lines += [line for out, value in self.outputs.items() for line in (f"  {out}:", f"    value: {value}")]
        stem = stem_of(self.snapshot.path)
        path, number = os.path.join(self.snapshot.folder, f"{stem}-{name}.yaml"), 2
        while self.snapshot.project.state(path) != "missing":
            path, number = os.path.join(self.snapshot.folder, f"{stem}-{name}-{number}.yaml"), number + 1
        return NewFile(path, "\n".join(lines) + "\n")

    def _block(self, name: str, file: str) -> str:
        """Return the resource that takes the place of the moved ones."""
        indent = " " * column_of(self.text, self.chosen[0].key.start)
        lines = [f"{indent}{name}:", f"{indent}  type: {file}"]
        if self.passed:
            lines += [f"{indent}  properties:", *(f"{indent}    {key}: {value}" for key, value in self.passed.items())]
        return "\n".join(lines) + "\n"


def _indented(text: str, indent: str, column: int) -> list[str]:
    """Return the lines of a block with another indentation; blank lines stay empty."""
    lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
    if any(line.strip() and line[:column].strip() for line in lines):
        raise _NotMovableError
    return [indent + line[column:] if line.strip() else "" for line in lines]


# -- proof -------------------------------------------------------------------------------------------------------------


def _is_same(snapshot: Snapshot, action: CodeAction, nested: str, moved: list[str]) -> bool:
    """Return whether the stack with the nested one makes what it made without it, by the dry run."""
    before = _resolved(snapshot.project, snapshot, None)
    after = _resolved(project_after(snapshot, action), snapshot, nested)
    return before is not None and before == after and all(name in before[0] for name in moved)


def _resolved(project: Any, snapshot: Snapshot, nested: str | None) -> tuple[dict[str, Any], Any] | None:
    """Return the resources by name, those of the nested stack as if they were in the outer one, and the outputs."""
    environment = project.environment(snapshot.unit.environment.files)
    unit = TemplateContext.open(project, snapshot.path, environment, Meter(Budget()), offline=True)
    result = Preview(unit, show_hidden=True).to_dict()
    resources = dict(result["resources"])
    if nested is not None:
        inner = resources.pop(nested, {}).get("nested", {}).get("resources", {})
        if not inner or inner.keys() & resources.keys():
            return None
        resources |= inner
    return {name: _plain(one, nested) for name, one in resources.items()}, _plain(result["outputs"], nested)


def _plain(value: Any, nested: str | None) -> Any:
    """Return a part of a dry run without the names of the stacks in its labels of unknown values."""
    if isinstance(value, str):
        value = _LABEL.sub("<", value)
        return value.replace(f"<{nested}/", "<") if nested is not None else value
    if isinstance(value, dict):
        if "error" in value:
            return "error"
        return {k: _plain(v, nested) for k, v in value.items() if k not in ("unknown", "why")}
    if isinstance(value, list):
        return [_plain(v, nested) for v in value]
    return comparable(value)
