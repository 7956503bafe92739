"""The own rules of OS::Barbican::CertificateContainer: no secret twice."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.template import Resource
from hotlint.linter.rule import Context, Example
from hotlint.linter.type_rules import TypeRules
from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem


class CertificateContainer(TypeRules):
    """The own rules of OS::Barbican::CertificateContainer."""

    types = ("OS::Barbican::CertificateContainer",)
    source = "heat/engine/resources/openstack/barbican/container.py"
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
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, ctx: Context
    ) -> Iterator[PropertyProblem]:
        seen: dict[str, str] = {}
        for name in values.names():
            ref = values[name]
            if name == "name" or not isinstance(ref, str):
                continue
            if ref in seen:
                yield invalid(values, name, f"'{name}' of {resource.type} is the same secret as '{seen[ref]}'")
            seen.setdefault(ref, name)
