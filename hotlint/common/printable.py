"""Text of strangers (names of files, values of templates) in what a terminal or a build server reads."""

from __future__ import annotations


def printable(text: str) -> str:
    """Return text that is safe for a terminal: characters that are not shown, such as controls, are escaped."""
    return text if text.isprintable() else "".join(c if c.isprintable() or c == " " else repr(c)[1:-1] for c in text)


def printable_json(text: str) -> str:
    """Return a JSON text in which characters that are not shown are escaped; line ends outside of strings stay."""
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join(c if c.isprintable() or c == "\n" else _escaped(c) for c in text)


def _escaped(char: str) -> str:
    code = ord(char)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
