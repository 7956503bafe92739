"""textDocument/completion and completionItem/resolve."""

from __future__ import annotations

import os
from typing import Any

from lsprotocol import types

from hotlint.ide import documentation
from hotlint.ide.by_kind import completions
from hotlint.ide.completion import CompletionAt, CompletionItem, CompletionList
from hotlint.ide.completion.triggers import CHARACTERS
from hotlint_server.features.completion_context import completion_environment
from hotlint_server.session import Feature, Session
from hotlint_server.text import convert
from hotlint_server.workspace.suite_documents import template_of

ITEM_KINDS = {
    "section": 9, "key": 14, "property": 10, "function": 3, "type": 7, "value": 12, "parameter": 6, "resource": 18,
    "condition": 11, "attribute": 5, "output": 5, "placeholder": 15, "file": 17, "version": 12, "constraint": 20,
}  # fmt: skip
SNIPPET = 2
INDENT_LINES = 2
OPTIONS = types.CompletionOptions(trigger_characters=list(CHARACTERS), resolve_provider=True)


def completion(session: Session, params: types.CompletionParams) -> dict[str, Any]:
    """Return the completions at a position."""
    uri, workspace = params.text_document.uri, session.workspace
    document = workspace.documents[uri]
    buffer = document.buffer
    at = CompletionAt(
        document.path,
        buffer.text,
        convert.offset_of(buffer.positions, params.position),
        lambda: completion_environment(workspace, document.path),
        buffer.declared_names,
        lambda template: template_of(workspace, template),
        (params.context.trigger_character or "") if params.context is not None else "",
    )
    found = completions(document.kind, at)
    snippets = workspace.abilities.expands_snippets
    range_ = convert.range_of(buffer.positions, found.span)
    items = [_item(item, rank, range_, found, snippets, uri) for rank, item in enumerate(found.items)]
    return {"isIncomplete": found.incomplete, "items": items}


def resolve(session: Session, item: types.CompletionItem) -> types.CompletionItem:
    """Return a completion with its documentation."""
    data = item.data
    if isinstance(data, list | tuple) and len(data) > 1:
        *about, uri = (str(part) for part in data)
        text = documentation.explain(tuple(about), session.workspace.analysis(uri))
        if text:
            item.documentation = types.MarkupContent(types.MarkupKind.Markdown, text)
    return item


def _item(
    item: CompletionItem, rank: int, range_: Any, found: CompletionList, snippets: bool, uri: str
) -> dict[str, Any]:
    """Return a completion in the protocol's shape.

    It has a text edit with a range: with a plain label, accepting `OS::Neutron::Net` after `OS::Ne` gives `OS::OS::...`.
    A file is found by its name without the ending: behind `swap.yaml`, Enter must not accept `swap-partition.yaml`.
    """
    snippet = item.snippet if snippets else None
    answer: dict[str, Any] = {
        "label": item.label,
        "kind": ITEM_KINDS[item.kind],
        "sortText": f"{rank:04}",
        "filterText": os.path.splitext(item.label)[0]
        if item.kind == "file" or item.about[:1] == ("file",)
        else item.label,
        "textEdit": {"range": range_, "newText": found.prefix + (item.text if snippet is None else snippet)},
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
        answer["data"] = [*item.about, uri]
    return answer


FEATURES = (
    Feature(types.TEXT_DOCUMENT_COMPLETION, completion, OPTIONS),
    Feature(types.COMPLETION_ITEM_RESOLVE, resolve),
)
