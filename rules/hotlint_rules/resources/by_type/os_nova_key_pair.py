"""The own rules of OS::Nova::KeyPair: properties that the version of Nova takes."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.rule import TypeRules


class KeyPair(TypeRules):
    """What Heat asks a cloud for OS::Nova::KeyPair; nothing can be checked without."""

    types = ("OS::Nova::KeyPair",)
    source = "heat/engine/resources/openstack/nova/keypair.py"
    reads = (
        Reads(("type", "user")),
        Reads(("public_key",), span=("22.0.0", None)),
    )
    asks = (
        "Nova whether it has the microversions that 'type' and 'user' need",
        "Nova whether it has the microversion that requires 'public_key' (2.92)",
    )
