"""`hotlint explain`: the page of a rule, a function or a resource type."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hotlint.cli.main import MisuseError

DESCRIPTION = "Explain a rule (by its code or name), a HOT function or a resource type."


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="CODE|FUNCTION|TYPE", help="such as HOT301, list_join, OS::Nova::Server")


def run(options: Namespace) -> int:
    from hotlint.linter.config import Finder
    from hotlint.linter.engine import catalogue
    from hotlint.output import reference

    types = catalogue(Finder().settings("template.yaml"))
    page = reference.page(options.name, types)
    if page is None:
        from hotlint.common.suggestions import meant

        hint = meant(options.name, reference.names(types))
        raise MisuseError(f"there is no rule, function or resource type '{options.name}'{hint}")
    print(page, end="")
    return 0
