from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator

from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.ignored import Ignored
from hotlint.heat_types.items import properties
from hotlint.heat_types.quotas import COMPUTE
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.resource_types.property_relations import Reads
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class KeyPair(HeatType):
    """OS::Nova::KeyPair: properties that the version of Nova takes."""

    types = ("OS::Nova::KeyPair",)
    ignored = (Ignored("save_private_key", "Nova makes no private key for a public key that is given", "public_key"),)
    idle = "no server of the template uses it"
    is_found_outside = True
    makes = "nova.keypair"
    made_for = "nova.keypair"
    id_property = "name"
    refers_by_id = False
    echoes = ("public_key",)
    secret_attributes = ("private_key",)
    own_attributes = ("public_key",)
    lost_when_gone = "key pair"
    gives_way = True
    unique = (Unique("Nova", "key pair", ("name", "user")),)
    quota = (COMPUTE, "key_pairs")
    thing = "the key pair"
    # Source: nova/compute/api.py
    limits = (
        Limit("name", 1, 255, r"(?! )[a-zA-Z0-9_\-@. ]*(?<! )", "consists of a to z, digits, -_@. and inner spaces"),
    )
    service_demands = (
        "'name' is that of no other key pair of the user",
        "'public_key' of type ssh is a key type and a key in base64",
    )
    settings = ("'public_key' is given (Nova's API requires it since version 2.92)",)
    reads = (
        Reads(("type", "user")),
        Reads(("public_key",), span=("19.0.0", None)),
    )
    asks = (
        "Nova whether it has the microversions that 'type' and 'user' need",
        "Nova whether it has the microversion that requires 'public_key' (2.92)",
    )

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        pair = properties(owner)
        public = pair["public_key"]
        if public is None or public == "":
            message = "needs 'public_key', since Nova's API makes no keys since version 2.92 (Zed)"
            required = stack.cloud.has_microversion("compute", (2, 92)) if stack.cloud is not None else None
            if required is not False:
                yield Refusal(owner, (), message, "value" if required else "setting", of_type=True)
        elif isinstance(public, str) and pair["type"] in (None, "ssh") and not _is_key(public):
            yield pair.refuse("public_key", "the text is not the public key of an SSH key pair")


def _is_key(text: str) -> bool:
    """Return whether a text may be a public key as ssh-keygen writes it: the type, and the key in base64, which repeats it."""
    parts = text.split(None, 2)
    if len(parts) < 2:
        return False
    try:
        data = base64.b64decode(parts[1].encode(), validate=True)
    except (binascii.Error, ValueError, UnicodeError):
        return False
    length = int.from_bytes(data[:4], "big")
    return len(data) > length + 4 and data[4 : 4 + length] == parts[0].encode(errors="surrogatepass")
