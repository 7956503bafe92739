"""textDocument/completion and completionItem/resolve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from hotlint.analysis.template import VERSION_KEY
from hotlint.ide import documentation
from hotlint.ide.completion import CompletionItem, CompletionList, complete
from hotlint_server import completion_context, convert

if TYPE_CHECKING:
    from hotlint_server.app import Server

KINDS = {
    "section": 9, "key": 14, "property": 10, "function": 3, "type": 7, "value": 12, "parameter": 6, "resource": 18,
    "condition": 11, "attribute": 5, "output": 5, "placeholder": 15, "file": 17, "version": 12, "constraint": 20,
}  # fmt: skip
SNIPPET = 2
TRIGGERS = [":", " ", "{", "[", "$", "-", "."]


def register(server: Server) -> None:
    session = server.session

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=TRIGGERS, resolve_provider=True)
    )
    def completion(params: types.CompletionParams) -> dict[str, Any]:
        uri = params.text_document.uri
        document = session.open[uri]
        buffer = document.buffer
        positions = buffer.positions
        offset = convert.offset_of(positions, params.position)
        known = not buffer.text.strip() or document.relevant or _beginning(buffer.text)
        if not known and not _types_version(buffer.text, offset):
            return {"isIncomplete": False, "items": []}
        offers = complete(buffer.text, offset, completion_context.around(session, document.path), buffer.all_names())
        if not known:
            offers = offers._replace(items=[i for i in offers.items if i.label == VERSION_KEY])
        snippets = _snippets(server)
        range_ = convert.range_of(positions, offers.span)
        items = [_item(item, rank, range_, offers, snippets) for rank, item in enumerate(offers.items)]
        for item in items:
            if "data" in item:
                item["data"].append(uri)
        return {"isIncomplete": offers.incomplete, "items": items}

    @server.feature(types.COMPLETION_ITEM_RESOLVE)
    def resolve(item: types.CompletionItem) -> types.CompletionItem:
        data = item.data
        if isinstance(data, list | tuple) and len(data) > 1:
            *about, uri = (str(part) for part in data)
            text = documentation.explain(tuple(about), session.snapshot(uri))
            if text:
                item.documentation = types.MarkupContent(types.MarkupKind.Markdown, text)
        return item


def _beginning(text: str) -> bool:
    """Whether a text may become a template: a word, and nothing else yet but comments."""
    rows = [row for row in text.splitlines() if row.strip() and not row.startswith(("#", "---"))]
    return not rows or (len(rows) == 1 and ":" not in rows[0] and len(rows[0]) < 40)


def _types_version(text: str, offset: int) -> bool:
    """Whether the key that makes a text a template is being typed."""
    start = text.rfind("\n", 0, offset) + 1
    typed = text[start:offset]
    return bool(typed) and VERSION_KEY.startswith(typed)


def _snippets(server: Server) -> bool:
    document = server.client_capabilities.text_document
    item = document.completion.completion_item if document and document.completion else None
    return bool(item and item.snippet_support)


def _item(item: CompletionItem, rank: int, range_: Any, offers: CompletionList, snippets: bool) -> dict[str, Any]:
    """An offer in the protocol's shape: with a range, so that `OS::Ne` is replaced whole."""
    snippet = item.snippet if snippets else None
    answer: dict[str, Any] = {
        "label": item.label,
        "kind": KINDS[item.kind],
        "sortText": f"{rank:04}",
        "filterText": item.label,
        "textEdit": {"range": range_, "newText": offers.prefix + (item.text if snippet is None else snippet)},
    }
    if snippet is not None:
        answer["insertTextFormat"] = SNIPPET
        if "\n" in snippet:
            answer["insertTextMode"] = 2  # lines below the first are indented like that
    if item.detail:
        answer["detail"] = item.detail
    if item.deprecated:
        answer["tags"] = [1]
    if item.about:
        answer["data"] = list(item.about)
    return answer
