from hotlint.heat_types._quota import QuotaLimits
from hotlint.heat_types.refusals import Range
from hotlint.resource_types.property_relations import Reads


class Quota(QuotaLimits):
    """OS::Cinder::Quota: at least one quota."""

    types = ("OS::Cinder::Quota",)
    # Source: cinder/api/validation/validators.py
    limits = tuple(Range(name, -1) for name in ("backup_gigabytes", "backups", "gigabytes", "snapshots", "volumes"))
    reads = (Reads(("project", "gigabytes", "volumes", "snapshots", "backups", "backup_gigabytes")),)
    good = ("{project: p, volumes: 5}",)
