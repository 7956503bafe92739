from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import OnlyWhen, Reads, Requires


class L7Policy(HeatType):
    """OS::Octavia::L7Policy: the target that each action redirects to."""

    types = ("OS::Octavia::L7Policy",)
    reads = (Reads(("action", "redirect_pool", "redirect_url")),)
    relations = (
        OnlyWhen(("redirect_pool",), "action", ("REJECT", "REDIRECT_TO_URL"), negated=True),
        OnlyWhen(("redirect_url",), "action", ("REJECT", "REDIRECT_TO_POOL"), negated=True),
        Requires("action", ("redirect_pool",), ("REDIRECT_TO_POOL",)),
        Requires("action", ("redirect_url",), ("REDIRECT_TO_URL",)),
    )
    bad = ("{listener: l, action: REDIRECT_TO_POOL}",)
    good = ('{listener: l, action: REDIRECT_TO_URL, redirect_url: "http://example.org"}',)
