from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.barbican._limits import NAME
from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import Reads, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition


class GenericContainer(HeatType):
    """OS::Barbican::GenericContainer: no secret twice."""

    types = ("OS::Barbican::GenericContainer",)
    reads = (Reads(("secrets",)),)
    demands = ("in 'secrets', no two 'ref' are the same",)
    thing = "the container"
    # Source: barbican/common/validators.py
    limits = (NAME,)
    bad = (
        """
        secrets:
          - {name: a, ref: x}
          - {name: b, ref: x}
                           ^
        """,
    )
    good = ("{secrets: [{name: a, ref: x}, {name: b, ref: y}]}",)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        seen: set[str] = set()
        for secret in values.items("secrets"):
            ref = secret["ref"]
            if isinstance(ref, str) and ref in seen:
                yield invalid(secret, "ref", f"{it.type} lists the secret '{ref}' twice")
            elif isinstance(ref, str):
                seen.add(ref)
