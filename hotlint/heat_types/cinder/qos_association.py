from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import known_list
from hotlint.heat_types.refusals import Refusal
from hotlint.stacks.neighbors import Key, Neighbors, key
from hotlint.stacks.records import StackResource

if TYPE_CHECKING:
    from hotlint.stacks.update import StackUpdate


class QoSAssociation(HeatType):
    """OS::Cinder::QoSAssociation, beyond its schema."""

    types = ("OS::Cinder::QoSAssociation",)
    is_link = True
    verb = "associates"
    thing = "the specifications"
    # Source: cinder/volume/qos_specs.py
    service_demands = ("no other specifications are associated with one of the 'volume_types'",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        own = key(owner.values.get("qos_specs"))
        for index, kind in enumerate(_types(owner) if own is not None else ()):
            alike = stack.sharing(kind, _types, owner.type) if kind is not None else []
            for other in stack.rivals(owner, alike):
                if key(other.values.get("qos_specs")) not in (None, own):
                    message = f"the volume type has other specifications already, by '{other.place}'"
                    yield Refusal(owner, ("volume_types", index), message, "neighbor", other)
                    return

    def fails_to_be_replaced(self, old: StackResource, new: StackResource, update: StackUpdate) -> str:
        """Return which volume type is in both: Cinder gives a type one set of specifications (`associate_qos_with_type`)."""
        if not update.differs(old.values.get("qos_specs"), new.values.get("qos_specs")):
            return ""
        before, after = (
            types if isinstance(types := side.values.get("volume_types"), list) else [] for side in (old, new)
        )
        if not any(update.same(one, other) for one in before for other in after):
            return ""
        return "a volume type has one set of QoS specifications, and Heat takes the old one from it only afterwards"


def _types(owner: StackResource) -> Iterator[Key | None]:
    return map(key, known_list(owner.values.get("volume_types")))
