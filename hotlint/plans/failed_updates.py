"""How far the last update of a stack came, where it failed or is not at its end.

Heat keeps with every resource the template by which it was last made, updated or found unchanged
(`current_template_id` in heat/engine/resource.py), and compares an update with that one. Its API tells only the template
of the last update: after a failure, resources that the update had not come to are still of an older one.
"""

from __future__ import annotations

import re
from typing import Final

from hotlint import heat_types
from hotlint.plans.model import RecordedResource, RecordedStack

LAST: Final = "last"
"""Marks a resource that the last update of its stack has completed it."""
EARLIER: Final = "earlier"
"""Marks a resource that an update before the last one has completed it, and that all updates since have failed."""
_CHANGING: Final = frozenset({"ADOPT", "CREATE", "RESTORE", "ROLLBACK", "UPDATE"})
"""The actions on a stack that bring its resources to a template."""
_OWN_METADATA: Final = re.compile(
    r"(Server|Handle|Condition|Instance|Policy|Alarm|LoadBalancer|Group)$|Deployment|\.(yaml|template)$"
)
"""Types that write their metadata themselves, so that these are not what a template says."""


def is_settled(status: str) -> bool:
    """Return whether all resources of a stack of this status are of its template: its last change has completed.

    Other actions, such as a check, leave the template as it is, whether they fail or not.
    """
    action, _, outcome = status.partition("_")
    return action not in _CHANGING or outcome not in ("FAILED", "IN_PROGRESS")


def may_lag(stack: RecordedStack, path: tuple[str, ...]) -> bool:
    """Return whether a resource may be as an older template of the stack, or of one within it, has made it."""
    here: RecordedStack | None = stack
    for length in range(1, len(path) + 1):
        found = stack.at(path[:length])
        if here is None or found is None:
            return True
        is_complete = found.status.endswith("_COMPLETE")
        failed_within = length < len(path) and not is_complete and found.stack is not None
        if not is_settled(here.status) and not failed_within and not (is_complete and found.reached == LAST):
            return True
        here = found.stack
    return False


def has_moved(stack: RecordedStack, path: tuple[str, ...]) -> bool:
    """Return whether an update that failed has created or updated a resource."""
    found = stack.at(path)
    return found is not None and found.reached in (LAST, EARLIER)


def tells_its_metadata(type_: str, status: str) -> bool:
    """Return whether what Heat shows of the metadata of a resource is what its template said.

    It shows those of the creation: an update does not set them, unless the type does so.
    """
    return status == "CREATE_COMPLETE" and _OWN_METADATA.search(type_) is None


def type_when_made(resource: RecordedResource) -> str:
    """Return the type of a resource by the template that has made it; "" where Heat does not tell it."""
    return "" if heat_types.of(resource.type).is_renamed else resource.type
