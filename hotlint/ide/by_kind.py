"""The editor's answers that depend on the kind of a file: one table for each request."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from itertools import chain
from typing import NamedTuple

from hotlint.analysis.file_kinds import VERSION_KEY, Kind, may_be, named_as_environment, recognize
from hotlint.formats.catalog import FORMATS
from hotlint.ide.completion import CompletionAt, CompletionItem, CompletionList, complete, triggers
from hotlint.ide.decorations import CodeLens, template_lenses
from hotlint.ide.documentation.markup import yaml_block
from hotlint.ide.environment_effects import environment_lenses, parameter_hover
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.hover import Hover, hover
from hotlint.ide.navigation import Users
from hotlint.ide.own_files import configuration_completions, own_hover
from hotlint.ide.policies import policy_completions
from hotlint.ide.suites import suite_completions, suite_lenses
from hotlint.language.jinja_rendering import Rendering
from hotlint.syntax.source import Span

LONGEST = 400
"""Characters of one result that are shown."""


def completions(kind: Kind, at: CompletionAt) -> CompletionList:
    """Return the completions at an offset of a file, the best first. Never raises, whatever the text is."""
    nothing = CompletionList([], Span(at.offset, at.offset))
    if triggers.is_refused(at.trigger, at.text, at.offset):
        return nothing
    answer = _COMPLETIONS.get(kind, _in_other)
    if answer in (_in_other, _in_environment) and _is_template_without_head(at):
        answer = _in_template
    found = triggers.narrowed(answer(at), at.trigger, at.text, at.offset)
    replaced = at.text[found.span.start : found.span.end]
    return nothing if "\n" in replaced or "\r" in replaced else found  # editors replace within one line


class HoverAt(NamedTuple):
    """A request for a hover. `rendering` renders a Jinja source, `users` returns the files that may use the text."""

    analysis: FileAnalysis
    offset: int
    rendering: Callable[[], Rendering | None]
    users: Users


def hover_in(kind: Kind, at: HoverAt) -> Hover | None:
    """Return the documentation at an offset of a file."""
    form = FORMATS.get(kind)
    found = own_hover(at.analysis, form, at.offset) if form is not None else None
    return found or _HOVERS.get(kind, _hover)(at)


def lenses(kind: Kind, analysis: FileAnalysis, users: Users) -> list[CodeLens]:
    """Return the code lenses of a file, in their order; `users` returns the files that may use it."""
    return _LENSES[kind](analysis, users) if kind in _LENSES else []


# -- completions -----------------------------------------------------------------------------------------------------


def _in_template(at: CompletionAt) -> CompletionList:
    return complete(at.text, at.offset, at.environment(), at.names())


def _in_environment(at: CompletionAt) -> CompletionList:
    return complete(at.text, at.offset, at.environment(), at.names(), is_environment=True)


def _in_empty(at: CompletionAt) -> CompletionList:
    """Return the completions in a text that may become a template or an environment, the likelier ones first."""
    if "polic" in os.path.basename(at.path):
        return policy_completions(at)
    lists = [_in_environment(at), _in_template(at)]
    if not _is_among_environments(at):
        lists.reverse()
    if "polic" in os.path.basename(os.path.dirname(at.path)):
        lists.insert(0, policy_completions(at))
    items: dict[str, CompletionItem] = {}
    for item in chain.from_iterable(found.items for found in lists):
        items.setdefault(item.label, item)
    return lists[0]._replace(items=list(items.values()))


def _in_other(at: CompletionAt) -> CompletionList:
    """Return the completions in a text that is not Heat's: those of what it may become, or the key that makes it a template."""
    if _may_become_template(at.text):
        return _in_empty(at)
    if any(_would_be(at, "policies", row) for row in ("policies:\n", f"{_indent(at)}- code: SITE1\n")):
        return policy_completions(at)
    if _is_among_environments(at) or _is_environment_without_row(at):
        return _in_environment(at)
    if not _types_version_key(at.text, at.offset):
        return CompletionList([], Span(at.offset, at.offset))
    found = _in_template(at)
    return found._replace(items=[item for item in found.items if item.label == VERSION_KEY])


