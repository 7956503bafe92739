"""`hotlint explain`: print the page of a rule, or of anything that may be written in a template."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from hotlint.cli.options import add_format

DESCRIPTION = """Explain a rule (by its code or name), a HOT function, a resource type, one of its properties or attributes,
a key, a constraint, a parameter type, a version of HOT, a pseudo parameter, or a setting of hotlint."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "name",
        metavar="CODE|FUNCTION|TYPE|KEY",
        help="such as HOT301, list_join, OS::Nova::Server, OS::Nova::Server.networks, deletion_policy, range, 2018-08-31",
    )
    add_format(parser, "output format: text or json (default: text)", ("text", "json"), "text")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.linter.settings.finder import user_folders
    from hotlint.operations.explain import explain, types_of
    from hotlint.operations.scope import SettingsScope

    types = types_of("", SettingsScope(confined_to=user_folders(["."])))
    page = explain(options.name, types)
    print(json.dumps({"name": options.name, "page": page}, indent=2) if options.format == "json" else page.rstrip("\n"))
    return 0
