"""What a resource takes of the quotas of a project."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hotlint.common.annotations import Any
from hotlint.common.records import NamedTuple
from hotlint.language.values import Value

COMPUTE, NETWORK, VOLUME = "compute", "network", "block_storage"
Named = tuple[str, str]
"""A service, and what it counts: ("compute", "cores")."""


class Cost(NamedTuple):
    """What a resource takes of one quota; `amount` is None where it is not known, and `unknown` says what is not."""

    quota: Named
    amount: int | None
    unknown: str = ""


Flavors = Callable[[Value], Mapping[str, Any] | None]
"""Returns the entry of a flavor (vcpus, ram) for the value of a property; None where it is not known."""
