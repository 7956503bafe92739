"""Rename of parameters, resources, conditions, outputs, placeholders and anchors, in all files."""

from __future__ import annotations

import re

from hotlint.ide.navigation import Site, Subject, Users, other, sites, subject_at
from hotlint.ide.snapshot import Snapshot
from hotlint.language.versions import PSEUDO_PARAMETERS
from hotlint.syntax.edits import Edit
from hotlint.syntax.source import Span

KINDS = ("parameter", "resource", "condition", "output", "placeholder", "anchor")
_PLAIN = re.compile(r"[A-Za-z_$<%@][\w.$%<>@/-]*$")
_WORDS = {"true", "false", "yes", "no", "on", "off", "null", "y", "n", "~", ""}


class RenameError(Exception):
    """A rename is refused; the message says why."""


def prepare(snapshot: Snapshot, offset: int) -> Subject | None:
    """Return the thing to rename at an offset; None where there is none."""
    subject = subject_at(snapshot, offset)
    if subject is None or subject.kind not in KINDS or subject.name in PSEUDO_PARAMETERS:
        return None
    return subject


def rename(snapshot: Snapshot, offset: int, name: str, users: Users) -> list[Edit]:
    """Return the edits that rename the thing at an offset, in all files. Raises RenameError."""
    subject = prepare(snapshot, offset)
    if subject is None:
        raise RenameError("There is nothing here that can be renamed.")
    if name == subject.shown:
        return []
    _allowed(subject, name)
    found = sites(snapshot, subject, users)
    if not any(s.defines for s in found):
        raise RenameError(f"'{subject.shown}' is not defined anywhere, so its other places are not known.")
    for path in {s.path for s in found}:
        _free(snapshot if path == snapshot.path else other(snapshot, path), subject, name)
    return [_edit(snapshot, site, name, is_plain=subject.kind == "anchor") for site in found]


def _allowed(subject: Subject, name: str) -> None:
    if not name or name != name.strip() or "\n" in name:
        raise RenameError("A name may not be empty, nor begin or end with a blank.")
    if subject.kind == "resource" and "/" in name:
        raise RenameError("The name of a resource may not contain a slash: Heat refuses it.")
    if subject.kind == "parameter" and name in PSEUDO_PARAMETERS:
        raise RenameError(f"{name} is a parameter that Heat itself provides.")
    if subject.kind == "anchor" and not re.fullmatch(r"[\w-]+", name):
        raise RenameError("An anchor's name is made of letters, digits, _ and -.")


def _free(snapshot: Snapshot | None, subject: Subject, name: str) -> None:
    """Check that the new name is not in use. Raises RenameError."""
    if snapshot is None:
        return
    scope = subject.name.rpartition("@")[2] if subject.kind == "placeholder" else ""
    taken = f"{name}@{scope}" if scope else name
    if snapshot.index.definition_of(subject.kind, taken) is not None:
        raise RenameError(f"There is a {subject.kind} '{name}' already.")
    if subject.kind == "parameter" and snapshot.kind == "environment" and snapshot.index.all_of("parameter", name):
        raise RenameError(f"The environment {snapshot.path} has a parameter '{name}' already.")


def _edit(snapshot: Snapshot, site: Site, name: str, *, is_plain: bool) -> Edit:
    """Return the edit of one place, quoted where the new name needs quotes; never with `is_plain`."""
    home = snapshot if site.path == snapshot.path else other(snapshot, site.path)
    text = home.text if home is not None else ""
    quoted = text[site.span.start - 1 : site.span.start] in ('"', "'") and text[site.span.end : site.span.end + 1] in (
        '"',
        "'",
    )
    new = name if quoted or (_PLAIN.match(name) and name.lower() not in _WORDS) else "'" + name.replace("'", "''") + "'"
    if is_plain or (home is not None and _inside_text(home, site.span)):
        new = name
    return Edit(site.span, new, None if site.path == snapshot.path else site.path)


def _inside_text(home: Snapshot, span: Span) -> bool:
    """Whether a place is within a longer text, where quotes would be part of it."""
    found = home.index.at(span.start)
    return found is not None and found.kind == "placeholder" and not found.defines
