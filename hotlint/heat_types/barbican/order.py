from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types._shared import unknown_choice
from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import OnlyWhen, Reads, Requires, missing
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition


class Order(HeatType):
    """OS::Barbican::Order: what each type of order needs and takes."""

    types = ("OS::Barbican::Order",)
    source = "heat/engine/resources/openstack/barbican/order.py"
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

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        yield from unknown_choice(values, "type", it)
        profile = values.is_true("profile")
        if values["type"] == "certificate" and profile and values.is_true("ca_id") is False:
            yield missing(values, "ca_id", f"{it.type} requires 'ca_id' with 'profile'")
