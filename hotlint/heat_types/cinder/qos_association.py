from __future__ import annotations

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.heat_types.base import HeatType

if TYPE_CHECKING:
    from hotlint.stacks.records import StackResource
    from hotlint.stacks.update import StackUpdate


class QoSAssociation(HeatType):
    """OS::Cinder::QoSAssociation, beyond its schema."""

    types = ("OS::Cinder::QoSAssociation",)
    is_link = True

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
