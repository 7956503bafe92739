"""`hotlint plan`: show what an update would do to a stack that runs, and record stacks for plans without the cloud."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hotlint.cli import template_input
from hotlint.cli.errors import UsageError
from hotlint.cli.options import UPDATE_LEVELS, add_fail_on, add_format, add_options
from hotlint.cli.progress import Waiting
from hotlint.operations.named_files import text_of, write_file
from hotlint.output.formats import format_help, format_names, renderer

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from hotlint.operations.plan import PlanRequest
    from hotlint.plans.kept_plan import KeptPlan
    from hotlint.plans.planner import Plan

DESCRIPTION = """Show what `openstack stack update` would do to every resource of a stack that runs, and why. Only reads.

  hotlint plan STACK TEMPLATE --cloud NAME [-e ENV]    the stack of a cloud of clouds.yaml
  hotlint plan STACK --cloud NAME                      its own template, and what people changed or deleted by hand
  hotlint plan --all --cloud NAME                      the deployments of .hotlint.yaml whose stacks exist
  hotlint plan --from FILE TEMPLATE [-e ENV]           a stack that 'hotlint record' wrote, without the cloud
  hotlint plan STACK --deployment NAME --cloud NAME    a deployment of .hotlint.yaml; without STACK, the stack of that name
  hotlint plan STACK TEMPLATE --cloud NAME --out FILE  keep the plan, to be approved
  hotlint plan --check FILE                            plan again, and compare with the plan that was kept

As in an update, parameters without a value get their defaults again; --existing keeps values and environment of the stack.
'hotlint record' records a stack.

Exit codes: 0 success, 1 Heat refuses the update as a whole, a service refuses a change, --fail-on is reached, or the plan is not
the one of --check, 2 usage error, or the cloud cannot be asked. With --detailed-exitcode: 0 nothing changes, 1 any of these, and
errors, 2 something changes."""
_ASKED = ("words", "recording", "cloud", "deployment", "environment", "parameter_file", "target", "config", "existing")
"""The options that a kept plan has, so that the same plan is made again."""


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
    add("--out", metavar="FILE", help="keep the plan in FILE as well, for --check")
    add("--check", metavar="FILE", help="plan again as for the plan in FILE, and show what differs from it")
    add("--detailed-exitcode", action="store_true", help="exit with 2 if something changes, and with 1 for errors")
    add_options(parser, "--show-hidden")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    if options.all:
        return _all(options)
    from hotlint.operations.plan import plan

    if (options.out or options.check) and options.show_hidden:
        raise UsageError("a kept plan has no hidden values: give --show-hidden without --out and --check")
    kept = _kept(options) if options.check else None
    with Waiting(quiet=options.quiet, what="reading the stack"):
        found, notes = plan(_request(options))
    template_input.tell(options, notes)
    if kept is not None:
        return _checked(options, kept, found)
    template_input.write(options, renderer("plan", options.format)(found))
    if options.out:
        from hotlint.output.plan import document_of
        from hotlint.plans.kept_plan import KeptPlan, written

        values = [value.partition("=")[0] for value in options.parameter or ()]
        asked = {name: value for name in _ASKED if (value := getattr(options, name))}
        write_file(options.out, written(KeptPlan(asked, values, document_of(found))))
    return _exit_code(options, found)


def _kept(options: Namespace) -> KeptPlan:
    """Return the plan that was kept, with its request in the options. Raises OperationError."""
    from hotlint.operations.errors import OperationError
    from hotlint.plans.kept_plan import read

    try:
        kept = read(text_of(options.check), _ASKED)
    except ValueError as exc:
        raise OperationError(f"'{options.check}' {exc}") from None
    given = [value.partition("=")[0] for value in options.parameter or ()]
    if missing := [name for name in kept.values if name not in given]:
        raise UsageError(f"the plan keeps no values of -P: give -P {missing[0]}=VALUE again, as for '{options.check}'")
    for name, value in kept.asked.items():
        setattr(options, name, getattr(options, name) or value)
    return kept


def _checked(options: Namespace, kept: KeptPlan, found: Plan) -> int:
    """Show what differs from the plan that was kept. Returns the exit code."""
    from hotlint.common.printable import dumped, printable
    from hotlint.output.plan import document_of
    from hotlint.plans.kept_plan import differences

    lines = list(differences(kept.plan, document_of(found)))
    if options.format == "json":
        text = dumped({"same": not lines, "differences": lines})
    else:
        head = f"The plan differs from '{options.check}'" if lines else f"The plan is the same as '{options.check}'"
        text = "".join(
            f"{printable(line)}\n" for line in [f"{head}{':' if lines else '.'}", *(f"- {x}" for x in lines)]
        )
    template_input.write(options, text)
    return 1 if lines else _exit_code(options, found)


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
    if found.diff.refused or found.diff.failing or (options.fail_on and found.diff.reaches(options.fail_on)):
        return 1
    return 2 if options.detailed_exitcode and (found.diff.effective or found.diff.outputs) else 0


def _all(options: Namespace) -> int:
    """Plan the deployments of the configuration whose stacks exist."""
    from hotlint.operations.plan import plan_all
    from hotlint.output.plan import render_several

    if options.out or options.check:
        raise UsageError("plan --all keeps and compares no plan: name one stack with --out and --check")
    if options.words or options.recording:
        raise UsageError("plan --all takes no stack and no template: it plans the deployments of .hotlint.yaml")
    with Waiting(quiet=options.quiet, what="reading the stacks"):
        found = plan_all(_about(options, ""))
    template_input.write(options, render_several(found, options.format))
    return max([*(_exit_code(options, each) for each in found.plans.values()), *(2 for _ in found.problems)], default=0)
