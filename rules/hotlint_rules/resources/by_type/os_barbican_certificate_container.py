"""The own rules of OS::Barbican::CertificateContainer: no secret twice."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules
from hotlint_rules.resources.by_type._secret_references import repeated_references


class CertificateContainer(TypeRules):
    """The own rules of OS::Barbican::CertificateContainer."""

    types = ("OS::Barbican::CertificateContainer",)
    source = "heat/engine/resources/openstack/barbican/container.py"
    reads = (Reads(("name", "certificate_ref", "private_key_ref", "private_key_passphrase_ref", "intermediates_ref")),)
    demands = ("no two properties refer to the same secret",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Barbican::CertificateContainer
    properties:
      private_key_ref: x
                       ^
      certificate_ref: x
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Barbican::CertificateContainer
    properties: {private_key_ref: x, certificate_ref: y}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        return repeated_references(values, resource.type or "")
