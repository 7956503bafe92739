from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.barbican._containers import Container, lacks
from hotlint.heat_types.refusals import Refusal
from hotlint.resource_types.property_relations import Reads
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class RSAContainer(Container):
    """OS::Barbican::RSAContainer: no secret twice."""

    types = ("OS::Barbican::RSAContainer",)
    reads = (Reads(("name", "private_key_ref", "private_key_passphrase_ref", "public_key_ref")),)
    service_demands = ("a container with any secret has 'public_key_ref' and 'private_key_ref'",)
    bad = (
        """
        private_key_ref: x
        public_key_ref: x
                        ^
        """,
    )
    good = ("{private_key_ref: x, public_key_ref: y}",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        return lacks(owner, "public_key_ref", "private_key_ref")
