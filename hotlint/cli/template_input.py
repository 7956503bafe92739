"""The arguments of commands about a template, such as `preview`, `graph` and `diff`, and where their results go."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Any

from hotlint.cli.errors import UsageError
from hotlint.cli.options import add_configuration, add_options, add_setting, parameters, scope, standard_input
from hotlint.common.printable import printable
from hotlint.operations.inputs import TemplateRequest
from hotlint.operations.named_files import write_file


def arguments(parser: ArgumentParser, *, with_values: bool = True) -> None:
    """Declare the options that give a template its values, and those for the output."""
    add = parser.add_argument
    add_setting(parser, "environments", "an environment file")
    add_setting(parser, "discovery", "use no environment because it is named like the template")
    add_options(parser, "--parameter", "--parameter-file")
    if with_values:
        add("--stack-name", metavar="NAME", help="the value of OS::stack_name (default: unknown)")
        add(
            "--attributes", metavar="FILE",
            help="values for get_attr and get_resource, as YAML or JSON: {resource: {attribute: value, __ref__: id}}",
        )  # fmt: skip
    add_setting(parser, "target", "the OpenStack release to resolve for: its types and properties")
    add("-o", "--output", metavar="FILE", help="write to FILE (default: the terminal)")
    add_configuration(parser)
    add_setting(parser, "budget", "processor time that the dry run of a template may take", "10")


def request(options: Namespace, path: str) -> TemplateRequest:
    """Return the request for the template at a path with the values of the options. Raises UsageError."""
    return TemplateRequest(
        path, scope(options), _standard_input() if path == "-" else None, parameters=values(options),
        attributes_file=getattr(options, "attributes", None), deployment=getattr(options, "deployment", None),
        show_hidden=getattr(options, "show_hidden", False),
    )  # fmt: skip


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


def tell(notes: Iterable[str]) -> None:
    """Say on standard error what an operation has chosen."""
    for note in notes:
        print(f"hotlint: {printable(note)}", file=sys.stderr)


def write(options: Namespace, text: str) -> None:
    """Write the result to the file that --output names, or else to standard output. Raises OperationError."""
    if options.output:
        write_file(options.output, text)
    else:
        sys.stdout.write(text)
