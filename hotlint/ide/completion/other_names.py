"""Completion of names that the text does not declare: those that it uses, and those of other templates in the folder."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hotlint.ide.completion.nearby_names import nearby_names, share
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionItem, CompletionRequest

_OFTEN = 20
"""The number of templates with a name from which on more make no difference."""


def undeclared(
    request: CompletionRequest, uses: tuple[str, ...], declared: Collection[str], kind: str, own: str = ""
) -> Iterator[CompletionItem]:
    """Yield names that the text uses in one of these ways and does not declare; `own` is left out."""
    around = nearby_names(request)
    seen = {own, request.position.prefix}
    for use in uses:
        for name in request.names.uses[use]:
            if name not in declared and name not in seen and "::" not in name:
                seen.add(name)
                relevance = Relevance(remoteness=2, **around.likeness(name))
                yield CompletionItem(name, kind, relevance, "not declared yet")


def foreign(
    request: CompletionRequest, names: dict[str, int], declared: Collection[str], kind: str
) -> Iterator[CompletionItem]:
    """Yield names of the other templates in the folder, which a new text often uses again."""
    around = nearby_names(request)
    for name, count in names.items():
        if name not in declared:
            relevance = Relevance(remoteness=3, folder_share=share(count, _OFTEN), **around.likeness(name))
            yield CompletionItem(name, kind, relevance, "in other templates of this folder")
