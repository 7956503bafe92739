from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.refusals import Range


class Quota(HeatType):
    """OS::Cinder::Quota, beyond its schema."""

    types = ("OS::Cinder::Quota",)
    service = "Cinder"
    verb = "sets"
    thing = "the quota"
    service_source = "cinder/api/validation/validators.py"
    limits = tuple(Range(name, -1) for name in ("backup_gigabytes", "backups", "gigabytes", "snapshots", "volumes"))
