"""Redaction of secrets: the values of hidden parameters, wherever they turn up."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hotlint.common.annotations import Any
from hotlint.language.values import MARKS, Either, Partial, PartialText, Unknown, Value

REDACTED = "******"
"""Replaces a secret, as in Heat's own answers."""
_MIN_LENGTH = 3
"""Characters of a secret that is redacted within other strings, too; a shorter one only where it is the whole value."""

_CUT = 12
"""Characters of a longer secret that are redacted wherever they occur in a message: messages cut long values."""
_LINE = 8
"""Characters of a line of a longer secret that is redacted by itself."""
_WORD = r"[A-Za-z_]{3,11}"
"""A secret such as `admin`, which is part of many names and keys, too."""
_QUOTED = (
    r"(?P<noun>(?:\b(?:attribute|condition|function|group|key|output|parameter|property|resource|section|type)s?|; use) )?"
    r"(?P<before>(?<!\w)['\"`])(?P<body>.*?)(?P<after>['\"`])(?!\w)"
)
"""A text in quotes, and the words before it that say that the text is a name: a noun, or advice to use something else."""


class Redactor:
    """Replaces the values of hidden parameters in values and texts; call it with a value."""

    __slots__ = ("_names", "_secrets")

    def __init__(self) -> None:
        self._secrets: list[str] = []
        self._names: set[str] = set()

    def add(self, secrets: list[Value]) -> None:
        """Redact these values from now on: strings and numbers, also those in lists and mappings."""
        found = {leaf for secret in secrets for leaf in _leaves(secret)}
        self._secrets = sorted({*self._secrets, *found}, key=len, reverse=True)

    def add_all(self, other: Redactor) -> None:
        """Redact from now on what another redactor does, too."""
        self.add(list(other._secrets))
        self._names |= other._names

    def keep(self, names: Iterable[str]) -> None:
        """Show these names in messages, also when a short secret is a part of one."""
        self._names.update(names)

    def __call__(self, value: Value) -> Value:
        """Return a value without the secrets in it."""
        if not self._secrets:
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return self._mapping(value)
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
            return Either(value.condition, self(value.if_true), self(value.if_false), value.origin)
        if isinstance(value, Partial):
            return Partial(self(value.known), value.rest)
        if isinstance(value, int | float) and not isinstance(value, bool) and str(value) in self._secrets:
            return REDACTED
        return value

    def _mapping(self, value: dict[Any, Value]) -> Value:
        """Return a mapping without the secrets in it. It keeps all its entries: keys that become the same get numbers."""
        shown: dict[Any, Value] = {}
        for key, item in value.items():
            name = self.key(key) if isinstance(key, str) else key
            while name in shown:
                name = f"{name} {len(shown) + 1}"
            shown[name] = self(item)
        return shown

    def text(self, text: str) -> str:
        """Return a text without the secrets in it."""
        for secret in self._secrets:
            if text == secret:
                return REDACTED
            if len(secret) >= _MIN_LENGTH:
                text = text.replace(secret, REDACTED)
        return text

    def key(self, key: str) -> str:
        """Return a key of a mapping without the secrets in it; a short word within a longer key stays."""
        return key if key not in self._secrets and not self._has_long(key) else self.text(key)

    def _has_long(self, key: str) -> bool:
        return any(
            secret in key for secret in self._secrets if len(secret) >= _MIN_LENGTH and not re.fullmatch(_WORD, secret)
        )

    def foreign(self, text: str) -> str:
        """Return a text that somebody else wrote without the secrets in it, also where it shows them cut, escaped or in quotes."""
        return self._redacted(text, own=False)

    def message(self, text: str) -> str:
        """Return one of our own messages without the secrets in it, as `foreign` does.

        Names and the message's own words stay, also when they contain a secret that is a short word.
        """
        return self._redacted(text, own=True)

    def _redacted(self, text: str, *, own: bool) -> str:
        for secret in self._secrets:
            if own and re.fullmatch(_WORD, secret):
                text = self._without_word(text, secret)
                continue
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

    def _without_word(self, text: str, secret: str) -> str:
        """Return a message without a secret that is a short word: it is redacted in quoted values and in flow style."""

        def quoted(found: re.Match[str]) -> str:
            is_name = found["noun"] or (found["body"] in self._names and found["body"] != secret)
            body = found["body"] if is_name else found["body"].replace(secret, REDACTED)
            return f"{found['noun'] or ''}{found['before']}{body}{found['after']}"

        def flow(found: re.Match[str]) -> str:
            before = text[: found.start()]
            return REDACTED if before.count("[") + before.count("{") > before.count("]") + before.count("}") else secret

        text = re.sub(_QUOTED, quoted, text)
        return re.sub(rf"(?<!\w){secret}(?!\w)", flow, text) if "[" in text or "{" in text else text

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
