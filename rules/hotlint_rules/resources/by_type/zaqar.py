"""The own rules of Zaqar's resource types."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_relations import Reads, invalid, quoted
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules

_SCHEMES = ("http", "https", "mailto", "trust+http", "trust+https")


class Subscription(TypeRules):
    """OS::Zaqar::Subscription: a subscriber that Zaqar can reach."""

    types = ("OS::Zaqar::Subscription",)
    source = "heat/engine/resources/openstack/zaqar/subscription.py"
    reads = (Reads(("subscriber",)),)
    demands = ("'subscriber' begins with 'http:', 'https:', 'mailto:', 'trust+http:' or 'trust+https:'",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Zaqar::Subscription
    properties:
      queue_name: q
      subscriber: ftp://example.org
                  ^^^^^^^^^^^^^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Zaqar::Subscription
    properties: {queue_name: q, subscriber: "https://example.org"}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        address = values["subscriber"]
        if isinstance(address, str) and address.partition(":")[0] not in _SCHEMES:
            yield invalid(values, "subscriber", f"'subscriber' of {resource.type} must begin with {quoted(_SCHEMES)}")
