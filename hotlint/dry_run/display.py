"""Values of the dry run as people and programs are shown them: unknown parts marked in place, secrets masked."""

from __future__ import annotations

from typing import Any

from hotlint.language.values import MARKS, Either, Partial, PartialText, Unknown, Value

MASK = "******"
_LEAST = 3
"""Characters of a secret that is masked within other text, too; a shorter one only where it is the whole value."""


def label(unknown: Unknown) -> str:
    """An unknown value in a few characters, to stand in text: `<server.first_address>`, `<image>`."""
    kind, *steps = unknown.origin or ("",)
    named = ".".join(map(str, steps))
    if kind in ("attribute", "reference", "parameter"):
        return f"<{named}>"
    return f"<{kind} {named}>" if kind else "<unknown>"


def known_parts(value: Value) -> Any:
    """A value as JSON can hold it: all that is known, and text in angle brackets for what is not."""
    if isinstance(value, dict):
        return {_key(k): known_parts(v) for k, v in value.items()}
    if isinstance(value, list | tuple) and not isinstance(value, MARKS):
        return [known_parts(v) for v in value]
    if isinstance(value, set):
        return sorted((known_parts(v) for v in value), key=str)
    if isinstance(value, Unknown):
        return label(value)
    if isinstance(value, PartialText):
        return "".join(p if isinstance(p, str) else label(p) for p in value.parts)
    if isinstance(value, Either):
        return {f"<if {value.condition}>": known_parts(value.if_true), "<otherwise>": known_parts(value.if_false)}
    if isinstance(value, Partial):
        return _partial(value)
    return value


def _key(key: Any) -> Any:
    return key if isinstance(key, str | int | float | bool) or key is None else str(key)


def _partial(value: Partial) -> Any:
    known = known_parts(value.known)
    if isinstance(known, dict):
        return {**known, label(value.rest): "..."}
    return known


class Redactor:
    """Hides the values of hidden parameters wherever they turn up."""

    __slots__ = ("_secrets",)

    def __init__(self) -> None:
        self._secrets: list[str] = []

    def add(self, secrets: list[Value]) -> None:
        """Hide these values from now on: text and numbers, and those in lists and maps."""
        found = {leaf for secret in secrets for leaf in _leaves(secret)}
        self._secrets = sorted({*self._secrets, *found}, key=len, reverse=True)

    def __call__(self, value: Value) -> Value:
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
            return MASK
        return value

    def text(self, text: str) -> str:
        """Text without the secrets in it."""
        for secret in self._secrets:
            if text == secret:
                return MASK
            if len(secret) >= _LEAST:
                text = text.replace(secret, MASK)
        return text


def _leaves(value: Value) -> list[str]:
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in _leaves(item)]
    if isinstance(value, list):
        return [leaf for item in value for leaf in _leaves(item)]
    if isinstance(value, bool) or value is None or isinstance(value, MARKS):
        return []
    return [str(value)] if str(value) else []
