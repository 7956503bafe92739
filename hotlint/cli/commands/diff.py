"""`hotlint diff`: show what Heat would do to a stack when its template changes."""

from __future__ import annotations

import os
import tempfile
from argparse import ArgumentParser, Namespace

from hotlint.cli import template_input
from hotlint.cli.errors import UsageError
from hotlint.cli.git import commit_of, git, top_folder
from hotlint.common.files import is_within
from hotlint.output.formats import format_help, format_names, renderer

DESCRIPTION = """Compare two versions of a template, resolved, and show what Heat would do to a stack.

OLD and NEW are files, or files of a git revision as REV:PATH (PATH from the top of the repository, or ./PATH from here).
Environments apply to both. For a revision, its own environment files, nested templates and other files are used.

Exit codes: 0 success, 1 Heat refuses the update as a whole, a service refuses a change, or something changes and --exit-code is
given, 2 usage error."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("old", metavar="OLD", help="the template as it is: a file, or REV:PATH")
    parser.add_argument("new", metavar="NEW", help="the template as it will be: a file, or REV:PATH")
    template_input.arguments(parser)
    add = parser.add_argument
    add(
        "--old-environment",
        action="append",
        metavar="ENV",
        help="an environment file for OLD, instead of those of -e; may be repeated",
    )
    add("-f", "--format", choices=format_names("diff"), default="text", help=format_help("diff"))
    add("--exit-code", action="store_true", help="exit with 1 when something changes")
    add("--show-hidden", action="store_true", help="show the values of hidden parameters")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.cli.refused_updates import refusals
    from hotlint.dry_run.diff import compare
    from hotlint.dry_run.update_costs import with_costs

    with tempfile.TemporaryDirectory(prefix="hotlint-") as folder:
        trees = _Trees(folder)
        old_options = Namespace(**vars(options))
        if options.old_environment is not None:
            old_options.environment = options.old_environment
        sides = []
        for name, given in ((options.old, old_options), (options.new, options)):
            path, tree = trees.path(name)
            used = Namespace(**{**vars(given), "environment": [trees.within(e, tree) for e in given.environment]})
            try:
                sides.append(template_input.preview(used, path, show_hidden=options.show_hidden, shown=name))
            except UsageError as exc:
                raise UsageError(trees.as_given(str(exc))) from None
        changes = compare(*sides)
        changes = with_costs(refusals(options, *sides).applied(changes), *sides)
        text = renderer("diff", options.format)(changes)
    template_input.write(options, text)
    return (
        1 if changes.refused or changes.failing or (options.exit_code and (changes.effective or changes.outputs)) else 0
    )


class _Trees:
    """The files of git revisions, each unpacked into a folder of its own when it is first needed."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._unpacked: dict[str, str] = {}
        self._top: str | None = None

    def path(self, name: str) -> tuple[str, str | None]:
        """Return the path of a file, and the folder of its revision, None for a file of the working tree."""
        revision, colon, path = name.partition(":")
        if not colon or os.path.exists(name) or (os.name == "nt" and len(revision) == 1):
            return self.within(name, None), None
        path = os.path.relpath(os.path.abspath(path), self.top) if path.startswith(("./", "../")) else path
        if not revision:
            raise UsageError(f"'{name}' has no revision before the colon; HEAD:{path} is the file of the last commit")
        tree = self._tree(revision)
        there = os.path.join(tree, path)
        is_inside = is_within(there, tree)
        if not is_inside or not os.path.exists(there):
            is_link = is_inside and git("-C", self.top, "ls-tree", revision, "--", path).startswith(b"120000 ")
            why = "is a link that leads to no file" if is_link else "does not exist"
            raise UsageError(f"file '{path}' {why} in {revision}")
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
        from hotlint.cli.cluster.tasks import SourceError
        from hotlint.cli.cluster.unpacking import Unpacker, unpack_archive

        if revision not in self._unpacked:
            commit = commit_of(revision)
            folder = self._unpacked[revision] = os.path.join(self.folder, f"{len(self._unpacked)}")
            os.mkdir(folder)
            with tempfile.NamedTemporaryFile(dir=self.folder, delete=False) as archive:
                git("-C", self.top, "archive", "--format=tar", commit, into=archive)
            try:
                unpack_archive(archive.name, Unpacker(folder))
            except SourceError as exc:
                raise UsageError(f"the files of {revision} cannot be used: {exc}") from None
            os.unlink(archive.name)
        return self._unpacked[revision]
