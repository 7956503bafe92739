from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import mapping, properties
from hotlint.heat_types.refusals import Refusal
from hotlint.heat_types.zaqar._names import queue_name
from hotlint.language.values import show
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_LEAST = {
    "_default_message_ttl": 60,
    "_dead_letter_queue_messages_ttl": 60,
    "_max_messages_post_size": 1,
    "_default_message_delay": 0,
}
"""The least of each number in the metadata that Zaqar itself reads."""


class Queue(HeatType):
    """OS::Zaqar::Queue: a name, and the metadata that Zaqar reads."""

    types = ("OS::Zaqar::Queue",)
    thing = "the queue"
    # Source: zaqar/transport/validation.py
    limits = (queue_name("name"),)
    service_demands = tuple(
        f"'{name}' in 'metadata' is a whole number of at least {low}" for name, low in _LEAST.items()
    )

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        metadata = mapping(properties(owner), "metadata")
        if metadata is None:
            return
        for name, low in _LEAST.items():
            text, number = metadata.text(name), metadata.number(name)
            if text:
                yield metadata.refuse(name, f"the text {show(text, 40)} is not a whole number")
            elif number is not None and number < low:
                yield metadata.refuse(name, f"{number} is below {low}")
