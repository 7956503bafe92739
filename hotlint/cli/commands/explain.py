"""`hotlint explain`: print the page of a rule, a function or a resource type."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hotlint.cli.errors import UsageError

DESCRIPTION = "Explain a rule (by its code or name), a HOT function or a resource type."


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", metavar="CODE|FUNCTION|TYPE", help="such as HOT301, list_join, OS::Nova::Server")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.linter.settings.catalog import catalog
    from hotlint.linter.settings.finder import Finder
    from hotlint.output import reference

    types = catalog(Finder().settings("template.yaml"))
    page = reference.page(options.name, types)
    if page is None:
        from hotlint.common.suggestions import did_you_mean

        hint = did_you_mean(options.name, reference.names(types))
        raise UsageError(f"unknown rule, function or resource type '{options.name}'{hint}")
    print(page, end="")
    return 0