_VERSION_ROW = re.compile(rf"^{VERSION_KEY} +\S", re.M)
"""The row of the version without its colon."""


def _is_template_without_head(at: CompletionAt) -> bool:
    """Return whether a text is a template whose first line is broken or missing: only that makes it one."""
    names = at.names()
    has_version = VERSION_KEY in names.sections or _VERSION_ROW.search(at.text) is not None
    return has_version or any("::" in (resource.type or "") for resource in names.resources.values())


def _is_among_environments(at: CompletionAt) -> bool:
    return named_as_environment(at.path) or at.environment().is_among_environments()


def _is_environment_without_row(at: CompletionAt) -> bool:
    """Return whether a text is an environment but for the row at the cursor, whose key has no colon yet."""
    return may_be(at.path, at.text, ("environment",)) and _would_be(at, "environment", "")


def _would_be(at: CompletionAt, kind: Kind, row: str) -> bool:
    """Return whether a text would be of a kind with another row in place of the one at the cursor."""
    start, end = at.text.rfind("\n", 0, at.offset) + 1, at.text.find("\n", at.offset)
    return recognize(at.path, at.text[:start] + row + (at.text[end + 1 :] if end >= 0 else "")) == kind


def _indent(at: CompletionAt) -> str:
    """Return the blanks before the row at the cursor."""
    row = at.text[at.text.rfind("\n", 0, at.offset) + 1 : at.offset]
    return row[: len(row) - len(row.lstrip(" "))]


_SECTIONS = re.compile(r"^(?:resources|parameters|outputs|conditions):", re.M)


def _may_become_template(text: str) -> bool:
    """Return whether a text may become a template: it has at most one word, comments left out."""
    rows = [row for row in text.splitlines() if row.strip() and not row.startswith(("#", "---"))]
    return not rows or (len(rows) == 1 and ":" not in rows[0] and len(rows[0]) < 40)


def _types_version_key(text: str, offset: int) -> bool:
    """Return whether `heat_template_version` is being typed at an offset, or is missing on the first line of a template."""
    start = text.rfind("\n", 0, offset) + 1
    typed = text[start:offset]
    return VERSION_KEY.startswith(typed) and (bool(typed) or _SECTIONS.search(text, offset) is not None)


# -- hover -----------------------------------------------------------------------------------------------------------


def _hover(at: HoverAt) -> Hover | None:
    return hover(at.analysis, at.offset)


def _hover_in_source(at: HoverAt) -> Hover | None:
    rendered = at.rendering()
    found = rendered_at(rendered, at.offset) if rendered is not None else None
    return found if found is not None else _hover(at)


def _hover_in_environment(at: HoverAt) -> Hover | None:
    return parameter_hover(at.analysis, at.offset, at.users) or _hover(at)


_COMPLETIONS: Mapping[Kind, Callable[[CompletionAt], CompletionList]] = {
    "hot": _in_template,
    "cfn": _in_template,
    "environment": _in_environment,
    "empty": _in_empty,
    "suite": suite_completions,
    "policies": policy_completions,
    "configuration": configuration_completions,
}
_HOVERS: Mapping[Kind, Callable[[HoverAt], Hover | None]] = {
    "jinja": _hover_in_source,
    "environment": _hover_in_environment,
}
_LENSES: Mapping[Kind, Callable[[FileAnalysis, Users], list[CodeLens]]] = {
    "hot": lambda analysis, users: template_lenses(analysis),
    "jinja": lambda analysis, users: template_lenses(analysis),
    "suite": lambda analysis, users: suite_lenses(analysis),
    "environment": environment_lenses,
}


def rendered_at(rendering: Rendering, offset: int) -> Hover | None:
    """Return what the expression at an offset of a source is rendered to; None where there is no expression."""
    tag = rendering.tag_at(offset)
    if tag is None:
        return None
    blocks = [_block(text) for text in rendering.texts_of(tag)]
    title = "Rendered as" if len(blocks) == 1 else "Rendered, in the rounds of a loop, as"
    return Hover("\n\n".join([title, *blocks]), tag)


def _block(text: str) -> str:
    shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
    return yaml_block(shown)
