from __future__ import annotations

from hotlint.heat_types.base import HeatType


class SoftwareDeployment(HeatType):
    """OS::Heat::SoftwareDeployment, beyond its schema."""

    types = ("OS::Heat::SoftwareDeployment",)
    takes_inputs = True
