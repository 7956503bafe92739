"""The arguments of commands about a template, such as `preview`, `graph` and `diff`, and where their results go."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Any

from hotlint.cli.errors import UsageError
from hotlint.cli.options import (
    add_configuration,
    add_options,
    add_setting,
    group,
    parameters,
    scope,
    standard_input,
)
from hotlint.common.printable import printable
from hotlint.formats.configuration import VALUES
from hotlint.operations.inputs import TemplateRequest, of_deployment
from hotlint.operations.named_files import write_file


def arguments(parser: ArgumentParser, *, with_values: bool = True) -> None:
    """Declare the options that give a template its values, and those for the output."""
    add_options(parser, "--deployment")
    for name in ("environments", "discovery"):
        add_setting(parser, name)
    add_options(parser, "--parameter", "--parameter-file")
    if with_values:
        add = group(parser, VALUES).add_argument
        add("--stack-name", metavar="NAME", help="the value of OS::stack_name (default: unknown)")
        add(
            "--attributes", metavar="FILE",
            help="values for get_attr and get_resource, as YAML or JSON: {resource: {attribute: value, __ref__: id}}",
        )  # fmt: skip
    for name in ("target", "cloud_snapshot", "plugin_dirs"):
        add_setting(parser, name)
    add_options(parser, "--output", "--quiet", "--verbose")
    add_configuration(parser)
    add_setting(parser, "budget", "10")


def add_template(parser: ArgumentParser) -> None:
    """Declare the template of a command, which a deployment may name instead."""
    parser.add_argument("template", nargs="?", metavar="TEMPLATE", help="a HOT template; '-' for standard input")


def the_template(options: Namespace, command: str) -> str:
    """Return the path of the template, "" where --deployment names it. Raises UsageError where neither or both are given."""
    given: str | None = options.template
    if options.deployment and given is not None:
        raise UsageError("--deployment names the template; give no TEMPLATE with it")
    if not options.deployment and given is None:
        raise UsageError(f"{command} takes a TEMPLATE, or --deployment NAME")
    return given or ""


def request(options: Namespace, path: str) -> TemplateRequest:
    """Return the request for the template at a path with the values of the options. Raises UsageError."""
    made = TemplateRequest(
        path, scope(options), _standard_input() if path == "-" else None, parameters=values(options),
        attributes_file=getattr(options, "attributes", None), deployment=options.deployment,
        show_hidden=getattr(options, "show_hidden", False), verbose=options.verbose,
    )  # fmt: skip
    return of_deployment(made)


def _standard_input() -> str:
    from hotlint.common.files import ReadError, decode

    try:
        return decode(standard_input())
    except ReadError as exc:
        raise UsageError(f"cannot read '-': {exc}") from None


def values(options: Namespace) -> dict[str, Any]:
    """Return the values of the options for parameters, pseudo parameters included. Raises UsageError."""
    found: dict[str, Any] = {**parameters(options.parameter, options.parameter_file)}
    if getattr(options, "stack_name", None):
        found["OS::stack_name"] = options.stack_name
    return found


def tell(options: Namespace, notes: Iterable[str]) -> None:
    """Say on standard error what an operation has chosen, unless --quiet is given."""
    for note in () if options.quiet else notes:
        print(f"hotlint: {printable(note)}", file=sys.stderr)


def write(options: Namespace, text: str) -> None:
    """Write the result to the file that --output names, or else to standard output. Raises OperationError."""
    if options.output:
        write_file(options.output, text)
    else:
        sys.stdout.write(text)
