"""Inlining of a nested template: its resources take the place of the one that it is, and the dry run proves it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from hotlint.analysis.files.project import Project
from hotlint.analysis.symbols import name_span
from hotlint.analysis.template import Output, Parameter, Resource, argument
from hotlint.ide import text_insertion
from hotlint.ide.code_actions.action import INLINE, CodeAction, RefusalError, check_not_named, indented
from hotlint.ide.code_actions.flat_run import flat_run
from hotlint.ide.code_actions.literals import ANCHOR, whole_lines
from hotlint.ide.code_actions.passed_values import PassedValue, passed_value
from hotlint.ide.code_actions.proof import check_same
from hotlint.ide.cursor import owner_at
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.file_moves import Moves, edits_of
from hotlint.ide.navigation import Subject, Users, other, sites
from hotlint.ide.related_files import RelatedFiles
from hotlint.ide.text_insertion import key_column
from hotlint.language import functions
from hotlint.language.functions.base import Call
from hotlint.language.versions import SHARED_PSEUDO_PARAMETER
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence
from hotlint.syntax.source import Span

_GET_ATTR = re.compile(r"\{\s*get_attr:\s*\[(.*)\]\s*\}")


def inline_nested(analysis: FileAnalysis, offset: int, users: Users) -> Iterator[CodeAction]:
    """Yield the action that replaces a resource, whose name or type is at an offset, by the nested template that it is."""
    owner = owner_at(analysis, offset)
    if not isinstance(owner, Resource) or not _is_at_head(owner, offset):
        return
    use = next((u for u in analysis.context.uses(owner) if not u.member), None)
    context = analysis.context.child_of(owner, use) if use is not None else None
    if use is None or context is None:
        return
    title = f"Inline the nested template '{os.path.basename(context.path)}' (an update replaces what exists)"
    try:
        if use.kind.mapped is not None:
            raise RefusalError(f"An environment says which template {owner.type} is.")
        inlining = _Inlining(analysis, owner, FileAnalysis(context), users)
        check_not_named(analysis, users, {owner.name, *inlining.renamed["resource"].values()})
        action = CodeAction(title, INLINE, tuple(inlining.edits()))

        def is_same(after: Project, environments: tuple[str, ...]) -> bool:
            before = flat_run(analysis.project, analysis, environments, owner.name, inlining.renamed["resource"])
            return before is not None and before == flat_run(after, analysis, environments)

        check_same(analysis, action, users, is_same)
    except RefusalError as exc:
        yield CodeAction(title, INLINE, disabled=str(exc))
    else:
        yield action._replace(deletes=(context.path,)) if _is_used_once(analysis, context.path, users) else action


def _is_used_once(analysis: FileAnalysis, path: str, users: Users) -> bool:
    """Return whether the tree names a template once, in the text itself; False where the tree is not known."""
    if not isinstance(users, RelatedFiles):
        return False
    name = os.path.basename(path)
    naming = {*users.files_with(name), *(user.path for user in users(path))} - {path}
    return naming == {analysis.path} and analysis.text.count(name) == 1


def _is_at_head(owner: Resource, offset: int) -> bool:
    heads = [owner.key, *(e.value for n, e in owner.fields.items() if n == "type")]
    return any(head.start <= offset <= head.end for head in heads)


class _Inlining:
    """Derives the edits. Methods raise RefusalError for what cannot be inlined."""

    def __init__(self, analysis: FileAnalysis, owner: Resource, child: FileAnalysis, users: Users) -> None:
        self.analysis, self.owner, self.child, self.users = analysis, owner, child, users
        self.lines = self._lines()
        self._check_child()
        template = analysis.template
        self.renamed = {
            "resource": self._free_names(child.template.resources, template.resources.keys() - {owner.name}),
            "condition": self._free_names(child.template.conditions, template.conditions.keys()),
        }
        self.inner = self._inner_edits()

    # -- what can be inlined -----------------------------------------------------------------------------------------

    def _lines(self) -> Span:
        """Return the whole lines of the resource in block style."""
        owner, text = self.owner, self.analysis.text
        others = [name for name in owner.fields if name not in ("type", "properties")]
        if others:
            raise RefusalError(f"'{others[0]}' of resource '{owner.name}' stands for the nested stack as a whole.")
        lines = whole_lines(text, Span(owner.key.start, max(owner.node.end, owner.key.end)))
        if lines is None or self.analysis.document.broken:
            raise RefusalError(f"Resource '{owner.name}' is not on lines of its own.")
        if ANCHOR.search(text[lines.start : lines.end]):
            raise RefusalError(f"Resource '{owner.name}' has an anchor or an alias.")
        return lines

    def _check_child(self) -> None:
        child, name = self.child, os.path.basename(self.child.path)
        section = child.template.section("resources")
        if child.kind != "hot" or child.document.broken:
            raise RefusalError(f"{name} cannot be read as a whole.")
        if child.template.version != self.analysis.template.version:
            raise RefusalError(f"{name} has another heat_template_version.")
        if not isinstance(section, Mapping) or section.flow or not child.template.resources:
            raise RefusalError(f"{name} has no resources in block style.")
        if ANCHOR.search(child.text):
            raise RefusalError(f"{name} has an anchor or an alias.")

    def _free_names(self, wanted: Iterable[str], taken: Iterable[str]) -> dict[str, str]:
        """Return the names, by those in the nested template, that are not taken outside of it."""
        names, used = {}, set(taken)
        for name in wanted:
            free, number = name, 1
            while free in used:
                free = f"{self.owner.name}_{name}" + (f"_{number}" if number > 1 else "")
                number += 1
            names[name] = free
            used.add(free)
        return names

    # -- the nested template -----------------------------------------------------------------------------------------

    def _inner_edits(self) -> list[Edit]:
        """Return the edits of the nested template by which its parts fit into the outer one."""
        values: dict[str, PassedValue] = {}
        edits: list[Edit | None] = []
        read = {str(c.args[1]) for c in self._readers() if isinstance(c.args, list) and len(c.args) > 1}
        for part, call in self.child.template.calls():
            if isinstance(part.owner, Output) and part.owner.name not in read:
                continue
            if call.name == "resource_facade":
                raise RefusalError("The nested template reads the resource that it is (resource_facade).")
            if call.function.takes("parameter"):
                edits.append(self._parameter_edit(call, values))
        for found in self.child.index.occurrences:
            new = self.renamed.get(found.kind, {}).get(found.name, found.name)
            if new != found.name:
                edits.append(Edit(found.span, new))
        here = os.path.join(self.analysis.folder, os.path.basename(self.child.path))
        if self.child.folder != self.analysis.folder:
            edits += edits_of(self.child, Moves([(self.child.path, here)]))
        return [edit for edit in edits if edit is not None]

    def _parameter_edit(self, call: Call, values: dict[str, PassedValue]) -> Edit | None:
        """Return the edit that replaces a call of get_param by what is passed."""
        name = (
            call.args
            if isinstance(call.args, str)
            else call.args[0]
            if isinstance(call.args, list) and call.args
            else ""
        )
        if name == SHARED_PSEUDO_PARAMETER:
            return None
        if not isinstance(name, str) or name not in self.child.template.parameters or call.node is None:
            raise RefusalError(
                f"The nested template reads {name or 'a computed parameter'}, which is another one outside of it."
            )
        if name not in values:
            parameter, passed = self.child.template.parameters[name], self._passed(name)
            if passed is None:
                self._check_default(parameter)
            values[name] = passed_value(self.analysis, self.child, parameter, passed)
        value = values[name]
        if call.args == name:
            return Edit(Span(call.node.start, call.node.end), value.text)
        written = argument(call, (0,))[0]
        if value.parameter is None or not isinstance(written, Scalar):
            raise RefusalError(
                f"The nested template reads a part of parameter '{name}', which is no parameter outside of it."
            )
        return Edit(name_span(written), value.parameter)

    def _check_default(self, parameter: Parameter) -> None:
        """Check that no environment gives another value to a parameter that nothing is passed for."""
        subject = Subject(self.child.path, "parameter", parameter.name, name_span(parameter.key))
        for path in sorted({site.path for site in sites(self.child, subject, self.users)}):
            if (user := other(self.child, path)) is not None and user.kind == "environment":
                raise RefusalError(f"Parameter '{parameter.name}' is set in {os.path.basename(path)}.")

    def _passed(self, name: str) -> Node | None:
        properties = self.owner.field("properties")
        if properties is None:
            return None
        if not isinstance(properties, Mapping) or any(e.name in functions.NAMES for e in properties.entries):
            raise RefusalError(f"The properties of resource '{self.owner.name}' are computed.")
        entry = properties.entry(name)
        return entry.value if entry is not None else None

    def _rendered(self, node: Node) -> str:
        """Return the text of a part of the nested template as it is in the outer one, on one line."""
        span = Span(node.start, node.end)
        text = apply_edits(self.child.text[span.start : span.end], _within(self.inner, span)).rstrip()
        if "\n" in text or "\r" in text:
            raise RefusalError("A condition or an output of the nested template takes several lines.")
        is_block = isinstance(node, Mapping) and not node.flow
        return f"{{{text}}}" if is_block else text

    # -- the outer template ------------------------------------------------------------------------------------------

    def edits(self) -> list[Edit]:
        """Return the edits of the outer template."""
        edits = [Edit(self.lines, self._block()), *self._output_edits()]
        conditions = self.child.template.conditions
        names = self.renamed["condition"]
        written = [f"{names[name]}: {self._rendered(one.node)}" for name, one in conditions.items()]
        if written:
            added = text_insertion.new_lines(self.analysis, "conditions", written)
            if added is None:
                raise RefusalError("The section 'conditions' is not in block style.")
            edits.append(added)
        return edits

    def _block(self) -> str:
        """Return the resources of the nested template, indented as in the outer one."""
        resources = list(self.child.template.resources.values())
        end = max(max(r.node.end, r.key.end) for r in resources)
        span = whole_lines(self.child.text, Span(min(r.key.start for r in resources), end))
        if span is None:
            raise RefusalError("The resources of the nested template are not on lines of their own.")
        text = apply_edits(self.child.text[span.start : span.end], _within(self.inner, span))
        lines = indented(
            text,
            " " * key_column(self.analysis.text, self.owner.key),
            key_column(self.child.text, resources[0].key),
        )
        return "\n".join(lines) + "\n"

    def _output_edits(self) -> Iterator[Edit]:
        """Yield the edits by which what reads an output of the nested stack reads what the output is made of."""
        name, seen = self.owner.name, 0
        for call in self._readers():
            node = call.node
            if call.name != "get_attr" or node is None or not isinstance(call.args, list) or len(call.args) < 2:
                raise RefusalError(f"{call.name} reads the nested stack itself, which would not be there.")
            yield Edit(Span(node.start, node.end), self._read_output(call, call.args))
            seen += 1
        spans = {o.span for o in self.analysis.index.references_to("resource", name)}
        if len(spans) != seen:
            raise RefusalError(f"Another resource depends on '{name}' as a whole.")

    def _readers(self) -> Iterator[Call]:
        """Yield the calls of the outer template that name the resource."""
        for _, call in self.analysis.template.calls():
            if any(t.kind in ("resource", "ref") and t.name == self.owner.name for t in call.targets):
                yield call

    def _read_output(self, call: Call, args: list[object]) -> str:
        output = self.child.template.outputs.get(str(args[1]))
        value = output.field("value") if output is not None else None
        if output is None or value is None or "condition" in output.fields:
            raise RefusalError(f"'{args[1]}' is no output of the nested template that is always there.")
        text = self._rendered(value)
        if len(args) == 2:
            return text
        inner = _GET_ATTR.fullmatch(text)
        steps = argument(call)[0]
        if inner is None or not isinstance(steps, Sequence):
            raise RefusalError(f"A part of output '{args[1]}' is read, which is no attribute.")
        first, last = steps.items[2], steps.items[-1]
        rest = self.analysis.text[first.start : last.end]
        if "\n" in rest or not steps.flow:
            raise RefusalError(f"A part of output '{args[1]}' is read, on several lines.")
        return f"{{get_attr: [{inner[1].strip()}, {rest}]}}"


def _within(edits: list[Edit], span: Span) -> list[Edit]:
    """Return the edits in a span, relative to its start."""
    return [
        edit._replace(span=Span(edit.span.start - span.start, edit.span.end - span.start))
        for edit in edits
        if span.start <= edit.span.start and edit.span.end <= span.end
    ]
