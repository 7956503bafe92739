"""The releases of Heat that register a custom constraint, for those that some release since Rocky does not have.

Heat: the entry points heat.constraints of each release
"""

from __future__ import annotations

from collections.abc import Callable

SINCE = {
    "neutron.taas.tap_flow": "12", "neutron.taas.tap_service": "12", "ip_or_cidr": "13", "blazar.reservation": "14",
    "ironic.node": "14", "ironic.portgroup": "14", "octavia.flavor": "14", "octavia.flavorprofile": "14",
    "json_string": "24", "octavia.availabilityzone": "24", "octavia.availabilityzoneprofile": "24",
}  # fmt: skip
"""Custom constraint -> major release that brought it."""

UNTIL = {
    "designate.domain": "13", "magnum.baymodel": "19", "neutron.lb.provider": "22",
    "sahara.cluster": "23", "sahara.cluster_template": "23", "sahara.data_source": "23", "sahara.image": "23",
    "sahara.job_binary": "23", "sahara.job_type": "23", "sahara.plugin": "23", "senlin.cluster": "23",
    "senlin.policy": "23", "senlin.policy_type": "23", "senlin.profile": "23", "senlin.profile_type": "23",
    "monasca.notification": "25",
}  # fmt: skip
"""Custom constraint that the newest release lacks -> major release that no longer had it."""


def former_names(is_reached: Callable[[str], bool]) -> frozenset[str]:
    """Return the custom constraints that the target release has and the newest one lacks.

    `is_reached` tells whether the target is a given major release or a newer one.
    """
    return frozenset(name for name, gone in UNTIL.items() if not is_reached(gone))


def comes_later(name: object, is_reached: Callable[[str], bool]) -> bool:
    """Return whether a custom constraint came after the target release."""
    return isinstance(name, str) and name in SINCE and not is_reached(SINCE[name])
