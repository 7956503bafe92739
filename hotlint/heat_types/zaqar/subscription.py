from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.refusals import Range
from hotlint.resource_types.property_relations import Reads, invalid, quoted
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition

_LAST = 251_700_000_000
"""The seconds that are left until the year 10000, about: Zaqar adds them to the time."""
_SCHEMES = ("http", "https", "mailto", "trust+http", "trust+https")


class Subscription(HeatType):
    """OS::Zaqar::Subscription: a subscriber that Zaqar can reach."""

    types = ("OS::Zaqar::Subscription",)
    thing = "the subscription"
    # Source: zaqar/transport/validation.py
    limits = (Range("ttl", 60, _LAST),)
    reads = (Reads(("subscriber",)),)
    demands = ("'subscriber' begins with 'http:', 'https:', 'mailto:', 'trust+http:' or 'trust+https:'",)
    bad = (
        """
        queue_name: q
        subscriber: ftp://example.org
                    ^^^^^^^^^^^^^^^^^
        """,
    )
    good = ('{queue_name: q, subscriber: "https://example.org"}',)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        address = values["subscriber"]
        if isinstance(address, str) and address.partition(":")[0] not in _SCHEMES:
            yield invalid(values, "subscriber", f"'subscriber' of {it.type} must begin with {quoted(_SCHEMES)}")
