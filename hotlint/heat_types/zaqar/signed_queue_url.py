from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import properties, texts
from hotlint.heat_types.refusals import Range, Refusal
from hotlint.heat_types.zaqar._names import queue_name
from hotlint.language.values import show
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_PATHS = ("messages", "subscriptions", "claims")


class SignedQueueURL(HeatType):
    """OS::Zaqar::SignedQueueURL: paths of a queue, for some time."""

    types = ("OS::Zaqar::SignedQueueURL",)
    verb = "signs"
    thing = "the URL"
    # Source: zaqar/transport/wsgi/v2_0/urls.py
    limits = (queue_name("queue"), Range("ttl", 1))
    service_demands = ("each of 'paths' is messages, subscriptions or claims",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        for index, path in texts(properties(owner), "paths"):
            if path not in _PATHS:
                yield Refusal(owner, ("paths", index), f"{show(path, 40)} is not messages, subscriptions or claims")
