from __future__ import annotations

from hotlint.heat_types.base import HeatType


class StructuredDeployment(HeatType):
    """OS::Heat::StructuredDeployment, beyond its schema."""

    types = ("OS::Heat::StructuredDeployment",)
    takes_inputs = True
