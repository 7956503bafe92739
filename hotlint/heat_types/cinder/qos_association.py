from __future__ import annotations

from hotlint.heat_types.base import HeatType


class QoSAssociation(HeatType):
    """OS::Cinder::QoSAssociation, beyond its schema."""

    types = ("OS::Cinder::QoSAssociation",)
    is_link = True
