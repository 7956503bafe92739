"""`hotlint plan`: show what an update would do to a stack that runs, and record stacks for plans without the cloud."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hotlint.cli import template_input
from hotlint.cli.errors import UsageError
from hotlint.cli.options import UPDATE_LEVELS, add_fail_on, add_format, add_options
from hotlint.cli.progress import Waiting
from hotlint.output.formats import format_help, format_names, renderer

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from hotlint.operations.plan import PlanRequest
    from hotlint.plans.planner import Plan

DESCRIPTION = """Show what `openstack stack update` would do to every resource of a stack that runs, and why. Only reads.

  hotlint plan STACK TEMPLATE --cloud NAME [-e ENV]    the stack of a cloud of clouds.yaml
  hotlint plan STACK --cloud NAME                      its own template, and what people changed or deleted by hand
  hotlint plan --all --cloud NAME                      the deployments of .hotlint.yaml whose stacks exist
  hotlint plan --from FILE TEMPLATE [-e ENV]           a stack that 'hotlint record' wrote, without the cloud
  hotlint plan STACK --deployment NAME --cloud NAME    a deployment of .hotlint.yaml; without STACK, the stack of that name

As in an update, parameters without a value get their defaults again; --existing keeps values and environment of the stack.
'hotlint record' records a stack.

Exit codes: 0 success, 1 Heat refuses the update as a whole, a service refuses a change, or --fail-on is reached, 2 usage error,
or the cloud cannot be asked."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("words", nargs="*", metavar="STACK TEMPLATE", help="the stack's name or id, and its new template")
    template_input.arguments(parser, with_values=False)
    add_options(parser, "--cloud", "--from", "--timeout")
    add("--all", action="store_true", help="plan every deployment of the configuration whose stack exists")
    add("--existing", action="store_true", help="keep the environment of the stack where -e and -P give nothing else")
    add_format(parser, format_help("plan"), format_names("plan"), "text")
    add_fail_on(parser, UPDATE_LEVELS)
    add_options(parser, "--show-hidden")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    if options.all:
        return _all(options)
    from hotlint.operations.plan import plan

    with Waiting(quiet=options.quiet, what="reading the stack"):
        found, notes = plan(_request(options))
    template_input.tell(options, notes)
    template_input.write(options, renderer("plan", options.format)(found))
    return _exit_code(options, found)


def _request(options: Namespace) -> PlanRequest:
    """Return the plan of the stack that the options name. Raises UsageError."""
    if options.recording and options.cloud:
        raise UsageError("--from and --cloud exclude each other")
    if options.deployment and len(options.words) > (0 if options.recording else 1):
        raise UsageError("--deployment names the template; give no TEMPLATE with it")
    if options.recording:
        path = _words(options, 1)[-1] if options.words else ""
        return _about(options, path, recording=options.recording)
    if options.deployment:
        return _about(options, "", stack=(options.words or [options.deployment])[0])
    if options.words[:1] == ["record"] and not os.path.exists(options.words[-1]):
        raise UsageError(f"cannot read '{options.words[-1]}' (did you mean 'hotlint record {options.words[-1]}'?)")
    name, path = (options.words[0], "") if len(options.words) == 1 else _words(options, 2)
    return _about(options, path, stack=name)


def _about(options: Namespace, path: str, **stack: str) -> PlanRequest:
    from hotlint.operations.plan import PlanRequest

    template = template_input.request(options, path)
    return PlanRequest(template, cloud=options.cloud or "", existing=options.existing, timeout=options.timeout, **stack)


def _words(options: Namespace, count: int) -> list[str]:
    if len(options.words) == count:
        return list(options.words)
    wanted = "TEMPLATE with --from" if options.recording else "STACK TEMPLATE"
    raise UsageError(f"plan takes {wanted}: see hotlint plan --help")


def _exit_code(options: Namespace, found: Plan) -> int:
    return (
        1
        if found.diff.refused or found.diff.failing or (options.fail_on and found.diff.reaches(options.fail_on))
        else 0
    )


def _all(options: Namespace) -> int:
    """Plan the deployments of the configuration whose stacks exist."""
    from hotlint.operations.plan import plan_all
    from hotlint.output.plan import render_several

    if options.words or options.recording:
        raise UsageError("plan --all takes no stack and no template: it plans the deployments of .hotlint.yaml")
    with Waiting(quiet=options.quiet, what="reading the stacks"):
        found = plan_all(_about(options, ""))
    template_input.write(options, render_several(found, options.format))
    return max([*(_exit_code(options, each) for each in found.plans.values()), *(2 for _ in found.problems)], default=0)
