"""Render a Jinja source in jinja2's own sandbox, and mark where each part of the result is from.

This runs inside the sandbox worker.

The text of the result carries marks: `mark id END` before a part and `mark END` after it. A part is literal text of a source, an
expression, or an include. `mark` is new and random for each rendering, so that no source can hold it. The result without marks is
compared with a rendering that never had any.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from jinja2 import TemplateNotFound, TemplateSyntaxError, Undefined, UndefinedError
from jinja2.environment import Environment
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.loaders import BaseLoader
from jinja2.runtime import StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from hotlint.common.boundary import Boundary, of_text, refusal
from hotlint.language.sandbox.jinja_filters import FILTERS

END = "\ue002"
LONGEST = 4 << 20
"""Characters of the longest source or result."""
Place = tuple[str, str, int, int]
"""A part of a source: "text", "expression" or "include"; the file; start and end, in code points, of line ends as \\n."""
Reply = tuple[Any, ...]


class _Job(NamedTuple):
    """What a rendering collects: the files that it read or looked for, and the marked places. `mark` begins each mark."""

    files: list[str]
    places: list[Place]
    mark: str


class _Loader(BaseLoader):
    """Reads sources below the folders of the search path, and nothing outside of the boundary, not even through links.

    jinja2 puts the names of sources into the code that it makes, so it gets others for them: `paths` has the file of each.
    """

    def __init__(self, path: str, text: str, folders: list[str], confined_to: Boundary | None, job: _Job) -> None:
        self._confined_to = confined_to
        self._path, self._text, self._job = path, text, job
        self._folders = folders
        self._names: list[str] = []
        self.paths: dict[str, str] = {}

    def alias(self, name: str) -> str:
        """Return the name that jinja2 gets for a source."""
        if name not in self._names:
            self._names.append(name)
        return f"source {self._names.index(name)}"

    def get_source(self, environment: Environment, alias: str) -> tuple[str, str, Callable[[], bool]]:
        template = self._names[int(alias.removeprefix("source "))]
        if template == self._path:
            self.paths[alias] = template
            return self._text, alias, lambda: True
        pieces = template.replace("\\", "/").split("/")
        if os.path.isabs(template) or ".." in pieces:
            raise TemplateNotFound(template, f"'{template}' is not below the search path")
        for folder in self._folders:
            path = os.path.join(folder, *pieces)
            self._job.files.append(path)
            if (why := refusal(path, self._confined_to)) is not None:
                raise TemplateNotFound(template, f"'{template}' cannot be included: {why}")
            if os.path.isfile(path) and os.path.getsize(path) <= LONGEST:
                self.paths[alias] = path
                with open(path, encoding="utf-8") as file:
                    return file.read(), alias, lambda: True
        raise TemplateNotFound(template)


class _Environment(ImmutableSandboxedEnvironment):
    """Calls each source by the name that the loader gives it."""

    loader: _Loader

    def join_path(self, template: str, parent: str) -> str:
        return self.loader.alias(template)


class _Marks(Extension):
    """Puts marks around the literal text, expressions and includes of every source."""

    job: _Job
    environment: _Environment

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        self._source, self._file = (
            source.replace("\r\n", "\n").replace("\r", "\n"),
            self.environment.loader.paths[filename or ""],
        )
        return self._source

    def filter_stream(self, stream: TokenStream) -> TokenStream:
        return TokenStream(self._marked(stream), stream.name, stream.filename)

    def _marked(self, stream: TokenStream) -> Iterator[Token]:
        places = _token_places(self.environment, self._source)
        begin = -1
        tokens = iter(stream)
        for token in tokens:
            if token.type == "data":
                start, _ = next(places)
                yield Token(token.lineno, "data", self._start("text", start, start + len(token.value)))
                yield token
                yield Token(token.lineno, "data", self.job.mark + END)
            elif token.type in ("variable_begin", "block_begin"):
                begin, _ = next(places)
                yield from self._tag(token, tokens, places, begin)
            else:
                yield token

    def _tag(
        self, first: Token, tokens: Iterator[Token], places: Iterator[tuple[int, int]], begin: int
    ) -> Iterator[Token]:
        """Yield the tokens of a tag, with marks around it where it puts something into the result."""
        held = [first]
        for token in tokens:
            held.append(token)
            if token.type in ("variable_end", "block_end"):
                break
        _, end = next(places)
        is_include = first.type == "block_begin" and len(held) > 1 and held[1].value == "include"
        if first.type == "variable_begin" or is_include:
            kind = "include" if is_include else "expression"
            yield Token(first.lineno, "data", self._start(kind, begin, end))
            yield from held
            yield Token(first.lineno, "data", self.job.mark + END)
        else:
            yield from held

    def _start(self, kind: str, start: int, end: int) -> str:
        self.job.places.append((kind, self._file, start, end))
        return f"{self.job.mark}{len(self.job.places) - 1}{END}"


def _token_places(environment: Environment, source: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of the literal texts and of the ends of tags, in the order in which the lexer finds them."""
    at = 0
    wanted = ("data", "variable_begin", "variable_end", "block_begin", "block_end")
    for _, kind, value in environment.lexer.tokeniter(source, None):
        found = source.find(value, at)
        start = found if found >= 0 else at
        at = start + len(value)
        if kind in wanted:  # the end of a tag takes the line's end with it
            yield start, at if kind == "data" else start + len(value.rstrip())


