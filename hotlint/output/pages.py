"""Self-contained pages: style and script are in them, nothing is loaded, and nothing of a template runs.

Their text is in `hotlint/data/pages`, as templates of Jinja. A line break before an indented line is no part of a page.
"""

from __future__ import annotations

import pkgutil
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from html import escape
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from hotlint.common.printable import printable

_ODD = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2029\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(name: str, **values: Any) -> Markup:
    """Return a page, by the name of its template."""
    return Markup(_environment().get_template(name).render(values))


def pieces(name: str, **values: Any) -> Iterator[str]:
    """Yield what `render` returns, bit by bit."""
    return _environment().get_template(name).generate(values)


@cache
def _environment() -> Environment:
    made = Environment(
        autoescape=True, finalize=_text, trim_blocks=True, keep_trailing_newline=True, undefined=StrictUndefined,
        loader=FunctionLoader(lambda name: re.sub(r"\n +", r"{#\g<0>#}", _file(name))),
    )  # fmt: skip
    made.filters |= {
        "breakable": _breakable,
        "digest": _digest,
        "printable": lambda value: printable(str(value)),
        "with_whole_options": _with_whole_options,
    }
    made.globals["joined"] = _joined
    return made


def _file(name: str) -> str:
    return (pkgutil.get_data("hotlint", f"data/pages/{name}") or b"").decode()


def _joined(names: Iterable[str]) -> Markup:
    """Return files of styles or scripts as one text, which holds nothing of a template."""
    return Markup("".join(f"\n{_file(name)}" for name in names))


def _text(value: object) -> Markup:
    """Return text for HTML. Characters that it has no place for, or that turn the direction of others, are replaced."""
    if isinstance(value, Markup):
        return value
    return Markup(escape(_ODD.sub("\N{REPLACEMENT CHARACTER}", str(value))))


def _breakable(name: object) -> Markup:
    """Return text that may break after slashes, underscores, dots and double colons, as long names have to."""
    return Markup(re.sub(r"(?:(?<=[/_.])|(?<=::))(?=[^/_.:])|(?<=[a-z0-9])(?=[A-Z])", "<wbr>", str(_text(name))))


def _with_whole_options(said: str) -> Markup:
    """Return text in which no line breaks within an option, such as --fix."""
    return Markup(re.sub(r"--[a-z][a-z-]*", r'<span class="whole">\g<0></span>', str(_text(said))))


def _digest(text: str) -> str:
    """Return the digest of a script or of styles, as a policy of a page names it."""
    return b64encode(sha256(text.encode()).digest()).decode()
