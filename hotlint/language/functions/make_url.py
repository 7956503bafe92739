"""make_url: URL from its parts.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#make-url
Heat: heat.engine.hot.functions.MakeURL
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.functions.base import (
    ArgumentError,
    Call,
    Function,
    Run,
    Snippet,
    describe_argument,
    error,
    require,
    wrong_type,
)
from hotlint.language.values import (
    MARKS,
    EvaluationError,
    PartialText,
    Unknown,
    Value,
    propagate_unknown,
    show,
    text_of,
)


class MakeUrl(Function):
    """Function `make_url`."""

    name = "make_url"
    since = "2017-09-01"
    fails_on_null = True
    summary = "A URL put together from its parts, with characters escaped where needed."
    form = (
        "make_url:\n  scheme: <string>\n  username: <string>\n  password: <string>\n  host: <name or address>\n"
        "  port: <number>\n  path: <string>\n  query: <mapping>\n  fragment: <string>\n"
    )
    parameters = (
        ("scheme", "the protocol, without a colon"),
        ("username", "the user to log in as"),
        ("password", "that user's password"),
        ("host", "a name or an address; brackets are put around IPv6 addresses"),
        ("port", "1 to 65535"),
        ("path", "the path, beginning with /"),
        ("query", "a mapping of query parameters"),
        ("fragment", "the part after #"),
    )
    keys = ("scheme", "username", "password", "host", "port", "path", "query", "fragment")
    snippet = "make_url:\n  scheme: ${1:https}\n  host: ${2:host}\n  port: ${3:443}\n  path: ${4:/}"
    given = "parameters: {host: '2001:db8::1'}\n"
    example = "make_url:\n  scheme: http\n  host: {get_param: host}\n  port: 8080\n  path: /status\n"
    result = "http://[2001:db8::1]:8080/status\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, dict):
            message = f"make_url needs a mapping of the parts of a URL, written out, not {describe_argument(args)}"
            yield ArgumentError(message, phase="validate")
            return
        for key in args:
            if key not in self.keys:
                from hotlint.common.suggestions import did_you_mean

                message = f"make_url knows no part {show(key)}{did_you_mean(key, self.keys)}"
                yield ArgumentError(message, (key,), "unknown-key", "key", "validate")
        try:
            self._check({key: part for key, part in args.items() if not isinstance(part, Call)}, "query" in args)
        except EvaluationError as exc:
            yield ArgumentError(exc.message, exc.path, exc.slug, exc.part, "validate")

    def compute(self, args: Snippet, run: Run) -> Value:
        parts = run.resolve(args)
        self._check(parts, "query" in parts)
        marks: list[Unknown] = []
        url = self._url({key: _veiled(part, key, marks) for key, part in parts.items()})
        # Every mark was put in as a word of its own that nothing escapes: now it goes back in.
        pieces = url.split(_WORD)
        shown: list[Value] = [pieces[0]]
        for piece in pieces[1:]:
            number, _, text = piece.partition(_END)
            shown += [marks[int(number)], text]
        return text_of(shown)

    def _check(self, parts: dict[str, Value], has_query: bool) -> None:
        """Check the types of the parts; Heat ignores the fragment where there is a query."""
        for key in self.keys:
            if key not in parts or (key == "fragment" and has_query):
                continue
            part = parts[key]
            if key != "port":
                needs, kind = ("a mapping", dict) if key == "query" else ("a string", str)
                require("make_url", f"{needs} as its {key}", part, (key,), kind)
            elif not isinstance(part, MARKS):
                _check_port(part)

    def _url(self, parts: dict[str, Value]) -> str:
        from urllib.parse import quote, urlencode, urlunsplit

        scheme = parts.get("scheme", "")
        if ":" in scheme:
            raise error("make_url needs its scheme without a colon", ("scheme",), "url-scheme")
        try:
            user, password = (quote(parts.get(key, ""), safe="") for key in ("username", "password"))
            login = f"{user}{':' if password else ''}{password}@" if user or password else ""
            host = parts.get("host", "")
            if host.startswith("[") and host.endswith("]"):
                host = host[1:-1]
            host = quote(host, safe=":")
            if ":" in host:
                host = f"[{host}]"
            port = f":{parts['port']}" if parts.get("port", "") else ""
            query = parts.get("query", {})
            query = query if isinstance(query, str) else urlencode(query).replace("%2F", "/")
            path = quote(parts.get("path", ""))
            fragment = quote(parts.get("fragment", ""))
            url = str(urlunsplit((scheme, login + host + port, path, query, fragment)))
            return url.replace(f"?{query}", query, 1) if query.startswith(_WORD) else url  # which may be empty
        except TypeError:
            raise wrong_type("make_url", "a string as its fragment", parts.get("fragment"), ("fragment",)) from None
        except ValueError as exc:
            raise error(f"make_url cannot make a URL of this: {exc}", (), "url-form") from None


_WORD = "hotlint.unknown.part."
_END = ".end"


def _veiled(part: Value, key: str, marks: list[Unknown]) -> Value:
    """Return a part of the URL with a word instead of each mark; what the URL has in its place is appended to `marks`."""
    if isinstance(part, PartialText):
        return "".join(p if isinstance(p, str) else _veiled(p, key, marks) for p in part.parts)
    if isinstance(part, MARKS):
        marks.append(propagate_unknown("make_url", part, key))
        return f"{_WORD}{len(marks) - 1}{_END}"
    if isinstance(part, dict):
        return {name: _veiled(value, key, marks) for name, value in part.items()}
    return [_veiled(value, key, marks) for value in part] if isinstance(part, list) else part


def _check_port(port: Value) -> None:
    try:
        number = int(port)
    except (ValueError, TypeError, OverflowError):
        raise wrong_type("make_url", "a number as its port", port, ("port",)) from None
    if not 0 < number <= 65535:
        raise error(f"make_url needs a port from 1 to 65535, not {number}", ("port",), "url-port")


FUNCTIONS = (MakeUrl(),)
