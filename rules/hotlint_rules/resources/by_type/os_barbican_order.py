"""The own rules of OS::Barbican::Order: what each type of order needs and takes."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import OnlyWhen, Requires, missing
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules
from hotlint_rules.resources.by_type._choices import unknown_choice


class Order(TypeRules):
    """The own rules of OS::Barbican::Order."""

    types = ("OS::Barbican::Order",)
    source = "heat/engine/resources/openstack/barbican/order.py"
    reads = (
        Reads(
            (
                "name",
                "payload_content_type",
                "expiration",
                "algorithm",
                "bit_length",
                "mode",
                "type",
                "request_type",
                "subject_dn",
                "source_container_ref",
                "ca_id",
                "profile",
                "request_data",
                "pass_phrase",
            )
        ),
    )
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
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Barbican::Order
    properties:
      type: key
      algorithm: aes
      bit_length: 256
      pass_phrase: x
      ^^^^^^^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Barbican::Order
    properties: {type: key, algorithm: aes, bit_length: 256}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        yield from unknown_choice(values, "type", resource, context)
        profile = values.is_true("profile")
        if values["type"] == "certificate" and profile and values.is_true("ca_id") is False:
            yield missing(values, "ca_id", f"{resource.type} requires 'ca_id' with 'profile'")
