"""Custom constraints: every name that Heat 27 registers, and the verdict of those that need no cloud."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hotlint.language.constraints.custom.registry import CustomConstraint

_MODULES: Final = {
    "ip_addr": "addresses", "net_cidr": "addresses", "ip_or_cidr": "addresses", "mac_addr": "addresses",
    "dns_name": "names", "rel_dns_name": "names", "dns_domain": "names",
    "cron_expression": "times", "timezone": "times", "iso_8601": "times", "expiration": "times",
    "json_string": "texts",
}  # fmt: skip
"""The module of each one that needs no cloud, imported when first asked for; all others are in `cloud`."""

_loaded: dict[str, CustomConstraint] = {}


def get(name: str) -> CustomConstraint | None:
    """The custom constraint of that name, or None. A site's plugins may add others to its Heat."""
    found = _loaded.get(name)
    if found is None:
        _load(_MODULES.get(name, "cloud"))
        found = _loaded.get(name)
    return found


def everything() -> dict[str, CustomConstraint]:
    """All of them by name, in alphabetical order: for lists, completion and names to offer."""
    for module in {*_MODULES.values(), "cloud"}:
        _load(module)
    return dict(sorted(_loaded.items()))


def _load(module: str) -> None:
    for constraint in import_module(f"hotlint.language.constraints.custom.{module}").CONSTRAINTS:
        _loaded[constraint.name] = constraint
