"""ip_addr, net_cidr, ip_or_cidr, mac_addr: addresses, by netaddr as in Heat.

Importing netaddr takes longer than checking a template: what is written in the usual way is recognized without it.
"""

from __future__ import annotations

import re

from hotlint.language.constraints.custom.registry import CustomConstraint
from hotlint.language.values import describe_type, show

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import Final


def _not_text(value: object, wanted: str) -> str:
    return f"{show(value)} is {describe_type(value)}, not {wanted}"


def _is_plain(value: str) -> bool:
    """Return whether a text is IPv4 in four decimal numbers as netaddr writes them, and so certainly valid."""
    numbers = value.split(".")
    return len(numbers) == 4 and all(map(_is_byte, numbers))


def _is_byte(number: str) -> bool:
    return (
        number.isascii() and number.isdecimal() and len(number) < 4 and int(number) < 256 and str(int(number)) == number
    )


def _is_plain_network(value: str) -> bool:
    """Return whether a text is a plain address of IPv4, and after a slash the length of its prefix."""
    address, _, length = value.partition("/")
    return _is_plain(address) and _is_byte(length) and int(length) <= 32


def ip_addr(value: object) -> str | None:
    """Check for IPv4 in four plain decimal numbers without leading zeros, or IPv6; no spaces, no prefix length."""
    if not isinstance(value, str):
        return _not_text(value, "an IP address in quotes")
    if _is_plain(value):
        return None
    refusal = f"{show(value)} is not an IP address"
    if re.search(r"\s", value) or (":" not in value and value.count(".") != 3):
        return refusal
    import netaddr

    try:
        address = netaddr.IPAddress(value)
    except Exception:  # netaddr raises several kinds, and Heat refuses the value on any of them
        return _with_plain_numbers(value, refusal)
    if address.version == 4 and str(address) != value:
        return f"{refusal} as Heat wants it: write '{address}'"
    return None


def _with_plain_numbers(value: str, refusal: str) -> str:
    """Return the refusal of an address; it names leading zeros as the cause, where they are."""
    numbers = value.split(".")
    if len(numbers) == 4 and all(n.isdecimal() and len(n) < 9 and int(n) < 256 for n in numbers):
        return f"{refusal} as Heat wants it: write '{'.'.join(str(int(n)) for n in numbers)}', without leading zeros"
    return refusal


def net_cidr(value: object) -> str | None:
    """Check for a network address with its prefix length after a slash; bits beyond the prefix may be set."""
    if not isinstance(value, str):
        return _not_text(value, "a network such as '10.0.0.0/24'")
    if _is_plain_network(value):
        return None
    import netaddr

    try:
        netaddr.IPNetwork(netaddr.cidr_abbrev_to_verbose(value))
    except Exception:
        return f"{show(value)} is not a network in CIDR notation, such as '10.0.0.0/24'"
    return _subnet(value)


def _subnet(value: str) -> str | None:
    if _is_plain_network(value):
        return None
    import netaddr

    refusal = f"{show(value)} is not a network in CIDR notation, such as '10.0.0.0/24'"
    if re.search(r"\s", value):
        return refusal
    try:
        network = netaddr.IPNetwork(value)
    except Exception:
        return refusal
    if "/" not in value:
        return f"{show(value)} lacks the prefix length of a network: write '{network}' or the like"
    if network.version == 4 and str(network) != value:
        return f"{show(value)} is not written as Heat wants it: write '{network}'"
    return None


def ip_or_cidr(value: object) -> str | None:
    """Check for a network where there is a slash, otherwise for an address."""
    if not isinstance(value, str):
        return _not_text(value, "an IP address or a network in quotes")
    return _subnet(value) if "/" in value else ip_addr(value)


def mac_addr(value: object) -> str | None:
    """Check for twelve hexadecimal digits, in any of the usual groupings."""
    if not isinstance(value, str):
        return _not_text(value, "a MAC address in quotes")
    if re.fullmatch(r"[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){5}", value):
        return None
    import netaddr

    return None if netaddr.valid_mac(value) else f"{show(value)} is not a MAC address, such as 'fa:16:3e:00:00:01'"


CONSTRAINTS: Final = (
    CustomConstraint("ip_addr", "An IPv4 or IPv6 address, without leading zeros or a prefix length.", ip_addr),
    CustomConstraint("net_cidr", "A network in CIDR notation, such as 10.0.0.0/24 or 2001:db8::/64.", net_cidr),
    CustomConstraint("ip_or_cidr", "An IP address, or a network in CIDR notation.", ip_or_cidr),
    CustomConstraint("mac_addr", "A MAC address, such as fa:16:3e:00:00:01.", mac_addr),
)
