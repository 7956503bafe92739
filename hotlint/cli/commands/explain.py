"""`hotlint explain`: print the page of a rule, or of anything that may be written in a template."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

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
    from hotlint.linter.config_files import user_folders
    from hotlint.operations.explain import explain, types_of
    from hotlint.operations.scope import SettingsScope

    types = types_of("", SettingsScope(confined_to=user_folders(["."])))
    print(explain(options.name, types), end="")
    return 0
