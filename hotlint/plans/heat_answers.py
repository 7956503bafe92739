"""Asks Heat, and takes only answers of the form that Heat documents: a proxy may answer anything with a status of 200."""

from __future__ import annotations

from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from hotlint.cloud.errors import CloudError

_HEAT: Final = "orchestration"
_TEXTS: Final = {
    "stack": ("stack_name", "id", "stack_status"),
    "resources": ("resource_name", "resource_type", "resource_status"),
    "events": ("resource_name",),
}
"""What the items of an answer have in any case, by the key in the answer: texts."""
_MAPPINGS: Final = ("attributes", "parameters", "resource_registry")
"""What is a mapping wherever Heat answers it."""


class Heat(Protocol):
    """A connection of which data is read: see `hotlint.cloud.connection.CloudConnection`."""

    def get(self, service: str, path: str) -> Any:
        """Return the decoded JSON of an answer. Raises CloudError."""


def mapping(heat: Heat, path: str, key: str = "") -> dict[str, Any]:
    """Return an answer that is a mapping, or the mapping that it has under a key. Raises CloudError, as `Heat.get` does."""
    answer = heat.get(_HEAT, path)
    return checked(answer.get(key) if key and isinstance(answer, dict) else answer, key, path)


def items(heat: Heat, path: str, key: str) -> list[dict[str, Any]]:
    """Return the mappings that an answer lists under a key; none where it has nothing there. Raises as `mapping` does."""
    found = mapping(heat, path).get(key)
    if not isinstance(found, list | None):
        raise _unknown_form(key, path)
    return [checked(item, key, path) for item in found or ()]


def checked(value: Any, key: str, path: str) -> dict[str, Any]:
    """Return a mapping that Heat answers to a path, with links that can be followed. Raises CloudError."""
    if not isinstance(value, dict) or not all(_is_text(value.get(name)) for name in _TEXTS.get(key, ())):
        raise _unknown_form(key, path)
    if any(not isinstance(value.get(name), dict | None) for name in _MAPPINGS):
        raise _unknown_form(key, path)
    links = value.get("links")
    if links is None:
        return value
    return {**value, "links": [link for link in links if _is_link(link)] if isinstance(links, list) else []}


def _is_text(value: object) -> bool:
    """Return whether a value is text that an address can hold: JSON may hold half of a surrogate pair."""
    return isinstance(value, str) and not any("\ud800" <= char <= "\udfff" for char in value)


def _is_link(link: object) -> bool:
    if not (isinstance(link, dict) and isinstance(link.get("rel"), str) and isinstance(link.get("href"), str)):
        return False
    try:
        urlsplit(link["href"])
    except ValueError:
        return False
    return True


def _unknown_form(key: str, path: str) -> CloudError:
    what = f"'{key}'" if key else "an answer"
    return CloudError(f"Heat answers {path.partition('?')[0]} with {what} of a form that hotlint does not know")
