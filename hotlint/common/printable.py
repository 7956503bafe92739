"""Text of strangers (names of files, values of templates) in what a terminal, a build server, JSON or Markdown reads."""

from __future__ import annotations

import sys

from hotlint.common.annotations import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable


_COMMANDS = {"::": r"^(\s*):(?=:[A-Za-z][\w-]*(?: |::|\Z))", "##": r"()#(?=#\w*\[)"}
"""Commands to a build server in a line: GitHub Actions reads `::name` after any white space, that of Unicode included, and `##[name]`
anywhere; Azure reads `##vso[name]`, TeamCity `##teamcity[name]`."""


def printable(text: str) -> str:
    """Return text that is safe for a terminal: characters that are not shown, such as controls, are escaped."""
    return text if text.isprintable() else "".join(c if c.isprintable() or c == " " else repr(c)[1:-1] for c in text)


def printable_json(text: str) -> str:
    """Return a JSON text in which characters that are not shown are escaped; line ends outside of strings stay."""
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join(c if c.isprintable() or c == "\n" else _escaped(c) for c in text)


def dumped(data: Any) -> str:
    """Return data as JSON. Text that no encoding can hold is escaped; NaN and infinities are text."""
    import json

    return printable_json(json.dumps(_plain_data(data), indent=2, ensure_ascii=False, allow_nan=False)) + "\n"


def _plain_data(value: Any) -> Any:
    """Return data that any reader of JSON takes."""
    if isinstance(value, dict):
        return {_key(k): _plain_data(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_plain_data(v) for v in value]
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return str(value)
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-8", "backslashreplace").decode()
    return value


def _key(key: Any) -> str:
    if isinstance(key, bool) or key is None:
        return {None: "null", True: "true", False: "false"}[key]
    return _plain_data(key) if isinstance(key, str) else str(key)


WIDTH = 70
"""Characters of a value that are shown on a line."""


def code_span(text: str) -> str:
    """Return text as code in Markdown, whatever backticks and line ends it has; there is no empty code."""
    import re

    text = " ".join(text.splitlines()) if "\n" in text or "\r" in text else text
    fence = "`" * max((len(run) + 1 for run in re.findall("`+", text)), default=1)
    pad = " " if "`" in text or not text else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def markdown_code(text: str) -> str:
    """Return text as code, also in a cell of a table."""
    text = " ".join(text.split()).replace("|", "\\|")
    return code_span(text) if text else ""


def without_markup(text: str) -> str:
    """Return text of several lines in which nothing is a link, an image, code or HTML in Markdown; what is a list stays one."""
    import re

    return re.sub(r"([\\`*~&\[\]<>])", r"\\\1", text)


def markdown_text(text: str) -> str:
    """Return text in which nothing counts as Markdown."""
    import re

    return re.sub(r"([\\`*_\[\]<>|#@!])", r"\\\1", " ".join(text.split()))


class PrintableStream:
    """A stream of text that no terminal or build server takes for commands: each line is escaped as in JSON, where needed."""

    def __init__(self, stream: TextIO) -> None:
        self.own = stream
        """Takes hotlint's own colors, movements of the cursor and workflow commands, which are written as they are."""

    def __getattr__(self, name: str) -> object:
        return getattr(self.own, name)

    def write(self, text: str) -> int:
        """Write text. Line ends and tabs stay."""
        self.own.write(_shown(text, str.isprintable))
        return len(text)

    def write_exactly(self, text: str) -> None:
        """Write a text that other programs read, such as a patch: into a file or a pipe, only controls and commands are escaped."""
        self.own.write(_shown(text, str.isprintable if self.own.isatty() else _is_no_control))


def shown(text: str) -> str:
    """Return text that another program writes, as a `PrintableStream` shows it. Line ends and tabs stay."""
    return _shown(text, str.isprintable)


def output() -> PrintableStream:
    """Return the standard output as text that is safe."""
    return sys.stdout if isinstance(sys.stdout, PrintableStream) else PrintableStream(sys.stdout)


def with_printable_output(run: Callable[[], int]) -> int:
    """Run a command. Whatever it writes to standard output and standard error, also through libraries, is safe to show."""
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (PrintableStream(stream) for stream in streams)
    try:
        return run()
    finally:
        sys.stdout, sys.stderr = streams


def _shown(text: str, may_stay: Callable[[str], bool]) -> str:
    if not (text.isprintable() or text.replace("\n", "").replace("\t", "").isprintable()):
        text = "\n".join(line if line.isprintable() else _shown_line(line, may_stay) for line in text.split("\n"))
    for mark in _COMMANDS:
        if mark in text:
            text = _without_commands(text, mark)
    return text


def _shown_line(line: str, may_stay: Callable[[str], bool]) -> str:
    end = "\r" if line.endswith("\r") else ""
    return "".join(c if may_stay(c) or c == "\t" else _escaped(c) for c in line.removesuffix(end)) + end


def _without_commands(text: str, mark: str) -> str:
    """Return a text without the commands of the lines that hold a mark: most lines do not, and are not looked at."""
    import re

    parts: list[str] = []
    done, at = 0, text.find(mark)
    while at >= 0:
        start, end = text.rfind("\n", done, at) + 1, text.find("\n", at)
        end = end if end >= 0 else len(text)
        line = re.sub(_COMMANDS[mark], lambda found: found[1] + _escaped(mark[0]), text[start:end])
        parts += (text[done:start], line)
        done, at = end, text.find(mark, end)
    return "".join((*parts, text[done:]))


def _is_no_control(char: str) -> bool:
    return char.isprintable() or not (char < " " or "\x7f" <= char <= "\x9f")


def _escaped(char: str) -> str:
    code = ord(char)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def from_json(text: str | bytes) -> Any:
    """Return the data of a JSON text. Raises ValueError, also for one that is nested too deeply."""
    from json import loads  # costs start-up time

    try:
        return loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
