from __future__ import annotations

from hotlint.heat_types.barbican._containers import Container
from hotlint.resource_types.property_relations import Reads


class RSAContainer(Container):
    """OS::Barbican::RSAContainer: no secret twice."""

    types = ("OS::Barbican::RSAContainer",)
    reads = (Reads(("name", "private_key_ref", "private_key_passphrase_ref", "public_key_ref")),)
    bad = (
        """
        private_key_ref: x
        public_key_ref: x
                        ^
        """,
    )
    good = ("{private_key_ref: x, public_key_ref: y}",)
