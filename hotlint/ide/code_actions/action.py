"""A code action as plain data."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.edits import Edit

QUICK, EXTRACT, INLINE, REWRITE = "quickfix", "refactor.extract", "refactor.inline", "refactor.rewrite"


class NewFile(NamedTuple):
    """A file to create: its full path, where nothing is yet, and its text."""

    path: str
    text: str


class CodeAction(NamedTuple):
    """One action.

    `kind` is the protocol's name for its kind, `fixes` the finding that it is about. Edits without a path are in the
    text itself, and files of `creates` are made first. `disabled` is the reason why the action cannot be done; None when it
    can. `upgrade` is a version: the edits are those that upgrade the text to it, found when the action is chosen.
    """

    title: str
    kind: str
    edits: tuple[Edit, ...] = ()
    fixes: Diagnostic | None = None
    preferred: bool = False
    disabled: str | None = None
    creates: tuple[NewFile, ...] = ()
    upgrade: str | None = None
