"""`hotlint explain`: print the page of a rule, or of anything that may be written in a template."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from hotlint.cli.errors import UsageError

if TYPE_CHECKING:
    from hotlint.resource_types.catalog import Catalog

DESCRIPTION = """Explain a rule (by its code or name), a HOT function, a resource type, one of its properties or attributes,
a key, a constraint, a parameter type, a version of HOT, a pseudo parameter, or a setting of hotlint."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "name",
        metavar="CODE|FUNCTION|TYPE|KEY",
        help="such as HOT301, list_join, OS::Nova::Server, OS::Nova::Server.networks, deletion_policy, range, 2018-08-31",
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
        raise UsageError(f"unknown rule, function, resource type or key '{name}'{hint}")
    return page
