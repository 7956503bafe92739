"""Plan updates: what they would do to stacks that run, or that were recorded; and record stacks."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from hotlint.analysis.environments.inputs import StackState
from hotlint.analysis.files.project import Project
from hotlint.cloud.connection import CloudConnection
from hotlint.cloud.facts import CloudFacts
from hotlint.cloud.snapshot import facts_now
from hotlint.dry_run.changes import Refusals
from hotlint.dry_run.stack_preview import Preview
from hotlint.language.values import Value
from hotlint.language.versions import is_pseudo
from hotlint.linter.checking.contexts import DeploymentInputs
from hotlint.linter.settings.catalog import catalog
from hotlint.operations.errors import OperationError
from hotlint.operations.inputs import ChosenInputs, TemplateRequest, chosen_inputs, notes_of_files, with_notes
from hotlint.operations.preview import check_template, opened_context, usual_budget
from hotlint.operations.refused_updates import refusals
from hotlint.operations.scope import named_deployments
from hotlint.operations.stacks import cloud_errors, connected, recorded, running
from hotlint.plans.model import RecordedStack
from hotlint.plans.old_stack import OldStack, OldTemplateError, existing_environment, hidden_values
from hotlint.plans.planner import EnvironmentPlans, Plan, without_secrets_of
from hotlint.plans.planner import plan as planned
from hotlint.plans.stack_reader import find_stack, read_found


class PlanRequest(NamedTuple):
    """An update to plan: a stack of a cloud, or the one of a recording, and the new template.

    `stack` is the name or id of the stack, and `cloud` its cloud in clouds.yaml; `recording` is a file instead of both. Without a
    path in `template`, the plan is that of an update to the stack's own template. `existing`: as in an update with --existing, the
    stack keeps values and environment where the request has no others. `timeout` is in seconds, for one answer of the cloud.
    """

    template: TemplateRequest
    stack: str = ""
    cloud: str = ""
    recording: str = ""
    existing: bool = False
    timeout: float | None = None


class PlannedUpdate(NamedTuple):
    """What an update does to each resource of a stack."""

    plan: Plan
    notes: tuple[str, ...] = ()


def plan(request: PlanRequest) -> PlannedUpdate:
    """Return what an update does to a stack, by what its cloud has now; without a cloud, by snapshots. Raises OperationError."""
    if request.recording:
        stack = recorded(request.recording)
        return _update(request, stack, None) if request.template.path else PlannedUpdate(_drifted(request, stack))
    connection = _connected(request)
    if not request.template.path:
        return PlannedUpdate(_drifted(request, running(connection, request.stack)))
    with cloud_errors(), ThreadPoolExecutor(1) as pool:
        shown = find_stack(connection, request.stack)
        facts = pool.submit(facts_now, connection)
        stack = read_found(connection, shown)
        live = facts.result()
    return _update(request, stack, live)


def plan_all(request: PlanRequest) -> EnvironmentPlans:
    """Return the plans of the deployments that the configuration names and whose stacks exist. Raises OperationError.

    The template, environments and values of each deployment are added to those of the request.
    """
    scope = request.template.scope
    deployments = named_deployments(scope.finder(), os.getcwd())
    if not deployments:
        raise OperationError("plan --all needs a .hotlint.yaml with deployments: each has the name of its stack")
    connection = _connected(request)
    with cloud_errors():
        listed = {stack["stack_name"] for stack in connection.pages("orchestration", "/stacks", "stacks")}
        live = facts_now(connection)
    plans: dict[str, Plan] = {}
    problems: dict[str, str] = {}
    for each in deployments:
        if each.name not in listed:
            continue
        template = request.template._replace(
            path=each.template, deployment=each.name, scope=scope.with_deployment(each),
            parameters={**dict(each.values), **request.template.parameters},
        )  # fmt: skip
        try:
            stack = running(connection, each.name)
            plans[each.name] = _update(request._replace(template=template), stack, live).plan
        except OperationError as exc:
            problems[each.name] = str(exc)
    return EnvironmentPlans(plans, tuple(d.name for d in deployments if d.name not in listed), problems)


def record(request: PlanRequest, when: str) -> RecordedStack:
    """Return a stack of a cloud as it is kept in a recording: without its secrets. `when` is the time. Raises OperationError."""
    stack = running(_connected(request), request.stack)
    stack = stack._replace(recorded=f"{when} from cloud '{request.cloud}'")
    return without_secrets_of(stack, catalog(request.template.scope.settings_of("template.yaml")))


def _connected(request: PlanRequest) -> CloudConnection:
    if not request.cloud:
        raise OperationError("--cloud must name the cloud that the stack runs in, or --from a recording")
    return connected(request.cloud, request.timeout)


def _update(request: PlanRequest, stack: RecordedStack, live: CloudFacts | None) -> PlannedUpdate:
    """Return what an update to the template of a request does to a stack, by `live` facts of its cloud (None: no cloud)."""
    template, path = request.template, request.template.path
    scope, show_hidden = template.scope, template.show_hidden
    settings = scope.settings_of(path)
    inputs, notes = (
        ChosenInputs(DeploymentInputs(settings.environments)) if request.existing else chosen_inputs(template, settings)
    )
    types = catalog(settings._replace(target=inputs.target or settings.target), live)
    given = {**inputs.values, **template.parameters}
    sources = existing_environment(stack, given) if request.existing else {}
    project = Project(types, sources, confined_to=scope.confined_to)
    environments = (*list(sources)[:1], *inputs.environments)
    values: dict[str, Any] = {n: v for n, v in stack.parameters.items() if is_pseudo(n)} | given

    def new(state: StackState, hidden: Mapping[str, Value]) -> Preview:
        kept = {n: v for n, v in hidden_values(stack, hidden).items() if n not in given} if request.existing else {}
        environment = project.environment(environments, {**kept, **values})
        context = opened_context(project, path, environment, usual_budget(settings), running=state)
        check_template(context)
        return Preview(context, show_hidden=show_hidden)

    def refused(old: Preview, new: Preview) -> Refusals:
        has_failed = stack.status.endswith("_FAILED")
        return refusals(
            scope, old, new, show_hidden=show_hidden, complete=True, is_live=live is not None, has_failed=has_failed
        )

    with with_notes(notes, path):
        try:
            found = planned(stack, types, new, refused, show_hidden=show_hidden)
            unread = live.unread if live is not None else ()
            found = found._replace(notes=(*found.notes, *unread))
        except OldTemplateError as exc:
            raise OperationError(str(exc)) from None
    return PlannedUpdate(found, (*notes, *notes_of_files(template, project, inputs.environments)))


def _drifted(request: PlanRequest, stack: RecordedStack) -> Plan:
    """Return the plan of an update of a stack to its own template, with what differs from it in the cloud."""
    from hotlint.plans.drift import drift

    show_hidden = request.template.show_hidden
    types = catalog(request.template.scope.settings_of("template.yaml"))
    own = OldStack(stack, types, show_hidden)
    try:
        found = planned(
            stack,
            types,
            lambda state, hidden: own.preview(state, hidden),
            lambda old, new: Refusals(),
            show_hidden=show_hidden,
        )
    except OldTemplateError as exc:
        raise OperationError(str(exc)) from None
    return found._replace(drift=drift(stack))
