"""`hotlint preview`: resolve a template without a cloud."""

from __future__ import annotations

import gc
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from hotlint.cli import template_input
from hotlint.cli.options import add_format, add_options, group
from hotlint.common.printable import printable
from hotlint.formats.configuration import REPORT
from hotlint.output.formats import format_help, format_names, renderer

if TYPE_CHECKING:
    from hotlint.dry_run.quota_sum import QuotaReport

DESCRIPTION = """Resolve a template as Heat would, with given parameters and environments and no cloud.

Without -e, and without environments in .hotlint.yaml, the environment that is named like the template is used:
web.env or env/web.yaml for web.yaml. Values that only the cloud knows are shown as unknown, with the reason. '-'
reads the template from standard input.

Exit codes: 0 nothing fails, 1 some value fails to resolve as it would in Heat (with --quota: a quota does not suffice),
2 usage error."""
ERRORS = 100
"""Errors that are shown besides the preview: templates that use each other make them by the thousand."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    template_input.add_template(parser)
    template_input.arguments(parser)
    add_format(parser, format_help("preview"), format_names("preview"), "yaml")
    add = group(parser, REPORT).add_argument
    add(
        "--explain",
        metavar="VALUE",
        help="explain how a value is computed, such as resources.server.properties.user_data",
    )
    add(
        "--quota",
        action="store_true",
        help="hold what the template takes against the quotas of the snapshot of a cloud",
    )
    add_options(parser, "--show-hidden")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    gc.disable()
    from hotlint.dry_run.errors import errors
    from hotlint.operations.preview import explanation, preview, quotas

    template = template_input.the_template(options, "preview")
    found, notes = preview(template_input.request(options, template))
    template_input.tell(options, notes)
    if options.quota:
        return _write_quotas(options, quotas(found))
    if options.explain:
        template_input.write(options, explanation(found, options.explain))
        return 0
    template_input.write(options, renderer("preview", options.format)(found))
    failing = list(errors(found))
    meter = found.context.evaluation.meter
    if options.verbose:
        print(f"hotlint: the dry run used {meter.used()}", file=sys.stderr)
    if meter.exhausted is not None:
        print(f"hotlint: the dry run is not complete: {meter.exhausted}; --budget SECONDS allows more", file=sys.stderr)
    for where, message in failing[:ERRORS]:
        print(f"hotlint: {printable(where)}: {printable(message)}", file=sys.stderr)
    if (more := len(failing) - ERRORS) > 0:
        what = "1 more error is" if more == 1 else f"{more:,} more errors are"
        print(f"hotlint: {what} not shown", file=sys.stderr)
    return 1 if failing or meter.exhausted is not None else 0


def _write_quotas(options: Namespace, report: QuotaReport) -> int:
    """Write what the template takes of the quotas of the cloud. Returns the exit code."""
    import json

    from hotlint.output.preview import quota_data, quota_text

    as_json = options.format == "json"
    template_input.write(options, json.dumps(quota_data(report), indent=2) + "\n" if as_json else quota_text(report))
    return 1 if report.exceeded else 0
