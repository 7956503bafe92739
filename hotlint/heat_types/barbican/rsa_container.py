from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.barbican._references import repeated_references
from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import Reads
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition


class RSAContainer(HeatType):
    """OS::Barbican::RSAContainer: no secret twice."""

    types = ("OS::Barbican::RSAContainer",)
    source = "heat/engine/resources/openstack/barbican/container.py"
    reads = (Reads(("name", "private_key_ref", "private_key_passphrase_ref", "public_key_ref")),)
    demands = ("no two properties refer to the same secret",)
    bad = (
        """
        private_key_ref: x
        public_key_ref: x
                        ^
        """,
    )
    good = ("{private_key_ref: x, public_key_ref: y}",)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        return repeated_references(values, it.type)
