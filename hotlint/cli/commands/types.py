"""`hotlint types`: list the resource types."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from hotlint.cli.errors import UsageError
from hotlint.cli.options import add_format, add_setting, given_settings
from hotlint.linter.settings.finder import user_folders
from hotlint.operations.scope import SettingsScope

DESCRIPTION = "List the resource types of the target release and what they make, including types of plugins and of an imported catalog."


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "pattern", nargs="?", default="*", metavar="PATTERN", help="a glob, or a part of the name (default: *)"
    )
    add_setting(parser, "target")
    add_format(parser, "output format: text or json (default: text)", ("text", "json"), "text")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.linter.settings.catalog import catalog
    from hotlint.resource_types.meanings import meanings_of

    scope = SettingsScope(given_settings(options), confined_to=user_folders(["."]))
    types = catalog(scope.settings_of("template.yaml"))
    pattern = options.pattern
    found = types.matching(pattern) or [n for n in types.names() if pattern.casefold() in n.casefold()]
    if not found:
        raise UsageError(f"no resource type matches '{pattern}'")
    if options.format == "json":
        print(json.dumps([{"name": name, "makes": meanings_of(name).makes} for name in found], indent=2))
        return 0
    width = max(map(len, found))
    for name in found:
        print(f"{name:{width}}  {meanings_of(name).makes}".rstrip())
    return 0
