from hotlint.heat_types.octavia._profiles import Profile
from hotlint.heat_types.refusals import Limit


class AvailabilityZoneProfile(Profile):
    """OS::Octavia::AvailabilityZoneProfile: a provider."""

    types = ("OS::Octavia::AvailabilityZoneProfile",)
    thing = "the availability zone profile"
    # Source: octavia/api/v2/types/availability_zone_profile.py
    limits = (*Profile.limits, Limit("availability_zone_data", 0, 4096))
