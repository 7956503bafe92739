"""`hotlint plan`: show what an update would do to a stack that runs, and record stacks for plans without the cloud."""

from __future__ import annotations

import sys
from datetime import UTC
from typing import TYPE_CHECKING, Any

from hotlint.cli import template_input
from hotlint.cli.errors import UsageError, cannot_read
from hotlint.cli.options import confined_to, number_of_seconds
from hotlint.output.formats import format_help, format_names, renderer

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Mapping

    from hotlint.analysis.environments.inputs import StackState
    from hotlint.cloud.facts import CloudFacts
    from hotlint.dry_run.stack_preview import Preview
    from hotlint.language.values import Value
    from hotlint.plans.model import RecordedStack
    from hotlint.plans.planner import Plan

DESCRIPTION = """Show what `openstack stack update` would do to every resource of a stack that runs, and why. Only reads.

  hotlint plan STACK TEMPLATE --cloud NAME [-e ENV]    the stack of a cloud of clouds.yaml
  hotlint plan --from FILE TEMPLATE [-e ENV]           a recorded stack, without the cloud
  hotlint plan record STACK --cloud NAME [-o FILE]     record a stack, without its secrets

As in an update, parameters without a value get their defaults again; --existing keeps values and environment of the stack.
A stack that is called 'record' is named by its id.

Exit codes: 0 success, 1 Heat refuses the update as a whole, a service refuses a change, or --fail-on is reached, 2 usage error,
or the cloud cannot be asked."""
LEVELS = {
    "delete": "a resource is deleted",
    "replace": "a resource is deleted or replaced, or may be",
    "change": "anything changes",
}


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("words", nargs="+", metavar="STACK TEMPLATE", help="the stack's name or id, and its new template")
    template_input.arguments(parser, with_values=False)
    add("--cloud", metavar="NAME", help="the cloud of clouds.yaml that the stack runs in")
    add(
        "--timeout", type=number_of_seconds, default=30.0, metavar="SECONDS",
        help="for one answer of the cloud (default: 30)",
    )  # fmt: skip
    add("--from", dest="recording", metavar="FILE", help="a stack that 'plan record' has recorded, instead of --cloud")
    add("--existing", action="store_true", help="keep the environment of the stack where -e and -P give nothing else")
    add("-f", "--format", choices=format_names("plan"), default="text", help=format_help("plan"))
    add(
        "--fail-on", choices=tuple(LEVELS), metavar="LEVEL",
        help="exit with 1: " + "; ".join(f"{name} = {meaning}" for name, meaning in LEVELS.items())
        + " (default: none)",
    )  # fmt: skip
    add("--show-hidden", action="store_true", help="show the values of hidden parameters")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    if options.words[0] == "record" and not options.recording:
        return _record(options)
    path, stack, live = _stack(options)
    found = planned(options, path, stack, live)
    template_input.write(options, renderer("plan", options.format)(found))
    return 1 if found.diff.refused or found.diff.failing or (options.fail_on and found.reaches(options.fail_on)) else 0


def _stack(options: Namespace) -> tuple[str, RecordedStack, CloudFacts | None]:
    """Return the path of the template, the stack, and what its cloud has; None for the last where no cloud is asked."""
    wanted = "TEMPLATE" if options.recording else "STACK TEMPLATE"
    count = 1 if options.recording else 2
    if len(options.words) != count:
        raise UsageError(f"plan takes {wanted}{' with --from' if options.recording else ''}: see hotlint plan --help")
    if options.recording and options.cloud:
        raise UsageError("--from and --cloud exclude each other")
    if options.recording:
        return options.words[-1], recorded(options.recording), None
    return (options.words[-1], *_running(options, options.words[0], with_facts=True))


def recorded(path: str) -> RecordedStack:
    """Return the stack in the recording at a path. Raises UsageError."""
    from hotlint.common.files import ReadError, read_text
    from hotlint.plans.recording import RecordingError, read

    try:
        return read(path, read_text(path))
    except OSError as exc:
        raise UsageError(cannot_read(exc)) from None
    except ReadError as exc:
        raise UsageError(f"cannot read '{path}': {exc}") from None
    except RecordingError as exc:
        raise UsageError(str(exc)) from None


def _running(options: Namespace, name: str, with_facts: bool = False) -> tuple[RecordedStack, CloudFacts | None]:
    from hotlint.cloud.connection import connect
    from hotlint.cloud.errors import CloudError
    from hotlint.cloud.snapshot import facts_now
    from hotlint.plans.stack_reader import read_stack

    if not options.cloud:
        raise UsageError("--cloud must name the cloud that the stack runs in, or --from a recording")
    try:
        connection = connect(options.cloud, request_seconds=options.timeout)
        stack = read_stack(connection, name)
        return stack, facts_now(connection) if with_facts else None
    except CloudError as exc:
        raise UsageError(str(exc)) from None


def _record(options: Namespace) -> int:
    """Record a stack, to --output or standard output."""
    from datetime import datetime

    from hotlint.linter.settings.catalog import catalog
    from hotlint.plans.planner import without_secrets_of
    from hotlint.plans.recording import written

    if len(options.words) != 2:
        raise UsageError("plan record takes one stack: hotlint plan record STACK --cloud NAME")
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    stack = _running(options, options.words[1])[0]._replace(recorded=f"{now} from cloud '{options.cloud}'")
    kept = without_secrets_of(stack, catalog(template_input.settings_of(options, "template.yaml")))
    template_input.write(options, written(kept))
    if options.output:
        print(f"recorded stack {stack.name} with {stack.size()} resources in {options.output}", file=sys.stderr)
    return 0


def planned(options: Namespace, path: str, stack: RecordedStack, live: CloudFacts | None = None) -> Plan:
    """Return what an update to the template at a path does to a stack, by the `live` facts of its cloud. Raises UsageError."""
    from hotlint.analysis.files.project import Project
    from hotlint.cli.refused_updates import refusals
    from hotlint.common.files import ReadError
    from hotlint.linter.settings.catalog import catalog
    from hotlint.plans.old_stack import OldTemplateError, existing_environment, hidden_values
    from hotlint.plans.planner import plan

    settings = template_input.settings_of(options, path)
    inputs = template_input.inputs_of(options, path, settings) if not options.existing else None
    settings = settings._replace(target=(inputs.target if inputs else None) or settings.target)
    types = catalog(settings, live)
    given = {**(inputs.values if inputs else {}), **template_input.values(options)}
    sources = existing_environment(stack, given) if options.existing else {}
    project = Project(types, sources, confined_to=confined_to(options))
    environments = (*list(sources)[:1], *(inputs.environments if inputs else settings.environments))
    values: dict[str, Any] = {n: v for n, v in stack.parameters.items() if n.startswith("OS::")} | given

    def new(running: StackState, hidden: Mapping[str, Value]) -> Preview:
        kept = {n: v for n, v in hidden_values(stack, hidden).items() if n not in given} if options.existing else {}
        return template_input.preview_of(
            project, path, environments, {**kept, **values}, {}, show_hidden=options.show_hidden, running=running,
            budget=settings.budget,
        )  # fmt: skip

    try:
        refused = lambda old, new: refusals(options, old, new, complete=True, is_live=live is not None)  # noqa: E731
        return plan(stack, types, new, refused, show_hidden=options.show_hidden)
    except OldTemplateError as exc:
        raise UsageError(str(exc)) from None
    except OSError as exc:
        raise UsageError(cannot_read(exc)) from None
    except ReadError as exc:
        raise UsageError(f"cannot read '{exc.path or path}': {exc}") from None
