"""`hotlint record`: record a stack that runs, for plans and explanations of failures without the cloud."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime

from hotlint.cli import template_input
from hotlint.cli.errors import UsageError
from hotlint.cli.options import add_configuration, add_options, scope
from hotlint.cli.progress import Waiting
from hotlint.common.counts import counted

DESCRIPTION = """Record a stack that runs, without its secrets, for `hotlint plan --from` and `hotlint failure --from`. Only reads.

Exit codes: 0 success, 2 usage error, or the cloud cannot be asked."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("stack", metavar="STACK", help="the stack's name or id")
    add_options(parser, "--cloud", "--timeout", "--output", "--quiet")
    add_configuration(parser)


def run(options: Namespace) -> int:
    """Record the stack, to --output or standard output. Returns the exit code."""
    from hotlint.operations.inputs import TemplateRequest
    from hotlint.operations.plan import PlanRequest, record
    from hotlint.plans.recording import written

    if not options.cloud:
        raise UsageError("--cloud must name the cloud that the stack runs in")
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    template = TemplateRequest("", scope(options))
    with Waiting(quiet=options.quiet, what="reading the stack"):
        stack = record(PlanRequest(template, options.stack, options.cloud, timeout=options.timeout), now)
    template_input.write(options, written(stack))
    if options.output and not options.quiet:
        size = counted(stack.size(), "resource")
        print(f"recorded stack {stack.name} with {size} in {options.output}", file=sys.stderr)
    return 0
