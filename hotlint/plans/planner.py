"""A plan: what an update would do to every resource of a stack that runs, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from hotlint.analysis.environments.inputs import StackState
from hotlint.dry_run.changes import Refusals, StackDiff
from hotlint.dry_run.diff import ROUNDS, compare_once
from hotlint.dry_run.stack_preview import Preview
from hotlint.dry_run.update_costs import with_costs
from hotlint.heat_types.secrets import may_be_secret
from hotlint.language.values import Value
from hotlint.plans.drift import Drift
from hotlint.plans.failed_updates import may_lag
from hotlint.plans.failing_changes import with_failures
from hotlint.plans.learned_values import LearnedValues, learn
from hotlint.plans.model import RecordedStack
from hotlint.plans.old_stack import OldStack, Unread
from hotlint.plans.running_resources import RunningResources
from hotlint.plans.running_stack import Effects, RunningStack
from hotlint.plans.secrets import Shown, secret_properties, shown_properties, without_secrets
from hotlint.plans.statuses import exists, replaced_because
from hotlint.resource_types.catalog import Catalog


class Plan(NamedTuple):
    """What an update would do. `ids` are the physical ids of the resources that exist, by path; `notes` what to know.

    `drift` is what differs in the cloud from what Heat made; it is only looked for where it is asked for. `shown` returns
    what may be shown of a property.
    """

    stack: RecordedStack
    diff: StackDiff
    ids: Mapping[tuple[str, ...], str]
    shown: Shown
    notes: tuple[str, ...] = ()
    drift: tuple[Drift, ...] = ()


class EnvironmentPlans(NamedTuple):
    """`plans` by deployment, `absent` deployments that have no stack, and `problems`: why one cannot be planned."""

    plans: Mapping[str, Plan]
    absent: tuple[str, ...]
    problems: Mapping[str, str]


def plan(
    stack: RecordedStack,
    catalog: Catalog,
    new: Callable[[StackState, Mapping[str, Value]], Preview],
    refusals: Callable[[Preview, Preview], Refusals],
    *,
    show_hidden: bool = False,
) -> Plan:
    """Return the plan of an update of a stack.

    `new` makes the dry run of the new template, next to a running stack whose hidden parameters have these values, as far
    as they are known. `refusals` returns what Heat and services refuse, by the dry runs of the old and the new template.

    Raises OldTemplateError where the template of the stack cannot be read.
    """
    stack = stack.as_continued()
    old, learned = _old(stack, OldStack(stack, catalog, show_hidden))
    fresh: set[str] = set()
    effects = Effects()
    resources = RunningResources(stack)
    for _ in range(ROUNDS):
        after = new(RunningStack(stack, learned, effects), learned.hidden)
        after.hide_properties(lambda address, name: may_be_secret(name))
        diff = compare_once(old, after, fresh, resources)
        found = Effects.of(diff.changes, fresh)
        if found == effects:
            break
        effects = found
    diff = refusals(old, after).applied(diff._replace(refused=(*_refused(stack), *diff.refused)))
    changes = tuple(change._replace(path=stack.named(change.path)) for change in diff.changes)
    diff = with_costs(diff._replace(changes=with_failures(stack, changes, after)), old, after, stack.named)
    return Plan(
        stack, diff, _ids(stack, diff), shown_properties(old, learned), tuple(map(old.foreign, _notes(stack, learned)))
    )


def without_secrets_of(stack: RecordedStack, catalog: Catalog) -> RecordedStack:
    """Return a stack as it may be kept in a file: see `secrets.without_secrets`. Raises OldTemplateError."""
    old, learned = _old(stack, OldStack(stack, catalog, False))
    return without_secrets(stack, learned, old)


def _old(stack: RecordedStack, own: OldStack) -> tuple[Preview, LearnedValues]:
    """Return the dry run of the template of a stack next to what runs, and what that says."""
    learned = learn(stack, own.preview(Unread(), show_hidden=True))
    old = own.preview(RunningStack(stack, learned), learned.hidden)
    old.hide_properties(secret_properties(learned))
    return old, learned


def _ids(stack: RecordedStack, diff: StackDiff) -> dict[tuple[str, ...], str]:
    found = {change.path: stack.at(change.path) for change in diff.changes}
    return {path: resource.id for path, resource in found.items() if resource is not None and resource.id}


def _refused(stack: RecordedStack) -> list[str]:
    """Return why Heat updates a stack in this state with no template at all."""
    action = stack.status.partition("_")[0]
    if action == "SUSPEND":
        return [f"stack '{stack.name}' cannot be updated while it is suspended: resume it first"]
    return [f"stack '{stack.name}' cannot be updated, since it is being deleted"] if action == "DELETE" else []


def _notes(stack: RecordedStack, learned: LearnedValues) -> list[str]:
    notes = list(stack.unread)
    if stack.status.endswith("_FAILED"):
        cause = f": {stack.reason}" if stack.reason else ""
        notes.append(f"the stack is {stack.status}{cause}")
    if stack.status.endswith("_IN_PROGRESS"):
        notes.append(f"the stack is {stack.status}: what it changes at the moment is not part of the plan")
    elif under_way := sorted(n for n, r in stack.resources.items() if r.status.endswith("_IN_PROGRESS")):
        names = _listed(under_way)
        notes.append(f"still under way, so that what changes there is not part of the plan: {names}")
    notes += _lagging(stack)
    unknown = sorted(name for name in _hidden_parameters(stack.template) if name not in learned.hidden)
    if unknown:
        hidden = ", ".join(f"'{name}'" for name in unknown)
        notes.append(f"hidden in the stack, so a new value cannot be recognized: {hidden}")
    return notes


_NAMED = 5
"""How many resources a note names."""


def _lagging(stack: RecordedStack) -> list[str]:
    """Return a note of the resources that may be of an older template than that of the stack."""
    found = [n for n, r in stack.resources.items() if exists(r) and not replaced_because(r) and may_lag(stack, (n,))]
    if not found:
        return []
    return [
        f"the last update may not have come to {len(found)} of its resources: {_listed(found)}; "
        "what it was to change in their depends_on, condition or policies is not known to Heat's API"
    ]


def _listed(names: list[str]) -> str:
    return ", ".join(f"'{name}'" for name in sorted(names)[:_NAMED]) + (", ..." if len(names) > _NAMED else "")


def _hidden_parameters(template: Mapping[str, Any]) -> list[str]:
    parameters = template.get("parameters")
    found = parameters.items() if isinstance(parameters, dict) else ()
    return [str(name) for name, schema in found if isinstance(schema, dict) and schema.get("hidden") is True]
