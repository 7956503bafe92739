"""Plans the updates of all deployments of a configuration whose stacks run in a cloud."""

from __future__ import annotations

import os
from argparse import Namespace
from typing import TYPE_CHECKING

from hotlint.cli.errors import UsageError
from hotlint.cli.options import confined_to
from hotlint.cli.stack_plans import connected, planned_with, running

if TYPE_CHECKING:
    from hotlint.linter.settings.model import NamedDeployment
    from hotlint.plans.planner import EnvironmentPlans, Plan


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
    from hotlint.linter.settings.finder import Finder

    finder = Finder(options.config, enabled=not options.no_config, top=confined_to(options))
    found = finder.settings(os.path.join(os.getcwd(), "template.yaml")).deployments
    if not found:
        raise UsageError("plan --all needs a .hotlint.yaml with deployments: each has the name of its stack")
    return found
