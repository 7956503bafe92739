"""What Heat does in an update with resources that failed, or were never created.

See `_needs_update` and `needs_replace_failed` in heat/engine/resource.py and in the types.
"""

from __future__ import annotations

from typing import Final

from hotlint import heat_types
from hotlint.plans.model import RecordedResource

_ERRORS: Final = frozenset({"error", "deleted", "soft_deleted", "deleting"})
"""What a service calls the status of a thing that is beyond an update."""

_SHOWN: Final = frozenset({"cinder", "designate", "glance", "neutron", "nova", "octavia"})
"""Services whose things Heat shows with attributes of their own."""


def exists(resource: RecordedResource) -> bool:
    """Return False for a resource that an update creates: it was never made, or is deleted."""
    if is_never_updated(resource):
        return True
    failed = resource.status == "CREATE_FAILED" and not resource.id
    never = resource.status.startswith("INIT") or (failed and resource.properties is None)
    return not never and resource.status != "DELETE_COMPLETE"


def is_never_updated(resource: RecordedResource) -> bool:
    """Return whether Heat updates a resource that it never made, which fails each time.

    It does so with the stack of another project or region (`_needs_update` in
    heat/engine/resources/openstack/heat/remote_stack.py).
    """
    failed = resource.status in ("CREATE_FAILED", "UPDATE_FAILED")
    return failed and not resource.id and heat_types.of(resource.type).is_updated_unmade


def is_stuck(resource: RecordedResource) -> bool:
    """Return whether Heat breaks off the update at a resource that has failed, unless its check has.

    It has no name for what to ask Neutron for (`entity` in heat/engine/resources/openstack/neutron/neutron.py).
    """
    has_failed = resource.status.endswith("_FAILED") and resource.status != "CHECK_FAILED"
    return has_failed and bool(resource.id) and heat_types.of(resource.type).is_stuck_once_failed


def is_gone(resource: RecordedResource) -> bool:
    """Return whether the service does not have the thing of a resource any more, so that it shows none of its attributes."""
    attributes, known = resource.attributes, heat_types.of(resource.type)
    if known.is_config:
        return bool(attributes) and all(value is None for value in attributes.values())
    is_shown = heat_types.service_of(resource.type) in _SHOWN and not known.is_link
    return is_shown and resource.stack is None and bool(resource.id) and exists(resource) and _shows_none(resource)


def _shows_none(resource: RecordedResource) -> bool:
    """Return whether the attributes of a resource are all empty, as Heat shows them where the service does not find the thing.

    Heat then resolves each attribute by itself, and knows some of them without the service (`format_resource_attributes`
    in heat/engine/api.py).
    """
    own = heat_types.of(resource.type).own_attributes
    values = [value for name, value in resource.attributes.items() if name not in own]
    return bool(values) and all(value in (None, "", {}, []) for value in values)


def replaced_because(resource: RecordedResource) -> str:
    """Return why the next update replaces a resource whatever its definition; "" where it does not."""
    action, _, status = resource.status.partition("_")
    if status != "FAILED" or is_never_updated(resource):
        return ""
    cause = f": {resource.reason}" if resource.reason and resource.reason != "state changed" else ""
    known = heat_types.of(resource.type)
    if resource.id and (resource.stack is not None or known.group == "stack"):
        is_checked_within = resource.stack is not None and resource.stack.status == "CHECK_FAILED"
        return "" if action != "CHECK" or is_checked_within else f"its check failed{cause}"
    if action == "CHECK" and not known.is_kept_after_check:
        return f"its check failed{cause}"
    if heat_types.service_of(resource.type) == "neutron" or known.is_kept_while_it_exists:
        return "" if _is_sound(resource) else f"it failed, and does not exist or is in error{cause}"
    return f"its last {action.lower()} failed{cause}"


def _is_sound(resource: RecordedResource) -> bool:
    """Return whether the service still has the thing, and does not call it broken."""
    if not resource.id or not resource.attributes or _shows_none(resource):
        return False
    shown = resource.attributes.get("show")
    status = resource.attributes.get("status") or (shown.get("status") if isinstance(shown, dict) else None)
    return not isinstance(status, str) or status.lower() not in _ERRORS
