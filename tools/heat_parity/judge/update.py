"""What Heat would do to each resource in an update, by its own preview of updates."""

from typing import Any

from .offline import NeedsCloudError


def update_actions(before: Any, after: Any) -> dict[str, str]:
    """Return the action by resource for an update of one validated stack to another, as if all resources were there."""
    actions = dict.fromkeys(set(before.resources) - set(after.resources), "delete")
    actions |= dict.fromkeys(set(after.resources) - set(before.resources), "add")
    for stack in (before, after):
        _pretend_created(stack, before.resources)
    for name in set(before.resources) & set(after.resources):
        current, updated = before.resources[name], after.resources[name]
        current.action, current.status, current.resource_id = "CREATE", "COMPLETE", name + "-id"
        actions[name] = "replace" if type(current) is not type(updated) else _previewed_action(current, updated)
    return actions


def _pretend_created(stack: Any, names: Any) -> None:
    """Give those resources that a stack has ids of their own."""
    from heat.engine import node_data, stk_defn

    for name in names:
        if name in stack.resources:
            node = node_data.NodeData(None, name, None, name + "-id", {}, "CREATE", "COMPLETE")
            stk_defn.update_resource_data(stack.defn, name, node)


def _previewed_action(current: Any, updated: Any) -> str:
    from heat.common import exception
    from heat.engine import resource

    try:
        was = current.frozen_definition().properties(current.properties_schema, current.context)
        now = updated.frozen_definition().properties(updated.properties_schema, updated.context)
        needed = current.preview_update(updated.frozen_definition(), current.frozen_definition(), now, was, None)
    except resource.UpdateReplace:
        return "replace"
    except NeedsCloudError:
        return "asked"
    except exception.NotSupported:
        return "refuse"
    return "update" if needed else "unchanged"
