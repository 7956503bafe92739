from hotlint.heat_types.octavia._profiles import Profile
from hotlint.heat_types.refusals import Limit


class FlavorProfile(Profile):
    """OS::Octavia::FlavorProfile: a provider."""

    types = ("OS::Octavia::FlavorProfile",)
    thing = "the flavor profile"
    # Source: octavia/api/v2/types/flavor_profile.py
    limits = (*Profile.limits, Limit("flavor_data", 0, 4096))
