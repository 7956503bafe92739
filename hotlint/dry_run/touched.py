"""What values hold of resources that an update replaces: their ids and attributes."""

from __future__ import annotations

from hotlint.language.origins import RENEWED
from hotlint.language.values import Value
from hotlint.stacks.references import absolute, origins


def touched_by(value: Value, fresh: set[str], scopes: tuple[tuple[str, ...], ...]) -> str | None:
    """Return "id" or "attribute" when a value holds one of a resource that is replaced, else None.

    "new attribute" is one that is certainly another one afterwards.
    """
    kinds = {kind for kind, name in origins(value) if kind == RENEWED or absolute(name, scopes) in fresh}
    return "id" if "reference" in kinds else "new attribute" if RENEWED in kinds else "attribute" if kinds else None
