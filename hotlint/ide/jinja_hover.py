"""Hover in a Jinja source: what an expression is rendered to."""

from __future__ import annotations

from hotlint.ide.hover import Hover
from hotlint.language.jinja.rendering import Rendering

LONGEST = 400
"""Characters of one result that are shown."""


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
    fence = "````" if "```" in shown else "```"
    return f"{fence}yaml\n{shown}\n{fence}"
