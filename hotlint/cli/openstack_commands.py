"""`openstack hot check`, `openstack hot preview` and the others: hotlint's subcommands in OpenStack's own command line.

A command has the arguments, the output and the exit code of `hotlint COMMAND`. None of them needs a cloud, and so none asks for
authentication. python-openstackclient itself reads options that it has, such as -q, -v and --debug, wherever they are.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from functools import partial
from typing import Any, ClassVar

from osc_lib.command.command import Command

from hotlint.cli.parsers import parse_mixed
from hotlint.cli.subcommands import load
from hotlint.common.printable import printable, shown, with_printable_output
from hotlint.operations.errors import OperationError


class HotCommand(Command):
    """One subcommand of hotlint, `subcommand`, as a command of python-openstackclient."""

    auth_required = False
    subcommand: ClassVar[str]

    def get_description(self) -> str:
        """Return the description of the subcommand."""
        description: str = load(self.subcommand).DESCRIPTION
        return description

    def get_parser(self, prog_name: str) -> ArgumentParser:
        """Return the parser of the subcommand's arguments."""
        parser: ArgumentParser = super().get_parser(prog_name)
        parser.formatter_class = RawDescriptionHelpFormatter
        load(self.subcommand).arguments(parser)
        parser.parse_args = partial(parse_mixed, parser)  # type: ignore[assignment, method-assign]
        return parser

    def take_action(self, parsed_args: Namespace) -> int:
        """Run the subcommand. Returns its exit code; a usage error is reported as `hotlint` does."""
        self._apply_global_options(parsed_args)
        try:
            return with_printable_output(lambda: load(self.subcommand).run(parsed_args))
        except OperationError as exc:
            for note in exc.notes:
                self.app.stderr.write(f"hotlint: {shown(printable(note))}\n")
            self.app.stderr.write(f"hotlint: {shown(printable(str(exc)))}\n")
            return 2

    def _apply_global_options(self, parsed_args: Any) -> None:
        """Take over the client's own -q and -v, which it reads instead of the command."""
        level = getattr(self.app_args, "verbose_level", 1)
        if hasattr(parsed_args, "quiet") and level == 0:
            parsed_args.quiet = True
        if hasattr(parsed_args, "verbose") and level > 1:
            parsed_args.verbose = True


class HotCheck(HotCommand):
    """Check HOT templates and environment files."""

    subcommand = "check"


class HotPreview(HotCommand):
    """Resolve a HOT template offline, as Heat would deploy it."""

    subcommand = "preview"


class HotGraph(HotCommand):
    """Draw the resources of a HOT template and their dependencies."""

    subcommand = "graph"


class HotDiff(HotCommand):
    """Compare two versions of a HOT template and show what Heat would change."""

    subcommand = "diff"


class HotDocs(HotCommand):
    """Write the documentation of HOT templates."""

    subcommand = "docs"


class HotExplain(HotCommand):
    """Explain a rule, a function or a resource type."""

    subcommand = "explain"
