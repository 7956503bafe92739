"""The plans of all deployments of a configuration, one after another, with a summary."""

from __future__ import annotations

from hotlint.output.plan import json, markdown, text
from hotlint.output.preview.json import dumped
from hotlint.plans.planner import EnvironmentPlans


def render(found: EnvironmentPlans, form: str) -> str:
    """All plans in a format: text, json or markdown."""
    if form == "json":
        plans = {name: json.document_of(plan) for name, plan in found.plans.items()}
        return dumped({"plans": plans, "absent": list(found.absent), "problems": dict(found.problems)})
    module = markdown if form == "markdown" else text
    parts = [module.render(plan) for plan in found.plans.values()]
    return "\n".join([*parts, *_summary(found)]) + "\n"


def _summary(found: EnvironmentPlans) -> list[str]:
    """The sentences at the end: how many stacks change, and what is not planned."""
    changing = [name for name, plan in found.plans.items() if plan.diff.effective or plan.diff.refused]
    count = len(found.plans)
    lines = [f"{count} stack{'' if count == 1 else 's'}: {_listed(changing) or 'none'} would change."]
    lines += [f"No stack of this name exists: {_listed(found.absent)}."] if found.absent else []
    return lines + [f"'{name}' cannot be planned: {why}" for name, why in found.problems.items()]


def _listed(names: list[str] | tuple[str, ...]) -> str:
    return ", ".join(f"'{name}'" for name in names)
