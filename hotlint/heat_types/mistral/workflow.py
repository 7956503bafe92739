from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import is_complete, items, properties, texts
from hotlint.heat_types.refusals import Refusal
from hotlint.language.values import show
from hotlint.resource_types.property_relations import ExactlyOne, Reads, Requires, conflict, missing
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_COMMANDS = ("noop", "fail", "succeed", "pause")
_LINKS = ("on_success", "on_error", "on_complete")


class Workflow(HeatType):
    """OS::Mistral::Workflow: one action or workflow a task, and what each type of workflow takes."""

    types = ("OS::Mistral::Workflow",)
    id_property = "name"
    refers_by_id = False
    is_kept_while_it_exists = True
    is_kept_after_check = True
    thing = "the workflow"
    # Source: mistral/lang/v2/workflows.py
    service_demands = (
        "where 'type' is direct, 'on_success', 'on_error' and 'on_complete' in 'tasks' name tasks of the workflow",
    )
    reads = (Reads(("name", "type", "tasks")),)
    relations = (
        ExactlyOne(("workflow", "action"), within=("tasks",), meaning="true"),
        Requires("concurrency", ("with_items",), within=("tasks",)),
    )
    demands = (
        "'task_name' is given in 'params' when 'type' is 'reverse'",
        "in 'tasks', 'requires' is given only when 'type' is 'reverse'",
        "in 'tasks', nothing is given both itself and in 'policies'",
    )
    bad = (
        """
        type: direct
        tasks:
          - {name: t, action: std.noop, workflow: w}
                      ^^^^^^
        """,
    )
    good = ("{type: direct, tasks: [{name: t, action: std.noop}]}",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        workflow = properties(owner)
        tasks = list(items(workflow, "tasks"))
        names = [task.text("name") for task in tasks]
        if workflow["type"] != "direct" or not is_complete(workflow["tasks"]) or None in names:
            return
        for task in tasks:
            for link in _LINKS:
                for index, name in texts(task, link):
                    if re.fullmatch(r"\w+", name) and name not in names and name not in _COMMANDS:
                        yield Refusal(owner, (*task.path, link, index), f"the workflow has no task {show(name, 40)}")

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        if values["type"] == "reverse":
            params = next(values.items("params"), None)
            if values.is_set("params") is False or (params is not None and params.is_true("task_name") is False):
                yield missing(
                    params or values, "task_name", f"{it.type} of type 'reverse' requires 'task_name' in 'params'"
                )
        for task in values.items("tasks"):
            if values["type"] == "direct" and task.is_set("requires"):
                yield conflict(task, "requires", f"a task of {it.type} takes 'requires' only when 'type' is 'reverse'")
            policies = next(task.items("policies"), None)
            for name in policies.names() if policies is not None else ():
                if task.is_set(name):
                    yield conflict(
                        task, name, f"a task of {it.type} takes '{name}' or the same in 'policies', not both"
                    )
