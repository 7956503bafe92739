"""Redaction of secrets: the values of hidden parameters, wherever they turn up."""

from __future__ import annotations

from hotlint.language.values import MARKS, Either, Partial, PartialText, Value

REDACTED = "******"
"""Replaces a secret, as in Heat's own answers."""
_MIN_LENGTH = 3
"""Characters of a secret that is redacted within other strings, too; a shorter one only where it is the whole value."""


class Redactor:
    """Replaces the values of hidden parameters in values and texts; call it with a value."""

    __slots__ = ("_secrets",)

    def __init__(self) -> None:
        self._secrets: list[str] = []

    def add(self, secrets: list[Value]) -> None:
        """Redact these values from now on: strings and numbers, also those in lists and mappings."""
        found = {leaf for secret in secrets for leaf in _leaves(secret)}
        self._secrets = sorted({*self._secrets, *found}, key=len, reverse=True)

    def __call__(self, value: Value) -> Value:
        """Return a value without the secrets in it."""
        if not self._secrets:
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self(k) if isinstance(k, str) else k: self(v) for k, v in value.items()}
        if isinstance(value, list):
            return [self(v) for v in value]
        if isinstance(value, PartialText):
            return PartialText(tuple(self.text(p) if isinstance(p, str) else p for p in value.parts))
        if isinstance(value, Either):
            return Either(value.condition, self(value.if_true), self(value.if_false))
        if isinstance(value, Partial):
            return Partial(self(value.known), value.rest)
        if isinstance(value, int | float) and not isinstance(value, bool) and str(value) in self._secrets:
            return REDACTED
        return value

    def text(self, text: str) -> str:
        """Return a text without the secrets in it."""
        for secret in self._secrets:
            if text == secret:
                return REDACTED
            if len(secret) >= _MIN_LENGTH:
                text = text.replace(secret, REDACTED)
        return text


def _leaves(value: Value) -> list[str]:
    """Return the strings and numbers in a value, as strings; not booleans, which are no secrets."""
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in _leaves(item)]
    if isinstance(value, list):
        return [leaf for item in value for leaf in _leaves(item)]
    if isinstance(value, bool) or value is None or isinstance(value, MARKS):
        return []
    return [str(value)] if str(value) else []
