"""`hotlint failure`: explain why a stack failed, and show the place in its template."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hotlint.cli import template_input
from hotlint.cli.errors import UsageError
from hotlint.cli.stack_plans import recorded
from hotlint.output.formats import format_help, format_names, renderer

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from hotlint.dry_run.stack_preview import Preview
    from hotlint.output.findings.model import Finding
    from hotlint.plans.failures import Failure, FailurePlace
    from hotlint.plans.model import RecordedStack

DESCRIPTION = """Explain why a stack failed: the place in its template, the words of the service, and the value that was sent. Only reads.

  hotlint failure STACK TEMPLATE --cloud NAME [-e ENV]    the stack of a cloud of clouds.yaml
  hotlint failure --from FILE TEMPLATE [-e ENV]           a stack that 'hotlint plan record' has recorded

Reads the resources of the stack and of all stacks within it, and the events where Heat has rolled the stack back. Give the
environments and parameters that the stack was created with.

Exit codes: 0 success, 1 no resource of the stack has failed, 2 usage error, or the cloud cannot be asked."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add(
        "words",
        nargs="+",
        metavar="STACK TEMPLATE",
        help="the stack's name or id, and the template that it was created with",
    )
    template_input.arguments(parser, with_values=False)
    add("--cloud", metavar="NAME", help="the cloud of clouds.yaml that has the stack")
    add("--from", dest="recording", metavar="FILE", help="a stack that 'plan record' has recorded, instead of --cloud")
    add("-f", "--format", choices=format_names("failure"), default="text", help=format_help("failure"))
    add("--show-hidden", action="store_true", help="show the values of hidden parameters")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.output.failure import ExplainedFailure, FailedStack
    from hotlint.plans.failures import place_of, with_type

    if len(options.words) != (1 if options.recording else 2):
        wanted = "TEMPLATE with --from" if options.recording else "STACK TEMPLATE"
        raise UsageError(f"failure takes {wanted}: see hotlint failure --help")
    stack, found = _failures(options)
    path = options.words[-1]
    preview = template_input.preview(options, path, show_hidden=options.show_hidden)
    explained = []
    for unplaced in found:
        failure = with_type(unplaced, preview)
        place = place_of(failure, preview)
        findings = _findings(options, failure, place, preview)
        reported = next((finding.where for finding in findings if ".properties." in finding.where), "")
        explained.append(ExplainedFailure(failure, place_of(failure, preview, reported), findings))

    def text_of(file: str) -> str:
        return preview.context.project.document(file).text

    report = FailedStack(stack, tuple(explained), text_of)
    template_input.write(options, renderer("failure", options.format)(report))
    return 0 if explained else 1


def _failures(options: Namespace) -> tuple[RecordedStack, list[Failure]]:
    """Return the stack and its failures, from a recording or from the cloud."""
    from hotlint.plans.failures import failures

    if options.recording and options.cloud:
        raise UsageError("--from and --cloud exclude each other")
    if options.recording:
        stack = recorded(options.recording)
        return stack, list(failures(stack))
    if not options.cloud:
        raise UsageError("--cloud must name the cloud that has the stack, or --from a recording")
    from hotlint.cloud.connection import connect
    from hotlint.cloud.errors import CloudError
    from hotlint.plans.failed_events import failures_of
    from hotlint.plans.stack_reader import read_stack

    try:
        connection = connect(options.cloud)
        stack = read_stack(connection, options.words[0])
        return stack, failures_of(connection, stack)
    except CloudError as exc:
        raise UsageError(str(exc)) from None


def _findings(options: Namespace, failure: Failure, place: FailurePlace, preview: Preview) -> tuple[Finding, ...]:
    """Return the errors and warnings that a check of the template reports at a failed resource."""
    from hotlint.api import check

    if place.resource is None:
        return ()
    file, outer = place.resource.path, preview.context
    is_outer = file == outer.path
    report = check(
        file,
        environments=outer.environment.files if is_outer else (),
        parameters=template_input.values(options) if is_outer else None,
        config=False if options.no_config else options.config,
    )
    parts = [f"resources.{name}" for name in failure.path]
    return tuple(
        finding
        for finding in report.diagnostics
        if finding.severity in ("error", "warning")
        and any(finding.where == part or finding.where.startswith(f"{part}.") for part in parts)
    )
