from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types._shared import unknown_choice
from hotlint.heat_types.barbican._limits import OF_KEYS
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.ignored import Ignored
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.resource_types.property_relations import OnlyWhen, Reads, Requires, missing
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_CURVES = (256, 384, 521)


class Order(HeatType):
    """OS::Barbican::Order: what each type of order needs and takes."""

    types = ("OS::Barbican::Order",)
    ignored = (Ignored("mode", "Heat's client of Barbican does not hand it on", "type", ("asymmetric",)),)
    thing = "the order"
    # Source: barbican/common/validators.py
    limits = (
        *OF_KEYS,
        Limit(
            "payload_content_type",
            pattern=r"(?i)\s*(text/plain|application/octet-stream|application/pkcs8)\s*(;.*)?",
            words="is text/plain, application/octet-stream or application/pkcs8",
        ),
    )
    service_demands = ("'bit_length' is a multiple of 8, or 521 for the algorithm EC",)
    settings = (
        "'bit_length' of the algorithm EC is 256, 384 or 521 (in recent releases of Barbican)",
        "'type' is not certificate (recent releases of Barbican have no such orders)",
    )
    reads = (Reads((
        "name", "payload_content_type", "expiration", "algorithm", "bit_length", "mode", "type", "request_type",
        "subject_dn", "source_container_ref", "ca_id", "profile", "request_data", "pass_phrase",
    )),)  # fmt: skip
    relations = (
        Requires("type", ("algorithm", "bit_length"), ("key", "asymmetric")),
        OnlyWhen(
            ("algorithm", "bit_length", "mode", "payload_content_type", "expiration"), "type", ("key", "asymmetric")
        ),
        OnlyWhen(("pass_phrase",), "type", ("asymmetric",)),
        OnlyWhen(
            ("request_type", "subject_dn", "source_container_ref", "ca_id", "profile", "request_data"),
            "type",
            ("certificate",),
        ),
    )
    demands = ("'ca_id' is given with 'profile' when 'type' is 'certificate'",)
    bad = (
        """
        type: key
        algorithm: aes
        bit_length: 256
        pass_phrase: x
        ^^^^^^^^^^^
        """,
    )
    good = ("{type: key, algorithm: aes, bit_length: 256}",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        order = properties(owner)
        bits, algorithm = order.number("bit_length"), order.text("algorithm")
        is_curve = algorithm is not None and algorithm.lower() == "ec"
        if order["type"] == "certificate":
            yield order.refuse("type", "recent releases of Barbican have no orders of certificates", "setting")
        elif (
            bits is not None
            and bits > 0
            and bits % 8
            and order.is_known("algorithm")
            and not (is_curve and bits == 521)
        ):
            yield order.refuse("bit_length", f"{bits} is not a multiple of 8")
        elif bits is not None and is_curve and bits not in _CURVES:
            yield order.refuse("bit_length", f"no curve has {bits} bits, but 256, 384 or 521", "setting")

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        yield from unknown_choice(values, "type", it)
        profile = values.is_true("profile")
        if values["type"] == "certificate" and profile and values.is_true("ca_id") is False:
            yield missing(values, "ca_id", f"{it.type} requires 'ca_id' with 'profile'")
