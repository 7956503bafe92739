"""The inputs of software deployments: a new value of an input with `replace_on_change` replaces the deployment.

See `handle_update` in heat/engine/resources/openstack/heat/software_deployment.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple
from uuid import UUID

from hotlint import heat_types
from hotlint.dry_run.compared_resource import ExistingResources, Side
from hotlint.language.constraints.model import to_boolean
from hotlint.language.values import MARKS, Value, equal


class Input(NamedTuple):
    """An input of a deployment: its value, and whether a new value replaces the deployment (None: not known)."""

    value: Value
    replaces: bool | None


def replaced_by_input(
    old: Side, new: Side, touched: Callable[[Value], str | None], running: ExistingResources | None
) -> tuple[str, str] | None:
    """Return "replace" or "unknown" with the reason where an input replaces, or may replace, a deployment that is updated.

    `touched` is `diff.touched_by` for the stack of the deployment.
    """
    if new.kind.location is not None or not heat_types.of(new.kind.type.name).takes_inputs:
        return None
    before, after = _inputs(old, running), _inputs(new, running)
    if before is None or after is None:
        given = old.values.get("input_values"), new.values.get("input_values")
        if _has_no_config(new) or equal(*given) is True:
            return None
        return "unknown", "whether its config has inputs with replace_on_change is not known"
    unsure = ""
    for name, input_ in after.items():
        if name not in before or input_.replaces is False:
            continue
        same, holds = equal(before[name].value, input_.value), touched(input_.value)
        if same is True and not holds:
            continue
        if input_.replaces and (same is False or holds in ("id", "new attribute")):
            return "replace", f"replace_on_change is true for its input {name}"
        unsure = unsure or f"its input {name}, whose new value would replace it, may change"
    return ("unknown", unsure) if unsure else None


def _has_no_config(side: Side) -> bool:
    """Return whether a deployment names no config that could exist: the id of a config is a UUID."""
    named = side.values.get("config")
    try:
        return not isinstance(named, MARKS) and not (named and UUID(str(named)))
    except ValueError:
        return True


def _inputs(side: Side, running: ExistingResources | None) -> dict[str, Input] | None:
    """Return the inputs that Heat derives for a deployment; None where its config or its values are not known."""
    given, config = side.values.get("input_values"), _config(side, running)
    given = {} if given is None else given
    declared = (config.get("inputs") or []) if config is not None else None
    if not isinstance(given, dict) or not isinstance(declared, list):
        return None
    found = {str(name): Input(value, False) for name, value in given.items()}
    for entry in declared:
        if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
            return None
        name = entry["name"]
        found[name] = Input(given.get(name, entry.get("default")), _flag(entry.get("replace_on_change", False)))
    return found


def _flag(value: Value) -> bool | None:
    try:
        return None if isinstance(value, MARKS) else to_boolean(value or False)
    except ValueError:
        return False


def _config(side: Side, running: ExistingResources | None) -> Mapping[str, Value] | None:
    """Return the properties of the config of a deployment: of a resource in a template, or of one that runs."""
    named = side.values.get("config")
    if isinstance(named, str):
        return running.properties_of(named) if running is not None else None
    found = side.found.record.maker(named)
    if found is None:
        return None
    return (found.properties if found.enabled is not False else None) or {}
