"""What replaces something, as far as a support message names it."""

from __future__ import annotations

import re
from collections.abc import Container

_TYPE_NAME = re.compile(r"\b[A-Z]\w*(?:::\w+)+")
_USE = re.compile(r"\b[Uu]se (?:the |property |attribute )*[`\"']*([A-Za-z_][\w-]*)")


def instead(message: object, own: str, siblings: Container[str]) -> str | None:
    """The first name in the message that is another type (for a type), or a sibling to use (for a property)."""
    if not isinstance(message, str):
        return None
    names = [name for name in _TYPE_NAME.findall(message) if "::" in own and name != own]
    if not names:
        names = [name for name in _USE.findall(message) if (name in siblings and name != own) or name == "get_resource"]
    return names[0] if names else None
