"""Compare two versions of a template, resolved: what Heat would do to a stack."""

from __future__ import annotations

import os
import tempfile
from functools import partial
from typing import NamedTuple

from hotlint.common.boundary import UserFolders, is_within, top_of
from hotlint.dry_run.changes import StackDiff
from hotlint.dry_run.diff import compare
from hotlint.dry_run.update_costs import with_costs
from hotlint.operations.errors import OperationError
from hotlint.operations.git import commit_of, failing, git, top_folder
from hotlint.operations.inputs import TemplateRequest
from hotlint.operations.preview import DryRun, preview
from hotlint.operations.refused_updates import refusals


class Difference(NamedTuple):
    """What an update does, with what Heat and the services refuse of it."""

    changes: StackDiff
    notes: tuple[str, ...]


def diff(old: TemplateRequest, new: TemplateRequest) -> Difference:
    """Return what an update from one template to another does. Raises OperationError.

    Paths of templates and environments may be those of a git revision, REV:PATH, unless the request is confined to a folder. The
    other files of such a template are those of its revision.
    """
    with tempfile.TemporaryDirectory(prefix="hotlint-") as folder:
        trees = _Trees(folder)
        notes: tuple[str, ...] = ()
        sides: list[DryRun] = []
        for request in (old, new):
            try:
                sides.append(trees.resolved(request))
            except OperationError as exc:
                exc.notes = (*notes, *exc.notes)
                raise
            notes = (*notes, *sides[-1].notes)
        before, after = (side.preview for side in sides)
        changes = compare(before, after)
        changes = with_costs(
            refusals(new.scope, before, after, show_hidden=new.show_hidden).applied(changes), before, after
        )
        return Difference(changes, notes)


class _Trees:
    """The files of git revisions, each unpacked into a folder of its own when it is first needed."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._unpacked: dict[str, str] = {}
        self._top: str | None = None

    def resolved(self, request: TemplateRequest) -> DryRun:
        """Return the dry run of a template, which may be of a revision. Raises OperationError."""
        if top_of(request.scope.confined_to) is not None:
            return preview(request)
        path, tree = self.path(request.path)
        given = request.scope.settings.get("environments", ())
        environments = {"environments": tuple(self.within(e, tree) for e in given)} if given else {}
        scope = request.scope.with_settings(**environments)
        if isinstance(own := scope.confined_to, UserFolders):
            scope = scope._replace(confined_to=UserFolders((*own.folders, self.folder), own.allowed))
        used = request._replace(path=path, shown=request.name, scope=scope)
        try:
            return preview(used)
        except OperationError as exc:
            raise OperationError(self.as_given(str(exc)), notes=exc.notes) from None

    def path(self, name: str) -> tuple[str, str | None]:
        """Return the path of a file, and the folder of its revision, None for a file of the working tree."""
        revision, colon, path = name.partition(":")
        if not colon or os.path.exists(name) or (os.name == "nt" and len(revision) == 1):
            return self.within(name, None), None
        path = os.path.relpath(os.path.abspath(path), self.top) if path.startswith(("./", "../")) else path
        if not revision:
            advice = f"HEAD:{path} is the file of the last commit"
            raise OperationError(f"'{name}' has no revision before the colon", advice=advice)
        tree = self._tree(revision)
        there = os.path.join(tree, path)
        is_inside = is_within(there, tree)
        if not is_inside or not os.path.exists(there):
            listed = git("-C", self.top, "ls-tree", commit_of(revision), "--", path) if is_inside else b""
            is_link = listed.startswith(b"120000 ")
            why = "is a link that leads to no file" if is_link else "does not exist"
            raise OperationError(f"file '{path}' {why} in {revision}")
        return there, tree

    def within(self, path: str, tree: str | None) -> str:
        """Return the path of an environment file: as given, from REV:PATH, or as it was in the template's revision."""
        if ":" in path and not os.path.exists(path):
            return self.path(path)[0]
        if tree is not None:
            there = os.path.join(tree, os.path.relpath(os.path.abspath(path), self.top))
            if os.path.exists(there) and is_within(there, tree):
                return there
        return path

    def as_given(self, message: str) -> str:
        """Return a message in which files of a revision are named as REV:PATH, not where they are unpacked."""
        for revision, folder in self._unpacked.items():
            message = message.replace(os.path.join(folder, ""), f"{revision}:")
        return message

    @property
    def top(self) -> str:
        if self._top is None:
            self._top = top_folder()
        return self._top

    def _tree(self, revision: str) -> str:
        from hotlint.common.git import Git
        from hotlint.operations.commits import unpack_commit
        from hotlint.operations.unpacking import SourceError, Unpacker

        if revision not in self._unpacked:
            commit = commit_of(revision)
            folder = self._unpacked[revision] = os.path.join(self.folder, f"{len(self._unpacked)}")
            os.mkdir(folder)
            try:
                with failing(revision):
                    unpack_commit(commit, Unpacker(folder), partial(Git().running, "-C", self.top))
            except SourceError as exc:
                raise OperationError(f"the files of {revision} cannot be used: {exc}") from None
        return self._unpacked[revision]
