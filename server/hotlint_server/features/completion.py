"""textDocument/completion and completionItem/resolve."""

from __future__ import annotations

import re
from typing import Any

from lsprotocol import types

from hotlint.analysis.file_kinds import CHECKED
from hotlint.analysis.template import VERSION_KEY
from hotlint.ide import documentation
from hotlint.ide.completion import CompletionItem, CompletionList, complete
from hotlint.ide.suites import policy_completions, suite_completions
from hotlint_server.feature import Feature
from hotlint_server.features.completion_context import completion_environment
from hotlint_server.session import Session
from hotlint_server.text import convert
from hotlint_server.workspace.suite_documents import template_of

ITEM_KINDS = {
    "section": 9, "key": 14, "property": 10, "function": 3, "type": 7, "value": 12, "parameter": 6, "resource": 18,
    "condition": 11, "attribute": 5, "output": 5, "placeholder": 15, "file": 17, "version": 12, "constraint": 20,
}  # fmt: skip
SNIPPET = 2
INDENT_LINES = 2
OPTIONS = types.CompletionOptions(trigger_characters=[":", " ", "{", "[", "$", "-", "."], resolve_provider=True)


def completion(session: Session, params: types.CompletionParams) -> dict[str, Any]:
    """Return the completions at a position; in a text that is not Heat's, at most the key that would make it so."""
    uri = params.text_document.uri
    document = session.workspace.documents[uri]
    buffer = document.buffer
    offset = convert.offset_of(buffer.positions, params.position)
    kind = document.kind
    if kind in ("suite", "policies"):
        return _in_suite(session, kind, document.path, buffer.text, offset, uri)
    is_heat = not buffer.text.strip() or kind in CHECKED or _may_become_template(buffer.text)
    if not is_heat and not _types_version_key(buffer.text, offset):
        return {"isIncomplete": False, "items": []}
    environment = completion_environment(session.workspace, document.path)
    completions = complete(buffer.text, offset, environment, buffer.declared_names())
    if not is_heat:
        completions = completions._replace(items=[i for i in completions.items if i.label == VERSION_KEY])
    snippets = session.workspace.abilities.expands_snippets
    range_ = convert.range_of(buffer.positions, completions.span)
    items = [_item(item, rank, range_, completions, snippets) for rank, item in enumerate(completions.items)]
    for item in items:
        if "data" in item:
            item["data"].append(uri)
    return {"isIncomplete": completions.incomplete, "items": items}


def _in_suite(session: Session, kind: str, path: str, text: str, offset: int, uri: str) -> dict[str, Any]:
    """Return the completions in a suite or a file of policies."""
    workspace = session.workspace
    if kind == "suite":
        found = suite_completions(text, offset, path, lambda template: template_of(workspace, template))
    else:
        found = policy_completions(text, offset, path)
    range_ = convert.range_of(workspace.positions(uri), found.span)
    items = [_item(item, rank, range_, found, False) for rank, item in enumerate(found.items)]
    return {"isIncomplete": found.incomplete, "items": items}


def resolve(session: Session, item: types.CompletionItem) -> types.CompletionItem:
    """Return a completion with its documentation."""
    data = item.data
    if isinstance(data, list | tuple) and len(data) > 1:
        *about, uri = (str(part) for part in data)
        text = documentation.explain(tuple(about), session.workspace.snapshot(uri))
        if text:
            item.documentation = types.MarkupContent(types.MarkupKind.Markdown, text)
    return item


_SECTIONS = re.compile(r"^(?:resources|parameters|outputs|conditions):", re.M)


def _may_become_template(text: str) -> bool:
    """Return whether a text may become a template: it is one word, comments left out."""
    rows = [row for row in text.splitlines() if row.strip() and not row.startswith(("#", "---"))]
    return not rows or (len(rows) == 1 and ":" not in rows[0] and len(rows[0]) < 40)


def _types_version_key(text: str, offset: int) -> bool:
    """Return whether `heat_template_version` is being typed at an offset, or is missing on the first line of a template."""
    start = text.rfind("\n", 0, offset) + 1
    typed = text[start:offset]
    return VERSION_KEY.startswith(typed) and (bool(typed) or _SECTIONS.search(text, offset) is not None)


def _item(item: CompletionItem, rank: int, range_: Any, completions: CompletionList, snippets: bool) -> dict[str, Any]:
    """Return a completion in the protocol's shape.

    It has a text edit with a range: with a plain label, accepting `OS::Neutron::Net` after `OS::Ne` gives `OS::OS::...`.
    """
    snippet = item.snippet if snippets else None
    answer: dict[str, Any] = {
        "label": item.label,
        "kind": ITEM_KINDS[item.kind],
        "sortText": f"{rank:04}",
        "filterText": item.label,
        "textEdit": {"range": range_, "newText": completions.prefix + (item.text if snippet is None else snippet)},
    }
    if snippet is not None:
        answer["insertTextFormat"] = SNIPPET
        if "\n" in snippet:
            answer["insertTextMode"] = INDENT_LINES  # lines below the first are indented as the first
    if item.detail:
        answer["detail"] = item.detail
    if item.deprecated:
        answer["tags"] = [1]
    if item.about:
        answer["data"] = list(item.about)
    return answer


FEATURES = (
    Feature(types.TEXT_DOCUMENT_COMPLETION, completion, OPTIONS),
    Feature(types.COMPLETION_ITEM_RESOLVE, resolve),
)
