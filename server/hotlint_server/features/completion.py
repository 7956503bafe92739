"""textDocument/completion and completionItem/resolve."""

from __future__ import annotations

import json
import os
from functools import lru_cache
from typing import Any

from lsprotocol import types

from hotlint.ide import documentation
from hotlint.ide.by_kind import completions
from hotlint.ide.completion import CompletionAt, CompletionItem
from hotlint.ide.completion.triggers import CHARACTERS
from hotlint_server import convert
from hotlint_server.features.completion_context import completion_environment
from hotlint_server.session import Feature, Session
from hotlint_server.transport.protocol import Json
from hotlint_server.workspace.suite_documents import template_of

ITEM_KINDS = {
    "section": 9, "key": 14, "property": 10, "function": 3, "type": 7, "value": 12, "parameter": 6, "resource": 18,
    "condition": 11, "attribute": 5, "output": 5, "placeholder": 15, "file": 17, "version": 12, "constraint": 20,
}  # fmt: skip
SNIPPET = 2
INDENT_LINES = 2
OPTIONS = types.CompletionOptions(trigger_characters=list(CHARACTERS), resolve_provider=True)


def completion(session: Session, params: types.CompletionParams) -> Json:
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
    range_ = json.dumps(convert.range_of(buffer.positions, found.span))
    data = f", {json.dumps(uri)}]"
    items = ", ".join(
        f'{{"sortText": "{rank:04}", {before}{range_}{behind}{data if item.about else ""}}}'
        for rank, item in enumerate(found.items)
        for before, behind in (_of_item(item, found.prefix, snippets),)
    )
    return Json(f'{{"isIncomplete": {json.dumps(found.incomplete)}, "items": [{items}]}}')


def resolve(session: Session, item: types.CompletionItem) -> types.CompletionItem:
    """Return a completion with its documentation."""
    data = item.data
    if isinstance(data, list | tuple) and len(data) > 1:
        *about, uri = (str(part) for part in data)
        text = documentation.explain(tuple(about), session.workspace.analysis(uri))
        if text:
            item.documentation = types.MarkupContent(types.MarkupKind.Markdown, convert.markdown(text)["value"])
    return item


def _of_item(item: CompletionItem, prefix: str, snippets: bool) -> tuple[str, str]:
    """Return a completion as `_members` has it."""
    snippet = item.snippet if snippets else None
    is_file = item.kind == "file" or item.about[:1] == ("file",)
    text = prefix + (item.text if snippet is None else snippet)
    return _members(item.label, item.kind, text, snippet is not None, item.detail, item.deprecated, is_file, item.about)


@lru_cache(10_000)
def _members(
    label: str,
    kind: str,
    text: str,
    is_snippet: bool,
    detail: str,
    deprecated: bool,
    is_file: bool,
    about: tuple[str, ...],
) -> tuple[str, str]:
    """Return a completion in the protocol's shape: its JSON before and behind the range of its text edit.

    What depends on the place is left out: the rank, the range, and the URI at the end of the data.

    A list has thousands of items, and the next one has the same ones. They have a text edit with a range: with a plain label,
    accepting `OS::Neutron::Net` after `OS::Ne` gives `OS::OS::...`. A file is found by its name without the ending: behind
    `swap.yaml`, Enter must not accept `swap-partition.yaml`.
    """
    answer: dict[str, Any] = {
        "label": label,
        "kind": ITEM_KINDS[kind],
        "filterText": os.path.splitext(label)[0] if is_file else label,
    }
    if is_snippet:
        answer["insertTextFormat"] = SNIPPET
        if "\n" in text:
            answer["insertTextMode"] = INDENT_LINES  # lines below the first are indented as the first
    if detail:
        answer["detail"] = detail
    if deprecated:
        answer["tags"] = [1]
    data = f', "data": {json.dumps(about)[:-1]}' if about else ""
    return f'{json.dumps(answer)[1:-1]}, "textEdit": {{"newText": {json.dumps(text)}, "range": ', f"}}{data}"


FEATURES = (
    Feature(types.TEXT_DOCUMENT_COMPLETION, completion, OPTIONS),
    Feature(types.COMPLETION_ITEM_RESOLVE, resolve),
)
