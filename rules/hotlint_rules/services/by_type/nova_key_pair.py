"""What Nova refuses of key pairs and flavors: names, keys that cannot be read, and sizes."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator

from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._limits import METADATA_KEY, METADATA_KEY_WORDS, NOVA_NAME, Limit, Range
from hotlint_rules.services._model import Refusal, ServiceRules, properties
from hotlint_rules.services._neighbors import Neighbors


class KeyPairRules(ServiceRules):
    """What Nova refuses of OS::Nova::KeyPair."""

    types = ("OS::Nova::KeyPair",)
    service = "Nova"
    thing = "the key pair"
    source = "nova/compute/api.py"
    limits = (
        Limit("name", 1, 255, r"(?! )[a-zA-Z0-9_\-@. ]*(?<! )", "consists of a to z, digits, -_@. and inner spaces"),
    )
    demands = ("'public_key' of type ssh is a key type and a key in base64",)
    settings = ("'public_key' is given (Nova's API requires it since version 2.92)",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
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


class FlavorRules(ServiceRules):
    """What Nova refuses of OS::Nova::Flavor."""

    types = ("OS::Nova::Flavor",)
    service = "Nova"
    thing = "the flavor"
    source = "nova/api/openstack/compute/schemas/flavors.py"
    limits = (
        NOVA_NAME,
        Limit("flavorid", 0, 255, r"(?! )[a-zA-Z0-9_. \-]*(?<! )", "consists of a to z, digits, -_. and inner spaces"),
        Limit("extra_specs", 1, 255, METADATA_KEY, METADATA_KEY_WORDS, of="keys"),
        Limit("extra_specs", 0, 255, of="values"),
        *(Range(name, 1) for name in ("ram", "vcpus")),
        *(Range(name, 0) for name in ("disk", "swap", "ephemeral")),
    )
    demands = ("'rxtx_factor' is above 0",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        flavor = properties(owner)
        factor = flavor["rxtx_factor"]
        if isinstance(factor, int | float) and factor <= 0:
            yield flavor.refuse("rxtx_factor", f"{factor} is not above 0")


class HostAggregateRules(ServiceRules):
    """What Nova refuses of OS::Nova::HostAggregate."""

    types = ("OS::Nova::HostAggregate",)
    service = "Nova"
    thing = "the aggregate"
    source = "nova/api/openstack/compute/schemas/aggregates.py"
    limits = (
        NOVA_NAME._replace(low=1),
        Limit(
            "availability_zone", 0, 255, r"(?! )[^:]*(?<! )", "has no colon, and neither begins nor ends with a space"
        ),
        Limit("metadata", 1, 255, METADATA_KEY, METADATA_KEY_WORDS, of="keys"),
        Limit("metadata", 0, 255, of="values", is_text=True),
    )


class NovaQuotaRules(ServiceRules):
    """What Nova refuses of OS::Nova::Quota."""

    types = ("OS::Nova::Quota",)
    service = "Nova"
    verb = "sets"
    thing = "the quota"
    source = "nova/api/openstack/compute/schemas/quota_sets.py"
    limits = tuple(
        Range(name, -1)
        for name in (
            "cores", "instances", "key_pairs", "metadata_items", "ram", "server_groups", "server_group_members",
        )
    )  # fmt: skip
