from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import Reads, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition


class RandomString(HeatType):
    """OS::Heat::RandomString: a length that holds the minimums."""

    types = ("OS::Heat::RandomString",)
    idle = "nothing of the template reads its value"
    is_found_outside = True
    refers_by_id = False
    always_new = ("value",)
    secret_attributes = ("value",)
    is_in_heat_alone = True
    lost_when_gone = "the value of random string"
    reads = (Reads(("length", "sequence", "character_classes", "character_sequences")),)
    demands = ("'length' is at least the sum of all 'min' in 'character_classes' and 'character_sequences'",)
    bad = (
        """
        length: 2
                ^
        character_classes: [{class: digits, min: 3}]
        """,
    )
    good = ("{length: 4, character_classes: [{class: digits, min: 3}]}",)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        least = [item["min"] for name in ("character_sequences", "character_classes") for item in values.items(name)]
        length = values["length"]
        if isinstance(length, int) and all(isinstance(n, int) for n in least) and sum(least) > length:
            message = (
                f"'length' of {it.type} ({length}) is less than the minimums of its characters together ({sum(least)})"
            )
            yield invalid(values, "length", message)
