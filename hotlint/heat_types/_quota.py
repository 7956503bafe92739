"""Shared by the types that set quotas."""

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import AnyOther


class QuotaLimits(HeatType):
    """Base of the types that set the quotas of a project: at least one."""

    is_link = True
    verb = "sets"
    thing = "the quota"
    relations = (AnyOther("project"),)
    bad = ("{project: p}",)
