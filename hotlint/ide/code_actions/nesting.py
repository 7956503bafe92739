"""Extraction of resources to a nested template: parameters and outputs are derived, and the dry run proves it."""

from __future__ import annotations

import os
from collections.abc import Iterator

from hotlint.analysis.files.environment_finder import stem_of
from hotlint.analysis.files.project import Project
from hotlint.analysis.symbols import name_span
from hotlint.analysis.template import Resource, argument
from hotlint.ide.code_actions.action import (
    EXTRACT,
    CodeAction,
    NewFile,
    RefusalError,
    check_not_named,
    indented,
    is_within,
    new_file,
)
from hotlint.ide.code_actions.flat_run import flat_run
from hotlint.ide.code_actions.literals import ANCHOR, is_plain_name, whole_lines
from hotlint.ide.code_actions.passed_values import is_string_attribute
from hotlint.ide.code_actions.proof import check_same
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.navigation import Users
from hotlint.ide.text_insertion import key_column
from hotlint.language.functions.base import Call
from hotlint.language.versions import SHARED_PSEUDO_PARAMETER
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.nodes import Scalar
from hotlint.syntax.source import Span

_EVERY_RESOURCE_HAS = "show"
"""The attribute that every resource has, so that no output of a nested stack can be read by its name."""


def extract_resources(analysis: FileAnalysis, span: Span, users: Users) -> Iterator[CodeAction]:
    """Yield the action that moves the resources in a selection, or the one whose name is at the cursor, to a nested template."""
    is_cursor = span.end - span.start < 2
    resources = analysis.template.resources.values()
    chosen = [r for r in resources if (r.key.start <= span.start <= r.key.end if is_cursor else is_within(r, span))]
    if not chosen or analysis.document.broken or analysis.context.parent is not None:
        return
    count = "a resource" if len(chosen) == 1 else f"{len(chosen)} resources"
    try:
        check_not_named(analysis, users, [r.name for r in chosen])
        name, file, edits = _Work(analysis, chosen).extraction()
        title = (
            f"Extract {count} to the nested template '{os.path.basename(file.path)}' (an update replaces what exists)"
        )
        action = CodeAction(title, EXTRACT, tuple(edits), creates=(file,))

        def is_same(after: Project, environments: tuple[str, ...]) -> bool:
            before = flat_run(analysis.project, analysis, environments)
            is_moved = before is not None and all(resource.name in before[0] for resource in chosen)
            return is_moved and before == flat_run(after, analysis, environments, name)

        check_same(analysis, action, users, is_same)
    except RefusalError as exc:
        yield CodeAction(f"Extract {count} to a nested template", EXTRACT, disabled=str(exc))
    else:
        yield action


