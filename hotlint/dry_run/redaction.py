"""Redaction of secrets: the values of hidden parameters, wherever they turn up."""

from __future__ import annotations

import re

from hotlint.language.values import MARKS, Either, Partial, PartialText, Unknown, Value

REDACTED = "******"
"""Replaces a secret, as in Heat's own answers."""
_MIN_LENGTH = 3
"""Characters of a secret that is redacted within other strings, too; a shorter one only where it is the whole value."""

_CUT = 12
"""Characters of a longer secret that are redacted wherever they occur in a message: messages cut long values."""
_LINE = 8
"""Characters of a line of a longer secret that is redacted by itself."""


class Redactor:
    """Replaces the values of hidden parameters in values and texts; call it with a value."""

    __slots__ = ("_secrets",)

    def __init__(self) -> None:
        self._secrets: list[str] = []

    def add(self, secrets: list[Value]) -> None:
        """Redact these values from now on: strings and numbers, also those in lists and mappings."""
        found = {leaf for secret in secrets for leaf in _leaves(secret)}
        self._secrets = sorted({*self._secrets, *found}, key=len, reverse=True)

    def add_all(self, other: Redactor) -> None:
        """Redact from now on what another redactor does, too."""
        self.add(list(other._secrets))

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
        if isinstance(value, Unknown):
            return value._replace(reason=self.message(value.reason))
        if isinstance(value, PartialText):
            parts = (
                self.text(p) if isinstance(p, str) else p._replace(reason=self.message(p.reason)) for p in value.parts
            )
            return PartialText(tuple(parts))
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

    def message(self, text: str) -> str:
        """Return a message without the secrets in it, also where it shows them cut, escaped or in quotes."""
        for secret in self._secrets:
            if len(secret) < _MIN_LENGTH:
                text = text.replace(f"'{secret}'", f"'{REDACTED}'")
                if secret.isdigit():
                    text = re.sub(rf"(?<![\w.]){secret}(?![\w.])", REDACTED, text)
                continue
            for form in dict.fromkeys((secret, repr(secret)[1:-1])):
                text = text.replace(form, REDACTED)
                if len(form) > _CUT:
                    text = _without_start(text, form)
        return text

    @property
    def has_secrets(self) -> bool:
        """Whether there is anything to redact."""
        return bool(self._secrets)


def _without_start(text: str, secret: str) -> str:
    """Return a text without the starts of a long secret, as far as each of them goes."""
    head, at = secret[:_CUT], text.find(secret[:_CUT])
    while at >= 0:
        end = next((n for n, (a, b) in enumerate(zip(text[at:], secret, strict=False)) if a != b), len(secret))
        text = text[:at] + REDACTED + text[at + end :]
        at = text.find(head, at + len(REDACTED))
    return text


def _leaves(value: Value) -> list[str]:
    """Return the strings and numbers in a value, as strings, and the lines of texts; not booleans, which are no secrets."""
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in _leaves(item)]
    if isinstance(value, list):
        return [leaf for item in value for leaf in _leaves(item)]
    if isinstance(value, bool) or value is None or isinstance(value, MARKS):
        return []
    text = str(value)
    lines = [line.strip() for line in text.splitlines()] if "\n" in text else []
    return [text, *(line for line in lines if len(line) >= _LINE)] if text else []
