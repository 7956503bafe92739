from __future__ import annotations

from hotlint.heat_types.barbican._containers import Container
from hotlint.resource_types.property_relations import Reads


class CertificateContainer(Container):
    """OS::Barbican::CertificateContainer: no secret twice."""

    types = ("OS::Barbican::CertificateContainer",)
    reads = (Reads(("name", "certificate_ref", "private_key_ref", "private_key_passphrase_ref", "intermediates_ref")),)
    bad = (
        """
        private_key_ref: x
                         ^
        certificate_ref: x
        """,
    )
    good = ("{private_key_ref: x, certificate_ref: y}",)
