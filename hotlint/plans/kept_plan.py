"""Plans that are kept to be approved, and compared with the plan of the same update later: nothing is to have changed."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple

from hotlint.common.printable import dumped

_FORMAT: Final = 1
"""The version of the format."""
_COMPARED: Final = ("action", "why", "fails", "may_fail", "id", "properties")
"""What is compared of a resource."""


class KeptPlan(NamedTuple):
    """A plan as it is kept: the options it was `asked` for with, the names of the `values` of -P, and the plan as data."""

    asked: Mapping[str, Any]
    values: list[str]
    plan: Mapping[str, Any]


def written(kept: KeptPlan) -> str:
    """Return a plan as the text of a file."""
    return dumped({"kept_plan": _FORMAT, "asked": dict(kept.asked), "values": kept.values, "plan": kept.plan})


def read(text: str, names: Collection[str]) -> KeptPlan:
    """Return the plan in the text of a file, with its options of these names.

    Raises ValueError, whose message is a predicate, for any other text.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or "kept_plan" not in found:
        raise ValueError("is not a plan, which 'hotlint plan --out FILE' writes")
    if found["kept_plan"] != _FORMAT:
        raise ValueError(
            f"is of version {found['kept_plan']!r} of the format, and this hotlint reads version {_FORMAT}"
        )
    asked, values, plan = found.get("asked"), found.get("values"), found.get("plan")
    incomplete = ValueError("is not a whole plan: make it again with 'hotlint plan --out FILE'")
    if not isinstance(asked, dict) or not isinstance(values, list) or not isinstance(plan, dict):
        raise incomplete
    if any(name not in names or not _is_option(value) for name, value in asked.items()):
        raise incomplete
    try:
        list(differences(plan, plan))
    except (AttributeError, KeyError, TypeError):
        raise incomplete from None
    return KeptPlan(asked, list(map(str, values)), plan)


def _is_option(value: object) -> bool:
    items = value if isinstance(value, list) else [value]
    return value is True or all(isinstance(item, str) for item in items)


def differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Yield in words what differs between two plans as data: of stacks, of resources, and of outputs."""
    for name in ("name", "id", "status"):
        was, will = (side.get("stack", {}).get(name) for side in (before, now))
        if was != will:
            yield f"the {name} of the stack was '{was}', and is '{will}'"
    for reason in _more(now.get("refused", ()), before.get("refused", ())):
        yield f"Heat refuses the update now: {reason}"
    for reason in _more(before.get("refused", ()), now.get("refused", ())):
        yield f"Heat refused the update: {reason}"
    yield from _changes("resource", *(_resources(side) for side in (before, now)))
    yield from _changes("output", *({o["name"]: o for o in side.get("outputs", ())} for side in (before, now)))
    yield from _changes(
        "difference in the cloud of",
        *({".".join(d["path"]): d for d in side.get("drift", ())} for side in (before, now)),
    )


def _more(some: Collection[str], others: Collection[str]) -> list[str]:
    return [one for one in some if one not in others]


def _resources(side: Mapping[str, Any]) -> dict[str, Any]:
    """Return what changes, by path; a resource in which nothing changes is none of it."""
    found = (r for r in side.get("resources", ()) if not r["idle"])
    return {".".join(r["path"]): {name: r.get(name) for name in _COMPARED} for r in found}


def _changes(what: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for name in {**before, **now}:
        was, will = before.get(name), now.get(name)
        if was is None:
            yield f"{what} '{name}': {_action(now[name])} is new"
        elif will is None:
            yield f"{what} '{name}': {_action(was)} is gone"
        elif was.get("action") != will.get("action"):
            yield f"{what} '{name}': {_action(was)} is {_action(will)} now"
        elif was != will:
            changed = sorted(key for key in {**was, **will} if was.get(key) != will.get(key))
            yield f"{what} '{name}': {', '.join(changed)} differ"


def _action(change: Mapping[str, Any]) -> str:
    return f"the action '{change['action']}'" if "action" in change else "the change"
