"""`hotlint explain`: print the page of a rule, a function or a resource type."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from hotlint.cli.errors import UsageError

if TYPE_CHECKING:
    from hotlint.resource_types.catalog import Catalog

DESCRIPTION = "Explain a rule (by its code or name), a HOT function, a resource type or one of its properties."


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "name",
        metavar="CODE|FUNCTION|TYPE",
        help="such as HOT301, list_join, OS::Nova::Server, OS::Nova::Server.networks",
    )


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.linter.settings.catalog import catalog
    from hotlint.linter.settings.finder import Finder

    print(page_of(options.name, catalog(Finder().settings("template.yaml"))), end="")
    return 0


def page_of(name: str, types: Catalog) -> str:
    """Return the page that has a name. Raises UsageError."""
    from hotlint.common.suggestions import did_you_mean
    from hotlint.output import reference

    page = reference.page(name, types)
    if page is None:
        hint = did_you_mean(name, reference.names(types))
        raise UsageError(f"unknown rule, function or resource type '{name}'{hint}")
    return page
