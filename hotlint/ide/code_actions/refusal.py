"""The reason why a refactoring cannot be done."""

from __future__ import annotations


class RefusalError(Exception):
    """Raised where a refactoring would change what is deployed, or cannot be written; the message says why, as a sentence."""
