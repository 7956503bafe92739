"""A diagnostic, the places that explain it, and the edits that fix it."""

from __future__ import annotations

import os

from hotlint.common.annotations import Generic, Literal, Protocol
from hotlint.common.files import absolute_path
from hotlint.common.records import NamedTuple
from hotlint.syntax.edits import Edit, Place
from hotlint.syntax.source import Span

Severity = Literal["error", "warning", "info"]
FailingSeverity = Severity | Literal["never"]
Safety = Literal["safe", "unsafe"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
MARK = "hotlint:"
"""The mark of a suppression comment: a file without it has none."""


_NAME = "name "


class ReportingRule(Protocol):
    """The part of a rule that a diagnostic of it names (see `hotlint.linter.rules.rule.Rule`)."""

    @property
    def code(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def severity(self) -> Severity: ...


class Fix(NamedTuple, Generic[Place]):
    """Edits that belong together. A fix is safe when no value that the template had before changes by it.

    `renames` says that it puts another name in the place of one, which is safe when no other can be meant; never in what
    Heat accepts.
    """

    title: str
    edits: tuple[Edit[Place], ...]
    safety: Safety = "unsafe"
    renames: bool = False


class Related(NamedTuple, Generic[Place]):
    """Another place that explains a diagnostic. `path` is its file, "" for the same one.

    `words` are those of the diagnostic's message that name this place, after which reports show its line; empty for none.
    """

    message: str
    span: Place
    path: str = ""
    words: str = ""


def file_cause(path: str) -> str:
    """Return the name of a cause: a file that is missing or cannot be used."""
    return f"file {absolute_path(path)}"


def name_cause(kind: str, name: str) -> str:
    """Return the name of a cause: a definition that is misspelled, so that every use of the right name is undefined."""
    return f"{_NAME}{kind} {name}"


def finding_cause(path: str, code: str, span: Span) -> str:
    """Return the name of a cause: a finding in a file."""
    return f"{code} {absolute_path(path)}:{span.start}"


def value_cause(path: str, offset: int, wanted: str) -> str:
    """Return the name of a cause: a value in an environment that is not `wanted`, which describes a parameter."""
    return f"value {absolute_path(path)}:{offset} {wanted}"


def type_cause(names: str) -> str:
    """Return the name of a cause: a resource type that Heat lacks, or all types of a namespace, such as Acme::*."""
    return f"type {names}"


def hidden_cause() -> str:
    """Return the name of a cause: old names of properties, which a tree has everywhere or nowhere."""
    return "hidden properties"


def moved_cause(folder: str) -> str:
    """Return the name of a cause: files of a folder that stand elsewhere in the tree."""
    return f"moved {absolute_path(folder)}:"


def version_cause(path: str, offset: int) -> str:
    """Return the name of a cause: the version of a template, which lacks what it uses: told at `offset`."""
    return f"version {absolute_path(path)}:{offset}"


class Diagnostic(NamedTuple, Generic[Place]):
    """One finding in one file, from the rule to the report. `span` is in code-point offsets until lines and columns are shown.

    `severity` is "error", "warning" or "info"; `rule` is the name of the rule; `tags` holds "unused" or "deprecated".

    `causes` name what the finding comes from, where that is somewhere else, such as a missing file or a finding in a nested
    template: findings with the same causes tell the same problem (see `hotlint.linter.checking.one_cause`).
    `deployments` are those of several that have the finding. `by_service`: Heat accepts it, and a service refuses the resource
    once Heat creates or updates it, though Heat refuses other findings of the rule.

    A report adds the rest: the `path`; `lines`, the source lines of the finding (the first and at most four more); `identity`, its own
    name as a cause; `where`, the logical path of its place (`resources.server.properties.image`); `state`, whether a baseline knows it:
    "new", "unchanged", "absent" (no longer found: its span means nothing), or "" without a baseline.
    """

    code: str
    severity: Severity
    message: str
    span: Place
    related: tuple[Related[Place], ...] = ()
    fixes: tuple[Fix[Place], ...] = ()
    tags: tuple[str, ...] = ()
    rule: str = ""
    causes: tuple[str, ...] = ()
    deployments: tuple[str, ...] = ()
    by_service: bool = False
    path: str = ""
    lines: tuple[str, ...] = ()
    identity: str = ""
    where: str = ""
    state: str = ""

    @property
    def is_name(self) -> bool:
        """Whether the cause is a name of the same file (`name_cause`), which leads to nothing in other files."""
        return bool(self.causes) and self.causes[0].startswith(_NAME)


def causes_in(found: Diagnostic, path: str) -> tuple[str, ...]:
    """Return the causes of what a finding, in the file `path`, leads to elsewhere: its own, or else itself."""
    return (() if found.is_name else found.causes) or (finding_cause(path, found.code, found.span),)


def with_line(message: str, words: str, path: str | None, line: int) -> str:
    """Return a message with the line, from zero, of a related place that it names in `words`: see `Related`."""
    if not words or words not in message:
        return message
    name = os.path.basename(path or "")
    if name and not words.endswith(name):  # the words come from a check of that file, which they do not name
        words_with_line = f"{words} in {name}:{line + 1}"
    else:
        words_with_line = f"{words}:{line + 1}" if name else f"{words} in line {line + 1}"
    return message.replace(words, words_with_line, 1)


def sort_and_dedupe(found: list[Diagnostic]) -> list[Diagnostic]:
    """Return each finding once (the most severe of equals), by position, the most severe first at one position."""
    mildest_first = sorted(found, key=lambda d: -SEVERITIES.index(d.severity))
    unique = {(d.code, d.span, d.message): d for d in mildest_first}
    return sorted(
        unique.values(), key=lambda d: (d.span.start, SEVERITIES.index(d.severity), d.span.end, d.code, d.message)
    )
