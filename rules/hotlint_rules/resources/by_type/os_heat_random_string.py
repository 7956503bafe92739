"""The own rules of OS::Heat::RandomString: a length that holds the minimums."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules


class RandomString(TypeRules):
    """The own rules of OS::Heat::RandomString."""

    types = ("OS::Heat::RandomString",)
    source = "heat/engine/resources/openstack/heat/random_string.py"
    reads = (Reads(("length", "sequence", "character_classes", "character_sequences")),)
    demands = ("'length' is at least the sum of all 'min' in 'character_classes' and 'character_sequences'",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Heat::RandomString
    properties:
      length: 2
              ^
      character_classes: [{class: digits, min: 3}]
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Heat::RandomString
    properties: {length: 4, character_classes: [{class: digits, min: 3}]}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        least = [item["min"] for name in ("character_sequences", "character_classes") for item in values.items(name)]
        length = values["length"]
        if isinstance(length, int) and all(isinstance(n, int) for n in least) and sum(least) > length:
            message = f"'length' of {resource.type} ({length}) is less than the minimums of its characters together ({sum(least)})"
            yield invalid(values, "length", message)