class _Work:
    """Derives one extraction. Methods raise RefusalError for what cannot be moved."""

    def __init__(self, analysis: FileAnalysis, chosen: list[Resource]) -> None:
        self.analysis = analysis
        self.template = analysis.template
        self.text = analysis.text
        self.chosen = chosen
        self.names = {r.name for r in chosen}
        self.passed: dict[str, str] = {}  # what the new resource passes, by parameter of the nested template
        self.declared: dict[str, list[str]] = {}  # the lines that declare each of these
        self.conditions: dict[str, list[str]] = {}  # the lines of each condition that the nested template needs
        self.outputs: dict[str, str] = {}  # the values of the nested template's outputs
        self.awaited: dict[str, None] = {}  # what the new resource depends on, as it is written
        self.inner: list[Edit] = []  # within the resources that are moved
        self.outer: list[Edit] = []

    def extraction(self) -> tuple[str, NewFile, list[Edit]]:
        """Return the name of the new resource, the nested template, and the edits of the outer one."""
        spans = [self._lines_of(resource) for resource in self.chosen]
        name = self._free_name()
        for resource in self.chosen:
            condition = resource.field("condition")
            if isinstance(condition, Scalar) and isinstance(condition.value, str):
                self._take_condition(condition.value)
        for part, call in self.template.calls():
            if part.owner in self.chosen:
                self._take_in(call)
            else:
                self._take_out(call, name)
        self._take_dependencies(name)
        file = self._file(name, spans)
        block = self._block(name, os.path.basename(file.path))
        first, *others = spans
        edits = [Edit(first, block), *(Edit(s, "") for s in others), *self.outer]
        return name, file, edits

    def _lines_of(self, resource: Resource) -> Span:
        """Return the whole lines of a resource in block style."""
        if not is_plain_name(resource.name) or resource.type is None:
            raise RefusalError(f"Resource '{resource.name}' has no type, or a name that is no plain word.")
        lines = whole_lines(self.text, Span(resource.key.start, max(resource.node.end, resource.key.end)))
        if lines is None:
            raise RefusalError(f"Resource '{resource.name}' is not on lines of its own.")
        if ANCHOR.search(self.text[lines.start : lines.end]):
            raise RefusalError(f"Resource '{resource.name}' has an anchor or an alias, which may lead out of it.")
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
        if call.name == "resource_facade" or call.node is None:
            raise RefusalError(f"{call.name} is another one in a nested template.")
        for target in call.targets:
            if target.kind == "condition":
                self._take_condition(target.name)
            elif call.function.takes("attribute") and target.name not in self.names:
                self._pass_attribute(call, target.name)
            elif target.kind in ("parameter", "ref") and target.name in self.template.parameters:
                self._pass_parameter(target.name)
            elif target.kind == "parameter" and target.name != SHARED_PSEUDO_PARAMETER:
                raise RefusalError(f"'{target.name}' is another one in a nested template.")
            elif target.kind in ("resource", "ref") and target.name not in self.names:
                self._pass_reference(call, target.name)

    def _pass_parameter(self, name: str) -> None:
        owner = self.template.parameters[name]
        lines = whole_lines(self.text, Span(owner.key.start, max(owner.node.end, owner.key.end)))
        if lines is None or not is_plain_name(name):
            raise RefusalError(f"Parameter '{name}' is not on lines of its own, or its name is no plain word.")
        if ANCHOR.search(self.text[lines.start : lines.end]):
            raise RefusalError(f"Parameter '{name}' has an anchor or an alias.")
        written = indented(self.text[lines.start : lines.end], "  ", key_column(self.text, owner.key))
        self._pass(name, f"{{get_param: {name}}}", written)

    def _pass(self, name: str, value: str, declared: list[str]) -> None:
        if self.passed.setdefault(name, value) != value:
            raise RefusalError(f"'{name}' would be passed for two things.")
        self.declared[name] = declared

    def _pass_reference(self, call: Call, name: str) -> None:
        if call.name != "get_resource" or call.node is None or not is_plain_name(name):
            raise RefusalError(f"{call.name} reads resource '{name}', which stays outside.")
        if name in self.template.parameters:
            raise RefusalError(f"'{name}' is both a parameter and a resource.")
        self._pass(name, f"{{get_resource: {name}}}", [f"  {name}:", "    type: string"])
        self.inner.append(Edit(Span(call.node.start, call.node.end), f"{{get_param: {name}}}"))

    def _pass_attribute(self, call: Call, owner: str) -> None:
        """Pass an attribute of a resource outside, which a parameter of type string does not convert."""
        node = call.node
        written = self.text[node.start : node.end] if node is not None else ""
        name = f"{owner}_{call.args[1]}" if isinstance(call.args, list) and len(call.args) == 2 else ""
        if node is None or "\n" in written or not is_plain_name(name) or not is_string_attribute(self.analysis, node):
            raise RefusalError(f"A parameter may convert what is read of resource '{owner}', which stays outside.")
        if name in self.template.parameters or name in self.template.resources:
            raise RefusalError(f"'{name}' would be passed for two things.")
        self._pass(name, f"{{get_attr: [{owner}, {call.args[1]}]}}", [f"  {name}:", "    type: string"])
        self.inner.append(Edit(Span(node.start, node.end), f"{{get_param: {name}}}"))

    def _take_condition(self, name: str) -> None:
        """Have the nested template get a condition, with all that it reads."""
        condition = self.template.conditions.get(name)
        if condition is None or name in self.conditions:
            return
        lines = whole_lines(self.text, Span(condition.key.start, max(condition.node.end, condition.key.end)))
        if lines is None or not is_plain_name(name) or ANCHOR.search(self.text[lines.start : lines.end]):
            raise RefusalError(f"Condition '{name}' is not on lines of its own, or has an anchor or an alias.")
        column = key_column(self.text, condition.key)
        self.conditions[name] = indented(self.text[lines.start : lines.end], "  ", column)
        if isinstance(condition.node, Scalar) and isinstance(condition.node.value, str):
            self._take_condition(condition.node.value)
        for part, call in self.template.calls():
            if part.owner is condition:
                self._take_in(call)

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
            raise RefusalError(f"An alias reads resource '{name}'.")
        if call.name == "get_resource":
            if name == _EVERY_RESOURCE_HAS:
                raise RefusalError(f"An output '{name}' would be hidden by the attribute of that name.")
            self.outputs[name] = f"{{get_resource: {name}}}"
            self.outer.append(Edit(Span(call.node.start, call.node.end), f"{{get_attr: [{nested}, {name}]}}"))
            return
        if call.name != "get_attr" or not isinstance(args, list) or len(args) < 2 or not isinstance(args[1], str):
            raise RefusalError(f"{call.name} reads resource '{name}' as a whole.")
        owner, attribute = argument(call, (0,))[0], argument(call, (1,))[0]
        output = f"{name}_{args[1]}"
        if not isinstance(owner, Scalar) or not isinstance(attribute, Scalar) or not is_plain_name(output):
            raise RefusalError(f"The name of an attribute of resource '{name}' is computed, or no plain word.")
        self.outputs[output] = f"{{get_attr: [{name}, {args[1]}]}}"
        self.outer += [Edit(name_span(owner), nested), Edit(name_span(attribute), output)]

    def _take_dependencies(self, nested: str) -> None:
        """Have resources that stay wait for the new one, and the new one for what the moved ones wait for outside."""
        for resource in self.template.resources.values():
            across = [d for d in resource.depends_on() if (str(d.value) in self.names) != (resource.name in self.names)]
            if across and resource.name in self.names:
                entry = resource.fields["depends_on"]
                lines = whole_lines(self.text, Span(entry.key.start, entry.value.end))
                if lines is None or len(across) < len(resource.depends_on()):
                    raise RefusalError(f"depends_on of resource '{resource.name}' leads out of the nested template.")
                self.inner.append(Edit(lines, ""))
                self.awaited |= dict.fromkeys(self.text[d.start : d.end] for d in across)
            else:
                self.outer += [Edit(name_span(d), nested) for d in across]
        if self._needed_before() & self.names:
            raise RefusalError("A resource that stays needs a chosen one, and another chosen one needs it.")

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
        if self.conditions:
            lines += ["conditions:", *(line for condition in self.conditions.values() for line in condition), ""]
        lines.append("resources:")
        for resource, span in zip(self.chosen, spans, strict=True):
            inner = [e._replace(span=Span(e.span.start - span.start, e.span.end - span.start)) for e in self.inner
                     if span.start <= e.span.start < span.end]  # fmt: skip
            moved = apply_edits(self.text[span.start : span.end], inner)
            lines += indented(moved, "  ", key_column(self.text, resource.key))
        if self.outputs:
            lines += ["", "outputs:"]
            lines += [line for out, value in self.outputs.items() for line in (f"  {out}:", f"    value: {value}")]
        path = self.analysis.free_path(f"{stem_of(self.analysis.path)}-{name}", ".yaml")
        return new_file(self.analysis, path, "\n".join(lines) + "\n")

    def _block(self, name: str, file: str) -> str:
        """Return the resource that takes the place of the moved ones."""
        indent = " " * key_column(self.text, self.chosen[0].key)
        lines = [f"{indent}{name}:", f"{indent}  type: {file}"]
        if self.awaited:
            lines.append(f"{indent}  depends_on: [{', '.join(self.awaited)}]")
        if self.passed:
            lines += [f"{indent}  properties:", *(f"{indent}    {key}: {value}" for key, value in self.passed.items())]
        return "\n".join(lines) + "\n"
