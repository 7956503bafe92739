"""The own rules of OS::Barbican::GenericContainer: no secret twice."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules


class GenericContainer(TypeRules):
    """The own rules of OS::Barbican::GenericContainer."""

    types = ("OS::Barbican::GenericContainer",)
    source = "heat/engine/resources/openstack/barbican/container.py"
    reads = (Reads(("secrets",)),)
    demands = ("in 'secrets', no two 'ref' are the same",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Barbican::GenericContainer
    properties:
      secrets:
        - {name: a, ref: x}
        - {name: b, ref: x}
                         ^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Barbican::GenericContainer
    properties: {secrets: [{name: a, ref: x}, {name: b, ref: y}]}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        seen: set[str] = set()
        for secret in values.items("secrets"):
            ref = secret["ref"]
            if isinstance(ref, str) and ref in seen:
                yield invalid(secret, "ref", f"{resource.type} lists the secret '{ref}' twice")
            elif isinstance(ref, str):
                seen.add(ref)