def render(
    path: str,
    text: str,
    variables: dict[str, Any],
    folders: list[str],
    trim_blocks: bool,
    lstrip_blocks: bool,
    confined_to: str | None,
) -> Reply:
    """Return ("value", marked text, mark, plain text, places, files), or ("failed", kind, message, 0-based line, file, files).

    The kind is "syntax", "undefined", "unsupported" or "error".
    """
    job = _Job([], [], f"\ue000{int.from_bytes(os.urandom(8), 'big')}\ue001")  # digits: filters leave them
    loader = _Loader(path, text, folders, of_text(confined_to), job)
    plain: str | None = None
    try:
        plain = _rendered(path, variables, loader, (trim_blocks, lstrip_blocks), job, marks=False)
        marked = _rendered(path, variables, loader, (trim_blocks, lstrip_blocks), job, marks=True)
    except TemplateSyntaxError as exc:
        kind = "unsupported" if exc.message is not None and exc.message.startswith("No ") else "syntax"
        file = loader.paths.get(exc.filename or exc.name or "", path)
        return ("failed", kind, exc.message or "", max(exc.lineno - 1, 0), file, job.files)
    except TemplateNotFound as exc:
        return ("failed", "missing", f"{exc.message}", _line(exc), path, job.files)
    except UndefinedError as exc:
        return ("failed", "undefined", exc.message or "", _line(exc), path, job.files)
    except (MemoryError, RecursionError):
        raise
    except Exception as exc:
        if plain is None:
            return ("failed", "error", f"{type(exc).__name__}: {exc}"[:300], _line(exc), path, job.files)
        marked = plain
    if len(marked) > LONGEST:
        return ("stopped", "memory")
    return ("value", marked, job.mark, plain, job.places, job.files)


def _rendered(
    path: str,
    variables: dict[str, Any],
    loader: _Loader,
    trim: tuple[bool, bool],
    job: _Job,
    *,
    marks: bool,
) -> str:
    undefined: type[Undefined] = StrictUndefined
    environment = _Environment(
        trim_blocks=trim[0], lstrip_blocks=trim[1], keep_trailing_newline=True, undefined=undefined, cache_size=20,
        loader=loader, extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols"],
    )  # fmt: skip
    environment.filters.update(FILTERS)
    if marks:
        environment.add_extension(_Marks)
        for extension in environment.extensions.values():
            if isinstance(extension, _Marks):
                extension.job = job
    chunks, size = [], 0
    for chunk in environment.get_template(loader.alias(path)).generate(variables):
        chunks.append(chunk)
        size += len(chunk)
        if size > LONGEST:
            raise MemoryError
    return "".join(chunks)


def _line(exc: BaseException) -> int:
    """Return the 0-based line of the source on which rendering failed: jinja2 puts it into the traceback."""
    line, step = 0, exc.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == "source 0":
            line = max(step.tb_lineno - 1, 0)
        step = step.tb_next
    return line
