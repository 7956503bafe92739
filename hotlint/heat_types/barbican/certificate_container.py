from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.barbican._containers import Container, lacks
from hotlint.heat_types.refusals import Refusal
from hotlint.resource_types.property_relations import Reads
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class CertificateContainer(Container):
    """OS::Barbican::CertificateContainer: no secret twice."""

    types = ("OS::Barbican::CertificateContainer",)
    reads = (Reads(("name", "certificate_ref", "private_key_ref", "private_key_passphrase_ref", "intermediates_ref")),)
    service_demands = ("a container with any secret has 'certificate_ref'",)
    bad = (
        """
        private_key_ref: x
                         ^
        certificate_ref: x
        """,
    )
    good = ("{private_key_ref: x, certificate_ref: y}",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        return lacks(owner, "certificate_ref")
