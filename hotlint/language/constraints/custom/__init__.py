"""Custom constraints: every name that Heat 27 registers, and the checks that need no cloud.

Heat: the entry points heat.constraints; heat.engine.constraint and heat.engine.clients.os
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module

from hotlint.common.records import NamedTuple

Check = Callable[[object], "str | None"]
"""A known value -> a message, a sentence without its full stop; None for a value that passes."""


class CustomConstraint(NamedTuple):
    """A check that Heat knows by name; `doc` is one line. `check` is None where only the cloud knows."""

    name: str
    doc: str
    check: Check | None = None


_MODULES = {
    "ip_addr": "addresses", "net_cidr": "addresses", "ip_or_cidr": "addresses", "mac_addr": "addresses",
    "dns_name": "texts", "rel_dns_name": "texts", "dns_domain": "texts",
    "cron_expression": "times", "timezone": "times", "iso_8601": "times", "expiration": "times",
    "json_string": "texts",
}  # fmt: skip
"""Module of each one that needs no cloud, imported when first needed; all others are in `cloud`."""


def get(name: str) -> CustomConstraint | None:
    """Return the custom constraint of a name; None for an unknown one. Plugins of a site may add others to its Heat."""
    return _load(_MODULES.get(name, "cloud")).get(name)


def everything() -> dict[str, CustomConstraint]:
    """Return all custom constraints by name, in alphabetical order."""
    found = {name: made for module in {*_MODULES.values(), "cloud"} for name, made in _load(module).items()}
    return dict(sorted(found.items()))


@cache
def _load(module: str) -> dict[str, CustomConstraint]:
    constraints = import_module(f"hotlint.language.constraints.custom.{module}").CONSTRAINTS
    return {constraint.name: constraint for constraint in constraints}


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


_FORMERLY = {"net_cidr": ("13", "ip_or_cidr")}
"""Custom constraint -> major release since which it checks what it does now, and the one that checks what it did before."""


def judged_by(name: str, is_reached: Callable[[str], bool]) -> str:
    """Return the name of the custom constraint that checks what the named one does in the target release."""
    since, before = _FORMERLY.get(name, ("", name))
    return name if not since or is_reached(since) else before


def former_names(is_reached: Callable[[str], bool]) -> frozenset[str]:
    """Return the custom constraints that the target release has and the newest one lacks.

    `is_reached` tells whether the target is a given major release or a newer one.
    """
    return frozenset(name for name, gone in UNTIL.items() if not is_reached(gone))


def comes_later(name: object, is_reached: Callable[[str], bool]) -> bool:
    """Return whether a custom constraint came after the target release."""
    return isinstance(name, str) and name in SINCE and not is_reached(SINCE[name])
