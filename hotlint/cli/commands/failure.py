"""`hotlint failure`: explain why a stack failed, and show the place in its template."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hotlint.cli import template_input
from hotlint.cli.errors import UsageError
from hotlint.cli.options import add_format, add_options
from hotlint.cli.progress import Waiting
from hotlint.output.formats import format_help, format_names, renderer

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

DESCRIPTION = """Explain why a stack failed: the place in its template, the words of the service, and the value that was sent. Only reads.

  hotlint failure STACK TEMPLATE --cloud NAME [-e ENV]    the stack of a cloud of clouds.yaml
  hotlint failure --from FILE TEMPLATE [-e ENV]           a stack that 'hotlint record' wrote

Reads the resources of the stack and of all stacks within it, and the events where Heat has rolled the stack back. Give the
environments and parameters that the stack was created with.

Exit codes: 0 success, 1 no resource of the stack has failed, 2 usage error, or the cloud cannot be asked."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add(
        "words",
        nargs="*",
        metavar="STACK TEMPLATE",
        help="the stack's name or id, and the template that it was created with",
    )
    template_input.arguments(parser, with_values=False)
    add_options(parser, "--cloud", "--from", "--timeout")
    add(
        "--events", action="store_true", help="print the last event of each resource, failed or not (only with --cloud)"
    )
    add_format(parser, format_help("failure"), format_names("failure"), "text")
    add_options(parser, "--show-hidden")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.operations.failure import FailureRequest, events, failure
    from hotlint.output.failure import render_events, render_events_json

    needed = [*([] if options.recording else ["STACK"]), *([] if options.deployment else ["TEMPLATE"])]
    if len(options.words) != len(needed):
        wanted = f"{' '.join(needed) or 'no word'}{' with --from' if options.recording else ''}"
        raise UsageError(f"failure takes {wanted}: see hotlint failure --help")
    if options.recording and options.cloud:
        raise UsageError("--from and --cloud exclude each other")
    if not options.recording and not options.cloud:
        raise UsageError("--cloud must name the cloud that has the stack, or --from a recording")
    if options.events and not options.cloud:
        raise UsageError("--events needs --cloud: a recording has no events")
    template = template_input.request(options, "" if options.deployment else options.words[-1])
    stack = (
        {"recording": options.recording} if options.recording else {"stack": options.words[0], "cloud": options.cloud}
    )
    with Waiting(quiet=options.quiet, what="reading the stack"):
        found, notes = (events if options.events else failure)(
            FailureRequest(template, timeout=options.timeout, **stack)
        )
    template_input.tell(options, notes)
    if options.events:
        template_input.write(options, (render_events_json if options.format == "json" else render_events)(found))
        return 0
    template_input.write(options, renderer("failure", options.format)(found))
    return 0 if found.failures else 1
