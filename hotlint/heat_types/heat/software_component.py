from __future__ import annotations

from hotlint.heat_types.heat._configs import SoftwareConfigs


class SoftwareComponent(SoftwareConfigs):
    """OS::Heat::SoftwareComponent, beyond its schema."""

    types = ("OS::Heat::SoftwareComponent",)
