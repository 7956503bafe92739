"""Reads stacks from a cloud or a recording, and plans their updates with the options of a command."""

from __future__ import annotations

import os
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from hotlint.cli import template_input
from hotlint.cli.errors import UsageError, cannot_read
from hotlint.cli.options import configurations, confined_to

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hotlint.analysis.environments.inputs import StackState
    from hotlint.cloud.connection import CloudConnection
    from hotlint.cloud.facts import CloudFacts
    from hotlint.dry_run.stack_preview import Preview
    from hotlint.language.values import Value
    from hotlint.linter.settings.model import NamedDeployment
    from hotlint.plans.model import RecordedStack
    from hotlint.plans.planner import EnvironmentPlans, Plan


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


def connected(options: Namespace) -> CloudConnection:
    """Return a connection to the cloud of the options. Raises UsageError."""
    from hotlint.cloud.connection import connect
    from hotlint.cloud.errors import CloudError

    if not options.cloud:
        raise UsageError("--cloud must name the cloud that the stack runs in, or --from a recording")
    try:
        return connect(options.cloud, request_seconds=options.timeout)
    except CloudError as exc:
        raise UsageError(str(exc)) from None


def running(connection: CloudConnection, name: str) -> RecordedStack:
    """Return a stack as it runs. Raises UsageError."""
    from hotlint.cloud.errors import CloudError
    from hotlint.plans.stack_reader import read_stack

    try:
        return read_stack(connection, name)
    except CloudError as exc:
        raise UsageError(str(exc)) from None


def planned(options: Namespace, path: str, stack: RecordedStack, connection: CloudConnection | None = None) -> Plan:
    """Return what an update to the template at a path does to a stack, by what its cloud has now. Raises UsageError."""
    from hotlint.cloud.snapshot import facts_now

    live = facts_now(connection) if connection is not None else None
    return planned_with(options, path, stack, live)


def planned_with(options: Namespace, path: str, stack: RecordedStack, live: CloudFacts | None) -> Plan:
    """Return what an update does to a stack, by `live` facts of its cloud (None: no cloud). Raises UsageError."""
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

    def new(state: StackState, hidden: Mapping[str, Value]) -> Preview:
        kept = {n: v for n, v in hidden_values(stack, hidden).items() if n not in given} if options.existing else {}
        return template_input.preview_of(
            project, path, environments, {**kept, **values}, {}, show_hidden=options.show_hidden, running=state,
            budget=settings.budget,
        )  # fmt: skip

    try:
        has_failed = stack.status.endswith("_FAILED")
        refused = lambda old, new: refusals(  # noqa: E731
            options, old, new, complete=True, is_live=live is not None, has_failed=has_failed
        )
        return plan(stack, types, new, refused, show_hidden=options.show_hidden)
    except OldTemplateError as exc:
        raise UsageError(str(exc)) from None
    except OSError as exc:
        raise UsageError(cannot_read(exc)) from None
    except ReadError as exc:
        raise UsageError(f"cannot read '{exc.path or path}': {exc}") from None


def drifted(options: Namespace, stack: RecordedStack) -> Plan:
    """Return the plan of an update of a stack to its own template, with what differs from it in the cloud. Raises UsageError."""
    from hotlint.dry_run.changes import Refusals
    from hotlint.linter.settings.catalog import catalog
    from hotlint.plans.drift import drift
    from hotlint.plans.old_stack import OldStack, OldTemplateError
    from hotlint.plans.planner import plan

    types = catalog(template_input.settings_of(options, "template.yaml"))
    own = OldStack(stack, types, options.show_hidden)
    try:
        found = plan(
            stack, types, lambda state, hidden: own.preview(state, hidden), lambda old, new: Refusals(),
            show_hidden=options.show_hidden,
        )  # fmt: skip
    except OldTemplateError as exc:
        raise UsageError(str(exc)) from None
    return found._replace(drift=drift(stack))


def environment_plans(options: Namespace) -> EnvironmentPlans:
    """Return the plans of the deployments that the configuration names. Raises UsageError."""
    from hotlint.cloud.errors import CloudError
    from hotlint.cloud.snapshot import facts_now
    from hotlint.plans.planner import EnvironmentPlans

    deployments = _deployments(options)
    connection = connected(options)
    try:
        listed = {stack["stack_name"] for stack in connection.pages("orchestration", "/stacks", "stacks")}
        live = facts_now(connection)
    except CloudError as exc:
        raise UsageError(str(exc)) from None
    plans: dict[str, Plan] = {}
    problems: dict[str, str] = {}
    for each in deployments:
        if each.name not in listed:
            continue
        of_deployment = Namespace(**{**vars(options), "deployment": each.name})
        of_deployment.environment = [*options.environment, *each.environments]
        of_deployment.values = dict(each.values)
        of_deployment.target = options.target or each.target
        try:
            plans[each.name] = planned_with(of_deployment, each.template, running(connection, each.name), live)
        except UsageError as exc:
            problems[each.name] = str(exc)
    return EnvironmentPlans(plans, tuple(d.name for d in deployments if d.name not in listed), problems)


def _deployments(options: Namespace) -> tuple[NamedDeployment, ...]:
    """Return the deployments of the configuration of the working directory. Raises UsageError where there is none."""
    found = configurations(options).settings(os.path.join(os.getcwd(), "template.yaml")).deployments
    if not found:
        raise UsageError("plan --all needs a .hotlint.yaml with deployments: each has the name of its stack")
    return found
