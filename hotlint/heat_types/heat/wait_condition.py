from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Refusal
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class WaitCondition(HeatType):
    """OS::Heat::WaitCondition, beyond its schema."""

    types = ("OS::Heat::WaitCondition",)
    signals = ("handle", "count")
    ending = "the condition times out otherwise"
    # Source: heat/engine/resources/openstack/heat/wait_condition.py
    settings = ("something gets an attribute of the 'handle', by which it can send the signal",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        condition = properties(owner)
        handle = stack.maker(condition["handle"], "OS::Heat::WaitConditionHandle")
        if handle is None or owner.path:
            return
        name = handle.name
        if stack.is_got(name, owner.written_name):
            return
        message = f"nothing in the template gets '{name}', so that a signal can only be sent by hand"
        yield condition.refuse("handle", message, "setting", handle)
