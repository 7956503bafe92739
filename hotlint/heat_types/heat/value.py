from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import Item, is_complete, items, properties
from hotlint.heat_types.refusals import Refusal
from hotlint.language.origins import ATTRIBUTE, source_of
from hotlint.resource_types.property_relations import Reads
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_PLAIN_CLASSES = ("lettersdigits", "letters", "lowercase", "uppercase", "digits", "hexdigits", "octdigits")


class Value(HeatType):
    """OS::Heat::Value: a type that can be read."""

    types = ("OS::Heat::Value",)
    idle = "nothing of the template reads its value"
    is_found_outside = True
    is_in_heat_alone = True
    reads = (Reads(("type",)),)
    echoes = ("value",)
    echoes_all = True
    thing = "the value"
    # Source: heat/engine/resources/openstack/heat/value.py
    service_demands = ("'value' of 'type' json is not the text of an OS::Heat::RandomString",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        item = properties(owner)
        source = source_of(item["value"], ATTRIBUTE)
        if item["type"] != "json" or source is None or source.path != ("value",):
            return
        maker = stack.made(source.name, "OS::Heat::RandomString")
        if maker is not None and not maker.values.get("character_sequences") and _has_no_brace(properties(maker)):
            message = f"the text of '{maker.place}' is no mapping"
            yield item.refuse("value", message, "heat", maker)


def _has_no_brace(random: Item) -> bool:
    """Return whether the text of a random string has letters and digits only."""
    classes = random["character_classes"]
    return is_complete(classes) and not any(
        one.text("class") not in _PLAIN_CLASSES for one in items(random, "character_classes")
    )
